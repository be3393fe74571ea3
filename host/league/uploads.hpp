// What people upload to a league: whole files in bots/OWNER/, where the league finds them.
//
// No code of a file runs here, and nobody gets a file back. The file uploads.log has a line for each upload.
#pragma once

#include "host/league/journal.hpp"
#include "host/league/settings.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace host {

/// Thread-safe.
class Uploads {
 public:
  /// `folder` is the league's. Throws Failure.
  Uploads(std::filesystem::path folder, UploadRules people);

  [[nodiscard]] const UploadRules& rules() const { return people_; }

  /// Writes a file of the person. Throws Failure(usage), with a sentence for the person, if its name or its content is
  /// no strategy's, or if it is too much.
  void take(const Uploader& person, const std::string& name, std::string_view content);

  /// Removes a file of the person. Throws Failure(usage).
  void remove(const Uploader& person, const std::string& name);

  /// Returns the person's files, each with the SHA-256 of its last upload, and how many more the limits allow.
  [[nodiscard]] nlohmann::ordered_json state_of(const Uploader& person);

 private:
  /// An upload of the last 24 hours, or the last one of a file.
  struct Known {
    std::deque<std::int64_t> times{};             // seconds since 1970
    std::map<std::string, std::string> hashes{};  // by name
  };

  void read(const nlohmann::ordered_json& line);
  [[nodiscard]] std::filesystem::path folder_of(const Uploader& person) const;
  /// Returns how many uploads are left.
  std::uint64_t left(const Uploader& person);

  std::filesystem::path folder_;
  UploadRules people_;
  std::mutex guard_;
  std::map<std::string, Known> known_;  // by owner
  Journal log_;
};

}  // namespace host
