#include "tests/host/store/matches.hpp"

#include "host/util/text.hpp"

#include <SQLiteCpp/Database.h>

#include <exception>
#include <iostream>
#include <memory>

#include <sys/wait.h>
#include <unistd.h>

namespace matches {

Sample sample(std::uint64_t seed, std::uint64_t number) {
  const auto seat = [](const std::string& name, char digit) {
    return host::SeatIdentity{name, name, "1.0.0", std::string(64, digit), {{"depth", "3"}}};
  };
  Sample sample;
  host::Conditions& conditions = sample.identity.conditions;
  conditions = {"counting", "2.0.0", "counting/1", std::string(64, 'c'), {{"target", "10"}}};
  conditions.limits.cpu_ns = 2'000'000'000;
  conditions.limits.memory_bytes = 1 << 20;
  sample.identity.seed = seed;
  sample.identity.seats = {seat("one", '1'), seat("two", '2')};
  host::Result& result = sample.result;
  result.place = {number, number / 2, {"first", "second"}};
  const double score = static_cast<double>(seed % 1000) / 3;
  result.seats = {{score, {}, {1'000'000, 2'000'000, 4000, 7}}, {-score, {}, {3'000'000, 4'000'000, {}, 6}}};
  result.contest = {1, 0};
  return sample;
}

host::Result Sample::whole() const {
  host::Result all = result;
  all.conditions = std::make_shared<host::Conditions>(identity.conditions);
  all.seed = identity.seed;
  for (const host::SeatIdentity& seat : identity.seats)
    all.strategies.push_back(std::make_shared<host::SeatIdentity>(seat));
  return all;
}

host::RunRecord record(const std::string& game) {
  return {.command = {"host", "--game", game}, .game = game, .version = "2.0.0", .host = "1.0.0", .contest = 1};
}

void add(host::Store& store, host::RunId run, const Sample& sample, const std::string& line) {
  store.add(run, sample.key(), sample.whole(), {line, line.size()});
}

pid_t in_process(const std::function<int()>& body) {
  std::cout.flush();
  const pid_t process = ::fork();
  if (process != 0) return process;
  int code = 100;
  try {
    code = body();
  } catch (const std::exception& exception) {
    std::cerr << exception.what() << std::endl;
  } catch (...) {  // a requirement of the test that does not hold
    code = 101;
  }
  std::cout.flush();
  ::_exit(code);
}

int ended(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string listing(host::Store& store, const host::Filter& filter) {
  std::string lines;
  store.for_each_match(filter, [&](const host::Result& match) {
    lines += std::to_string(match.run) + " " + std::to_string(match.place.number) + " " +
             std::to_string(match.place.block) + " " + std::to_string(match.seed);
    for (std::size_t seat = 0; seat < match.strategies.size(); ++seat)
      lines += " " + match.place.names.at(seat) + ":" + host::decimal(match.seats[seat].score);
    lines += "\n";
  });
  return lines;
}

void change(const std::filesystem::path& file, const std::string& sql) {
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

std::string integrity(const std::filesystem::path& file) {
  // For writing too: one whose writer was killed has to be put in order before it can be read.
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
  return database.execAndGet("PRAGMA integrity_check").getString();
}

}  // namespace matches
