// New builds of a strategy's file take over in the middle of a match.
#include "tests/host/arena/counting_match.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace {

namespace fs = std::filesystem;
using live::actions;
using live::person;
using live::setup;
using live::strategy;
using Words = std::vector<std::string>;

/// A match of a person and of `adder`, whose file is bot.so, with the sentences that it tells.
struct Reloading {
  Reloading() {
    folder.copy(AGON_TEST_ADDERS, "bot.so");
    host::LiveSetup live = setup({person(), strategy("adder", bot())}, "90");
    live.reload = true;
    live.tell = [this](const std::string& sentence) { told.push_back(sentence); };
    match.emplace(std::move(live));
  }

  [[nodiscard]] fs::path bot() const { return folder.path() / "bot.so"; }

  /// Plays one action of each seat.
  void play() {
    REQUIRE_FALSE(match->act("+1"));
    REQUIRE(match->step());
  }

  /// Replaces the file, as a linker does, and waits until it counts as finished.
  void build(const std::string& content) const {
    fs::remove(bot());
    folder.write("bot.so", content);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }

  support::TemporaryFolder folder;
  Words told;
  std::optional<host::LiveMatch> match;
};

}  // namespace

TEST_CASE("the newest build takes over at its seat's next turn, and stands in the transcript") {
  Reloading reloading;
  reloading.play();
  const std::string before = reloading.match->player(1).identity.sha256;
  reloading.build(support::content(AGON_TEST_REBUILT_ADDERS));
  reloading.play();
  reloading.play();
  CHECK(actions(*reloading.match) == Words{"+1", "+3", "+1", "+5", "+1", "+5"});
  const host::Transcript transcript = reloading.match->transcript();
  REQUIRE(live::takeovers(transcript) == Words{"4: seat 1 adder"});
  CHECK(transcript.seats[1].sha256 == before);
  CHECK(transcript.takeovers[0].player.sha256 != before);
  CHECK(reloading.told ==
        Words{"the new build of " + reloading.bot().string() + " plays seat 1 (Second) from action 4 on"});
}

TEST_CASE("a build that can't be loaded keeps the one before playing, and is mentioned once") {
  Reloading reloading;
  reloading.play();
  reloading.build("no library");
  reloading.play();
  reloading.play();
  CHECK(actions(*reloading.match) == Words{"+1", "+3", "+1", "+3", "+1", "+3"});
  REQUIRE(reloading.told.size() == 1);
  CHECK(reloading.told[0].starts_with("the new build of " + reloading.bot().string() +
                                      " can't take over seat 1 (Second): "));
  CHECK(reloading.told[0].ends_with("; the one before plays on"));
  reloading.build(support::content(AGON_TEST_REBUILT_ADDERS));
  reloading.play();
  CHECK(actions(*reloading.match).back() == "+5");
  CHECK(reloading.told.size() == 2);
}

TEST_CASE("a file that is written again with the same content changes nothing") {
  Reloading reloading;
  reloading.play();
  reloading.build(support::content(AGON_TEST_ADDERS));
  reloading.play();
  fs::remove(reloading.bot());
  reloading.play();
  CHECK(reloading.match->transcript().takeovers.empty());
  CHECK(reloading.told.empty());
}
