// The file of --record: whole lines or nothing, in its place or not at all.
#include "host/cli/record_file.hpp"

#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <stdexcept>

namespace {

using host::RecordFile;
using support::content;
using support::TemporaryFolder;

}  // namespace

TEST_CASE("a record appears when it is finished, and not before") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  RecordFile file(path);
  file.add("one");
  file.add("two");
  CHECK_FALSE(std::filesystem::exists(path));
  file.finish();
  CHECK(content(path) == "one\ntwo\n");
  CHECK(folder.count() == 1);
}

TEST_CASE("a file that holds something other than transcripts is not replaced") {
  const TemporaryFolder folder;
  const auto source = folder.write("bot.cpp", "int main() {}\n");
  const auto refusal = support::refusal([&] { host::check_record(source, false); });
  CHECK(refusal.code == host::Exit::usage);
  CHECK(refusal.says("holds no transcripts"));
  host::check_record(folder.write("match.json", "{}\n"), false);
  host::check_record(folder.write("empty", ""), false);
  host::check_record(folder.path() / "new", false);
}

TEST_CASE("where the process is about to end, a record is put in its place with its whole lines") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  RecordFile file(path);
  const RecordFile empty(folder.path() / "empty");
  file.add("one");
  file.add("two");
  RecordFile::keep_at_once();
  CHECK(content(path) == "one\ntwo\n");
  CHECK(folder.count() == 1);
}

TEST_CASE("a record that is finished is not touched when the process ends") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  RecordFile file(path);
  file.add("one");
  file.finish();
  folder.write("record", "another's");
  RecordFile::keep_at_once();
  CHECK(content(path) == "another's");
}

TEST_CASE("a record without a line leaves nothing behind, and what stood there before stays") {
  const TemporaryFolder folder;
  { const RecordFile file(folder.path() / "record"); }
  CHECK(folder.count() == 0);
  const auto before = folder.write("before", "old\n");
  { const RecordFile file(before); }
  CHECK(content(before) == "old\n");
  CHECK(folder.count() == 1);
}

TEST_CASE("a finished record takes the place of the one before") {
  const TemporaryFolder folder;
  const auto path = folder.write("record", "old, and longer\n");
  RecordFile file(path);
  file.add("new");
  CHECK(content(path) == "old, and longer\n");
  file.finish();
  CHECK(content(path) == "new\n");
  CHECK(folder.count() == 1);
}

TEST_CASE("a run that is ended by an exception keeps what it has recorded") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  const auto run = [&] {
    RecordFile file(path);
    file.add("one");
    throw std::runtime_error("the game broke its contract");
  };
  CHECK_THROWS_AS(run(), std::runtime_error);
  CHECK(content(path) == "one\n");
  CHECK(folder.count() == 1);
}

TEST_CASE("a record is on disk line by line, so that a killed run has lost nothing") {
  const TemporaryFolder folder;
  RecordFile file(folder.path() / "record");
  file.add("one");
  REQUIRE(folder.count() == 1);
  CHECK(content(std::filesystem::directory_iterator(folder.path())->path()) == "one\n");
  file.finish();
}

TEST_CASE("a device is written in place, and still there afterwards") {
  RecordFile file("/dev/null");
  file.add("one");
  file.finish();
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a place that can't be taken any more keeps the record beside it") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "record";
  {
    RecordFile file(path);
    file.add("one");
    std::filesystem::create_directories(path / "in the way");
    CHECK(support::refusal([&] { file.finish(); }).code == host::Exit::output);
  }
  CHECK(folder.count() == 2);
}
