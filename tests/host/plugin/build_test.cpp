// The bytes that are hashed and loaded, whatever becomes of the file.
#include "host/plugin/build.hpp"

#include "host/plugin/library.hpp"
#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace {

namespace fs = std::filesystem;
using host::Build;
using support::TemporaryFolder;

std::string summary(const std::shared_ptr<const Build>& build) {
  return host::Library::load(build)->description().strategies.at(0).summary;
}

/// A folder for temporary files as long as this lives.
struct Temporary {
  explicit Temporary(const std::string& path) { ::setenv("TMPDIR", path.c_str(), 1); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() { ::unsetenv("TMPDIR"); }
};

}  // namespace

TEST_CASE("a build stays what it was when its file is written in place, replaced or removed") {
  const TemporaryFolder folder;
  const fs::path file = folder.copy(fixtures::path("good"), "taker.so");
  const std::string bytes = support::content(file);
  const auto build = Build::take(file);
  CHECK(build->path() == file);
  CHECK(build->since() == Build::Since::same);
  const std::string digest = build->sha256();
  CHECK(digest.size() == 64);
  const auto unchanged = [&] {
    return support::content(build->memory().path()) == bytes && build->sha256() == digest &&
           summary(build) == "takes one";
  };
  std::ofstream(file, std::ios::trunc) << "half";
  CHECK(build->since() == Build::Since::changed);
  CHECK(unchanged());
  fs::rename(folder.copy(fixtures::path("twin"), "new"), file);
  CHECK(build->since() == Build::Since::changed);
  CHECK(unchanged());
  CHECK(Build::take(file)->sha256() != digest);
  CHECK(summary(Build::take(file)) == "another");
  fs::remove(file);
  CHECK(build->since() == Build::Since::gone);
  CHECK(unchanged());
  fs::create_directory(file);
  CHECK(build->since() == Build::Since::changed);
}

TEST_CASE("a file that was touched, or written again as it was, has not changed") {
  const TemporaryFolder folder;
  const fs::path file = folder.copy(fixtures::path("good"), "taker.so");
  const auto build = Build::take(file);
  fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(build->since() == Build::Since::same);
  fs::remove(file);
  folder.copy(fixtures::path("good"), "taker.so");
  CHECK(build->since() == Build::Since::same);
}

TEST_CASE("nobody can write to a build, or make it shorter") {
  const auto build = Build::take(fixtures::path("good"));
  const host::Descriptor again(::open(build->memory().path().c_str(), O_RDWR | O_CLOEXEC));
  for (const host::Descriptor* const file : {&build->memory(), &again}) {
    CHECK(::write(file->get(), "x", 1) == -1);
    CHECK(::ftruncate(file->get(), 0) == -1);
    CHECK(::ftruncate(file->get(), 1 << 30) == -1);
  }
}

TEST_CASE("what is no library that can be played is refused as anywhere, and not copied") {
  const TemporaryFolder folder;
  const auto refused = [](const fs::path& path, const char* why) {
    fixtures::refuses_file(support::refusal([&] { return Build::take(path); }), path, why);
  };
  refused(folder.path() / "none.so", "no such file");
  refused(folder.path(), "is a folder");
  refused("/dev/null", "is not a regular file");
  refused(folder.write("text.so", "text"), "is not a shared library");
  refused(folder.write("half.so", support::content(fixtures::path("good")).substr(0, 4000)), "its end is missing");
}

TEST_CASE("a build that is written while it is copied is taken when it is whole") {
  const TemporaryFolder folder;
  const fs::path file = folder.copy(fixtures::path("good"), "taker.so");
  const std::string bytes = support::content(file) + std::string(std::size_t{8} << 20U, 'x');
  std::thread writer([&] {
    for (int round = 0; round < 5; ++round) std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  });
  for (int round = 0; round < 20; ++round) {
    try {
      const std::string taken = support::content(Build::take(file)->memory().path());
      CHECK(bytes.starts_with(taken));
      CHECK((taken.size() == bytes.size() || taken.size() >= support::content(fixtures::path("good")).size()));
    } catch (const host::Failure& failure) {  // it was cut just then
      CHECK(failure.code() == host::Exit::plugin);
    }
  }
  writer.join();
  CHECK(support::content(Build::take(file)->memory().path()) == bytes);
}

TEST_CASE("the file that a build is loaded from has its name and its folder's, is private and does not stay") {
  const TemporaryFolder folder;
  const TemporaryFolder temporary;
  const Temporary set(temporary.path().string());
  const fs::path file = folder.copy(fixtures::path("good"), "deep/taker.so");
  {
    const auto build = Build::take(file);
    const fs::path first = build->file();
    CHECK(first.string().starts_with(temporary.path().string() + "/"));
    CHECK(first.string().ends_with(file.string()));
    CHECK(support::content(first) == support::content(file));
    CHECK(build->file() == first);
    const auto root = *fs::directory_iterator(temporary.path());
    CHECK((root.status().permissions() & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none);
    build->drop_file();
    CHECK(temporary.count() == 0);
    CHECK(support::content(build->file()) == support::content(file));
  }
  CHECK(temporary.count() == 0);
}

TEST_CASE("two files of the same content are two builds, which share nothing when they are loaded") {
  const TemporaryFolder folder;
  const auto one = Build::take(folder.copy(fixtures::path("good"), "one.so"));
  const auto other = Build::take(folder.copy(fixtures::path("good"), "other.so"));
  CHECK(one->sha256() == other->sha256());
  const auto first = host::Library::load(one);
  const auto second = host::Library::load(other);
  CHECK(&first->plugin() != &second->plugin());
  CHECK(first->description().path.filename() == "one.so");
  CHECK(second->description().path.filename() == "other.so");
}

TEST_CASE("where no file can be made, a build is loaded from memory") {
  for (const std::string folder : {"/nonexistent", "/proc"}) {
    const Temporary set(folder);
    const auto build = Build::take(fixtures::path("good"));
    CHECK(build->file() == build->memory().path());
    CHECK(summary(build) == "takes one");
  }
}
