#include "host/web/pages.hpp"

#include "host/digest.hpp"
#include "host/escape.hpp"
#include "host/web/assets.hpp"
#include "host/web/match_view.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

namespace {

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
