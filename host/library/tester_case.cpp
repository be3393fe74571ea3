// A case: a solution reads it and writes an answer, or talks to the tester; the tester's output has the scores.
#include "host/library/tester_command.hpp"
#include "host/library/tester_match.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/util/byte_order_mark.hpp"
#include "host/util/escape.hpp"
#include "host/util/input_file.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace host::tester {

namespace {

/// One case, from its input to its scores.
class Case final : public Match {
 public:
  explicit Case(const agon::Setup& setup)
      : setup_(setup),
        seed_(std::to_string(setup.seed())),
        done_(static_cast<std::size_t>(setup.seats()), false),
        outputs_(done_.size()) {
    make_input();
    if (settings().source == ScoreSource::file) scores_file_.emplace();
    if (!settings().picture.empty()) picture_file_.emplace();
    connected_ = done_;
    scores_.assign(done_.size(), failed());
  }

  [[nodiscard]] std::string observation(std::int32_t /*seat*/) const override { return input_; }
  /// At the end, the tester's line with the score. Without an input, only the seed tells cases apart.
  [[nodiscard]] std::string position(std::int32_t /*seat*/) const override {
    if (to_move() == AGON_OVER && !revealed_.empty()) return revealed_;
    return input_.empty() ? "seed " + seed_ : line_of(input_);
  }
  [[nodiscard]] std::string revealed(std::int32_t seat) const override {
    return seat == AGON_ALL_SEATS ? revealed_ : "";
  }
  [[nodiscard]] double score(std::size_t seat) const override { return scores_[seat]; }

  [[nodiscard]] std::int32_t to_move() const override {
    const auto next = std::find(done_.begin(), done_.end(), false);
    return next == done_.end() ? AGON_OVER : static_cast<std::int32_t>(next - done_.begin());
  }

  [[nodiscard]] std::optional<std::string> picture() const override {
    const bool acted = std::any_of(outputs_.begin(), outputs_.end(), [](const auto& each) { return !each.empty(); });
    if (settings().picture.empty() || !acted) return std::nullopt;
    std::vector<Placeholder> words = usual_words();
    std::vector<MemoryFile> files;
    for (std::uint32_t seat = 0; seat < outputs_.size(); ++seat) {
      files.emplace_back(outputs_[seat]);
      words.push_back(
          {seat_placeholder("output", seat, static_cast<std::uint32_t>(outputs_.size())), files.back().path()});
    }
    Command command(fill_in(settings().picture, words), filled_blank().folder, Descriptor());
    command.wait();
    if (!command.succeeded()) throw TesterFailed("its picture failed, with " + command.end());
    std::string text = command.output();
    if (text.size() > most_picture_bytes)
      throw TesterFailed("the picture has " + counted(text.size(), "byte") + ", and at most " +
                         std::to_string(most_picture_bytes) + " are shown");
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || text[first] != '<' || !is_utf8(text))
      throw TesterFailed("the picture is neither SVG nor HTML in UTF-8, but begins with '" +
                         printable(text.substr(0, text.find_first_of("\r\n"))).substr(0, 60) + "'");
    return text;
  }

  StreamEnds join(std::size_t seat) override {
    start_tester();
    connected_[seat] = true;
    StreamEnds ends = relays_->take(static_cast<std::uint32_t>(seat), *command_);
    if (done_.size() == 1) ends.left_early = &left_early_;  // of several, nobody knows what the others would have got
    return ends;
  }

  [[nodiscard]] std::int32_t refusal() const override {
    return ends_for_solution_ ? AGON_OUTCOME_EXIT : AGON_OUTCOME_ILLEGAL;
  }

  void act(std::size_t seat, std::string_view output) override {
    outputs_[seat] = output;
    done_[seat] = true;
    if (to_move() != AGON_OVER) return;
    try {
      judge();
    } catch (const agon::Illegal&) {
      done_[seat] = false;
      command_.reset();
      throw;
    }
  }

  void forfeit(std::size_t seat) noexcept override {
    if (done_[seat]) return;  // it has acted: its tester decides
    done_[seat] = true;
    if (done_.size() == 1) return command_.reset();
    if (to_move() != AGON_OVER) return;
    try {
      judge();
    } catch (const std::exception& failure) {
      setup_.log(failure.what());
      scores_.assign(scores_.size(), std::numeric_limits<double>::quiet_NaN());  // which the host refuses
    }
  }

 private:
  [[nodiscard]] static double failed() { return signed_score(settings().failed); }

  void make_input() {
    const TesterSettings& tester = settings();
    if (!tester.input.empty()) {
      const std::string path = fill_in(tester.input, {{"seed", seed_}});
      input_path_ = path.starts_with('/') ? path : std::string(filled_blank().folder) + "/" + path;
      input_file_ = open_regular(input_path_);
      std::optional<std::string> content = read_all(input_file_);
      if (!content) throw agon::Unsupported("there is no case " + path + there_are());
      input_ = *std::move(content);
    } else if (!tester.generator.empty()) {
      Command generator(fill_in(tester.generator, {{"seed", seed_}}), filled_blank().folder, Descriptor());
      generator.wait();
      if (!generator.succeeded()) throw TesterFailed("its generator failed, with " + generator.end());
      input_ = generator.output();
      made_.emplace(input_);
      input_file_ = made_->descriptor().duplicate();
      input_path_ = made_->path();
    }
    if (input_.size() > most_bytes) throw agon::Unsupported("the case has more than 8 MiB");
  }

  /// Returns which cases there are, for the end of a sentence.
  [[nodiscard]] static std::string there_are() {
    const std::vector<std::uint64_t> cases = cases_in(settings(), filled_blank().folder);
    constexpr std::size_t longest = 200;
    const std::string text = ranges_of(cases, " to ", ", ");
    if (cases.empty()) return ", nor any other";
    return text.size() <= longest ? "; there are cases " + text
                                  : "; there are " + std::to_string(cases.size()) + " cases from " +
                                        std::to_string(cases.front()) + " to " + std::to_string(cases.back());
  }

  [[nodiscard]] std::vector<Placeholder> usual_words() const {
    std::vector<Placeholder> words = {{"seed", seed_}, {"input", shell_word(input_path_)}};
    if (scores_file_) words.push_back({"scores", scores_file_->path()});
    if (picture_file_) words.push_back({"picture", picture_file_->path()});
    return words;
  }

  void start_tester() {
    if (command_) return;
    const auto seats = static_cast<std::uint32_t>(done_.size());
    std::vector<Placeholder> words = usual_words();
    if (settings().joins) {
      relays_.emplace(seats);
      for (std::uint32_t seat = 0; seat < seats; ++seat)
        words.push_back({seat_placeholder("solution", seat, seats), relays_->command(filled_blank().relay, seat)});
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
      for (const std::string& line : lines_of(text)) setup_.log(line);
    }
    find_illegal(output + "\n" + errors);
    find_scores(output, errors);
  }

  void find_illegal(const std::string& text) const {
    if (settings().illegal.empty() || done_.size() > 1) return;
    const std::regex pattern = pattern_of(settings().illegal);
    for (const std::string& line : lines_of(text)) {
      if (std::regex_search(line, pattern)) throw agon::Illegal(printable(line));
    }
  }

  void find_scores(const std::string& output, const std::string& errors) {
    std::string text;
    const ScoreSource source = settings().source;
    if (source == ScoreSource::output || source == ScoreSource::both) text += output + "\n";
    if (source == ScoreSource::errors || source == ScoreSource::both) text += errors;
    if (source == ScoreSource::file) text = scores_file_->content();
    const std::regex pattern = pattern_of(settings().score);
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
    // A tester may have no other way to tell that its solution has left it than to die.
    ends_for_solution_ = found.empty() && left_early_ && (!command_->succeeded() || (output + errors).empty());
    if (ends_for_solution_)
      throw agon::Illegal("it ended before the tester had finished, which then wrote no score, and ended with " +
                          command_->end());
    if (found.empty()) throw TesterFailed("its tester wrote no score, and ended with " + command_->end());
    if (found.size() != scores_.size())
      throw TesterFailed("'" + settings().score + "' finds " + counted(found.size(), "score") + " instead of " +
                         std::to_string(scores_.size()) + ": " + printable(last_lines(from)));
    for (std::size_t seat = 0; seat < found.size(); ++seat) {
      const std::optional<double> score = finite_number(found[seat]);
      if (!score) throw TesterFailed("the score '" + printable(found[seat]) + "' is no number");
      scores_[seat] = signed_score(*score);
    }
    revealed_ = line_of(from);
    if (settings().refuses && scores_.size() == 1 && scores_.front() == failed())
      throw agon::Illegal(printable(last_words(output + "\n" + errors, pattern)));
  }

  /// Returns the last line of a text that has no score; if all have one, the last of them.
  static std::string last_words(const std::string& text, const std::regex& score) {
    const std::vector<std::string> lines = lines_of(text);
    const auto found = std::find_if(lines.rbegin(), lines.rend(),
                                    [&](const std::string& line) { return !std::regex_search(line, score); });
    return found != lines.rend() ? *found : lines.empty() ? "the score of a refused output" : lines.back();
  }

  /// Returns the lines of a text, the long ones cut: a regular expression takes memory for each letter.
  static std::vector<std::string> lines_of(const std::string& text) {
    constexpr std::size_t longest = 4096;
    std::vector<std::string> lines = split(without_byte_order_mark(text), '\n');
    for (std::string& line : lines) {
      if (line.ends_with('\r')) line.pop_back();
      if (line.size() > longest) line.resize(longest);
    }
    std::erase(lines, "");
    return lines;
  }

  agon::Setup setup_;
  std::string seed_;
  std::vector<bool> done_;       // has acted or forfeited
  std::vector<bool> connected_;  // has taken the ends of its relay
  std::vector<std::string> outputs_;
  std::vector<double> scores_;
  std::string input_;
  std::string input_path_;
  Descriptor input_file_;
  std::optional<MemoryFile> made_;  // the generator's case
  std::optional<MemoryFile> output_;
  std::optional<MemoryFile> scores_file_;
  std::optional<MemoryFile> picture_file_;
  std::string revealed_;
  bool left_early_ = false;         // the only solution, as in StreamEnds
  bool ends_for_solution_ = false;  // why its output was refused
  std::optional<Relays> relays_;
  std::optional<Command> command_;  // after relays_: it ends first
};

}  // namespace

std::unique_ptr<Match> new_case(const agon::Setup& setup) {
  return std::make_unique<Case>(setup);
}

}  // namespace host::tester
