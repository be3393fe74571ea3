#include "host/report/site_folder.hpp"

#include "host/util/descriptor.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/replacing_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

constexpr const char* list_name = "agon-site.txt";  // has a line for each file: its stamp and its name
constexpr std::size_t stamp_digits = 32;

void create_folder(const fs::path& folder) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault || !fs::is_directory(folder))
    throw Failure(Exit::output, folder.string() + ": the folder can't be created: " +
                                    (fault ? fault.message() : "a file has its name; a page's name ends in .html"));
}

}  // namespace

bool is_site_file(std::string_view name) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyz0123456789-_./";
  return name.find("..") == std::string_view::npos && !name.starts_with('/') &&
         name.find_first_not_of(plain) == std::string_view::npos;
}

SiteFolder::SiteFolder(fs::path folder) : folder_(std::move(folder)) {
  create_folder(folder_);
  std::ifstream list(path_of(list_name));
  if (!list && fs::exists(path_of("index.html")))
    throw Failure(Exit::output, path_of("index.html").string() +
                                    " is of no site of this program: write to another folder, or remove it");
  if (!list) replace_file(path_of(list_name), "");
  for (std::string line; std::getline(list, line);) {
    if (line.size() <= stamp_digits) continue;
    const std::string name = line.substr(stamp_digits + 1);
    // A list that somebody has changed must not lead elsewhere.
    if (is_site_file(name)) earlier_[name] = line.substr(0, stamp_digits);
  }
}

bool SiteFolder::has(const std::string& name, const std::string& stamp) const {
  const auto found = earlier_.find(name);
  return found != earlier_.end() && found->second == stamp && has(name);
}

bool SiteFolder::has(const std::string& name) const {
  return fs::exists(path_of(name));
}

void SiteFolder::replace(const std::string& name, std::string_view content) const {
  create_folder(path_of(name).parent_path());
  replace_file(path_of(name), content, false);
}

void SiteFolder::write(const std::string& name, std::string_view content) {
  const std::string stamp = hexadecimal(sha256_of(content), stamp_digits / 2);
  if (!has(name, stamp)) replace(name, content);
  keep(name, stamp);
}

void SiteFolder::finish() {
  std::string list;
  for (const auto& [name, stamp] : files_) list.append(stamp).append(" ").append(name).append("\n");
  // Until the list is there, the next site writes again what it does not name. So the pages get to the disk at once.
  if (const Descriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); folder.is_open())
    ::syncfs(folder.get());
  replace_file(path_of(list_name), list);
  for (const auto& [name, stamp] : earlier_) {
    std::error_code ignored;
    if (!files_.contains(name)) fs::remove(path_of(name), ignored);
  }
}

}  // namespace host
