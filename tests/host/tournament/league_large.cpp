// How long does a large league take to write its site? Makes a league of 200 versions and 100,000 matches in the folder
// of its first argument, and has the host of its second one write the site. Exit code 1 if that takes more than 10 s of
// CPU time.
#include "tests/host/store/matches.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/resource.h>

namespace {

constexpr std::size_t versions = 200;
constexpr std::uint64_t blocks = 50'000;
constexpr const char* empty_file = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";  // its SHA-256

std::string name_of(std::size_t version) {
  return "owner" + std::to_string(version / 10) + "/bot" + std::to_string(version % 10) + "@1";
}

/// A block of two that are near each other in strength.
struct Pair {
  std::size_t one;
  std::size_t other;
  explicit Pair(agon::Random& random) : one(random.below(versions)), other((one + 1 + random.below(10)) % versions) {}
};

void write_results(const std::filesystem::path& folder) {
  host::Store store(folder / "league.db");
  host::RunRecord record = matches::record("tonga");
  record.command = {"agon", "league", "run"};
  const host::RunId run = store.begin_run(record);
  std::ofstream journal(folder / "league.log");
  for (std::size_t version = 0; version < versions; ++version) {
    const std::string name = name_of(version);
    journal << R"({"version":")" << name << R"(","bot":")" << name.substr(0, name.size() - 2)
            << R"(","anchor":false,"sha256":")" << empty_file << R"(","file":"bot.txt","refused":"","since":1})"
            << "\n";
  }
  agon::Random random(1);
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const Pair pair(random);
    journal << R"({"blocks":[{"block":)" << block << R"(,"players":[")" << name_of(pair.one) << R"(",")"
            << name_of(pair.other) << R"("]}]})"
            << "\n";
    for (std::uint64_t turn = 0; turn < 2; ++turn) {
      matches::Sample match = matches::sample(block, 2 * block + turn);
      match.identity.conditions.game = "tonga";
      for (std::size_t seat = 0; seat < 2; ++seat) {
        const std::size_t version = seat == turn ? pair.one : pair.other;
        match.result.place.names[seat] = match.identity.seats[seat].name = name_of(version);
        match.identity.seats[seat].strategy = "bot";
        match.identity.seats[seat].sha256 = "hash" + std::to_string(version);
        match.result.seats[seat].score = static_cast<double>(version + random.below(50));
      }
      matches::add(store, run, match);
    }
  }
  store.finish_run(run, host::RunState::finished);
}

}  // namespace

int main(int /*count*/, char** words) {
  const std::filesystem::path folder = words[1];
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "league.toml") << "seeds = 'random:1:0123456789abcdef0123456789abcdef'\n"
                                           "blocks = 1\n[match]\ngame = 'tonga'\n";
  write_results(folder);
  // Its bots are the versions that take part, so that none is gone.
  for (std::size_t version = 0; version < versions; ++version) {
    const std::string name = name_of(version);
    std::filesystem::create_directories(folder / "bots" / name.substr(0, name.find('/')));
    std::ofstream(folder / "bots" / (name.substr(0, name.size() - 2) + ".txt"));
  }
  const std::string command = std::string(words[2]) + " league run " + folder.string() + " --once --html " +
                              (folder / "site").string() + " > /dev/null";
  if (std::system(command.c_str()) != 0) return 2;
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
  std::printf("200 versions, 100,000 matches: the site takes %.1f s of CPU time\n", seconds);
  std::filesystem::remove_all(folder);
  return seconds <= 10 ? 0 : 1;
}
