#include "host/util/private_folder.hpp"

#include "host/util/failure.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace host {

namespace {

/// Throws Failure(output) if every user may exchange the folder for another one, as in a folder that all may write and
/// that has no sticky bit. Members of a folder's group are trusted, as those of a laboratory.
void check_way(const std::filesystem::path& folder, const std::string& advice) {
  for (std::filesystem::path above = folder.parent_path();; above = above.parent_path()) {
    struct stat found {};
    if (::stat(above.c_str(), &found) == 0 && (found.st_mode & S_IWOTH) != 0 && (found.st_mode & S_ISVTX) == 0)
      throw Failure(Exit::output,
                    above.string() + ": all users may exchange what lies there; 'chmod +t' ends that, and " + advice);
    if (above == above.parent_path()) return;
  }
}

}  // namespace

void make_private_folder(const std::filesystem::path& folder, const std::string& advice) {
  std::error_code fault;
  std::filesystem::create_directories(folder.parent_path(), fault);
  if (!fault) check_way(std::filesystem::canonical(folder.parent_path()) / folder.filename(), advice);
  if (!fault && ::mkdir(folder.c_str(), S_IRWXU) == 0) return;
  if (!fault && errno != EEXIST) fault = {errno, std::generic_category()};
  if (fault) throw Failure(Exit::output, folder.string() + ": can't be made: " + fault.message() + "; " + advice);
  struct stat found {};
  if (::lstat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) || found.st_uid != ::geteuid() ||
      (found.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    throw Failure(Exit::output,
                  folder.string() +
                      ": others than you may use it; 'chmod 700' makes a folder of yours yours alone, and " + advice);
}

}  // namespace host
