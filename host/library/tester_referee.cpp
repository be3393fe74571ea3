// A match that a referee leads: a program in a process of its own, which plays match after match.
#include "host/library/tester_command.hpp"
#include "host/library/tester_match.hpp"
#include "host/util/byte_order_mark.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host::tester {

namespace {

/// The process of a referee: a program that leads matches, one after the other, over lines of text.
class Referee {
 public:
  /// Takes an idle one, or starts one. Thread-safe.
  static std::unique_ptr<Referee> take() {
    const std::lock_guard lock(pool().guard);
    std::vector<std::unique_ptr<Referee>>& idle = pool().idle;
    if (idle.empty()) return std::unique_ptr<Referee>(new Referee);
    std::unique_ptr<Referee> last = std::move(idle.back());
    idle.pop_back();
    return last;
  }

  /// Keeps it for another match. Thread-safe.
  static void give_back(std::unique_ptr<Referee> referee) {
    const std::lock_guard lock(pool().guard);
    pool().idle.push_back(std::move(referee));
  }

  /// Throws TesterFailed if it has ended.
  void write(std::string line) {
    line += '\n';
    for (std::string_view left = line; !left.empty();) {
      const ssize_t put = write_quietly(to_.writing.get(), left);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) ended();
      left.remove_prefix(static_cast<std::size_t>(put));
    }
  }

  /// Does the same. The log of `match` gets what it has written to standard error meanwhile.
  [[nodiscard]] std::string read(const agon::Setup& match) {
    std::size_t searched = 0;
    for (;;) {
      if (const std::size_t end = text_.find('\n', searched); end != std::string::npos) {
        std::string line = text_.substr(0, end);
        text_.erase(0, end + 1);
        if (line.ends_with('\r')) line.pop_back();
        if (!std::exchange(has_written_, true)) line = without_byte_order_mark(line);
        log_errors(match);
        return line;
      }
      searched = text_.size();
      if (searched > most_bytes) throw TesterFailed("its referee wrote a line of more than 8 MiB");
      std::array<char, 1 << 14> some;
      const ssize_t got = ::read(from_.reading.get(), some.data(), some.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) ended();
      text_.append(some.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  struct Pool {
    std::mutex guard;
    std::vector<std::unique_ptr<Referee>> idle{};
  };
  static Pool& pool() {
    static Pool only;
    return only;
  }

  struct Pipe {
    Pipe() {
      std::array<int, 2> ends{};
      if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw TesterFailed(std::string("the system lacks resources for its referee: ") + std::strerror(errno));
      reading = Descriptor(ends[0]);
      writing = Descriptor(ends[1]);
    }
    Descriptor reading;
    Descriptor writing;
  };

  Referee() : command_(settings().referee, filled_blank().folder, to_.reading, from_.writing) {
    to_.reading = Descriptor();
    from_.writing = Descriptor();
    write("agon 1");
  }

  [[noreturn]] void ended() {
    to_.writing = Descriptor();
    command_.wait();
    throw TesterFailed("its referee ended during a match, with " + command_.end());
  }

  void log_errors(const agon::Setup& match) {
    const std::string errors = command_.errors();
    for (std::size_t end = 0; (end = errors.find('\n', logged_)) != std::string::npos; logged_ = end + 1)
      match.log(std::string_view(errors).substr(logged_, end - logged_));
  }

  Pipe to_;
  Pipe from_;
  Command command_;
  std::string text_;          // read from it, and not yet returned
  std::size_t logged_ = 0;    // bytes of its standard error
  bool has_written_ = false;  // a line
};

/// What is known of a match between two actions.
struct Situation {
  std::string position;                       // the whole
  std::map<std::int32_t, std::string> views;  // of seats that may not know all of it
  std::string revealed;                       // by the last action
  std::int32_t to_move = AGON_OVER;
  std::vector<double> scores;
};

class Refereed final : public Match {
 public:
  explicit Refereed(const agon::Setup& setup)
      : setup_(setup), seats_(static_cast<std::size_t>(setup.seats())), referee_(Referee::take()) {
    now_ = answer(host::join({"new", std::to_string(setup.seed()), std::to_string(seats_)}, " "));
    if (now_.position.empty()) fail("turn", "a position has to come first");
  }
  ~Refereed() override {
    if (referee_) Referee::give_back(std::move(referee_));
  }

  [[nodiscard]] std::int32_t to_move() const override { return now_.to_move; }
  [[nodiscard]] std::string observation(std::int32_t seat) const override { return position(seat); }
  [[nodiscard]] double score(std::size_t seat) const override { return now_.scores.empty() ? 0 : now_.scores[seat]; }
  [[nodiscard]] std::string position(std::int32_t seat) const override {
    const auto view = now_.views.find(seat);
    return view == now_.views.end() ? now_.position : view->second;
  }
  [[nodiscard]] std::string revealed(std::int32_t /*seat*/) const override { return now_.revealed; }
  [[nodiscard]] std::optional<std::string> picture() const override { return std::nullopt; }
  StreamEnds join(std::size_t /*seat*/) override { throw TesterFailed("it starts no solutions"); }

  void act(std::size_t seat, std::string_view action) override {
    now_ = answer(host::join({"act", std::to_string(seat), std::string(action)}, " "));
  }

  void forfeit(std::size_t seat) noexcept override {
    try {
      now_ = answer(host::join({"forfeit", std::to_string(seat)}, " "));
    } catch (const std::exception& failure) {
      setup_.log(failure.what());
      now_.to_move = AGON_OVER;
      now_.scores.assign(seats_, std::numeric_limits<double>::quiet_NaN());  // which the host refuses
    }
  }

 private:
  [[noreturn]] void fail(const std::string& line, const std::string& why) {
    referee_.reset();  // nobody knows what it writes next
    throw TesterFailed("its referee wrote '" + printable(line.substr(0, 200)) + "': " + why);
  }

  /// Writes a message, and reads up to the end of the answer.
  Situation answer(const std::string& message) {
    if (!referee_) throw TesterFailed("its referee failed before");
    Situation next{now_.position, now_.views, "", AGON_OVER, {}};
    try {
      referee_->write(message);
      for (;;) {
        const std::string line = referee_->read(setup_);
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string rest = line.substr(std::min(end + 1, line.size()));
        if (!is_utf8(line)) fail(line, "lines are UTF-8");
        if (take(next, message.starts_with("act "), line, line.substr(0, end), rest)) return next;
      }
    } catch (const agon::Illegal&) {
      throw;
    } catch (const TesterFailed&) {
      referee_.reset();
      throw;
    }
  }

  /// Returns whether the line is the last one of an answer.
  bool take(Situation& next, bool acting, const std::string& line, const std::string& word, const std::string& rest) {
    if (word == "illegal" && acting) throw agon::Illegal(printable(rest));
    if (word == "turn") return next.to_move = seat_of(line, rest), true;
    if (word == "over") return next.scores = scores_of(line, rest), true;
    if (word == "position") {
      next.position = rest;
    } else if (word == "view") {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const std::string whose = rest.substr(0, end);
      next.views[whose == "spectator" ? AGON_SPECTATOR : seat_of(line, whose)] =
          rest.substr(std::min(end + 1, rest.size()));
    } else if (word == "revealed") {
      next.revealed = rest;
    } else if (word == "log") {
      setup_.log(rest);
    } else {
      fail(line,
           "an answer is position, view, revealed and log, as far as they change, then turn or over; or illegal after "
           "act");
    }
    return false;
  }

  std::int32_t seat_of(const std::string& line, const std::string& word) {
    const std::optional<double> seat = finite_number(word);
    for (std::size_t each = 0; seat && each < seats_; ++each) {
      if (*seat == static_cast<double>(each)) return static_cast<std::int32_t>(each);
    }
    fail(line, "a seat is a number from 0 to " + std::to_string(seats_ - 1));
  }

  std::vector<double> scores_of(const std::string& line, const std::string& rest) {
    std::vector<double> scores;
    for (const std::string& word : split(rest, ' ')) {
      const std::optional<double> score = finite_number(word);
      if (!word.empty() && !score) fail(line, "a score is a number");
      if (score) scores.push_back(signed_score(*score));
    }
    if (scores.size() != seats_) fail(line, std::string("over needs ").append(counted(seats_, "score")));
    return scores;
  }

  agon::Setup setup_;
  std::size_t seats_;
  std::unique_ptr<Referee> referee_;  // none after it has failed
  Situation now_;
};

}  // namespace

std::unique_ptr<Match> new_refereed(const agon::Setup& setup) {
  return std::make_unique<Refereed>(setup);
}

}  // namespace host::tester
