#include "host/web/room_server.hpp"

#include "host/arena/served.hpp"
#include "host/arena/stream.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/match/recorded_games.hpp"
#include "host/store/store.hpp"
#include "host/thread.hpp"
#include "host/view/stored_again.hpp"
#include "host/web/fields.hpp"
#include "host/web/room_api.hpp"
#include "host/web/room_messages.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

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

class RoomServer {
 public:
  RoomServer(Lobby& lobby, std::filesystem::path database, std::string game)
      : lobby_(lobby), database_(std::move(database)), games_(std::move(game)), status_(arena::shared_status()) {
    lobby_.watch_with(&status_.watch);
  }

  int run() {
    try {
      arena::watch_host(arena::socket_descriptor);
      serve();
    } catch (const arena::Closed&) {
      return static_cast<int>(Exit::done);
    } catch (const Failure& failure) {
      fail(failure.code(), failure.what());
    } catch (const std::bad_alloc&) {
      fail(Exit::internal, "out of memory");
    } catch (const std::exception& failure) {
      fail(Exit::internal, failure.what());
    }
    return static_cast<int>(Exit::done);
  }

 private:
  void serve() {
    const arena::Stream::Message first = next();
    if (first.kind != Kind::open) throw BadMessage();
    RoomTitle title;
    const std::unique_ptr<Room> room = open(unpack<RoomOrder>(first.content), title);
    send(Kind::opened, pack(title));
    room->start();
    std::thread states = start_thread([&] { tell_states(*room); });
    RoomApi api(*room, lobby_);
    try {
      for (;;) take(next(), api);
    } catch (...) {  // the server has closed the socket
      room->close();
      states.join();
      std::unique_lock lock(mutex_);
      answered_.wait(lock, [&] { return answering_ == 0; });
      throw;
    }
  }

  std::unique_ptr<Room> open(const RoomOrder& order, RoomTitle& title) {
    if (order.kind == RoomOrder::Kind::record) return recorded(order.line, order.where, title);
    if (order.kind == RoomOrder::Kind::stored) return stored(order, title);
    const Json request = parse_json(order.request);
    if (order.kind == RoomOrder::Kind::play) {
      auto room = lobby_.play(request);
      title = {text_field(request, "game"), title_of(request)};  // the lobby has checked the request
      return room;
    }
    const Transcript origin = parse_transcript(order.line, "the match");
    auto room = lobby_.branch(origin, request);
    title = {origin.game, origin.game + " from turn " + std::to_string(number_field(request, "turn"))};
    return room;
  }

  std::unique_ptr<Room> recorded(const std::string& line, const std::string& where, RoomTitle& title) {
    auto transcript = std::make_shared<const Transcript>(parse_transcript(line, where));
    const Game& game = games_.game_of(*transcript, where);
    title.game = transcript->game;
    return std::make_unique<RecordedRoom>(std::move(transcript), game, where, "", &status_.watch);
  }

  std::unique_ptr<Room> stored(const RoomOrder& order, RoomTitle& title) {
    Store store(database_, {.create = false, .to_write = false});
    const auto found = stored_match(store, order.run, order.number);
    if (!found) throw Failure(Exit::usage, "there is no match '" + order.where + "'");
    if (const auto line = store.transcript(found->id)) return recorded(*line, order.where, title);
    for (const StoredRun& run : store.runs()) {
      if (run.id != order.run) continue;
      title.game = found->summary().game;
      return lobby_.play_again(*found, stored_secret(run.record.command));
    }
    throw Failure(Exit::usage, "there is no match '" + order.where + "'");
  }

  static std::optional<StoredMatch> stored_match(Store& store, RunId run, std::uint64_t number) {
    std::optional<StoredMatch> found;
    Filter filter;
    filter.run = run;
    store.for_each_match(filter, [&](const StoredMatch& match) {
      if (match.place.number == number) found = match;
    });
    return found;
  }

  /// Answers a request in a thread of its own: it may have to wait for a strategy.
  void take(const arena::Stream::Message& message, RoomApi& api) {
    if (message.kind != Kind::request) throw BadMessage();
    std::uint64_t number = 0;
    HttpRequest request;
    unpack_to(message.content, number, request);
    {
      const std::lock_guard lock(mutex_);
      ++answering_;
    }
    start_thread([this, &api, number, request = std::move(request)] {
      const HttpResponse response = api.answer(request);
      send_if_open(Kind::answer, pack(number, response));
      const std::lock_guard lock(mutex_);
      --answering_;
      answered_.notify_all();
    }).detach();
  }

  void tell_states(const Room& room) {
    constexpr std::chrono::milliseconds patience(5000);
    std::uint64_t seen = 0;
    while (!room.closed()) {
      const std::uint64_t version = room.wait(seen, patience);
      if (version == seen) continue;
      seen = version;
      send_if_open(Kind::state, pack(RoomState{version, room.idle()}));
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

  void fail(Exit code, const std::string& sentence) {
    send_if_open(Kind::failure, pack(arena::FailureMessage{code, sentence}));
  }

  Lobby& lobby_;
  std::filesystem::path database_;
  RecordedGames games_;
  arena::SharedStatus& status_;
  arena::Stream stream_{Descriptor(arena::socket_descriptor)};
  std::mutex sending_;
  std::mutex mutex_;  // of what follows
  std::condition_variable answered_;
  std::size_t answering_ = 0;  // requests
};

}  // namespace

int serve_room(Lobby& lobby, const std::filesystem::path& database, const std::string& game) {
  return RoomServer(lobby, database, game).run();
}

}  // namespace host
