// Files that the host reads: what has no end, or never begins, is refused at once.
#include "host/util/input_file.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using host::Descriptor;
using host::InputFile;
using support::TemporaryFolder;

/// Returns paths of all kinds of files that are no regular ones.
std::vector<fs::path> irregular(const TemporaryFolder& folder) {
  const auto path = [&](const char* name) { return folder.path() / name; };
  REQUIRE(::mkfifo(path("pipe").c_str(), 0600) == 0);
  fs::create_symlink(path("pipe"), path("link to a pipe"));
  fs::create_directory(path("folder"));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path("socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  REQUIRE(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  return {path("pipe"), path("link to a pipe"), path("folder"), path("socket"), "/dev/zero", "/dev/full",
          "/dev/null",  "/dev/urandom",         "/proc/self/",  "/dev/tty"};
}

}  // namespace

TEST_CASE("a pipe, a device, a socket and a folder are refused before a byte of them is read") {
  const TemporaryFolder folder;
  for (const fs::path& path : irregular(folder)) {
    CAPTURE(path.string());
    CHECK_FALSE(host::open_regular(path).is_open());
    CHECK_FALSE(host::content_of(path));
    CHECK(host::beginning_of(path).empty());
    const support::Refusal refused = support::refusal([&] { return InputFile(path, host::Exit::input); });
    CHECK(refused.code == host::Exit::input);
    CHECK(refused.text == path.string() + (fs::is_directory(path) ? ": is a folder" : ": is no regular file"));
  }
}

TEST_CASE("a file that turns into a pipe while it is opened never keeps the host waiting") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("file", "text");
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::atomic<bool> done = false;
  std::thread exchanger([&] {
    while (!done) ::syscall(SYS_renameat2, AT_FDCWD, file.c_str(), AT_FDCWD, pipe.c_str(), 2);  // RENAME_EXCHANGE
  });
  std::size_t texts = 0;
  std::size_t refusals = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto content = host::content_of(file);
    if (content) CHECK(*content == "text");
    ++(content ? texts : refusals);
  }
  done = true;
  exchanger.join();
  MESSAGE(texts, " times the file, ", refusals, " times a pipe");
}

TEST_CASE("lines are read as they are, with and without an end of the last one") {
  const TemporaryFolder folder;
  const std::string long_line(1'000'000, 'x');
  InputFile file(folder.write("lines", "one\n\n" + long_line + "\nlast"), host::Exit::usage);
  std::string line;
  CHECK_FALSE(file.at_end());
  for (const std::string& expected : {std::string("one"), std::string(), long_line}) {
    REQUIRE(file.read_line(line));
    CHECK(line == expected);
    CHECK_FALSE(file.was_cut());
  }
  REQUIRE(file.read_line(line));
  CHECK(line == "last");
  CHECK(file.was_cut());
  CHECK(file.at_end());
  CHECK_FALSE(file.read_line(line));
  CHECK(InputFile(folder.write("empty", ""), host::Exit::usage).at_end());
}

TEST_CASE("a line without an end is refused when it has 64 MiB, however much follows") {
  const TemporaryFolder folder;
  const fs::path path = folder.write("sparse", "");
  REQUIRE(::truncate(path.c_str(), off_t{1} << 40U) == 0);
  std::string line;
  CHECK(support::refusal([&] { return InputFile(path, host::Exit::usage).read_line(line); }).says("64 MiB"));
  CHECK(support::refusal([&] { return InputFile(path, host::Exit::usage).rest(); }).says("has more than 1024 MiB"));
  CHECK_FALSE(host::content_of(path));
}

TEST_CASE("what this process has inherited is read by the names that shells give it, as a pipe of another command") {
  int ends[2] = {-1, -1};
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], "a\nb\n", 4) == 4);
  ::close(ends[1]);
  InputFile file("/dev/fd/" + std::to_string(ends[0]), host::Exit::usage);
  std::string line;
  REQUIRE(file.read_line(line));
  CHECK(line == "a");
  CHECK(file.rest() == "b\n");
  ::close(ends[0]);
  for (const char* const name : {"/dev/fd/999", "/dev/fd/", "/dev/fd/../null", "/proc/self/fd/-1"})
    CHECK(support::refusal([&] { return InputFile(name, host::Exit::usage); }).code == host::Exit::usage);
}
