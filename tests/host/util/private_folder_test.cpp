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

TEST_CASE("a private folder is made for this user alone, and others lose their access to one that is there") {
  const support::TemporaryFolder folder;
  const fs::path made = folder.path() / "new" / "folder";
  make_private_folder(made, "x");
  CHECK(mode_of(made) == 0700);
  fs::permissions(made, fs::perms(0777));
  make_private_folder(made, "x");
  CHECK(mode_of(made) == 0700);
}

TEST_CASE("a link, a file and a folder of somebody else are refused with what to do") {
  const support::TemporaryFolder folder;
  const fs::path there = folder.path() / "there";
  fs::create_directory(there);
  fs::permissions(there, fs::perms(0755));
  fs::create_directory_symlink(there, folder.path() / "link");
  folder.write("file", "");
  for (const char* const name : {"link", "file"})
    CHECK(support::refusal([&] {
            make_private_folder(folder.path() / name, "--folder names another");
          }).says("remove it, or --folder names another"));
  CHECK(mode_of(there) == 0755);
  constexpr uid_t other = 12345;
  if (::chown(there.c_str(), other, other) == 0)
    CHECK(support::refusal([&] { make_private_folder(there, "x"); }).code == host::Exit::output);
  else
    MESSAGE("only root can give a folder to somebody else");
}
