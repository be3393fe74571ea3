// Files that take the place of others.
#include "host/util/replacing_file.hpp"

#include "host/util/failure.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace {

using support::content;
using support::TemporaryFolder;
namespace fs = std::filesystem;

}  // namespace

TEST_CASE("a file takes the place and the rights of the one before; a link stays, and what it leads to is written") {
  const TemporaryFolder folder;
  const auto page = folder.write("page.html", "old");
  constexpr fs::perms secret = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(page, secret);
  host::replace_file(page, "new");
  CHECK(content(page) == "new");
  CHECK(fs::status(page).permissions() == secret);
  const auto link = folder.path() / "link.html";
  fs::create_symlink(page, link);
  host::replace_file(link, "through the link");
  CHECK(fs::is_symlink(link));
  CHECK(content(page) == "through the link");
  CHECK(folder.count() == 2);
  CHECK(support::refusal([&] { host::replace_file(folder.path(), ""); }).code == host::Exit::output);
  CHECK(support::refusal([&] { host::replace_file("", ""); }).code == host::Exit::output);
}

TEST_CASE("a database is never replaced, and recorded matches only by others") {
  const TemporaryFolder folder;
  const std::string database("SQLite format 3\0of one page", 28);
  const auto results = folder.write("results.db", database);
  const auto record = folder.write("match.jsonl", R"({"agon":1})");
  for (const fs::path& file : {results, record})
    CHECK(support::refusal([&] { host::replace_file(file, "a page"); }).code == host::Exit::usage);
  CHECK(support::refusal([&] { host::ReplacingFile(results, true); }).code == host::Exit::usage);
  CHECK(content(results) == database);
  host::ReplacingFile others(record, true);
  others.write("others");
  others.keep();
  CHECK(content(record) == "others");
  CHECK(folder.count() == 2);
}

TEST_CASE("a file that is not finished leaves the one before, and nothing beside it") {
  const TemporaryFolder folder;
  const auto page = folder.write("page.html", "old");
  {
    host::ReplacingFile file(page);
    file.write("half of the n");
    CHECK(folder.count() == 2);
  }
  CHECK(content(page) == "old");
  CHECK(folder.count() == 1);
}

TEST_CASE("two writers of one file leave the whole content of one of them") {
  const TemporaryFolder folder;
  const auto page = folder.path() / "page.html";
  host::ReplacingFile one(page);
  host::ReplacingFile other(page);
  one.write("one");
  other.write("other");
  other.keep();
  one.keep();
  CHECK(content(page) == "one");
  CHECK(folder.count() == 1);
}
