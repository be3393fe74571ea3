// Files and messages by others with changes at random, in each format that the host or a game reads: they are read or
// refused with a sentence, soon, and nothing else happens. Each failure prints its format and its seed.
//
// A quick run has the same few hundred inputs each time. With AGON_FUZZ_SECONDS=600 in the environment, each format is
// fuzzed for that long: ./check --long does that with the address sanitizer. AGON_FUZZ_SEED=N gives the input with that
// seed alone.
#include "host/arena/messages.hpp"
#include "host/cli/opening_options.hpp"
#include "host/match/exchange.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/plugin/ticks.hpp"
#include "host/store/merge.hpp"
#include "host/store/store.hpp"
#include "host/tournament/league.hpp"
#include "host/tournament/league_bots.hpp"
#include "host/util/archive.hpp"
#include "host/util/failure.hpp"
#include "tests/host/store/matches.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// As the archives in which programs travel have it.
template <class Archive>
void fields(Archive& archive, ProgramFile& file) {
  archive(file.path, file.mode, file.content);
}

}  // namespace host

namespace {

namespace fs = std::filesystem;
using support::TemporaryFolder;

using Random = std::mt19937_64;
using Texts = std::vector<std::string>;

/// What is put where something else was: ends of numbers and of texts, and what formats give a meaning.
const Texts extremes = {"0",
                        "-1",
                        "9223372036854775807",
                        "18446744073709551616",
                        "1e999",
                        "nan",
                        std::string(1, '\0'),
                        "\xff\xfe",
                        "\xed\xa0\x80",
                        "\r\n",
                        "\n",
                        "\t",
                        "\"",
                        "'",
                        "\\",
                        "[",
                        "]",
                        "[[[[[[[[",
                        "{",
                        "}",
                        "(",
                        ")",
                        ";",
                        ":",
                        "=",
                        ",",
                        "#",
                        "*",
                        "1/2-1/2",
                        std::string(5000, '('),
                        std::string(5000, '['),
                        std::string(5000, '{'),
                        std::string(70'000, 'a'),
                        "SZ[52]",
                        "e8=Q+",
                        "O-O-O",
                        "[FEN \"\"]",
                        "1.",
                        "...",
                        "$255",
                        "../../x",
                        "/etc/passwd",
                        "inf"};

std::size_t below(Random& random, std::size_t limit) {
  return limit == 0 ? 0 : random() % limit;
}

/// Returns a text of the corpus with one to three changes.
std::string changed(const Texts& corpus, Random& random) {
  std::string text = corpus[below(random, corpus.size())];
  for (std::uint64_t count = 1 + random() % 3; count > 0; --count) {
    const std::size_t at = below(random, text.size() + 1);
    const std::size_t some = std::min(below(random, 40), text.size() - at);
    switch (random() % 8) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << (random() % 8)));
        break;
      case 1:
        text.erase(at, some);
        break;
      case 2:
        text.insert(at, text.substr(below(random, text.size()), some));
        break;
      case 3:
        text.replace(at, some, extremes[below(random, extremes.size())]);
        break;
      case 4: {  // the beginning of one, and the end of another
        const std::string& other = corpus[below(random, corpus.size())];
        text = text.substr(0, at) + other.substr(below(random, other.size()));
        break;
      }
      case 5:
        text.resize(at);
        break;
      case 6: {  // a whole number of a binary format
        constexpr std::uint64_t numbers[] = {0, 1, UINT32_MAX, UINT64_MAX, INT64_MAX, std::uint64_t{1} << 40U};
        const std::uint64_t number = numbers[below(random, 6)];
        if (at + sizeof number <= text.size()) std::memcpy(text.data() + at, &number, sizeof number);
        break;
      }
      default:
        text.insert(at, 1, static_cast<char>(random()));
    }
    if (text.size() > 1'000'000) text.resize(1'000'000);
  }
  return text;
}

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Gives changed texts to `read`, which may refuse them: by a Failure of one line, or as a BadMessage. The corpus
/// itself has to be taken.
void fuzz(const Texts& corpus, std::uint64_t rounds, const std::function<void(const std::string&)>& read) {
  for (const std::string& text : corpus) read(text);
  const std::uint64_t only = from_environment("AGON_FUZZ_SEED", 0);
  const auto end = static_cast<std::int64_t>(from_environment("AGON_FUZZ_SECONDS", 0)) * 1'000'000'000 +
                   host::read_clock(CLOCK_MONOTONIC);
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 1; seed <= rounds || host::read_clock(CLOCK_MONOTONIC) < end; ++seed) {
    if (only != 0 && seed != only) {
      if (seed > only) break;
      continue;
    }
    INFO("seed ", seed);
    Random random(seed);
    const std::string text = changed(corpus, random);
    const std::int64_t begin = host::read_clock(CLOCK_THREAD_CPUTIME_ID);
    try {
      read(text);
      ++taken;
    } catch (const host::Failure& failure) {
      ++refused;
      CHECK(std::string(failure.what()).find('\n') == std::string::npos);
      CHECK(failure.code() != host::Exit::internal);
    } catch (const host::BadMessage&) {
      ++refused;
    }
    // With sanitizers, on a busy machine.
    CHECK(host::read_clock(CLOCK_THREAD_CPUTIME_ID) - begin < 20'000'000'000);
  }
  MESSAGE(taken, " inputs were read, ", refused, " refused");
  if (only == 0) CHECK(refused > 0);
}

const host::Catalogue& catalogue() {
  static const host::Catalogue all({SHIPPED});
  return all;
}

void fuzz_book(const std::string& name, const std::string& ending, const Texts& corpus) {
  const host::Game game = catalogue().game(name);
  fuzz(corpus, 2000, [&](const std::string& text) { static_cast<void>(host::read_book(game, text, ending)); });
}

}  // namespace

TEST_CASE("PGN") {
  fuzz_book(
      "chess", ".pgn",
      {"[Event \"?\"]\n[Site \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {a comment} Nc6 $1 (2... d6 3. d4 "
       "(3. Bc4)) 3. Bb5 a6 ; rest\n4. Ba4 Nf6 5. O-O 1-0\n\n[Event \"two\"]\n\n1. d4 d5 *\n",
       "[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q+ Kd7 2. O-O 1/2-1/2\n",
       "[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. e4 e5 *\n",
       "[Event \"mark\"]\r\n\r\n% escaped\r\n1. e4 e5 2. g1f3 0-1\r\n"
       "1.e4 e5 2.Nf3 Nc6 *\n"});
}

TEST_CASE("EPD") {
  fuzz_book("chess", ".epd",
            {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 4; id \"rook\";\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n",
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c0 \"a; b\"; fmvn 3;\n",
             "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2\n"});
}

TEST_CASE("SGF") {
  fuzz_book("go", ".sgf",
            {"(;FF[4]GM[1]SZ[9]KM[7]RU[Chinese]PB[one]PW[two]C[a \\] b];B[ee];W[cc](;B[gg];W[])(;B[gc]))",
             "(;GM[1]SZ[9]KM[0];B[ee];W[];B[tt])", "(;SZ[19]KM[6.5];B[pd];W[dp];B[dd];W[pp])\n(;SZ[9];B[aa])"});
}

TEST_CASE("TOML") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "bot");
  folder.write("bot/bot.py", "#!/bin/sh\n");
  const Texts league = {
      "title = 'x'\nseeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['random']\nowners = []\n"
      "blocks = 2\nplacements = 1\ngive-up = 3\npages = 9\n[match]\ngame = 'tonga'\nset = ['n=6', 'a=b']\nwall = 60\n",
      "\xEF\xBB\xBFseeds = 'random:1:0123456789abcdef0123456789abcdef'\r\n[match]\r\ngame = 'tonga'\r\n"};
  const Texts people = {
      "url = 'https://a.example/b'\nuploads = 2\nfiles = 1\nsize = 1\n[people]\nann = "
      "'0123456789abcdef'\neve = \"0123456789abcdeg\"\n",
      "\xEF\xBB\xBF[people]\r\nann = '0123456789abcdef'\r\n"};
  const Texts bot = {"plugin = './bot.py,k=3'\n", "plugin = \"run:python3 bot.py:x 'a b'\"\n",
                     "plugin = 'uci:./bot.py,Hash=1'", "\xEF\xBB\xBFplugin = './bot.py'\r\n"};
  const Texts tester = {
      "tester = 'cargo run -r --bin vis in/{seed:04}.txt {output}'\nscore = 'Score = (\\d+)'\ninput = "
      "'in/{seed:04}.txt'\n",
      "referee = 'python3 referee.py {seed}'\nseats = 2\n",
      "\xEF\xBB\xBFreferee = 'python3 referee.py {seed}'\r\nseats = 2\r\n"};
  const auto with = [&](const Texts& corpus, const std::string& file, const std::function<void()>& read) {
    fuzz(corpus, 700, [&](const std::string& text) {
      folder.write(file, text);
      read();
    });
  };
  with(league, "league.toml", [&] { static_cast<void>(host::read_league(folder.path())); });
  with(people, "people.toml", [&] { static_cast<void>(host::read_people(folder.path() / "people.toml")); });
  with(bot, "bot/bot.toml", [&] { static_cast<void>(host::plugin_of(folder.path() / "bot")); });
  fuzz(tester, 700, [&](const std::string& text) { static_cast<void>(host::read_tester(text, "contest")); });
}

TEST_CASE("openings") {
  const TemporaryFolder folder;
  const host::GameBuild game = catalogue().take(catalogue().find_game("tonga"));
  const std::string file = folder.write("openings.txt", "").string();
  const host::Values values(host::opening_options(), {"--openings", file});
  fuzz({"0 0; 1 1 # a comment\n\nn=6 2 2\n# none\n3 3;;4 4;\n", "n=8 d4; c3\n", "0 0\r\n1 1\r\n"}, 2000,
       [&](const std::string& text) {
         folder.write("openings.txt", text);
         static_cast<void>(host::read_openings(values, game, {}));
       });
}

TEST_CASE("archives of programs") {
  const std::vector<host::ProgramFile> files = {{"home/ada/bot.py", 0755, "#!/bin/sh\n"},
                                                {"home/ada/lib/x.py", 0644, ""}};
  fuzz({host::pack(files), host::pack(std::vector<host::ProgramFile>())}, 1000, [](const std::string& text) {
    const auto copy = host::TempLibraryCopy::of_archive(host::unpack<std::vector<host::ProgramFile>>(text));
    for (const auto& entry : fs::recursive_directory_iterator(copy->path())) CHECK_FALSE(entry.is_symlink());
  });
}

TEST_CASE("messages between processes") {
  using Message = std::vector<std::pair<std::optional<std::string>, std::map<std::string, std::vector<std::uint64_t>>>>;
  const Message message = {{"text", {{"a", {1, 2}}, {"b", {}}}}, {std::nullopt, {{"c", {UINT64_MAX}}}}};
  fuzz({host::pack(message)}, 2000, [](const std::string& text) { static_cast<void>(host::unpack<Message>(text)); });
  const host::arena::FailureMessage failure{host::Exit::game, "a sentence"};
  fuzz({host::pack(failure)}, 500,
       [](const std::string& text) { static_cast<void>(host::unpack<host::arena::FailureMessage>(text)); });
}

TEST_CASE("transcripts") {
  Texts lines;
  for (const char* const game : {"chess", "go", "linez"}) {
    const std::string all = support::content(fs::path(GOLDEN) / game / "golden.jsonl");
    lines.push_back(all.substr(0, all.find('\n')));
  }
  fuzz(lines, 1000, [](const std::string& line) { static_cast<void>(host::parse_transcript(line, "fuzzed")); });
}

TEST_CASE("databases") {
  const TemporaryFolder folder;
  const fs::path whole = folder.path() / "whole.db";
  {
    host::Store store(whole, {});
    const host::RunId run = store.begin_run(matches::record());
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      matches::add(store, run, matches::sample(seed, seed), "line " + std::to_string(seed));
    store.finish_run(run, host::RunState::finished);
  }
  const std::string bytes = support::content(whole);
  fuzz({bytes}, 150, [&](const std::string& text) {
    const fs::path file = folder.write("fuzzed.db", text);
    const auto removed = [&] {
      for (const char* const ending : {"", "-wal", "-shm", "-journal"}) fs::remove(file.string() + ending);
      fs::remove(folder.path() / "target.db");
    };
    try {
      host::merge(folder.path() / "target.db", file);
      host::Store store(file, {.create = false, .to_write = false});
      static_cast<void>(store.runs());
      store.for_each_match({}, [&](host::Result& match) { static_cast<void>(store.transcript(match.id)); });
    } catch (...) {
      removed();
      throw;
    }
    removed();
  });
}

TEST_CASE("libraries") {
  const TemporaryFolder folder;
  const std::string bytes = support::content(fs::path(SHIPPED) / "tonga/random.so");
  fuzz({bytes}, 300, [&](const std::string& text) {
    const fs::path file = folder.write("fuzzed.so", text);
    static_cast<void>(host::describe_file(file));
  });
}
