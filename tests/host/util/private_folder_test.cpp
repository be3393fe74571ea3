// Folders that only this user may enter.
#include "host/util/private_folder.hpp"

#include "tests/support/files.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace fs = std::filesystem;
using host::make_private_folder;

namespace {

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("a private folder is made for this user alone, and used again") {
  const support::TemporaryFolder folder;
  const fs::path made = folder.path() / "new" / "folder";
  make_private_folder(made, "x");
  CHECK(mode_of(made) == 0700);
  make_private_folder(made, "x");
  CHECK(mode_of(made) == 0700);
}

TEST_CASE("a link, a file, a folder that others may use and one of somebody else are refused with what to do") {
  const support::TemporaryFolder folder;
  const fs::path there = folder.path() / "there";
  make_private_folder(there, "x");
  fs::create_directory_symlink(there, folder.path() / "link");
  folder.write("file", "");
  fs::create_directory(folder.path() / "open");
  fs::permissions(folder.path() / "open", fs::perms(0750));
  for (const char* const name : {"link", "file", "open"})
    CHECK(support::refusal([&] {
            make_private_folder(folder.path() / name, "--folder names another");
          }).says("'chmod 700' makes a folder of yours yours alone, and --folder names another"));
  constexpr uid_t other = 12345;
  if (::chown(there.c_str(), other, other) == 0)
    CHECK(support::refusal([&] { make_private_folder(there, "x"); }).code == host::Exit::output);
  else
    MESSAGE("only root can give a folder to somebody else");
}

TEST_CASE("a folder that all users may exchange for another one is refused, and one in a sticky folder is not") {
  const support::TemporaryFolder folder;
  const fs::path shared = folder.path() / "shared";
  fs::create_directories(shared / "mine");
  fs::permissions(shared, fs::perms(0777));
  for (const fs::path& made : {shared / "made", shared / "mine" / "made"}) {
    CHECK(support::refusal([&] { make_private_folder(made, "--folder names another"); })
              .says(shared.string() +
                    ": all users may exchange what lies there; 'chmod +t' ends that, and --folder names another"));
    CHECK_FALSE(fs::exists(made));
  }
  fs::permissions(shared, fs::perms(01777));
  make_private_folder(shared / "made", "x");
  CHECK(mode_of(shared / "made") == 0700);
}
