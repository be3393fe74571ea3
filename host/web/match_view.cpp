#include "host/web/match_view.hpp"

#include "host/digest.hpp"
#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/view/html.hpp"
#include "host/web/assets.hpp"

#include <cstddef>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns `json` with all its texts as plain_lines().
Json shown(const Json& json) {
  if (json.is_string()) return plain_lines(json.get_ref<const std::string&>());
  if (!json.is_structured()) return json;
  Json copy = json.is_array() ? Json::array() : Json::object();
  for (const auto& [key, value] : json.items()) {
    if (json.is_array()) {
      copy.push_back(shown(value));
    } else {
      copy[plain(key)] = shown(value);
    }
  }
  return copy;
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

}  // namespace

Transcript without_events(const Transcript& transcript) {
  Transcript copy;
  copy.recorded = false;
  copy.finished = transcript.finished;
  copy.game = transcript.game;
  copy.version = transcript.version;
  copy.protocol = transcript.protocol;
  copy.seed = transcript.seed;
  copy.parameters = transcript.parameters;
  copy.seats = transcript.seats;
  copy.result = transcript.result;
  copy.contest = transcript.contest;
  copy.takeovers = transcript.takeovers;
  copy.origin = transcript.origin;
  return copy;
}

std::string page_json(const Json& json) {
  std::string safe;
  for (const char each : to_stored_line(shown(json))) {
    if (each == '<') {  // can only be inside strings
      safe += "\\u003c";
    } else {
      safe += each;
    }
  }
  return safe;
}

std::string match_header(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                         const std::string& problem, const Json& more) {
  Json seat_names = Json::array();
  for (std::size_t seat = 0; seat < transcript.seats.size(); ++seat) seat_names.push_back(game.seat_names[seat]);
  Json header = {{"title", game.title.empty() ? game.id : game.title},
                 {"seat_names", seat_names},
                 {"length", steps.length()},
                 {"block", steps_in_block},
                 {"match", parse_json(to_line(without_events(transcript), game))}};
  if (more.is_object()) header.update(more);
  if (!problem.empty()) header["problem"] = problem;
  std::string json = page_json(header);
  json.pop_back();
  return json + ",\"plot\":" + steps.plot() + "}";
}

std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem) {
  std::string style(client_asset("theme.css").value_or(""));
  style.append(client_asset("style.css").value_or("")).append(client_asset("board.css").value_or(""));
  const std::string script = bundled("exported.js");
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
      "form-action 'none'; style-src " +
      allowed(style) + "; script-src " + allowed(script) + "\">\n";
  page += "<title>" + escaped(game.title.empty() ? game.id : game.title) + ", seed " + std::to_string(transcript.seed) +
          "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<noscript>This page needs JavaScript.</noscript>\n";
  // Each in an element of its own, so that a long match is not parsed as a whole before it is shown.
  const auto add_data = [&](const std::string& id, const std::string& json) {
    page.append("<script type=\"application/json\" id=\"").append(id).append("\">").append(json).append("</script>\n");
  };
  add_data("match", match_header(transcript, game, steps, problem));
  for (std::size_t block = 0; block < steps.blocks(); ++block)
    add_data("block-" + std::to_string(block), steps.block(block));
  return page + "<script type=\"module\">" + script + "</script>\n</body>\n</html>\n";
}

PageLook page_look() {
  const std::string script = bundled("standings.js");
  return {std::string(client_asset("theme.css").value_or("")), script, allowed(script)};
}

}  // namespace host
