// Pages with the client's style and scripts that need no server.
#pragma once

#include "host/match/replay.hpp"
#include "host/match/transcript.hpp"
#include "host/report/steps.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// The files of the client (host/web/client), compiled into the program.
struct Asset {
  std::string_view name;  // its path below host/web/client
  std::string_view content;
};

/// All files of the client, sorted by name.
extern const std::vector<Asset> client_assets;

/// Returns the content of a file of the client, if it exists.
std::optional<std::string_view> client_asset(std::string_view name);

/// Returns the modules that the entries import, directly or not, and themselves as one script: each module after those
/// that it imports, without import and export. The modules' own names must be unique among them.
std::string bundled(const std::vector<std::string_view>& entries);

/// Returns a file of the client as a server sends it: the script of a page with all that it imports, so that the
/// browser need not ask for one module after another.
std::optional<std::string> served_file(std::string_view name);

/// A page's place in a site: a folder of pages that share a script and a style.
struct SitePlace {
  std::string up{};                                                  // the way from the page to the folder: "" or "../"
  nlohmann::ordered_json players = nlohmann::ordered_json::array();  // of a match: [{"name": "a", "page": "..."}, ...]
};

struct SiteFile {
  std::string name;  // which depends on its content
  std::string content;
};

/// Returns the script and the style of a site's pages.
const std::array<SiteFile, 2>& site_files();

/// Returns one HTML page of a match with all its turns: the client's code, or that of its site, and the data.
/// `problem` is a sentence for the reader, or empty. `more` has further fields of the header.
std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem = "", const std::optional<SitePlace>& site = {},
                       nlohmann::ordered_json more = {});

/// Returns one HTML page of a report: that of standings_page() or strategy_page(). Without a site, it needs no other
/// file.
std::string report_page(nlohmann::ordered_json report, const std::optional<SitePlace>& site = {});

struct RecordedPage {
  std::string html;
  std::optional<Difference> difference;  // from the record, which the page names, too
};

/// Runs the game in this process: see run_in_child(). `more` has further fields of the header. Throws
/// Failure(transcript), beginning with `where`, if not even the start can be shown.
RecordedPage recorded_page(const Transcript& transcript, const Game& game, const std::string& where,
                           const std::optional<SitePlace>& site = {}, nlohmann::ordered_json more = {});

// The lines that programs have exchanged with the host, beside the turns of the match.

/// Adds the match's lines in a file of --trace to the logs of its turns, as "> line" from the host and "< line" from
/// the program; those before a seat's first turn to this one. Throws Failure(transcript) if the file can't be read,
/// and Failure(usage) if there are none, or if those of several matches can't be told apart.
void add_trace(Transcript& match, const std::string& file);

// A folder of pages that a server or a browser may read at any time: files are replaced as a whole, and only if they
// change. Of what is in the folder, only files that an earlier site has written are removed.

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
