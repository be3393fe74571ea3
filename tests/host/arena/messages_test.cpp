// The messages between the host and its arenas.
#include "host/arena/messages.hpp"
#include "host/arena/stream.hpp"
#include "host/util/child_process.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace host;

Job job() {
  Job job;
  job.game.description.id = "counting";
  job.game.description.version = "1.2.3";
  job.game.description.protocol = "counting/1";
  for (const char* const name : {"one", "two"}) {
    Participant participant;
    participant.identity.strategy = name;
    participant.identity.name = name;
    job.participants.push_back(participant);
  }
  return job;
}

const MatchRequest request{.seed = 7, .seating = {1, 0}};

PlayedMatch sample() {
  PlayedMatch match;
  Result& result = match.result;
  Transcript& transcript = match.transcript.emplace();
  result.drawn = {{"n", "6"}, {"board", ""}};
  transcript.start = "the start";
  transcript.events = {{0, "a b", "c", std::nullopt}, {1, "", "", Outcome{AGON_OUTCOME_TIME, "too slow", "last\n"}}};
  result.seats = {{1.5, {}, {.cpu_ns = 1, .wall_ns = 2, .peak_kib = 3, .turns = 4}},
                  {-1,
                   {AGON_OUTCOME_TIME, "too slow", "last\n"},
                   {.cpu_ns = 5, .wall_ns = 6, .peak_kib = std::nullopt, .turns = 7}}};
  result.contest = {1.25, -1};
  transcript.usage = {{3, 4}, {{2, "why\n", 5}}};
  match.logs = {"", "line\n"};
  match.game_log = "game\n";
  match.board = "board\n";
  return match;
}

}  // namespace

TEST_CASE("a match arrives as it was sent, with what the host knows of it") {
  const PlayedMatch sent = sample();
  const PlayedMatch match = arena::match_from(arena::to_bytes(sent), job(), request);
  CHECK(match.transcript->game == "counting");
  CHECK(match.transcript->version == "1.2.3");
  CHECK(match.transcript->seed == 7);
  CHECK(match.transcript->seats[0].name == "two");
  CHECK(match.transcript->parameters == sent.result.drawn);
  CHECK(match.result.drawn == sent.result.drawn);
  CHECK(match.transcript->start == "the start");
  REQUIRE(match.transcript->events.size() == 2);
  CHECK(match.transcript->events[0].reveals == "c");
  CHECK(match.transcript->events[1].forfeit->reason == "too slow");
  CHECK(match.transcript->usage.cpu_us == std::vector<std::int64_t>{3, 4});
  CHECK(match.transcript->usage.logs.at(0).text == "why\n");
  REQUIRE(match.result.seats.size() == 2);
  CHECK(match.result.seats[0].score == 1.5);
  CHECK(match.result.seats[0].usage.peak_kib == 3);
  CHECK_FALSE(match.result.seats[1].usage.peak_kib);
  CHECK(match.result.seats[1].outcome.log == "last\n");
  CHECK(match.result.contest == sent.result.contest);
  CHECK(match.logs == sent.logs);
  CHECK(match.game_log == "game\n");
  CHECK(match.board == "board\n");
  CHECK_FALSE(match.result.fault);
}

TEST_CASE("a match that the game failed arrives with the reason alone") {
  PlayedMatch failed = sample();
  failed.result.fault = "it crashed";
  const PlayedMatch match = arena::match_from(arena::to_bytes(failed), job(), request);
  CHECK(match.result.fault == "it crashed");
  CHECK_FALSE(match.transcript);
}

TEST_CASE("a message that is cut or lengthened anywhere is refused") {
  const std::string bytes = arena::to_bytes(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(static_cast<void>(arena::match_from(bytes.substr(0, size), job(), request)), BadMessage);
  }
  CHECK_THROWS_AS(static_cast<void>(arena::match_from(bytes + "x", job(), request)), BadMessage);
}

TEST_CASE("usage of turns that the match has not is refused") {
  for (const host::TurnUsage& usage : std::vector<host::TurnUsage>{{{1, 2, 3}, {}},
                                                                   {{-1}, {}},
                                                                   {{}, {{3, "", 0}}},
                                                                   {{}, {{0, "", 0}}},
                                                                   {{}, {{2, "", 0}, {1, "", 0}}},
                                                                   {{}, {{1, std::string(100'000, 'x'), 0}}}}) {
    PlayedMatch match = sample();
    match.transcript->usage = usage;
    CHECK_THROWS_AS(arena::match_from(arena::to_bytes(match), job(), request), BadMessage);
  }
}

TEST_CASE("a match with another number of seats than the request is refused") {
  PlayedMatch other = sample();
  other.result.contest.push_back(0);
  CHECK_THROWS_AS(static_cast<void>(arena::match_from(arena::to_bytes(other), job(), request)), BadMessage);
  other = sample();
  other.result.seats.pop_back();
  CHECK_THROWS_AS(static_cast<void>(arena::match_from(arena::to_bytes(other), job(), request)), BadMessage);
}

TEST_CASE("requests arrive as they were sent") {
  const std::vector<MatchRequest> all = {request, {.seed = ~std::uint64_t{0}, .seating = {0, 2, 1}}};
  const auto received = unpack<std::vector<MatchRequest>>(pack(all));
  REQUIRE(received.size() == 2);
  CHECK(received[1].seed == ~std::uint64_t{0});
  CHECK(received[1].seating == all[1].seating);
}

TEST_CASE("messages of any size and their file descriptors pass a socket in order") {
  auto [first_end, second_end] = connected_sockets();
  arena::Stream one(std::move(first_end), arena::Peer::game);
  arena::Stream other(std::move(second_end), arena::Peer::host);
  const std::string content(50'000, 'x');
  one.add(arena::Kind::order, content);
  one.add(arena::Kind::ready);
  one.flush();
  const std::vector<int> many(100, other.socket());
  one.send(arena::Kind::library, many);
  one.add(arena::Kind::check);
  one.flush();
  const auto first = other.receive(-1);
  REQUIRE(first);
  CHECK(first->kind == arena::Kind::order);
  CHECK(first->content == content);
  CHECK(other.receive(-1)->kind == arena::Kind::ready);
  for (std::size_t sent = 0; sent < many.size(); ++sent) CHECK(other.receive(-1)->kind == arena::Kind::library);
  CHECK(other.receive(-1)->kind == arena::Kind::check);
  CHECK(other.take_descriptors().size() == many.size());
  CHECK_FALSE(other.receive(0));
}

TEST_CASE("rubbish in a socket and its end are told apart") {
  auto [end, other_end] = connected_sockets();
  arena::Stream one(std::move(end), arena::Peer::game);
  const std::string rubbish(100, '\xff');
  REQUIRE(::send(other_end.get(), rubbish.data(), rubbish.size(), 0) == 100);
  CHECK_THROWS_AS(static_cast<void>(one.receive(-1)), BadMessage);
  arena::Stream left(connected_sockets().first, arena::Peer::game);
  CHECK_THROWS_AS(static_cast<void>(left.receive(-1)), arena::Closed);
}

TEST_CASE(
    "file descriptors that a game's process sends are closed, and a message of a gigabyte is refused at its first "
    "bytes") {
  auto [host_end, game_end] = connected_sockets();
  arena::Stream host(std::move(host_end), arena::Peer::game);
  arena::Stream game(game_end.duplicate(), arena::Peer::host);
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const Descriptor read_end(pipe_ends[0]);
  constexpr int sent = 50;
  game.send(arena::Kind::played, std::vector<int>(sent, pipe_ends[1]));
  ::close(pipe_ends[1]);
  for (int each = 0; each < sent; ++each) CHECK(host.receive(-1)->kind == arena::Kind::played);
  CHECK(host.take_descriptors().empty());
  char byte = 0;
  CHECK_MESSAGE(::read(read_end.get(), &byte, 1) == 0, "nobody has the other end");
  CHECK_THROWS_AS(game.add(arena::Kind::played, std::string((64 << 20) + 1, 'x')), Failure);
  const std::string head("\0\0\0\x40\7", 5);  // the size, and the kind
  REQUIRE(::send(game_end.get(), head.data(), head.size(), 0) == 5);
  CHECK_THROWS_AS(static_cast<void>(host.receive(-1)), BadMessage);
}
