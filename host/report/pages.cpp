#include "host/report/pages.hpp"

#include "host/arena/process.hpp"
#include "host/report/match_report.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/digest.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace {

/// Returns the name of the module that a line imports: `import { a } from "./dom.js";`. Else nothing.
std::optional<std::string_view> imported(std::string_view line) {
  constexpr std::string_view from = " from \"./";
  const std::size_t at = line.find(from);
  if (!line.starts_with("import ") || at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at + from.size());
  return rest.substr(0, rest.find('"'));
}

void add(std::string& script, std::string_view name, std::set<std::string_view>& added) {
  if (!added.insert(name).second) return;
  std::string_view rest = client_asset(name).value_or("");
  std::string own;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    constexpr std::string_view exported = "export ";
    if (const auto module = imported(line)) {
      add(script, *module, added);
    } else {
      if (line.starts_with(exported)) line.remove_prefix(exported.size());
      own += line;
    }
  }
  script += own;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = at; i < at + 3; ++i) bits = bits << 8U | (i < bytes.size() ? bytes[i] : 0U);
    for (std::uint32_t shift = 24; shift > 0;) {
      shift -= 6;
      text += letters[bits >> shift & 63U];
    }
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  return text.replace(text.size() - padding, padding, padding, '=');
}

/// Returns a source expression of a Content-Security-Policy that allows exactly this inline text.
std::string allowed(const std::string& text) {
  return "'sha256-" + base64(sha256_of(text)) + "'";
}

/// Returns the text in zlib's format, as base64. Every browser inflates it by itself.
std::string deflated(const std::string& text) {
  uLongf size = ::compressBound(text.size());
  std::vector<std::uint8_t> bytes(size);
  if (::compress2(bytes.data(), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_COMPRESSION) !=
      Z_OK)
    throw Failure(Exit::internal, "there is not enough memory to compress a page");
  bytes.resize(size);
  return base64(bytes);
}

/// How a page gets the client's style and script: elements of its head, the last element of its body, and what its
/// Content-Security-Policy allows.
struct Client {
  std::string style;
  std::string script;
  std::string policy;
};

std::string styles_of(const std::vector<const char*>& names) {
  std::string style;
  for (const char* const each : names) style += client_asset(each).value_or("");
  return style;
}

/// The page contains them.
Client own_client(const std::vector<const char*>& styles, const char* entry) {
  const std::string script = bundled({entry});
  return {.style = "<style>" + styles_of(styles) + "</style>",
          .script = "<script type=\"module\">" + script + "</script>",
          .policy = "script-src " + allowed(script)};
}

/// They are files of the page's site. Opened from a disk, a page may not load modules, and has no origin of its own.
Client client_of(const SitePlace& site) {
  const auto& [script, style] = site_files();
  return {.style = "<link rel=\"stylesheet\" href=\"" + site.up + style.name + "\">",
          .script = "<script src=\"" + site.up + script.name + "\"></script>",
          .policy = "script-src 'self' file:"};
}

/// Data of a page: the id of their element, and JSON from page_json() or, if it is deflated, from deflated().
struct Data {
  std::string id;
  std::string text;
  bool is_deflated = false;
};

/// Returns a page that is not allowed to load or run anything but the client's files. Styles may be anywhere, since
/// pictures, which the page shows in a frame of its own, have theirs inline.
std::string whole_page(const std::string& title, const Client& client, const std::vector<Data>& data) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action "
      "'none'; img-src data:; style-src 'self' file: 'unsafe-inline'; " +
      client.policy + "\">\n<title>" + escaped(title) + "</title>\n" + client.style +
      "\n</head>\n<body>\n<noscript>This page needs JavaScript.</noscript>\n";
  for (const Data& each : data)
    page.append("<script type=\"application/")
        .append(each.is_deflated ? "zlib" : "json")
        .append("\" id=\"")
        .append(each.id)
        .append("\">")
        .append(each.text)
        .append("</script>\n");
  return page + client.script + "\n</body>\n</html>\n";
}

}  // namespace

std::optional<std::string_view> client_asset(std::string_view name) {
  for (const Asset& each : client_assets) {
    if (each.name == name) return each.content;
  }
  return std::nullopt;
}

std::string bundled(const std::vector<std::string_view>& entries) {
  std::string script;
  std::set<std::string_view> added;
  for (const std::string_view entry : entries) add(script, entry, added);
  return script;
}

std::optional<std::string> served_file(std::string_view name) {
  if (name == "main.js" || name == "upload.js") return bundled({name});
  const auto asset = client_asset(name);
  return asset ? std::optional(std::string(*asset)) : std::nullopt;
}

const std::array<SiteFile, 2>& site_files() {
  static const auto files = [] {
    const std::string script = "(() => {\n\"use strict\";\n" + bundled({"exported.js", "report.js"}) + "})();\n";
    const std::string style = styles_of({"theme.css", "style.css", "board.css", "report.css"});
    const auto named = [](const std::string& content, const char* ending) {
      constexpr std::size_t bytes = 8;
      return SiteFile{"agon-" + hexadecimal(sha256_of(content), bytes) + ending, content};
    };
    return std::array{named(script, ".js"), named(style, ".css")};
  }();
  return files;
}

std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem, const std::optional<SitePlace>& site, nlohmann::ordered_json more) {
  if (site) more["site"] = {{"up", site->up}, {"players", site->players}};
  std::vector<Data> data = {{"match", match_header(transcript, game, steps, problem, more, false)},
                            {"plot", deflated(steps.plot()), true}};
  // Each in an element of its own, so that a long match is not read as a whole before it is shown.
  for (std::size_t block = 0; block < steps.blocks(); ++block)
    data.push_back({"block-" + std::to_string(block), deflated(steps.block(block)), true});
  const std::string title = (game.title.empty() ? game.id : game.title) + ", seed " + std::to_string(transcript.seed);
  return whole_page(title, site ? client_of(*site) : own_client({"theme.css", "style.css", "board.css"}, "exported.js"),
                    data);
}

std::string report_page(nlohmann::ordered_json report, const std::optional<SitePlace>& site) {
  if (site) report["up"] = site->up;
  return whole_page(report.at("title").get<std::string>(),
                    site ? client_of(*site) : own_client({"theme.css", "style.css", "report.css"}, "report.js"),
                    {{"report", page_json(report)}});
}

RecordedPage recorded_page(const Transcript& transcript, const Game& game, const std::string& where,
                           const std::optional<SitePlace>& site, nlohmann::ordered_json more) {
  GameState state(game, setup_of(transcript, game, where));
  Steps steps;
  steps.show_usage(transcript.usage);
  ReplayAdvance advance;
  std::vector<Spectator*> spectators = {&advance, &steps};
  RecordedPage page;
  page.difference = replay(transcript, state, spectators);
  if (steps.blocks() == 0) throw Failure(Exit::input, where + ": " + page.difference->what);
  const std::string problem = page.difference ? "This match does not play as recorded: " + page.difference->what : "";
  page.html = match_page(transcript, game.description, steps, problem, site, std::move(more));
  return page;
}

void add_trace(Transcript& match, const std::string& file) {
  enum Cell { time, seed, seat, turn, program, from, line, cells_of_line };
  std::map<std::size_t, std::string> texts;  // by the number of the event, from 1
  std::vector<std::vector<std::size_t>> actions(match.seats.size());
  for (std::size_t event = match.opening.size(); event < match.events.size(); ++event)
    actions[static_cast<std::size_t>(match.events[event].seat)].push_back(event + 1);
  std::vector<std::size_t> before(match.seats.size());  // the turn of the seat's line before
  InputFile lines(file, Exit::input, "--trace ");
  for (std::string text; lines.read_line(text);) {
    const std::vector<std::string> cells = split(text, '\t');
    if (cells.size() != cells_of_line || cells[seed] != std::to_string(match.seed)) continue;
    const double place = finite_number(cells[seat]).value_or(-1);
    if (place < 0 || place >= static_cast<double>(match.seats.size())) continue;
    const auto whose = static_cast<std::size_t>(place);
    if (actions[whose].empty() || cells[program] != printable(match.seats[whose].name)) continue;
    const auto number = static_cast<std::size_t>(std::clamp(finite_number(cells[turn]).value_or(0), 0.0, 1e9));
    if (number < before[whose])
      throw Failure(Exit::usage, "--trace " + file + ": it has lines of several matches of seed " + cells[seed] +
                                     " with " + cells[program] + " on seat " + cells[seat] +
                                     ": trace this match alone");
    before[whose] = number;
    texts[actions[whose][std::min(std::max<std::size_t>(number, 1), actions[whose].size()) - 1]] +=
        cells[from] + " " + cells[line] + "\n";
  }
  if (texts.empty())
    throw Failure(Exit::usage, "--trace " + file + ": it has no lines of seed " + std::to_string(match.seed) +
                                   " with the players of this match");
  for (const TurnLog& log : match.usage.logs) texts[log.action].insert(0, log.shown());
  match.usage.logs.clear();
  for (auto& [action, text] : texts) match.usage.logs.push_back({.action = action, .text = std::move(text)});
}

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
  const std::optional<std::string> list = content_of(path_of(list_name));
  if (!list && fs::exists(path_of("index.html")))
    throw Failure(Exit::output, path_of("index.html").string() +
                                    " is of no site of this program: write to another folder, or remove it");
  if (!list) replace_file(path_of(list_name), "");
  for (const std::string& line : split(list.value_or(""), '\n')) {
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
  // Until the list is there, the next site writes again what it does not name. So the pages get to the disk before it.
  std::vector<std::string> changed;
  for (const auto& [name, stamp] : files_)
    if (const auto before = earlier_.find(name); before == earlier_.end() || before->second != stamp)
      changed.push_back(name);
  constexpr std::size_t most = 200;  // a file takes milliseconds; of more, the whole file system is faster
  if (changed.size() > most) changed = {""};
  for (const std::string& name : changed) {
    const Descriptor file(::open(path_of(name).c_str(), O_RDONLY | O_CLOEXEC));
    static_cast<void>(name.empty() ? ::syncfs(file.get()) : ::fdatasync(file.get()));
  }
  replace_file(path_of(list_name), list);
  for (const auto& [name, stamp] : earlier_) {
    std::error_code ignored;
    if (!files_.contains(name)) fs::remove(path_of(name), ignored);
  }
}

}  // namespace host
