#include "host/store/saved_matches.hpp"

#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/private_folder.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string_view>
#include <system_error>

namespace host {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix_of_played = "live-";

/// Returns the number of "live-7"; 0 if the text is another one.
std::uint64_t number_in(std::string_view id) {
  if (!id.starts_with(prefix_of_played)) return 0;
  return whole_number<std::uint64_t>(id.substr(prefix_of_played.size())).value_or(0);
}

}  // namespace

void save_match(const fs::path& file, const SavedMatch& match) {
  replace_file(file, match.head + "\n" + match.line + "\n");
}

SavedMatches::SavedMatches(fs::path folder) : folder_(std::move(folder)) {
  make_private_folder(folder_, "XDG_DATA_HOME names another folder for it");
}

std::pair<SavedMatches, Descriptor> SavedMatches::unused(const fs::path& folder) {
  for (int number = 1;; ++number) {
    SavedMatches matches(number == 1 ? folder : fs::path(folder.string() + "-" + std::to_string(number)));
    Descriptor lock(::open(matches.folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
      return {std::move(matches), std::move(lock)};
  }
}

std::pair<std::string, std::uint16_t> SavedMatches::link() const {
  const auto [token, rest] = first_word(split(content_of(folder_ / "link").value_or(""), '\n').front());
  const std::uint16_t port = whole_number<std::uint16_t>(rest).value_or(0);
  constexpr std::size_t digits = 32;
  const bool sound = token.size() == digits && token.find_first_not_of("0123456789abcdef") == std::string::npos;
  return sound ? std::pair(token, port) : std::pair(random_key(), std::uint16_t{0});
}

void SavedMatches::keep_link(const std::string& token, std::uint16_t port) const {
  const fs::path path = folder_ / "link";
  replace_file(path, token + " " + std::to_string(port) + "\n");
  ::chmod(path.c_str(), 0600);
}

std::string SavedMatches::add() const {
  const std::vector<std::uint64_t> known = numbers();
  for (std::uint64_t number = known.empty() ? 1 : known.front() + 1;; ++number) {
    std::string id = std::string(prefix_of_played).append(std::to_string(number));
    if (Descriptor(::open(file(id).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)).is_open()) return id;
    if (errno != EEXIST) throw Failure(Exit::output, file(id).string() + ": " + std::strerror(errno));
  }
}

void SavedMatches::remove(const std::string& id) const {
  std::error_code none;
  fs::remove(file(id), none);
}

fs::path SavedMatches::file(const std::string& id) const {
  return folder_ / (id + ".jsonl");
}

std::optional<SavedMatch> SavedMatches::find(const std::string& id) const {
  if (number_in(id) == 0) return std::nullopt;
  const std::vector<std::string> lines = split(content_of(file(id)).value_or(""), '\n');
  if (lines.size() < 2 || lines[1].empty()) return std::nullopt;
  return SavedMatch{.head = lines[0], .line = lines[1]};
}

std::vector<std::string> SavedMatches::heads(std::size_t most) const {
  std::vector<std::string> all;
  for (const std::uint64_t number : numbers()) {
    if (all.size() == most) break;
    const fs::path path = file(std::string(prefix_of_played).append(std::to_string(number)));
    std::string head;
    if (Descriptor open = open_regular(path);
        open.is_open() && InputFile(std::move(open), path.string(), Exit::output).read_line(head))
      all.push_back(std::move(head));
  }
  return all;
}

std::vector<std::uint64_t> SavedMatches::numbers() const {
  std::vector<std::uint64_t> all;
  std::error_code fault;
  for (fs::directory_iterator at(folder_, fault), end; !fault && at != end; at.increment(fault))
    if (const std::uint64_t number = number_in(at->path().stem().string()); number > 0) all.push_back(number);
  std::sort(all.begin(), all.end(), std::greater<>());
  return all;
}

}  // namespace host
