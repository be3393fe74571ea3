// kill -9 while matches are being stored.
#include "host/store/store.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <thread>

#include <unistd.h>

using matches::add;
using matches::record;
using matches::sample;

namespace {

/// Stores matches until it is killed, and says of each that it is stored, as soon as it is.
class Writer {
 public:
  explicit Writer(const std::filesystem::path& file, std::uint64_t first) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    read_end_ = ends[0];
    process_ = matches::in_process([&] {
      host::Store store(file);
      const host::RunId run = store.begin_run(record());
      for (std::uint64_t seed = first;; ++seed) {
        add(store, run, sample(seed, seed), std::string(seed % 7 * 1000, 'x'));
        if (::write(ends[1], &seed, sizeof seed) != sizeof seed) return 1;
      }
    });
    ::close(ends[1]);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { ::close(read_end_); }

  /// Lets it store `count` matches, or more, then kills it after `delay`. Returns the seed after the last that it has
  /// stored.
  std::uint64_t kill(std::uint64_t count, std::chrono::microseconds delay) {
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t seed = 0;
      REQUIRE(::read(read_end_, &seed, sizeof seed) == sizeof seed);
      next = seed + 1;
    }
    std::this_thread::sleep_for(delay);
    ::kill(process_, SIGKILL);
    CHECK(matches::ended(process_) == 128 + SIGKILL);
    for (std::uint64_t seed = 0; ::read(read_end_, &seed, sizeof seed) == sizeof seed;) next = seed + 1;
    return next;
  }

 private:
  pid_t process_ = -1;
  int read_end_ = -1;
};

}  // namespace

TEST_CASE("a kill at any moment loses no match that was stored, and what comes next goes on from there") {
  const support::TemporaryFolder folder;
  const auto file = folder.path() / "agon.db";
  std::mt19937_64 random(5);
  std::uint64_t stored = 0;
  for (int kill = 0; kill < 20; ++kill) {
    const std::uint64_t first = stored;
    Writer writer(file, first);
    const std::uint64_t count = 1 + random() % 30;
    stored = writer.kill(count, std::chrono::microseconds(random() % 5'000));
    CHECK(stored >= first + count);
    CAPTURE(kill);
    CHECK(matches::integrity(file) == "ok");
    host::Store store(file);
    for (std::uint64_t seed = first; seed < stored; ++seed) {
      const auto found = store.find(sample(seed).key());
      REQUIRE(found);
      CHECK(found->result.seats.size() == 2);
      CHECK(store.transcript(found->id).value_or("").size() == seed % 7 * 1000);
    }
    // One more may be there: stored, and killed before it could say so. If so, whole.
    if (store.find(sample(stored).key())) ++stored;
    CHECK_FALSE(store.find(sample(stored).key()));
  }
  host::Store store(file);
  std::uint64_t count = 0;
  store.for_each_match({}, [&](const host::StoredMatch& match) { CHECK(match.seed == count++); });
  CHECK(count == stored);
}
