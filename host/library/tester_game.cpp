// The library of testers: a game whose rules are a contest's own tester, a program (docs/testers.md). The host writes
// the game.toml into `blank`, in its copy of this library, before it loads the copy.
#include "host/library/tester_match.hpp"
#include "host/plugin/stream.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/util/escape.hpp"

#include <agon/ext/notation.h>
#include <agon/plugin.h>
#include <agon/failure.hpp>
#include <agon/game.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace host::tester {

namespace {

using agon::detail::guarded;
using agon::detail::view;
using agon::detail::write;

constexpr std::size_t most_text = 4 * most_bytes;  // with its escapes

extern TesterBlank blank;

}  // namespace

const TesterBlank& filled_blank() {
  TesterBlank* volatile place = &blank;  // the compiler must not take it for what stands in this source
  return *place;
}

const TesterSettings& settings() {
  static const TesterSettings read = read_tester(
      filled_blank().text,
      std::string_view(filled_blank().folder).substr(std::string_view(filled_blank().folder).rfind('/') + 1));
  return read;
}

double signed_score(double score) {
  return settings().lower && score != 0 ? -score : score;
}

std::string line_of(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  const bool text = is_utf8(bytes);
  std::string line;
  line.reserve(bytes.size() + bytes.size() / 8);
  for (const char letter : bytes) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '\n') {
      line += "\\n";
    } else if (letter == '\\') {
      line += "\\\\";
    } else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !text)) {
      line.append("\\x").append({digits[byte / 16], digits[byte % 16]});
    } else {
      line += letter;
    }
  }
  return line;
}

namespace {

/// Reads what line_of() has written. Returns nothing for other text.
std::optional<std::string> bytes_of(std::string_view line) {
  std::string bytes;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\') {
      bytes += line[at];
      continue;
    }
    const char kind = ++at < line.size() ? line[at] : '\0';
    const auto digit = [&](std::size_t where) {
      const std::size_t value =
          where < line.size() ? std::string_view("0123456789abcdef").find(line[where]) : std::string_view::npos;
      return static_cast<unsigned>(std::min<std::size_t>(value, 16));
    };
    if (kind == 'n' || kind == '\\') {
      bytes += kind == 'n' ? '\n' : '\\';
    } else if (kind == 'x' && digit(at + 1) < 16 && digit(at + 2) < 16) {
      bytes += static_cast<char>(digit(at + 1) * 16 + digit(at + 2));
      at += 2;
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

/// Returns whether its actions are lines of text; else they are outputs, written as such.
bool is_refereed() {
  return !settings().referee.empty();
}

Match& match_of(void* state) {
  return *static_cast<Match*>(state);
}
const Match& match_of(const void* state) {
  return *static_cast<const Match*>(state);
}

agon_status create(const agon_setup* raw, void** state, agon_error* error) {
  return guarded(error, [&] {
    const agon::Setup setup(*raw);
    *state = (is_refereed() ? new_refereed(setup) : new_case(setup)).release();
  });
}

void destroy(void* state) {
  delete &match_of(state);
}

agon_status parameter(const void* /*state*/, std::uint32_t /*index*/, agon_buffer* /*text*/, agon_error* /*error*/) {
  return AGON_ABSENT;
}

std::int32_t to_move(const void* state) {
  return match_of(state).to_move();
}

agon_status observe(const void* state, std::int32_t seat, agon_buffer* observation, agon_error* error) {
  return guarded(error, [&] { write(*observation, match_of(state).observation(seat)); });
}

agon_status act(void* state, std::int32_t seat, agon_bytes action, agon_buffer* /*reply*/, agon_error* error) {
  return guarded(error, [&] { match_of(state).act(static_cast<std::size_t>(seat), view(action)); });
}

void forfeit(void* state, std::int32_t seat, std::int32_t /*outcome*/, const char* /*reason*/) {
  match_of(state).forfeit(static_cast<std::size_t>(seat));
}

double score(const void* state, std::int32_t seat) {
  return match_of(state).score(static_cast<std::size_t>(seat));
}

agon_status position(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
  return guarded(error, [&] { write(*text, match_of(state).position(seat)); });
}

agon_status action_to_text(const void* /*state*/, agon_bytes action, agon_buffer* text, agon_error* error) {
  return guarded(error, [&] {
    const std::string_view bytes = view(action);
    if (!is_refereed()) return write(*text, line_of(bytes));
    if (!is_utf8(bytes) || bytes.find_first_of(std::string_view("\n\r\0", 3)) != std::string_view::npos)
      throw agon::Illegal("an action is one line of UTF-8");
    write(*text, bytes);
  });
}

agon_status action_from_text(const void* /*state*/, agon_bytes text, agon_buffer* action, agon_error* error) {
  return guarded(error, [&] {
    const auto bytes = is_refereed() ? std::string(view(text)) : bytes_of(view(text));
    if (!bytes || bytes->size() > most_bytes)
      throw agon::Illegal(
          "it is an output on one line, of at most 8 MiB, with \\n, \\\\ and \\x00 to \\xff as its only escapes");
    write(*action, *bytes);
  });
}

agon_status revealed(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
  return guarded(error, [&] { write(*text, match_of(state).revealed(seat)); });
}

agon_status join(void* state, std::int32_t seat, StreamEnds* ends, agon_error* error) {
  if (!settings().joins) return AGON_ABSENT;
  return guarded(error, [&] { *ends = match_of(state).join(static_cast<std::size_t>(seat)); });
}

std::int32_t refusal(const void* state) {
  return match_of(state).refusal();
}

agon_status picture(const void* state, agon_buffer* picture, agon_error* error) {
  std::optional<std::string> text;
  const agon_status status = guarded(error, [&] {
    text = match_of(state).picture();
    if (text) write(*picture, *text);
  });
  return status == AGON_OK && !text ? AGON_ABSENT : status;
}

constexpr agon_notation notation = {most_text, position, action_to_text, action_from_text, revealed};
constexpr GameStream stream = {join, refusal};
constexpr GamePicture pictures = {picture};

const void* extension(const char* id) {
  if (std::strcmp(id, AGON_NOTATION) == 0) return &notation;
  if (!is_refereed() && std::strcmp(id, stream_extension) == 0) return &stream;
  if (std::strcmp(id, picture_extension) == 0) return &pictures;
  return nullptr;
}

constinit TesterBlank blank = {
    .marker = tester_marker,
    .type = {.id = blank.id,
             .version = "1.0.0",
             .protocol = blank.protocol,
             .title = blank.title,
             .summary = blank.summary,
             .rules = blank.rules,
             .opponent = nullptr,
             .min_seats = 1,
             .max_seats = 1,
             .seat_names = nullptr,
             .limits = {},
             .contest = AGON_CONTEST_MEAN,
             .parameter_count = 0,
             .parameters = nullptr,
             .observation_capacity = most_bytes,
             .action_capacity = most_bytes,
             .reply_capacity = 0,
             .create = create,
             .destroy = destroy,
             .parameter = parameter,
             .to_move = to_move,
             .observe = observe,
             .act = act,
             .forfeit = forfeit,
             .score = score,
             .extension = extension},
    .id = "tester",
    .protocol = "tester/1",
    .title = "tester",
    .summary = "",
    .rules = "",
    .folder = "",
    .relay = "",
    .files = "",
    .text = "",
};

constexpr const agon_game_type* games[] = {&blank.type};

}  // namespace

}  // namespace host::tester

extern "C" const agon_plugin_type agon_plugin = {
    AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "agon-tester", "1.0.0", 1, 0, host::tester::games, nullptr};
