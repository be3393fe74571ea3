#include "host/web/pages.hpp"

#include "host/digest.hpp"
#include "host/escape.hpp"
#include "host/web/match_view.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
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

std::string base64(const Digest& digest) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < digest.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = at; i < at + 3; ++i) bits = bits << 8U | (i < digest.size() ? digest.at(i) : 0U);
    for (std::uint32_t shift = 24; shift > 0;) {
      shift -= 6;
      text += letters[bits >> shift & 63U];
    }
  }
  const std::size_t padding = (3 - digest.size() % 3) % 3;
  return text.replace(text.size() - padding, padding, padding, '=');
}

/// Returns a source expression of a Content-Security-Policy that allows exactly this inline text.
std::string allowed(const std::string& text) {
  return "'sha256-" + base64(sha256_of(text)) + "'";
}

/// Data of a page: the id of their element, and JSON from page_json().
using Data = std::vector<std::pair<std::string, std::string>>;

/// Returns a page that is not allowed to load or run anything but the client's files that it contains.
std::string self_contained(const std::string& title, const std::vector<const char*>& styles, const char* entry,
                           const Data& data) {
  std::string style;
  for (const char* const each : styles) style += client_asset(each).value_or("");
  const std::string script = bundled(entry);
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action "
      "'none'; style-src " +
      allowed(style) + "; script-src " + allowed(script) + "\">\n<title>" + escaped(title) + "</title>\n<style>" +
      style + "</style>\n</head>\n<body>\n<noscript>This page needs JavaScript.</noscript>\n";
  for (const auto& [id, json] : data)
    page.append("<script type=\"application/json\" id=\"").append(id).append("\">").append(json).append("</script>\n");
  return page + "<script type=\"module\">" + script + "</script>\n</body>\n</html>\n";
}

}  // namespace

std::optional<std::string_view> client_asset(std::string_view name) {
  for (const Asset& each : client_assets) {
    if (each.name == name) return each.content;
  }
  return std::nullopt;
}

std::string index_page() {
  std::set<std::string_view> modules;
  std::string script;
  add(script, "main.js", modules);
  std::string page(client_asset("index.html").value_or(""));
  std::string links;
  for (const std::string_view module : modules)
    links.append("<link rel=\"modulepreload\" href=\"").append(module).append("\">\n");
  return page.insert(page.find("</head>"), links);
}

std::string bundled(std::string_view entry) {
  std::string script;
  std::set<std::string_view> added;
  add(script, entry, added);
  return script;
}

std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem) {
  Data data = {{"match", match_header(transcript, game, steps, problem)}};
  // Each in an element of its own, so that a long match is not parsed as a whole before it is shown.
  for (std::size_t block = 0; block < steps.blocks(); ++block)
    data.emplace_back("block-" + std::to_string(block), steps.block(block));
  return self_contained((game.title.empty() ? game.id : game.title) + ", seed " + std::to_string(transcript.seed),
                        {"theme.css", "style.css", "board.css"}, "exported.js", data);
}

std::string report_page(const nlohmann::ordered_json& report) {
  return self_contained(report.at("title").get<std::string>(), {"theme.css", "style.css", "report.css"}, "report.js",
                        {{"report", page_json(report)}});
}

}  // namespace host
