#include "host/web/pages.hpp"

#include "host/digest.hpp"
#include "host/web/assets.hpp"
#include "host/web/match_view.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

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

}  // namespace

std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem) {
  std::string style(client_asset("theme.css").value_or(""));
  style.append(client_asset("style.css").value_or("")).append(client_asset("board.css").value_or(""));
  const std::string script = bundled("exported.js");
  std::string page =
      page_head((game.title.empty() ? game.id : game.title) + ", seed " + std::to_string(transcript.seed),
                "style-src " + allowed(style) + "; script-src " + allowed(script), style);
  page += "<noscript>This page needs JavaScript.</noscript>\n";
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
