#include "host/plugin/tester_library.hpp"

#include "host/plugin/image.hpp"
#include "host/util/child_process.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

std::string needed_content(const fs::path& path) {
  const Descriptor file = open_regular(path);
  if (!file.is_open()) refuse_file(path, why_unread());
  std::optional<std::string> content = read_all(file);
  if (!content) refuse_file(path, "can't be read");
  return *std::move(content);
}

/// Returns the files that words of a command name, as a shell splits it without quotes.
std::vector<fs::path> files_of(const std::string& command, const fs::path& folder) {
  std::vector<fs::path> found;
  std::string words = command;
  std::replace_if(
      words.begin(), words.end(), [](char c) { return std::strchr("\t\n'\"<>|;&()", c) != nullptr; }, ' ');
  for (const std::string& word : split(words, ' ')) {
    std::error_code fault;
    const fs::path file = folder / word;
    if (!word.empty() && fs::is_regular_file(file, fault)) found.push_back(file);
  }
  return found;
}

TesterSettings settings_of(const fs::path& path, const std::string& text, const fs::path& folder) {
  try {
    return read_tester(text, folder.filename().string());
  } catch (const Failure& failure) {
    throw Failure(failure.code(), path.string() + ": " + failure.what());
  }
}

template <std::size_t size>
void write_text(char (&to)[size], const std::string& text) {
  if (text.size() >= size) throw Failure(Exit::plugin, "'" + text + "' is too long for a tester");
  std::memcpy(to, text.c_str(), text.size() + 1);
}

void fill(TesterBlank& blank, const TesterSettings& settings) {
  blank.type.min_seats = blank.type.max_seats = settings.seats;
  blank.type.limits = settings.limits;
  blank.type.contest = settings.contest;
  write_text(blank.id, settings.id);
  write_text(blank.protocol, settings.id + "/1");
  write_text(blank.title, settings.title);
  const bool refereed = !settings.referee.empty();
  write_text(blank.summary, refereed ? "A game whose rules are a program" : "A contest's own tester");
  write_text(blank.rules,
             refereed ? "A program, the game's referee, tells the positions, and accepts or refuses the actions."
                      : "A solution reads a case and writes an answer, and the contest's own tester judges it.");
}

/// Returns the executable of the relay, as the tester's command names it: testers split commands in their own ways.
std::string relay() {
  std::string path = own_executable("agon-supervisor", "the supervisor of programs", "build it").string();
  if (path.find_first_of(" \t'\"\\$") != std::string::npos)
    throw Failure(Exit::usage, "testers can't start " + path + ", because its path has a blank or a quote");
  return path;
}

}  // namespace

bool is_tester(const fs::path& path) {
  return path.extension() == ".toml";
}

std::vector<std::uint64_t> tester_cases(const fs::path& path) {
  if (!is_tester(path)) return {};
  const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
  return cases_in(settings_of(path, needed_content(path), folder), folder);
}

TesterLibrary tester_library(const fs::path& path) {
  const std::string text = needed_content(path);
  const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
  const TesterSettings settings = settings_of(path, text, folder);
  TesterLibrary made{needed_content(own_executable("agon-tester.so", "the library of testers", "build it", R_OK)),
                     {path}};
  const std::size_t at = made.content.find(std::string_view(tester_marker.data(), tester_marker.size()));
  if (at == std::string::npos || made.content.size() - at < sizeof(TesterBlank))
    throw Failure(Exit::internal, "the host and agon-tester.so are of different versions: install both together");
  const auto blank = std::make_unique<TesterBlank>();
  std::memcpy(blank.get(), made.content.data() + at, sizeof(TesterBlank));  // its pointers stay as they are in the file
  fill(*blank, settings);
  write_text(blank->folder, folder.string());
  write_text(blank->relay, relay());
  write_text(blank->text, text);
  std::string hashes;
  for (const std::string& command : {settings.generator, settings.tester, settings.referee}) {
    for (fs::path& file : files_of(command, folder)) {
      hashes += sha256(file);
      made.files.push_back(std::move(file));
    }
  }
  write_text(blank->files, hexadecimal(sha256_of(hashes)));
  std::memcpy(made.content.data() + at, blank.get(), sizeof(TesterBlank));
  return made;
}

}  // namespace host
