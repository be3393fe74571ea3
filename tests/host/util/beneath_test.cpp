// Paths below a folder that somebody else changes: no link leads out of it, whenever it is put there.
#include "host/util/beneath.hpp"
#include "host/util/input_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using host::Descriptor;
using host::open_regular_beneath;
using support::TemporaryFolder;

/// A folder `own` with files, and a secret beside it to which its links lead.
struct Stage {
  Stage() {
    folder.write("secret/key", "SECRET");
    folder.write("own/plain", "plain");
    folder.write("own/sub/deep", "deep");
    fs::create_symlink("../secret/key", own / "link");
    fs::create_directory_symlink("../secret", own / "linked");
    fs::create_symlink("plain", own / "inner");
    fs::create_symlink("/proc/self/fd/" + std::to_string(root.get()), own / "magic");
    fs::create_symlink(own / "loop", own / "loop");
    ::mkfifo((own / "pipe").c_str(), 0600);
  }

  TemporaryFolder folder;
  fs::path own = folder.path() / "own";
  Descriptor root{(fs::create_directory(own), host::open_folder(own))};
};

/// Returns the number of paths that are not opened as they should be.
int faults(const Stage& stage) {
  const auto content = [&](const char* path) { return host::read_all(open_regular_beneath(stage.root, path)); };
  int count = 0;
  if (content("plain") != "plain" || content("sub/deep") != "deep" || content("./sub/deep") != "deep") ++count;
  for (const char* const path : {"link", "linked/key", "inner", "magic/plain", "loop", "pipe", "sub", ".", "..",
                                 "../secret/key", "sub/../../secret/key", "/etc/passwd", "none", "plain/none", ""}) {
    if (content(path)) ++count;
  }
  if (host::open_beneath(stage.root, "linked", O_RDONLY | O_DIRECTORY).is_open()) ++count;
  if (!host::open_beneath(stage.root, "sub", O_RDONLY | O_DIRECTORY).is_open()) ++count;
  if (!host::open_beneath(stage.root, "plain", O_PATH).is_open()) ++count;
  return count;
}

/// Makes openat2() fail as in an old kernel.
bool take_openat2_away(int error) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {4, program};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

}  // namespace

TEST_CASE("below a folder only what lies in it is opened, through no link of any kind") {
  const Stage stage;
  CHECK(faults(stage) == 0);
  CHECK(host::content_of(stage.own / "link") == "SECRET");  // the links do lead there
}

TEST_CASE("the same holds for kernels and containers without openat2()") {
  const Stage stage;
  for (const int error : {ENOSYS, EPERM}) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(take_openat2_away(error) ? faults(stage) : 100);
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
}

TEST_CASE("a list of a folder leaves out links, pipes and hidden names, and is in order") {
  const Stage stage;
  std::string names;
  for (const host::FolderEntry& entry : host::visible_entries(stage.root))
    names += entry.name.string() + (entry.is_folder ? "/ " : " ");
  CHECK(names == "plain sub/ ");
  CHECK(host::visible_entries(Descriptor()).empty());
}

TEST_CASE("files and folders that are exchanged with links without pause never give what the links lead to") {
  const Stage stage;
  std::atomic<bool> done = false;
  const auto exchange = [&](const fs::path& one, const fs::path& other) {
    ::syscall(SYS_renameat2, AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), 2);  // RENAME_EXCHANGE
  };
  stage.folder.write("own/sub/key", "inside");
  std::thread exchanger([&] {
    while (!done) {
      exchange(stage.own / "plain", stage.own / "link");
      exchange(stage.own / "sub", stage.own / "linked");
    }
  });
  int opened = 0;
  for (int i = 0; i < 20'000; ++i) {
    for (const char* const path : {"plain", "sub/key"}) {
      const auto content = host::read_all(open_regular_beneath(stage.root, path));
      if (!content) continue;
      ++opened;
      CHECK(*content != "SECRET");
    }
  }
  done = true;
  exchanger.join();
  CHECK(opened > 0);
}
