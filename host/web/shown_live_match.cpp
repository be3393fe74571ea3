#include "host/web/shown_live_match.hpp"

#include "host/match/choices.hpp"
#include "host/match/replay.hpp"
#include "host/report/match_report.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"
#include "host/util/thread.hpp"

#include <exception>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_legal = 2000;  // in the list of legal actions
constexpr std::size_t most_notes = 20;
constexpr const char* closed_sentence = "This match is closed.";

Json player_json(const Participant& player) {
  Json options = Json::object();
  for (const auto& [name, value] : player.identity.options) options[name] = value;
  return {{"name", player.identity.name},
          {"strategy", player.identity.strategy},
          {"person", player.person()},
          {"options", options}};
}

Json live_json(const LiveMatch& match) {
  Json players = Json::array();
  for (std::int32_t seat = 0; seat < match.seats(); ++seat) players.push_back(player_json(match.player(seat)));
  Json json = {{"over", match.over()},    {"to_move", match.to_move()}, {"waits", match.waits()},
               {"turn", match.actions()}, {"players", players},         {"undo", nullptr},
               {"legal", nullptr}};
  if (const auto undo = match.last_own_turn()) json["undo"] = *undo;
  if (match.waits()) {
    if (const auto legal = match.legal_actions(most_legal))
      json["legal"] = {{"count", legal->count}, {"texts", legal->texts}};
  }
  return json;
}

/// Returns the seat whose view is shown: that of the only person, until the match is over; else AGON_ALL_SEATS.
std::int32_t viewer_of(const LiveMatch& match) {
  std::int32_t person = AGON_ALL_SEATS;
  for (std::int32_t seat = 0; seat < match.seats(); ++seat) {
    if (!match.player(seat).person()) continue;
    if (person != AGON_ALL_SEATS) return AGON_ALL_SEATS;  // people who share a screen
    person = seat;
  }
  return match.over() ? AGON_ALL_SEATS : person;
}

}  // namespace

ShownLiveMatch::ShownLiveMatch(LiveSetup setup, Branch branch, std::optional<std::vector<double>> expected,
                               std::string problem)
    : setup_(std::move(setup)),
      branch_(std::move(branch)),
      expected_(std::move(expected)),
      problem_(std::move(problem)) {
  watch_ = setup_.watch;
  if (expected_) notes_.emplace_back("No transcript of this match was kept: here its strategies play it again.");
  setup_.should_stop = [this] { return closed_.load(); };
  setup_.tell = [this](const std::string& sentence) {
    change([&] {
      notes_.push_back(sentence);
      if (notes_.size() > most_notes) notes_.erase(notes_.begin());
    });
  };
  std::future<void> ready = ready_.get_future();
  thread_ = start_thread([this] { play_all(); });
  try {
    ready.get();
  } catch (...) {
    thread_.join();
    throw;
  }
}

ShownLiveMatch::~ShownLiveMatch() {
  close();
  thread_.join();
}

std::string ShownLiveMatch::header() const {
  const std::lock_guard lock(mutex_);
  return match_header(shown_, game(), *steps_, problem_,
                      {{"version", version_}, {"history", history_}, {"live", live_}, {"notes", notes_}});
}

std::optional<std::string> ShownLiveMatch::change_match(const Change& change) const {
  auto answer = std::make_shared<std::promise<std::optional<std::string>>>();
  std::future<std::optional<std::string>> future = answer->get_future();
  {
    const std::lock_guard lock(mutex_);
    if (ended_ || closed_) return closed_sentence;
    jobs_.emplace_back([answer, change](LiveMatch& match) {
      try {
        answer->set_value(change(match));
      } catch (...) {
        answer->set_exception(std::current_exception());
        throw;
      }
    });
    changed_.notify_all();
  }
  try {
    return future.get();
  } catch (const std::future_error&) {
    return closed_sentence;
  } catch (const std::exception& failure) {
    return failure.what();
  }
}

Json ShownLiveMatch::choices(const std::string& begun, std::optional<std::uint64_t> cell) {
  Json all = Json::array();
  const auto refusal = change_match([&](LiveMatch& match) -> std::optional<std::string> {
    only_asked_ = true;
    if (!match.waits()) return outdated_sentence;
    try {
      all = choices_json(match.state(), begun, cell);
    } catch (const Failure& failure) {
      if (failure.code() != Exit::usage) throw;
      return failure.what();  // `begun` is none of the game's: the match goes on
    }
    return std::nullopt;
  });
  return refusal ? Json{{"error", *refusal}} : all;
}

std::optional<Transcript> ShownLiveMatch::transcript() const {
  std::optional<Transcript> transcript;
  change_match([&](LiveMatch& match) -> std::optional<std::string> {
    only_asked_ = true;
    transcript = match.transcript();
    return std::nullopt;
  });
  return transcript;
}

bool ShownLiveMatch::idle() const {
  const std::lock_guard lock(mutex_);
  return ended_ || held_ || (live_.value("over", false) || live_.value("waits", false));
}

std::optional<std::string> ShownLiveMatch::undo(std::size_t turn) {
  return change_match([&](LiveMatch& match) -> std::optional<std::string> {
    if (turn > match.actions()) return outdated_sentence;
    match.undo(turn);
    const std::lock_guard lock(mutex_);
    ++history_;
    uses_ = 0;
    return std::nullopt;
  });
}

void ShownLiveMatch::hold(bool held) {
  change([&] { held_ = held; });
  change_match([](LiveMatch&) -> std::optional<std::string> { return std::nullopt; });
}

void ShownLiveMatch::play_all() {
  bool ready = false;
  try {
    Guarded guarded(*this, std::chrono::milliseconds(50));
    {
      LiveMatch match(setup_, branch_.origin, branch_.turn, {&guarded});
      show_for(match);
      ready = true;
      ready_.set_value();
      play(match);
    }
    leave_game();
  } catch (const std::exception& failure) {
    leave_game();
    if (!ready) return ready_.set_exception(std::current_exception());
    change([&] { problem_ = failure.what(); });
  } catch (...) {  // closed in the middle of a turn
    leave_game();
    if (!ready) return ready_.set_value();
  }
  std::deque<Job> left;
  change([&] {
    ended_ = true;
    left.swap(jobs_);  // those who wait for them get an answer
  });
}

void ShownLiveMatch::play(LiveMatch& match) {
  while (!closed_) {
    bool held = false;
    {
      const std::lock_guard lock(mutex_);
      held = held_;
    }
    const bool plays = !held && !match.over() && !match.waits();
    const bool asked = next_job(match, !plays);
    if (!asked && plays) match.step();
    if (!closed_ && !std::exchange(only_asked_, false)) show_for(match);
  }
}

bool ShownLiveMatch::next_job(LiveMatch& match, bool wait) {
  Job job;
  {
    std::unique_lock lock(mutex_);
    const bool held = held_;
    if (wait) {
      leave_game();
      changed_.wait(lock, [&] { return closed_ || held_ != held || !jobs_.empty(); });
      enter_game();
    }
    if (closed_ || jobs_.empty()) return false;
    job = std::move(jobs_.front());
    jobs_.pop_front();
  }
  job(match);
  return true;
}

/// Draws all turns again if the viewer may see more or less than before.
void ShownLiveMatch::show_for(LiveMatch& match) {
  if (const std::int32_t viewer = viewer_of(match); viewer != viewer_) {
    GameState state(setup_.game, setup_.setup);
    auto steps = std::make_unique<Steps>(viewer);
    std::vector<Spectator*> spectators = {steps.get()};
    const Transcript& record = match.record();
    replay_events(record, record.events.size(), state, spectators);
    const std::lock_guard lock(mutex_);
    steps_ = std::move(steps);
    ++history_;
    uses_ = 0;
    viewer_ = viewer;
  }
  publish(match);
}

void ShownLiveMatch::publish(LiveMatch& match) {
  Json live = live_json(match);
  MatchHead shown = match.over() ? match.transcript() : match.record();
  shown.finished = match.over();
  std::string different;
  if (expected_ && match.over() && shown.result.scores() != *expected_)
    different =
        "This match was played again, and ended with other scores than the stored ones: strategies have "
        "changed, or do not always play the same.";
  change([&] {
    add_uses(match);
    live_ = std::move(live);
    live_["held"] = held_;
    shown_ = std::move(shown);
    if (problem_.empty()) problem_ = different;
  });
}

void ShownLiveMatch::add_uses(const LiveMatch& match) {
  const std::vector<EventUse>& all = match.uses();
  for (; uses_ < all.size(); ++uses_) {
    const EventUse& use = all[uses_];
    steps_->add_use(uses_ + 1, use.used.cpu_us(), use.log, use.evaluation);
  }
}

}  // namespace host
