// Programs that go for files beside their own, and programs whose files change in the middle of a run. Each attack also
// plays without the sandbox, or without the copy, to show that it reaches what it goes for.
#include "tests/hostile/arena.hpp"
#include "tests/support/files.hpp"
#include "tests/support/process.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using hostile::Arena;
using support::has;

constexpr fs::perms for_all{0755};

/// Writes an executable script that, at its start, runs `attack` with $target set by the option of that name, and plays
/// the first empty cell of the first row, which is legal once.
void write_bot(const fs::path& file, const std::string& attack) {
  fs::create_directories(file.parent_path());
  fs::permissions(file.parent_path(), for_all);
  std::ofstream(file) << "#!/bin/sh\nwhile read -r word rest; do case $word in\noption) target=${rest#* } ;;\nstart) "
                      << attack << "\n echo ready ;;\nturn) echo action 0 0 ;;\nquit) exit ;;\nesac; done\n";
  fs::permissions(file, for_all);
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  fs::permissions(file.parent_path(), for_all);
  std::ofstream(file) << text;
}

/// Returns what a match of this program says, with its log.
std::string said(const Arena& arena, const std::string& plugin, const std::string& level,
                 std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"--game", "tonga",   "--set",  "n=6",   "--plugin", plugin,        "--plugin",
                                    "random", "--seats", "listed", "--log", "--no-db",  "--isolation", level};
  words.insert(words.end(), more.begin(), more.end());
  const support::Result result = arena.play(words);
  return result.out + result.err;
}

const std::string reads = "echo \"log got: $(cat $target 2>&1)\"";

void check_closed(const Arena& arena, const std::string& plugin) {
  CAPTURE(plugin);
  const std::string open = said(arena, plugin, "process");
  CHECK_MESSAGE(has(open, "got: SECRET"), open);  // it reaches the file
  const std::string closed = said(arena, plugin, "sandbox");
  CHECK_MESSAGE(has(closed, "got: cat: "), closed);
  CHECK_FALSE(has(closed, "SECRET"));
}

}  // namespace

TEST_CASE("a program reads no file beside its own in a folder that was not made for it") {
  const Arena arena;
  write(arena.file("league/notes.txt"), "SECRET of another bot");
  write_bot(arena.file("league/other.sh"), "");
  write_bot(arena.file("league/bot.sh"), reads);
  check_closed(arena, arena.file("league/bot.sh").string() + ",target=" + arena.file("league/notes.txt").string());
  check_closed(arena, arena.file("league/bot.sh").string() + ",target=notes.txt");
  check_closed(arena, "run:sh " + arena.file("league/bot.sh").string() + ",target=../league/notes.txt");
}

TEST_CASE("a relative path leads to what a program was given, and to nothing else above its folder") {
  const Arena arena;
  write_bot(arena.file("league/bot/bot.sh"), reads);
  write(arena.file("data/book.txt"), "BOOK");
  write(arena.file("private/key"), "SECRET");
  const std::string bot = arena.file("league/bot/bot.sh").string();
  for (const std::string level : {"sandbox", "process"}) {
    CAPTURE(level);
    const std::string given = ",read=" + arena.file("data").string();
    const std::string opened = said(arena, bot + ",target=../../data/book.txt" + given, level);
    CHECK_MESSAGE(has(opened, "got: BOOK"), opened);
    const std::string other = said(arena, bot + ",target=../../private/key" + given, level);
    CHECK_MESSAGE(has(other, "got: cat: "), other);
    CHECK_FALSE(has(other, "SECRET"));
  }
}

TEST_CASE("a program beside a results database or a record reads neither, nor what lies beside them") {
  const Arena arena;
  write_bot(arena.file("mine/bot.sh"), reads);
  write(arena.file("mine/notes.txt"), "SECRET");
  const std::string plugin = arena.file("mine/bot.sh").string() + ",target=notes.txt";
  CHECK(has(said(arena, plugin, "sandbox"), "got: SECRET"));  // a folder of its own
  const std::string database = arena.file("mine/results").string();
  REQUIRE(arena
              .play({"--game", "tonga", "--set", "n=6", "--plugin", "random", "--plugin", "greedy", "--db", database,
                     "--seeds", "1", "--quiet"})
              .code == 0);
  check_closed(arena, plugin);
  const support::Result named =
      arena.play({"--game", "tonga", "--plugin", plugin + ",read=" + arena.file("mine").string(), "--plugin", "random",
                  "--no-db"});
  CHECK(named.code == 2);
  CHECK_MESSAGE(has(named.err, "because it holds the results database results"), named.err);
  fs::remove(database);
  REQUIRE(arena
              .play({"--game", "tonga", "--set", "n=6", "--plugin", "random", "--plugin", "greedy", "--no-db",
                     "--record", arena.file("mine/match").string(), "--quiet"})
              .code == 0);
  check_closed(arena, plugin);
}

TEST_CASE("a link in a program's folder leads nowhere, nor does an environment that names a folder as its home") {
  const Arena arena;
  write(arena.file("private/key"), "SECRET");
  write_bot(arena.file("mine/bot.sh"), reads);
  fs::create_symlink(arena.file("private/key"), arena.file("mine/link"));
  fs::create_directory_symlink(arena.file("private"), arena.file("mine/folder"));
  for (const char* const target : {"link", "folder/key"})
    check_closed(arena, arena.file("mine/bot.sh").string() + ",target=" + target);
  // Its own interpreter.
  write(arena.file("mine/bin/python3"), "");
  fs::remove(arena.file("mine/bin/python3"));
  fs::create_symlink("/bin/sh", arena.file("mine/bin/python3"));
  write(arena.file("mine/pyvenv.cfg"), "home = " + arena.file("private/bin").string() + "\n");
  check_closed(arena, "run:" + arena.file("mine/bin/python3").string() + " " + arena.file("mine/bot.sh").string() +
                          ",target=" + arena.file("private/key").string());
}

TEST_CASE("a folder of read= or cwd= that becomes a link in mid-run opens nothing that the link leads to") {
  const Arena arena;
  write_bot(arena.file("bot/bot.sh"), reads);
  write(arena.file("data/key"), "BOOK");
  write(arena.file("private/key"), "SECRET");
  fs::create_directory_symlink(arena.file("private"), arena.file("link"));
  const auto exchange = [&] {
    fs::rename(arena.file("data"), arena.file("moved"));
    fs::rename(arena.file("link"), arena.file("data"));
  };
  const std::string plugin = arena.file("bot/bot.sh").string() + ",target=" + arena.file("data/key").string() +
                             ",read=" + arena.file("data").string();
  const support::Command command{.words = {arena.host.string(), "--game", "tonga", "--set", "n=6", "--plugin", plugin,
                                           "--plugin", "random", "--log", "--no-db", "--fresh", "--jobs", "1",
                                           "--seeds", "1-30", "--quiet", "--record", arena.file("all").string()},
                                 .folder = arena.file(""),
                                 .environment = {{"TMPDIR", arena.file("").string()}}};
  for (const std::string level : {"process", "sandbox"}) {
    CAPTURE(level);
    support::Command played = command;
    played.words.insert(played.words.end(), {"--isolation", level});
    support::Process process(played);
    // The first matches are recorded, so their programs have started.
    REQUIRE(support::comes_true([&] {
      for (const auto& entry : fs::directory_iterator(arena.file("")))
        if (entry.path().filename().string().starts_with("all.part") && fs::file_size(entry.path()) > 0) return true;
      return process.ended();
    }));
    exchange();
    const support::Result result = process.wait();
    const std::string all = result.out + result.err;
    CHECK_MESSAGE(has(all, "got: BOOK"), all);
    CHECK(has(all, "SECRET") == (level == "process"));  // without the sandbox, it reaches the file
    if (level == "sandbox") CHECK_MESSAGE(has(all, "got: cat: "), all);
    fs::remove(arena.file("all"));
    fs::rename(arena.file("data"), arena.file("link"));
    fs::rename(arena.file("moved"), arena.file("data"));
  }
}

TEST_CASE("a program in a home reads nothing else there, and a home can't be opened to it") {
  const Arena arena;
  write(arena.file("home/.ssh/id"), "SECRET");
  write_bot(arena.file("home/bot.sh"), reads);
  const support::Command command{
      .words = {arena.host.string(), "--game", "tonga", "--set", "n=6", "--plugin",
                arena.file("home/bot.sh").string() + ",target=.ssh/id", "--plugin", "random", "--log", "--no-db"},
      .folder = arena.file(""),
      .environment = {{"HOME", arena.file("home").string()}, {"TMPDIR", arena.file("").string()}}};
  const auto with = [&](const std::string& more) {
    support::Command changed = command;
    changed.words[6] += more;
    return support::run(changed);
  };
  support::Command reaching = command;
  reaching.words.insert(reaching.words.end(), {"--isolation", "process"});
  CHECK(has(support::run(reaching).err, "got: SECRET"));
  const support::Result plain = with("");
  CHECK_MESSAGE(has(plain.err, "got: cat: "), plain.err);
  for (const char* const folder : {"home", "."}) {
    const support::Result opened = with(",read=" + arena.file(folder).string());
    CHECK(opened.code == 2);
    CHECK_MESSAGE(has(opened.err, "because it is a home, or holds one"), opened.err);
  }
}

TEST_CASE("no program locks a file, not even its own") {
  const Arena arena;
  for (const std::string attack : {"lock_whole", "lock_range", "lock_open_file", "take_lease"}) {
    CAPTURE(attack);
    const std::string plugin = std::string(AGON_TEST_HOSTILE_PROGRAM) + ",do=" + attack;
    CHECK(has(said(arena, plugin, "process"), "illegal"));  // it succeeds
    CHECK_FALSE(has(said(arena, plugin, "sandbox"), "illegal"));
  }
}

TEST_CASE("no pipe and no socket of a program keeps pages by reference, and all languages copy files as elsewhere") {
  const Arena arena;
  const std::string attack = std::string(AGON_TEST_HOSTILE_PROGRAM) + ",do=memory_by_reference";
  CHECK(has(said(arena, attack, "process"), "illegal"));  // it succeeds
  CHECK_FALSE(has(said(arena, attack, "sandbox"), "illegal"));
  write(arena.file("mine/data.txt"), std::string(300'000, 'x'));
  write_bot(arena.file("mine/bot.sh"), R"(to=$TMPDIR/agon-copy; [ -w "$TMPDIR" ] || echo "log no folder"
 copy() { if command -v $1 >&2; then rm -f $to; "$@" >&2; cmp data.txt $to || return; fi; echo "log copied by $1"; }
 catenate() { cat data.txt > $to; }; pass() { cat data.txt | cat > $to; }
 copy cp data.txt $to; copy catenate; copy pass
 copy python3 -c 'import shutil, sys; shutil.copyfile(*sys.argv[1:])' data.txt $to; rm -f $to)");
  for (const std::string level : {"process", "sandbox"}) {
    CAPTURE(level);
    const std::string all = said(arena, arena.file("mine/bot.sh").string(), level);
    if (level == "sandbox" && has(all, "no folder")) continue;  // it can't write anywhere
    for (const std::string way : {"cp", "catenate", "pass", "python3"})
      CHECK_MESSAGE(has(all, "copied by " + way + "\n"), all);
  }
}

TEST_CASE("what a program replaces, rewrites or removes in the middle of a run is not what plays") {
  for (const char* const change :
       {"cp $target/new.sh $target/x; mv $target/x $target/bot.sh", "cat $target/new.sh > $target/bot.sh",
        "cp $target/new.txt $target/data.txt", "rm $target/data.txt"}) {
    CAPTURE(std::string(change));
    const Arena arena;
    const std::string folder = arena.file("mine").string();
    const std::string start = "echo \"log plays: old $(cat data.txt 2>&1)\"; ";
    write_bot(arena.file("mine/bot.sh"), start + change);
    write(arena.file("mine/data.txt"), "data");
    write(arena.file("mine/new.txt"), "NEW");
    write_bot(arena.file("mine/new.sh"), "echo \"log plays: NEW\"");
    fs::permissions(arena.file("mine/new.sh"), fs::perms::owner_read | fs::perms::owner_write);
    // It is started anew for the second match. Without the sandbox, it can change its file.
    const std::string all =
        said(arena, folder + "/bot.sh,target=" + folder, "process", {"--seeds", "1-2", "--fresh", "--jobs", "1"});
    CHECK_MESSAGE(has(all, "plays: old data"), all);
    CHECK_FALSE(has(all, "plays: NEW"));
    CHECK_FALSE(has(all, "plays: old NEW"));
    CHECK_FALSE(has(all, "plays: old cat"));
    const bool gone = std::string(change).starts_with("rm");
    CHECK_MESSAGE(has(all, gone ? " is gone: the results are of the build at the start"
                                : " has changed: the results are of the build at the start"),
                  all);  // it has reached it
  }
}
