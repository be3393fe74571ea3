// A folder of pages that a server or a browser may read at any time: files are replaced as a whole, and only if they
// change. Of what is in the folder, only files that an earlier site has written are removed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace host {

/// Returns whether a file of a site can have this name, a path in its folder.
bool is_site_file(std::string_view name);

class SiteFolder {
 public:
  /// Creates the folder if it does not exist. Throws Failure(output), as all functions do; also if it has a file
  /// index.html that no site has written.
  explicit SiteFolder(std::filesystem::path folder);

  /// Returns whether the file `name`, a path in the folder, was written with this stamp, which identifies its content.
  [[nodiscard]] bool has(const std::string& name, const std::string& stamp) const;
  [[nodiscard]] bool has(const std::string& name) const;

  /// Writes a file, in whatever process; keep() enters it.
  void replace(const std::string& name, std::string_view content) const;

  /// Writes a file, with the content's hash as its stamp, unless it is there, and enters it.
  void write(const std::string& name, std::string_view content);

  /// Enters a file that is there.
  void keep(const std::string& name, const std::string& stamp) { files_[name] = stamp; }

  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const { return folder_ / name; }

  /// Ends the site: removes the files of the earlier site that it has not.
  void finish();

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::string> earlier_;  // the stamps of the site before
  std::map<std::string, std::string> files_;    // of this one
};

}  // namespace host
