// The side of the process of a shown match: answers the server's requests.
#include "host/arena/game_child.hpp"
#include "host/arena/stream.hpp"
#include "host/match/replay.hpp"
#include "host/report/again.hpp"
#include "host/report/pages.hpp"
#include "host/store/saved_matches.hpp"
#include "host/store/store.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"
#include "host/util/thread.hpp"
#include "host/web/api.hpp"
#include "host/web/match_factory.hpp"
#include "host/web/shown_live_match.hpp"
#include "host/web/shown_match.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace host {

using arena::Kind;
using Json = nlohmann::ordered_json;

namespace {

/// Returns the title of a match that has been started from `request`.
std::string title_of(const Json& request) {
  std::string title = request.value("game", "match");
  for (const Json& seat : request.value("seats", Json::array()))
    title += (title.find(':') == std::string::npos ? ": " : ", ") + seat.value("plugin", "");
  return title;
}

HttpResponse result(const std::optional<std::string>& refused) {
  return refused ? error_response(200, *refused) : json_response(Json::object());
}

class ShownMatchServer {
 public:
  ShownMatchServer(MatchFactory& factory, std::filesystem::path database, std::string game, std::string trace)
      : factory_(factory),
        database_(std::move(database)),
        games_(std::move(game)),
        trace_(std::move(trace)),
        status_(arena::shared_status()) {
    factory_.watch_with(&status_.watch);
  }

  int run() {
    return arena::answer_host([this] { serve(); },
                              [this](const std::string& failure) { send(Kind::failure, failure); });
  }

 private:
  struct Question {
    std::uint64_t number = 0;
    HttpRequest request{};
  };

  void serve() {
    const arena::Stream::Message first = next();
    if (first.kind != shown_kind::open) throw BadMessage();
    const auto order = unpack<MatchOrder>(first.content);
    shown_ = open(order);
    if (dynamic_cast<ShownLiveMatch*>(shown_.get()) != nullptr) save_ = order.save;
    send(shown_kind::opened, pack(shown_->game().id));
    shown_->start();
    std::thread states = start_thread([this] { send_states(); });
    try {
      for (;;) take(next());
    } catch (...) {  // the server has closed the socket
      shown_->close();
      states.join();
      std::unique_lock lock(mutex_);
      answered_.wait(lock, [&] { return answering_ == 0; });
      throw;
    }
  }

  std::unique_ptr<ShownMatch> open(const MatchOrder& order) {
    if (order.kind == MatchOrder::Kind::record) return recorded(order.line, order.where, "", trace_);
    if (order.kind == MatchOrder::Kind::stored) return stored(order);
    if (order.kind == MatchOrder::Kind::resume) return resumed(order);
    const Json request = parse_json(order.request);
    if (order.kind == MatchOrder::Kind::play) {
      auto shown = factory_.play(request);  // which checks the request
      head_ = {{"id", order.where}, {"title", title_of(request)}, {"game", shown->game().id}, {"request", request}};
      return shown;
    }
    const Transcript origin = parse_transcript(order.line, "the match");
    auto shown = factory_.branch(origin, request);
    const std::uint64_t turn = number_field(request, "turn");
    head_ = {{"id", order.where},
             {"title", origin.game + " from turn " + std::to_string(turn)},
             {"game", origin.game},
             {"from", {{"id", request["id"]}, {"turn", turn}}},
             {"request", request}};
    return shown;
  }

  std::unique_ptr<ShownMatch> resumed(const MatchOrder& order) {
    const Transcript before = parse_transcript(order.line, "the saved match");
    head_ = parse_json(order.request);
    Json request = head_.at("request");
    request["turn"] = before.events.size();
    try {
      return factory_.branch(before, request);
    } catch (const Failure& failure) {  // a player is not there any more
      return recorded(order.line, order.where, failure.what());
    }
  }

  std::unique_ptr<ShownMatch> recorded(const std::string& line, const std::string& where, std::string problem = "",
                                       const std::string& trace = "") {
    Transcript transcript = parse_transcript(line, where);
    try {
      if (!trace.empty()) add_trace(transcript, trace);
    } catch (const Failure& failure) {  // another match of the files may have lines
      problem = failure.what();
    }
    const Game& game = games_.game_of(transcript, where);
    return std::make_unique<ShownRecordedMatch>(std::move(transcript), game, where, std::move(problem), &status_.watch);
  }

  std::unique_ptr<ShownMatch> stored(const MatchOrder& order) {
    Store store(database_, {.create = false, .to_write = false});
    std::optional<Result> found;
    store.for_each_match({.run = order.run}, [&](const Result& match) {
      if (match.place.number == order.number) found = match;
    });
    if (!found) throw Failure(Exit::usage, "there is no match '" + order.where + "'");
    if (const auto line = store.transcript(found->id)) return recorded(*line, order.where);
    const std::vector<StoredRun> runs = store.runs();
    const auto run = std::ranges::find(runs, order.run, &StoredRun::id);  // each match has one
    return factory_.play_again(*found, run == runs.end() ? "" : run->record.secret,
                               [&](const SeatIdentity& seat) { return store.files(seat.sha256); });
  }

  /// Returns where the strategy of a seat of the match was.
  [[nodiscard]] std::vector<GivenFile> files_of(const Transcript& match, const SeatIdentity& seat) const {
    std::vector<GivenFile> files;
    if (std::filesystem::exists(database_))
      files = Store(database_, {.create = false, .to_write = false}).files(seat.sha256);
    if (const auto file = match.files.find(seat.sha256); file != match.files.end()) files.push_back(file->second);
    return files;
  }

  /// Answers a request in a thread beside this one, of which there are as many as needed, up to a limit: it may have to
  /// wait for a strategy.
  void take(const arena::Stream::Message& message) {
    if (message.kind != shown_kind::request) throw BadMessage();
    constexpr std::size_t most_threads = 32;
    Question question;
    unpack_to(message.content, question.number, question.request);
    const std::lock_guard lock(mutex_);
    questions_.push_back(std::move(question));
    if (answering_ == most_threads) return;
    start_thread([this] { answer_all(); }).detach();
    ++answering_;
  }

  void answer_all() {
    std::unique_lock lock(mutex_);
    while (!questions_.empty()) {
      const Question question = std::move(questions_.front());
      questions_.pop_front();
      lock.unlock();
      const HttpResponse response = answer(question.request);
      try {
        send_if_open(shown_kind::answer, pack(question.number, response));
      } catch (const Failure& failure) {  // it is too large
        send_if_open(shown_kind::answer, pack(question.number, error_response(500, failure.what())));
      }
      lock.lock();
    }
    --answering_;
    answered_.notify_all();
  }

  HttpResponse answer(const HttpRequest& request) {
    return answered(request, [&] { return request.post ? change(request) : read(request); });
  }

  HttpResponse read(const HttpRequest& request) {
    if (request.path == "api/match") return {.body = shown_->header()};
    if (request.path == "api/block") {
      const auto block = shown_->block(number_of(request, "number"));
      return block ? HttpResponse{.body = *block} : error_response(404, "There is no such block.");
    }
    if (request.path == "api/transcript")
      return {.type = "application/jsonl", .body = to_line(transcript(), shown_->game()) + "\n"};
    if (request.path == "api/page") return {.type = type_of("index.html"), .body = shown_->page(transcript())};
    if (request.path == "api/choices") {
      if (auto* const live = dynamic_cast<ShownLiveMatch*>(shown_.get()); live != nullptr)
        return json_response(live->choices(
            value_of(request, "begun"),
            value_of(request, "cell").empty() ? std::nullopt : std::optional(number_of(request, "cell"))));
    }
    return error_response(404, "There is no such page.");
  }

  HttpResponse change(const HttpRequest& request) {
    const Json json = parse_json(request.body);
    if (request.path == "api/hint") {
      const Transcript match = transcript();
      return json_response(factory_.hint(match, number_field(json, "turn"), json.value("player", Json()),
                                         [&](const SeatIdentity& seat) { return files_of(match, seat); }));
    }
    auto* const live = dynamic_cast<ShownLiveMatch*>(shown_.get());
    if (live == nullptr) return error_response(200, "This match is a record: branch from one of its turns to play on.");
    if (request.path == "api/act") {
      const std::uint64_t turn = number_field(json, "turn");
      const std::string action = text_field(json, "action");
      return result(live->change_match([&](LiveMatch& match) -> std::optional<std::string> {
        if (match.actions() != turn || !match.waits()) return outdated_sentence;
        return match.act(action);
      }));
    }
    if (request.path == "api/undo") return result(live->undo(number_field(json, "turn")));
    if (request.path == "api/resign") {
      const auto resign = [](LiveMatch& match, std::int32_t seat) { return match.resign(seat); };
      return result(live->change_match(of_seat(json, resign)));
    }
    if (request.path == "api/swap") {
      const Json chosen = json.value("player", Json());
      const Participant player = factory_.participant(chosen, live->game().id);
      const auto swap = [&](LiveMatch& match, std::int32_t seat) {
        auto refused = match.swap(seat, player);
        const std::lock_guard lock(mutex_);
        if (!refused && head_.contains("request")) head_["request"]["seats"][static_cast<std::size_t>(seat)] = chosen;
        return refused;
      };
      return result(live->change_match(of_seat(json, swap)));
    }
    if (request.path == "api/hold") {
      live->hold(flag_field(json, "held"));
      return json_response(Json::object());
    }
    return error_response(404, "There is no such action.");
  }

  /// Returns the change of the seat that the request names.
  template <class Change>
  static ShownLiveMatch::Change of_seat(const Json& json, const Change& change) {
    return [change, seat = number_field(json, "seat")](LiveMatch& match) -> std::optional<std::string> {
      if (!std::cmp_less(seat, match.seats())) return "There is no seat " + std::to_string(seat) + ".";
      return change(match, static_cast<std::int32_t>(seat));
    };
  }

  [[nodiscard]] Transcript transcript() const {
    auto transcript = shown_->transcript();
    if (!transcript) throw Failure(Exit::usage, "this match is closed");
    return std::move(*transcript);
  }

  void send_states() {
    constexpr std::chrono::milliseconds longest(5000);
    constexpr std::chrono::seconds often(2);
    std::chrono::steady_clock::time_point saved{};
    std::uint64_t seen = 0;
    while (!shown_->closed()) {
      const std::uint64_t version = shown_->wait(seen, longest);
      if (version == seen) continue;
      seen = version;
      const bool idle = shown_->idle();
      if (idle) save();  // before the server may end an idle process
      send_if_open(shown_kind::state, pack(ShownState{version, idle}));
      if (idle || std::chrono::steady_clock::now() - saved < often) continue;
      save();
      saved = std::chrono::steady_clock::now();
    }
  }

  /// Saves a match that is played, so that it can be taken up again.
  void save() {
    const auto match = save_.empty() ? std::nullopt : shown_->transcript();
    if (!match) return;
    Json header = parse_json(shown_->header());
    Json shown = {{"seat_names", header["seat_names"]}, {"length", match->events.size()}};
    if (match->finished) {
      for (const char* const unused : {"setup", "usage"}) header["match"].erase(unused);
      shown["match"] = std::move(header["match"]);
    }
    std::unique_lock lock(mutex_);
    head_["header"] = std::move(shown);
    const std::string head = to_stored_line(head_);
    lock.unlock();
    try {
      save_match(save_, {head, to_line(*match, shown_->game())});
    } catch (const Failure& failure) {
      std::cerr << failure.what() << ": this match is not saved any more\n";
      save_.clear();
    }
  }

  arena::Stream::Message next() {
    for (;;) {
      if (auto message = stream_.receive(-1)) return *message;
    }
  }

  void send(Kind kind, const std::string& content) {
    const std::lock_guard lock(sending_);
    stream_.add(kind, content);
    stream_.flush();
  }

  void send_if_open(Kind kind, const std::string& content) {
    try {
      send(kind, content);
    } catch (const arena::Closed&) {  // the main thread notices it, too
    }
  }

  MatchFactory& factory_;
  std::filesystem::path database_;
  RecordedGames games_;
  std::string trace_;
  arena::SharedStatus& status_;
  arena::Stream stream_{Descriptor(arena::socket_descriptor), arena::Peer::host};
  std::unique_ptr<ShownMatch> shown_;
  std::filesystem::path save_;  // where a match that is played is saved; empty: nowhere
  std::mutex sending_;
  std::mutex mutex_;  // of what follows
  Json head_;         // of a match that is played: see SavedMatch
  std::condition_variable answered_;
  std::deque<Question> questions_;
  std::size_t answering_ = 0;  // threads
};

}  // namespace

int serve_shown_match(MatchFactory& factory, const std::filesystem::path& database, const std::string& game,
                      const std::string& trace) {
  return ShownMatchServer(factory, database, game, trace).run();
}

}  // namespace host
