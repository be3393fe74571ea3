#include "host/plugin/file_watch.hpp"

#include "host/failure.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

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
