// The bytes that are hashed and loaded, whatever becomes of the file.
#include "host/plugin/build.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "tests/host/plugin/fixtures.hpp"
#include "tests/support/files.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <cfenv>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

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

TEST_CASE("a library that is loaded or unloaded changes neither rounding nor the locale of its process") {
  for (int time = 0; time < 2; ++time) {
    const auto library = host::Library::load(Build::take(fixtures::path("changes_modes")));
    CHECK(std::fegetround() == FE_TONEAREST);
    CHECK(std::string(std::setlocale(LC_ALL, nullptr)) == "C");
  }
  CHECK(std::fegetround() == FE_TONEAREST);
}

TEST_CASE("copies of a living process in another container stay, although one of its number has been killed here") {
  const TemporaryFolder folder;
  const Temporary temporary(folder.path().string());
  constexpr pid_t both = 99999995;
  const fs::path copies = folder.path() / "agon-99999995-abcdef";
  folder.write("agon-99999995-abcdef/1/left.so", "");
  const int lock = ::open(copies.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(::flock(lock, LOCK_EX) == 0);
  host::TempLibraryCopy::remove_those_of(both);
  CHECK(fs::exists(copies / "1" / "left.so"));
  ::close(lock);
  host::TempLibraryCopy::remove_those_of(both);
  CHECK_FALSE(fs::exists(copies));
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

TEST_CASE("digests are those of the standard's examples (FIPS 180-4)") {
  const support::TemporaryFolder folder;
  CHECK(host::sha256(folder.write("abc", "abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(host::sha256(folder.write("none", "")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(host::sha256(folder.write("million", std::string(1'000'000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a file that can't be read has no digest") {
  const support::TemporaryFolder folder;
  const auto refusal = support::refusal([&] { host::sha256(folder.path() / "missing"); });
  CHECK(refusal.code == host::Exit::plugin);
  CHECK(refusal.says("missing: can't be read"));
}

// Names of strategies that come from files: they keep their letters, and are told apart by folders.
namespace {

using Names = std::vector<std::string>;

Names by_place(const Names& files, const std::string& id) {
  return host::names_by_place({files.begin(), files.end()}, id);
}

}  // namespace

TEST_CASE("a file's name keeps the letters of all languages and its version, without its ending") {
  CHECK(host::name_of_file("bots/bot.py") == "bot");
  CHECK(host::name_of_file("\u0431\u043e\u0442.py") == "\u0431\u043e\u0442");
  CHECK(host::name_of_file("\u65e5\u672c.py") == "\u65e5\u672c");
  CHECK(host::name_of_file("bot-1.2.3") == "bot-1.2.3");
  CHECK(host::name_of_file("bot-1.2.3.py") == "bot-1.2.3");
  CHECK(host::name_of_file("2048.jar") == "2048");
  CHECK(host::name_of_file(".py") == ".py");
  CHECK(host::name_of_file("a.") == "a.");
}

TEST_CASE("a name has nothing that options, shells, pages and tables read as their own, and nothing invisible") {
  CHECK(host::name_of_file("my bot,n=1;'\"<b>$(x)&|\\.py") == "my_bot_n_1____b___x____");
  CHECK(host::name_from("a\u202eb\nc\x1b\xff") == "a_u202eb_c_x1b_xff");
  CHECK(host::name_from("") == "program");
}

TEST_CASE("files of one name are told apart by the nearest folders that differ") {
  CHECK(by_place({"/bots/anna/bot.py", "/bots/gus/bot.js"}, "bot") == Names{"anna/bot", "gus/bot"});
  CHECK(by_place({"/anna/my/build/my.so", "/gus/my/build/my.so"}, "my") == Names{"anna/my", "gus/my"});
  CHECK(by_place({"/a/x/bot.py", "/a/y/bot.py", "/b/x/bot.py"}, "bot") == Names{"a/x/bot", "a/y/bot", "b/x/bot"});
  CHECK(by_place({"/a/bot.py", "/a/a/bot.py"}, "bot") == Names{"a/bot", "a/a/bot"});
  CHECK(by_place({"/bot.py", "/a/bot.py"}, "bot") == Names{"bot", "a/bot"});
}

TEST_CASE("files of different names in one folder are told apart by these, and one file is one name") {
  CHECK(by_place({"/a/new.so", "/a/old.so"}, "my") == Names{"new", "old"});
  CHECK(by_place({"/a/bots.so", "/b/bots.so"}, "my") == Names{"a/my", "b/my"});
  CHECK(by_place({"/a/bot.py", "/a/bot.py"}, "bot") == Names{"bot", "bot"});
  CHECK(by_place({"/a/bot.py", "/a/bot.py", "/b/bot.py"}, "bot") == Names{"a/bot", "a/bot", "b/bot"});
}

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using support::TemporaryFolder;

/// Whether the watch tells of a change within that time.
bool changes(host::FileWatch& watch, std::chrono::milliseconds within) {
  const auto end = Clock::now() + within;
  return watch.wait([&] { return Clock::now() > end; });
}

constexpr std::chrono::milliseconds soon(400);
constexpr std::chrono::milliseconds at_last(20'000);

}  // namespace

TEST_CASE("a file that stays as it is, or others beside it, are no change") {
  const TemporaryFolder folder;
  host::FileWatch watch(folder.write("bot.so", "one"));
  CHECK_FALSE(changes(watch, soon));
  folder.write("other.so", "two");
  CHECK_FALSE(changes(watch, soon));
  CHECK(watch.unchanged());
}

TEST_CASE("a file is another one once it was written again, replaced, or removed and made anew") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("bot.so", "one");
  host::FileWatch watch(file);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // kernels before 6.13 tell times of files by their ticks
  folder.write("bot.so", "two");
  CHECK_FALSE(watch.unchanged());
  CHECK(changes(watch, at_last));
  CHECK(watch.unchanged());
  CHECK_FALSE(changes(watch, soon));
  fs::rename(folder.write("new", "six"), file);
  CHECK(changes(watch, at_last));
  fs::remove(file);
  CHECK_FALSE(changes(watch, soon));
  CHECK_FALSE(watch.unchanged());
  folder.write("bot.so", "three");
  CHECK(changes(watch, at_last));
  CHECK_FALSE(changes(watch, soon));
}

TEST_CASE("a file that is still being written is no new one yet, however slow its writer is") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("bot.so", "one");
  host::FileWatch watch(file);
  std::ofstream writer(file, std::ios::binary | std::ios::trunc);
  writer << "half" << std::flush;
  CHECK_FALSE(changes(watch, std::chrono::milliseconds(1000)));
  writer << " and whole";
  writer.close();
  CHECK(changes(watch, at_last));
  CHECK(support::content(file) == "half and whole");
}

TEST_CASE("a file that nobody tells of, because it lies behind a link, is seen to change all the same") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  fs::create_symlink(elsewhere.write("built.so", "one"), folder.path() / "bot.so");
  host::FileWatch watch(folder.path() / "bot.so");
  elsewhere.write("built.so", "another");
  CHECK(changes(watch, at_last));
}

TEST_CASE("a folder that is not there can't be watched") {
  CHECK_THROWS_AS(host::FileWatch("/no/such/folder/bot.so"), host::Failure);
}

TEST_CASE("a file that is too large for a plugin is refused before it is read") {
  constexpr std::uintmax_t gibibyte = std::uintmax_t{1} << 30U;
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& file) {
    return support::refusal([&] { Build::take(folder.path() / file); }).text;
  };
  const auto program = [&](const std::vector<fs::path>& files) {
    return support::refusal([&] {
             Build::of_program(
                 "run:bot", files, [](const auto& /*root*/) { return std::string("hashed"); }, nullptr);
           })
        .text;
  };
  const std::string end = ", and all its files together may have 1024 MiB";
  fs::resize_file(folder.copy(fixtures::path("good"), "grown.so"), 3 * gibibyte);  // sparse: it takes no room
  CHECK(refusal("grown.so").ends_with("grown.so: is too large for a plugin: 3072 MiB" + end));
  const fs::path one = folder.write("one", "");
  fs::resize_file(one, 20 * gibibyte);
  CHECK(program({one}) == "run:bot: is too large for a plugin: 20480 MiB" + end);
  const fs::path other = folder.write("other", "");
  fs::resize_file(one, gibibyte / 2);
  fs::resize_file(other, gibibyte / 2);
  const auto build = Build::of_program(
      "run:bot", {one, other}, [](const auto& /*root*/) { return std::string("hashed"); }, nullptr);
  CHECK(program({one, other, folder.write("third", "x")}).find("is too large for a plugin") != std::string::npos);
  fs::resize_file(one, 20 * gibibyte);
  CHECK(build->since() == Build::Since::changed);  // by its size alone
}

TEST_CASE("copies of a process that was killed go when the next process makes one, and nothing else does") {
  const TemporaryFolder folder;
  const Temporary temporary(folder.path().string());
  const TemporaryFolder elsewhere;
  elsewhere.write("kept", "");
  const auto make = [&](const std::string& name) {
    fs::create_directories(folder.path() / name / "1");
    return folder.write(name + "/1/left.so", "");
  };
  // Each host is another process: a fork of this one has made its own folder, or none yet.
  const auto in_child = [&](const auto& action) {
    const pid_t child = ::fork();
    if (child == 0) {
      action();
      ::raise(SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
  };
  const auto named = [&] {
    std::size_t found = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
      found += entry.path().filename().string().starts_with("agon-") ? 1U : 0U;
    return found;
  };
  const auto build = Build::take(fixtures::path("good"));
  in_child([&] { static_cast<void>(build->file()); });
  CHECK(named() == 1);
  in_child([&] { static_cast<void>(build->file()); });
  CHECK(named() == 1);  // its own
  make("agon-99999991-abcdef");
  make("agon-x-abcdef");
  make("agon-99999991-abcdefg");
  make("agon-99999912-abcde");
  fs::create_directory_symlink(elsewhere.path(), folder.path() / "agon-99999992-abcdef");
  make("agon-99999993-locked");
  make("agon-99999994-locked");
  const std::string own = "agon-" + std::to_string(::getpid()) + "-abcdef";
  make(own);  // it has no lock yet, but its process lives
  const int lock = ::open((folder.path() / "agon-99999994-locked").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(::flock(lock, LOCK_EX) == 0);  // its process lives in another container
  in_child([&] { static_cast<void>(build->file()); });
  const auto there = [&](const std::string& name) { return fs::exists(folder.path() / name); };
  CHECK_FALSE(there("agon-99999991-abcdef"));
  CHECK_FALSE(there("agon-99999993-locked"));
  CHECK(there("agon-99999994-locked/1/left.so"));
  CHECK(there(own));
  for (const std::string other :
       {"agon-x-abcdef", "agon-99999991-abcdefg", "agon-99999912-abcde", "agon-99999992-abcdef"})
    CHECK(there(other));
  CHECK(fs::exists(elsewhere.path() / "kept"));
  ::close(lock);
}
