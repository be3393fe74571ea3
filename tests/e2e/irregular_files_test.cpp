// Whatever a user names as a file: what has no end or never begins is refused at once, in one sentence, by each command
// that reads files. And databases that somebody has made to harm who reads them.
#include "tests/e2e/host.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>

using namespace e2e;

namespace {

/// Makes a file of each kind that can't be read to its end: a pipe without a writer, a link to it, a socket, a folder.
Words irregular_in(const TemporaryFolder& folder) {
  REQUIRE(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("pipe", folder.path() / "link");
  fs::create_directory(folder.path() / "folder");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (folder.path() / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  ::close(socket);
  return {"pipe", "link", "folder", "socket", "/dev/zero", "/dev/full"};
}

/// Checks that the host refuses a command for its file: with a sentence that names it, and before a time that only a
/// hang takes.
void check_file_refused(const TemporaryFolder& folder, const Words& words, const std::string& file) {
  CAPTURE(words);
  const Result result = folder.run(words);
  CHECK(result.code > 1);
  CHECK(result.code <= 7);
  CHECK(result.out.empty());
  CHECK_MESSAGE(count_of(result.err, "\n") == 1, result.err);
  check_has(result.err, file.substr(file.rfind('/') + 1));
  CHECK_MESSAGE((has(result.err, "is no regular file") || has(result.err, "is a folder") ||
                 has(result.err, "is not a folder") || has(result.err, "o such")),
                result.err);
}

}  // namespace

TEST_CASE("every command that reads a file refuses pipes, devices, sockets and folders in their place, at once") {
  const TemporaryFolder folder;
  folder.done(small_match({"--record", "match.json"}));
  folder.done(small_tournament({"--seeds", "1", "--db", "own.db"}));
  for (const std::string& file : irregular_in(folder)) {
    for (const Words& words : std::vector<Words>{
             {"replay", file},
             {"replay", file, "--html", "page.html"},
             {"replay", "match.json", "--trace", file, "--html", "page.html"},
             {"replay", "--db", file, "--run", "latest"},
             {"blame", file},
             {"standings", "--db", file},
             {"merge", file, "--into", "target.db"},
             {"merge", "own.db", "--into", file},
             {"serve", file},
             {"serve", "match.json", "--trace", file},
             {"serve", "--db", file},
             {"info", "./" + file},
             small_match({"--openings", file}),
             small_tournament({"--seeds", "1", "--db", file}),
             {"--from", file},
             {"compare", "--game", "tonga", "--plugin", "random", "--against", "greedy", "--db", file, "--seeds", "1"},
             {"validate", "./" + file}}) {
      Words named = words;
      if (file.starts_with('/')) std::ranges::replace(named, "./" + file, file);
      check_file_refused(folder, named, file);
    }
  }
  CHECK_FALSE(fs::exists(folder.path() / "target.db"));
  CHECK_FALSE(fs::exists(folder.path() / "page.html"));
}

TEST_CASE("the settings of a league, of its people, of a bot and of a tester are read from regular files alone") {
  const TemporaryFolder folder;
  folder.done({"league", "init", "weekly", "--game", "tonga"});
  const std::string honest = content(folder.path() / "weekly/league.toml");
  for (const std::string& file : irregular_in(folder)) {
    CAPTURE(file);
    const fs::path target = file.starts_with('/') ? fs::path(file) : folder.path() / file;
    for (const std::string name : {"league.toml", "league.log", "league.db", "people.toml"}) {
      const fs::path place = folder.path() / "weekly" / name;
      fs::remove(place);
      fs::create_symlink(target, place);
      check_file_refused(folder, {"league", name == "people.toml" ? "serve" : "run", "weekly"}, name);
      fs::remove(place);
      folder.write("weekly/league.toml", honest);
      fs::remove(folder.path() / "weekly/league.log");
    }
    fs::remove_all(folder.path() / "tester");
    fs::create_directory(folder.path() / "tester");
    fs::create_symlink(target, folder.path() / "tester/game.toml");
    check_file_refused(folder, {"info", "tester/game.toml"}, "game.toml");
  }
}

TEST_CASE("standard input and a shell's <(command) are read where a file of matches, a book or a match is named") {
  const TemporaryFolder folder;
  folder.done(small_match({"--record", "match.json"}));
  const std::string agon = host_program.string();
  const auto shell = [&](const std::string& line) {
    Command command = folder.command({});
    command.words = {"bash", "-c", line};
    return run(command);
  };
  for (const std::string& line :
       {agon + " replay --quiet - < match.json", "cat match.json | " + agon + " replay --quiet -",
        "cat match.json | " + agon + " replay --quiet /dev/stdin", agon + " replay --quiet <(cat match.json)",
        agon + " --from <(cat match.json) --after 2 --no-db --quiet",
        agon + " --game tonga --plugin random --plugin greedy --seed 1 --set n=6 --no-db --quiet --openings <(echo '0 "
               "0')"}) {
    CAPTURE(line);
    const Result result = shell(line);
    CHECK_MESSAGE(result.code == 0, result.err);
  }
}

TEST_CASE("a database with a view or a trigger is refused by every command, in one sentence") {
  const TemporaryFolder folder;
  folder.done(small_tournament({"--seeds", "1-3", "--db", "results.db", "--keep"}));
  folder.done(small_tournament({"--seeds", "4", "--db", "own.db"}));
  const std::vector<std::string> attacks = {
      "CREATE VIEW v AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
      "CREATE TRIGGER t AFTER INSERT ON stored_matches BEGIN DELETE FROM runs; END"};
  for (const std::string& attack : attacks) {
    const std::string name = has(attack, "VIEW") ? "the view 'v'" : "the trigger 't'";
    fs::copy_file(folder.path() / "results.db", folder.path() / "bad.db", fs::copy_options::overwrite_existing);
    static_cast<void>(rows(folder.path() / "bad.db", attack));
    folder.done({"league", "init", "weekly", "--game", "tonga"});
    fs::copy_file(folder.path() / "bad.db", folder.path() / "weekly/league.db");
    for (const Words& words : std::vector<Words>{{"standings", "--db", "bad.db"},
                                                 {"standings", "--db", "bad.db", "--run", "list"},
                                                 {"standings", "--db", "bad.db", "--html", "page.html"},
                                                 {"replay", "--db", "bad.db", "--run", "latest"},
                                                 {"merge", "bad.db", "--into", "target.db"},
                                                 {"merge", "own.db", "--into", "bad.db"},
                                                 {"serve", "--db", "bad.db"},
                                                 {"serve", "--db", "weekly"},
                                                 {"league", "run", "weekly", "--once"},
                                                 small_tournament({"--seeds", "1", "--db", "bad.db"}),
                                                 {"compare", "--game", "tonga", "--plugin", "random", "--against",
                                                  "greedy", "--db", "bad.db", "--seeds", "1"}}) {
      CAPTURE(words);
      check_refusal(folder.run(words), output,
                    {has(words.back(), "weekly") || words[1] == "run" ? "league.db" : "bad.db", name});
    }
    fs::remove_all(folder.path() / "weekly");
  }
}
