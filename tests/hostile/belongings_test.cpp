// Strategies look for what another process of the same user has: sockets without a path, queues, semaphores, shared
// memory, keys. Without the sandbox they get at it; in the sandbox they don't, neither programs nor libraries.
#include "tests/hostile/belongings.h"

#include "tests/hostile/arena.hpp"
#include "tests/hostile/program_attacks.hpp"
#include "tests/hostile/surroundings.hpp"

#include <doctest/doctest.h>

#include <sys/msg.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace {

using hostile::Arena;
using hostile::Ending;

/// All of it, as long as this lives. Its names are the same for all tests: who has bound the socket owns the rest, and
/// others wait.
class Owner {
 public:
  Owner() {
    const sockaddr_un address = belongings_address();
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      REQUIRE(errno == EADDRINUSE);
      REQUIRE(std::chrono::steady_clock::now() < until);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    queue_ = ::msgget(belongings_number, IPC_CREAT | 0666);
    semaphores_ = ::semget(belongings_number, 1, IPC_CREAT | 0666);
    segment_ = ::shmget(belongings_number, 4096, IPC_CREAT | 0666);
    key_ = ::syscall(SYS_add_key, "user", BELONGINGS_NAME, "x", 1, belongings_user_keyring);
    const long queue = ::syscall(SYS_mq_open, BELONGINGS_NAME, O_CREAT | O_RDONLY | O_CLOEXEC, 0666, nullptr);
    if (queue >= 0) ::close(static_cast<int>(queue));
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    constexpr long unlink = 9;  // KEYCTL_UNLINK
    ::msgctl(queue_, IPC_RMID, nullptr);
    ::semctl(semaphores_, 0, IPC_RMID);
    ::shmctl(segment_, IPC_RMID, nullptr);
    ::syscall(SYS_keyctl, unlink, key_, belongings_user_keyring);
    ::syscall(SYS_mq_unlink, BELONGINGS_NAME);
    ::close(socket_);
  }

 private:
  int socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  int queue_ = -1;
  int semaphores_ = -1;
  int segment_ = -1;
  long key_ = -1;
};

/// How a match of this strategy ends for it.
Ending ending_of(const Arena& arena, const std::string& plugin, const std::string& level) {
  const support::Result result = arena.play({"--game", "tonga", "--plugin", plugin, "--plugin", "greedy", "--set",
                                             "n=6", "--seats", "listed", "--json", "--no-db", "--isolation", level});
  CAPTURE(result.err);
  REQUIRE(result.code == 0);
  const auto matches = hostile::matches_of(result);
  REQUIRE(matches.size() == 1);
  for (const std::string& thing : arena.left_over()) FAIL_CHECK("left over: " << thing);
  return matches.front().seats.front();
}

void check_closed(const Arena& arena) {
  for (const belonging& each : all_belongings) {
    const std::string attack = each.attack;
    CAPTURE(attack);
    CHECK(ending_of(arena, arena.plugins + "/hostile_program,do=" + attack, "sandbox").kind == "ok");
    for (const std::string& plugin : {"/hostile.so:raw,do=" + attack, "/at_load_" + attack + ".so:raw"}) {
      CAPTURE(plugin);
      const Ending library = ending_of(arena, arena.plugins + plugin, "sandbox");
      const std::string forbidden = each.forbidden;
      const bool loading = plugin.starts_with("/at");
      CHECK(library.kind == (forbidden.empty() ? "ok" : loading ? "load" : "forbidden"));
      CHECK_MESSAGE(library.reason.find(forbidden) != std::string::npos, library.reason);
    }
  }
}

}  // namespace

TEST_CASE("what other processes of the user have is found without the sandbox, by programs and libraries") {
  const Owner owner;
  const Arena arena;
  for (const belonging& each : all_belongings) {
    const std::string attack = each.attack;
    CAPTURE(attack);
    if (each.reaches() == 0) {
      MESSAGE("this machine has none of it");
      continue;
    }
    CHECK(ending_of(arena, arena.plugins + "/hostile_program,do=" + attack, "process").kind == "illegal");
    const Ending library = ending_of(arena, arena.plugins + "/hostile.so:raw,do=" + attack, "process");
    CHECK_MESSAGE(library.reason.find("the attack succeeded") != std::string::npos, library.reason);
  }
}

TEST_CASE("in the sandbox, neither programs nor libraries find what other processes of the user have") {
  const Owner owner;
  hostile::for_surroundings(true, [](const hostile::Surroundings& place) { check_closed(*place.arena()); });
}

TEST_SUITE("slow" * doctest::skip()) {
  TEST_CASE("nor in the less usual surroundings") {
    const Owner owner;
    hostile::for_surroundings(false, [](const hostile::Surroundings& place) { check_closed(*place.arena()); });
  }
}
