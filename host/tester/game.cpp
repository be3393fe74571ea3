// The library of testers: a game whose rules are a contest's own tester, a program (docs/testers.md). The host writes
// the game.toml into `blank`, in its copy of this library, before it loads the copy.
#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/plugin/stream.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/tester/command.hpp"
#include "host/tester/relays.hpp"
#include "host/text.hpp"

#include <agon/ext/log.h>
#include <agon/ext/notation.h>
#include <agon/plugin.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace host::tester {

namespace {

constexpr std::size_t most_bytes = 8 << 20;        // of a case, and of what a solution writes
constexpr std::size_t most_text = 4 * most_bytes;  // with its escapes

extern TesterBlank blank;

/// Returns the blank as the host has filled it in: the compiler must not take it for what stands in this source.
const TesterBlank& filled_blank() {
  TesterBlank* volatile place = &blank;
  return *place;
}

const TesterSettings& settings() {
  static const TesterSettings read = read_tester(
      filled_blank().text,
      std::string_view(filled_blank().folder).substr(std::string_view(filled_blank().folder).rfind('/') + 1));
  return read;
}

/// Writes bytes as one line of text: what is no visible character of UTF-8 becomes an escape.
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

/// The output breaks the rules of the contest. what() is the tester's own line.
struct IllegalOutput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// There is no such case.
struct NoCase : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One case, from its input to its scores.
class Case {
 public:
  explicit Case(const agon_setup& setup)
      : seed_(std::to_string(setup.seed)),
        host_(setup.host),
        done_(static_cast<std::size_t>(setup.seats), false),
        outputs_(done_.size()) {
    make_input();
    connected_ = done_;
    scores_.assign(done_.size(), failed());
  }

  [[nodiscard]] const std::string& input() const { return input_; }
  /// Without an input, only the seed tells cases apart.
  [[nodiscard]] std::string start() const { return input_.empty() ? "seed " + seed_ : line_of(input_); }
  [[nodiscard]] const std::string& revealed() const { return revealed_; }
  [[nodiscard]] double score(std::size_t seat) const { return scores_[seat]; }

  [[nodiscard]] std::int32_t to_move() const {
    const auto next = std::find(done_.begin(), done_.end(), false);
    return next == done_.end() ? AGON_OVER : static_cast<std::int32_t>(next - done_.begin());
  }

  StreamEnds join(std::size_t seat) {
    start_tester();
    connected_[seat] = true;
    return relays_->take(static_cast<std::uint32_t>(seat), *command_);
  }

  /// Takes what a solution has written. Throws IllegalOutput, with the state unchanged, and TesterFailed.
  void act(std::size_t seat, std::string_view output) {
    outputs_[seat] = output;
    done_[seat] = true;
    if (to_move() != AGON_OVER) return;
    try {
      judge();
    } catch (const IllegalOutput&) {
      done_[seat] = false;
      command_.reset();
      throw;
    }
  }

  void forfeit(std::size_t seat) noexcept {
    if (done_[seat]) return;  // it has acted: its tester decides
    done_[seat] = true;
    if (done_.size() == 1) return command_.reset();
    if (to_move() != AGON_OVER) return;
    try {
      judge();
    } catch (const std::exception& failure) {
      log(failure.what());
      scores_.assign(scores_.size(), std::numeric_limits<double>::quiet_NaN());  // which the host refuses
    }
  }

 private:
  [[nodiscard]] static double signed_score(double score) { return settings().lower && score != 0 ? -score : score; }
  [[nodiscard]] static double failed() { return signed_score(settings().failed); }

  void make_input() {
    const TesterSettings& tester = settings();
    if (!tester.input.empty()) {
      const std::string path = fill_in(tester.input, {{"seed", seed_}});
      input_path_ = path.starts_with('/') ? path : std::string(filled_blank().folder) + "/" + path;
      input_file_ = Descriptor(::open(input_path_.c_str(), O_RDONLY | O_CLOEXEC));
      std::ifstream file(input_path_, std::ios::binary);
      input_.assign(std::istreambuf_iterator<char>(file), {});
      if (!input_file_.is_open() || !file.is_open()) throw NoCase("there is no case " + path);
    } else if (!tester.generator.empty()) {
      Command generator(fill_in(tester.generator, {{"seed", seed_}}), filled_blank().folder, Descriptor());
      generator.wait();
      if (!generator.succeeded()) throw TesterFailed("its generator failed, with " + generator.end());
      input_ = generator.output();
      made_.emplace(input_);
      input_file_ = made_->descriptor().duplicate();
      input_path_ = made_->path();
    }
    if (input_.size() > most_bytes) throw NoCase("the case has more than 8 MiB");
  }

  void start_tester() {
    if (command_) return;
    const auto seats = static_cast<std::uint32_t>(done_.size());
    std::vector<Placeholder> words = {
        {"seed", seed_}, {"input", shell_word(input_path_)}, {"scores", shell_word(file_.path())}};
    if (settings().joins) {
      relays_.emplace(seats);
      for (std::uint32_t seat = 0; seat < seats; ++seat)
        words.push_back({solution_name(seat, seats), relays_->command(filled_blank().relay, seat)});
    } else {
      output_.emplace(outputs_.front());
      words.push_back({"output", output_->path()});
    }
    command_.emplace(fill_in(settings().tester, words), filled_blank().folder, input_file_);
  }

  void judge() {
    start_tester();
    if (relays_ && std::find(connected_.begin(), connected_.end(), false) != connected_.end())
      relays_->feed(outputs_, *command_);
    command_->wait();
    const std::string output = command_->output();
    const std::string errors = command_->errors();
    for (const std::string& text : {output, errors}) {
      for (const std::string& line : lines_of(text)) log(line);
    }
    find_illegal(output + "\n" + errors);
    find_scores(output, errors);
  }

  void find_illegal(const std::string& text) const {
    if (settings().illegal.empty() || done_.size() > 1) return;
    const std::regex pattern(settings().illegal);
    for (const std::string& line : lines_of(text)) {
      if (std::regex_search(line, pattern)) throw IllegalOutput(printable(line));
    }
  }

  void find_scores(const std::string& output, const std::string& errors) {
    std::string text;
    const ScoreSource source = settings().source;
    if (source == ScoreSource::output || source == ScoreSource::both) text += output + "\n";
    if (source == ScoreSource::errors || source == ScoreSource::both) text += errors;
    if (source == ScoreSource::file) text = file_.content();
    const std::regex pattern(settings().score);
    std::vector<std::string> found;
    std::string from;
    for (const std::string& line : lines_of(text)) {
      std::smatch groups;
      if (!std::regex_search(line, groups, pattern)) continue;
      for (std::size_t group = groups.size() > 1 ? 1 : 0; group < groups.size(); ++group) {
        if (groups[group].matched) found.push_back(groups[group].str());
      }
      from += from.empty() ? line : " / " + line;
    }
    if (found.empty()) throw TesterFailed("its tester wrote no score, and ended with " + command_->end());
    if (found.size() != scores_.size())
      throw TesterFailed("'" + settings().score + "' finds " + counted(found.size(), "score") + " instead of " +
                         std::to_string(scores_.size()) + ": " + last_lines(from));
    for (std::size_t seat = 0; seat < found.size(); ++seat) {
      const std::optional<double> score = finite_number(found[seat]);
      if (!score) throw TesterFailed("the score '" + printable(found[seat]) + "' is no number");
      scores_[seat] = signed_score(*score);
    }
    revealed_ = line_of(from);
  }

  /// Returns the lines of a text, the long ones cut: a regular expression takes memory for each letter.
  static std::vector<std::string> lines_of(const std::string& text) {
    constexpr std::size_t longest = 4096;
    std::vector<std::string> lines = split(text, '\n');
    for (std::string& line : lines) {
      if (line.ends_with('\r')) line.pop_back();
      if (line.size() > longest) line.resize(longest);
    }
    std::erase(lines, "");
    return lines;
  }

  void log(std::string_view line) const {
    const auto* const logging =
        host_ == nullptr ? nullptr : static_cast<const agon_log*>(host_->extension(host_, AGON_LOG));
    if (logging != nullptr) logging->write(host_, {line.data(), line.size()});
  }

  std::string seed_;
  const agon_host* host_;
  std::vector<bool> done_;       // has acted or forfeited
  std::vector<bool> connected_;  // has taken the ends of its relay
  std::vector<std::string> outputs_;
  std::vector<double> scores_;
  std::string input_;
  std::string input_path_;
  Descriptor input_file_;
  std::optional<MemoryFile> made_;  // the generator's case
  std::optional<MemoryFile> output_;
  MemoryFile file_;  // {scores}
  std::string revealed_;
  std::optional<Relays> relays_;
  std::optional<Command> command_;  // after relays_: it ends first
};

/// Runs `call`, and turns what it throws into a status.
template <class Call>
agon_status guarded_call(agon_error* error, Call&& call) noexcept {
  const auto failed = [&](agon_status status, const std::exception& failure) {
    std::strncpy(error->text, failure.what(), sizeof error->text - 1);
    error->text[sizeof error->text - 1] = '\0';
    return status;
  };
  try {
    call();
    return AGON_OK;
  } catch (const IllegalOutput& failure) {
    return failed(AGON_ILLEGAL, failure);
  } catch (const NoCase& failure) {
    return failed(AGON_UNSUPPORTED, failure);
  } catch (const std::exception& failure) {
    return failed(AGON_FAILED, failure);
  }
}

Case& case_of(void* state) {
  return *static_cast<Case*>(state);
}
const Case& case_of(const void* state) {
  return *static_cast<const Case*>(state);
}

agon_status put(std::string_view text, agon_buffer* buffer, agon_error* error) noexcept {
  return guarded_call(error, [&] {
    if (text.size() > buffer->capacity) throw TesterFailed("a text of it is too long");
    std::memcpy(buffer->data, text.data(), text.size());
    buffer->size = text.size();
  });
}

agon_status create(const agon_setup* setup, void** state, agon_error* error) {
  return guarded_call(error, [&] { *state = new Case(*setup); });
}

void destroy(void* state) {
  delete &case_of(state);
}

agon_status parameter(const void* /*state*/, std::uint32_t /*index*/, agon_buffer* /*text*/, agon_error* /*error*/) {
  return AGON_ABSENT;
}

std::int32_t to_move(const void* state) {
  return case_of(state).to_move();
}

agon_status observe(const void* state, std::int32_t /*seat*/, agon_buffer* observation, agon_error* error) {
  return put(case_of(state).input(), observation, error);
}

agon_status act(void* state, std::int32_t seat, agon_bytes action, agon_buffer* /*reply*/, agon_error* error) {
  return guarded_call(error, [&] {
    case_of(state).act(static_cast<std::size_t>(seat), {static_cast<const char*>(action.data), action.size});
  });
}

void forfeit(void* state, std::int32_t seat, std::int32_t /*outcome*/, const char* /*reason*/) {
  case_of(state).forfeit(static_cast<std::size_t>(seat));
}

double score(const void* state, std::int32_t seat) {
  return case_of(state).score(static_cast<std::size_t>(seat));
}

agon_status position(const void* state, std::int32_t /*seat*/, agon_buffer* text, agon_error* error) {
  return put(case_of(state).start(), text, error);
}

agon_status action_to_text(const void* /*state*/, agon_bytes action, agon_buffer* text, agon_error* error) {
  return put(line_of({static_cast<const char*>(action.data), action.size}), text, error);
}

agon_status action_from_text(const void* /*state*/, agon_bytes text, agon_buffer* action, agon_error* error) {
  const auto bytes = bytes_of({static_cast<const char*>(text.data), text.size});
  if (bytes && bytes->size() <= most_bytes) return put(*bytes, action, error);
  return guarded_call(error, [] {
    throw IllegalOutput(
        "it is an output on one line, of at most 8 MiB, with \\n, \\\\ and \\x00 to \\xff as its only escapes");
  });
}

agon_status revealed(const void* state, std::int32_t seat, agon_buffer* text, agon_error* error) {
  return put(seat == AGON_ALL_SEATS ? case_of(state).revealed() : "", text, error);
}

agon_status join(void* state, std::int32_t seat, StreamEnds* ends, agon_error* error) {
  if (!settings().joins) return AGON_ABSENT;
  return guarded_call(error, [&] { *ends = case_of(state).join(static_cast<std::size_t>(seat)); });
}

constexpr agon_notation notation = {most_text, position, action_to_text, action_from_text, revealed};
constexpr GameStream stream = {join};

const void* extension(const char* id) {
  if (std::strcmp(id, AGON_NOTATION) == 0) return &notation;
  if (std::strcmp(id, stream_extension) == 0) return &stream;
  return nullptr;
}

constinit TesterBlank blank = {
    .marker = tester_marker,
    .type = {.id = blank.id,
             .version = "1.0.0",
             .protocol = blank.protocol,
             .title = blank.title,
             .summary = "A contest's own tester",
             .rules = "A solution reads a case and writes an answer, and the contest's own tester judges it.",
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
