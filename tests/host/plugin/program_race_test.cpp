// Programs whose files and folders somebody changes while the host reads them: a copy never has what a link leads to,
// and what a program may read is what it was when the host looked.
#include "host/plugin/program.hpp"
#include "host/util/failure.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

namespace {

namespace fs = std::filesystem;
using support::TemporaryFolder;

/// Exchanges two paths again and again, until it is destroyed.
class Exchanger {
 public:
  Exchanger(fs::path one, fs::path other) : one_(std::move(one)), other_(std::move(other)) {}
  Exchanger(const Exchanger&) = delete;
  Exchanger& operator=(const Exchanger&) = delete;
  ~Exchanger() {
    done_ = true;
    thread_.join();
    if (fs::is_symlink(one_)) exchange();
  }

 private:
  void exchange() const {
    ::syscall(SYS_renameat2, AT_FDCWD, one_.c_str(), AT_FDCWD, other_.c_str(), 2);  // RENAME_EXCHANGE
  }

  fs::path one_;
  fs::path other_;
  std::atomic<bool> done_ = false;
  std::thread thread_{[this] {
    while (!done_) exchange();
  }};
};

host::Program found(const std::string& text) {
  host::Assignments own;
  return host::find_program(host::PluginSpec::parse(text), own);
}

/// Returns whether a copy of the program has a file with this text. The copy also has links, which are not followed.
bool has_text(const host::Program& program, const std::string& text) {
  for (const auto& entry : fs::recursive_directory_iterator(program.root)) {
    if (!entry.is_symlink() && entry.is_regular_file() && support::content(entry.path()) == text) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a file in a program's folder that is exchanged with a link or a pipe is copied as itself, or not at all") {
  const TemporaryFolder folder;
  folder.write("secret/key", "SECRET");
  folder.write("secret/data/key", "SECRET");
  const std::string bot = folder.write_program("bot/bot.sh", "#!/bin/sh\n").string();
  const fs::path own = folder.path() / "bot";
  folder.write("bot/data/key", "honest");
  folder.write("bot/notes", "honest");
  fs::create_symlink("../secret/key", own / ".notes");
  fs::create_directory_symlink("../secret/data", own / ".data");
  REQUIRE(::mkfifo((own / ".pipe").c_str(), 0600) == 0);
  for (const auto& [one, other] :
       {std::pair("notes", ".notes"), std::pair("data", ".data"), std::pair("notes", ".pipe")}) {
    CAPTURE(std::string(other));
    int copies = 0;
    {
      const Exchanger exchanger(own / one, own / other);
      for (int i = 0; i < 200; ++i) {
        try {
          const bool leaks = has_text(found(bot), "SECRET");
          CHECK_FALSE(leaks);
          ++copies;
        } catch (const host::Failure& failure) {
          CHECK(failure.code() == host::Exit::plugin);
        }
      }
    }
    CHECK(copies > 0);
    if (std::string(other) == ".pipe" && !fs::is_regular_file(own / one)) fs::rename(own / other, own / one);
  }
  CHECK(has_text(found(bot), "honest"));
}

TEST_CASE("what read= and cwd= name is resolved once, and looked at where it then leads") {
  const TemporaryFolder folder;
  const std::string bot = folder.write_program("bot/bot.sh", "#!/bin/sh\n").string();
  folder.write("data/book", "BOOK");
  folder.write("private/results.db", std::string("SQLite format 3\0", 16) + std::string(52, '\0') + "agon");
  const fs::path link = folder.path() / "link";
  fs::create_directory_symlink("data", link);
  fs::create_directory_symlink("private", folder.path() / ".link");
  for (const std::string option : {",read=", ",cwd="}) {
    CAPTURE(option);
    int opened = 0;
    {
      const Exchanger exchanger(link, folder.path() / ".link");
      for (int i = 0; i < 300; ++i) {
        try {
          const host::Program program = found(bot + option + link.string());
          for (const fs::path& path : program.readable) {
            CHECK(path == fs::canonical(path));
            CHECK(path.string().find("private") == std::string::npos);
          }
          ++opened;
        } catch (const host::Failure& failure) {
          CHECK(failure.code() == host::Exit::usage);
        }
      }
    }
    CHECK(opened > 0);
    fs::remove(link);
    fs::remove(folder.path() / ".link");
    fs::create_directory_symlink("data", link);
    fs::create_directory_symlink("private", folder.path() / ".link");
  }
}

TEST_CASE("a program's own file and its interpreter's settings are never read from a pipe") {
  const TemporaryFolder folder;
  const std::string bot = folder.write_program("bot/bot.sh", "#!/bin/sh\n").string();
  fs::create_directories(folder.path() / "venv/bin");
  fs::create_symlink("/bin/sh", folder.path() / "venv/bin/python3");
  REQUIRE(::mkfifo((folder.path() / "venv/pyvenv.cfg").c_str(), 0600) == 0);
  CHECK_NOTHROW(found("run:" + (folder.path() / "venv/bin/python3").string() + " " + bot));
  REQUIRE(::mkfifo((folder.path() / "bot/pipe").c_str(), 0700) == 0);
  CHECK_THROWS_AS(found("run:" + (folder.path() / "bot/pipe").string()), host::Failure);
}
