// The files of owners, who change them while the league reads them: what is archived is what was hashed, and never what
// a link leads to.
#include "host/tournament/league_bots.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using support::TemporaryFolder;

/// Changes what `change` changes again and again, until it is destroyed.
class Racer {
 public:
  explicit Racer(std::function<void()> change) : change_(std::move(change)) {}
  Racer(const Racer&) = delete;
  Racer& operator=(const Racer&) = delete;
  ~Racer() {
    done_ = true;
    thread_.join();
  }

 private:
  std::function<void()> change_;
  std::atomic<bool> done_ = false;
  std::thread thread_{[this] {
    while (!done_) change_();
  }};
};

void exchange(const fs::path& one, const fs::path& other) {
  ::syscall(SYS_renameat2, AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), 2);  // RENAME_EXCHANGE
}

/// Returns all texts in an archive after `rounds` looks at the bots, as a league looks.
std::set<std::string> archived_texts(const TemporaryFolder& folder, int rounds) {
  const fs::path archive = folder.path() / "archive";
  for (int round = 0; round < rounds; ++round) {
    for (const host::BotFile& bot : host::find_bots(folder.path() / "bots", {})) {
      try {
        static_cast<void>(host::state_of(bot));
        static_cast<void>(host::archive_bot(bot, host::hash_of(bot), archive));
      } catch (const host::Failure& failure) {
        CHECK(failure.code() == host::Exit::plugin);  // another one would end the league
      }
    }
  }
  std::set<std::string> texts;
  if (!fs::exists(archive)) return texts;
  for (const auto& entry : fs::recursive_directory_iterator(archive)) {
    CHECK_FALSE(entry.is_symlink());
    CHECK(entry.path().string().find(".part") == std::string::npos);
    if (entry.is_regular_file()) texts.insert(support::content(entry.path()));
  }
  return texts;
}

}  // namespace

TEST_CASE("a bot that is exchanged with a link, a pipe or a folder without pause never gives what the link leads to") {
  const TemporaryFolder folder;
  const fs::path secret = folder.write("secret", "SECRET");
  const fs::path bots = folder.path() / "bots/eve";
  folder.write("bots/eve/bot.py", "honest");
  folder.write("other/inside", "inside");
  for (const auto& prepare : std::vector<std::function<void(const fs::path&)>>{
           [&](const fs::path& other) { fs::create_symlink(secret, other); },
           [&](const fs::path& other) { REQUIRE(::mkfifo(other.c_str(), 0600) == 0); },
           [&](const fs::path& other) { fs::create_directory_symlink(folder.path(), other); },
           [&](const fs::path& other) { fs::create_symlink("/dev/zero", other); },
           [&](const fs::path& other) { fs::create_directory(other); }}) {
    const fs::path other = bots / ".other";
    fs::remove_all(other);
    prepare(other);
    std::set<std::string> texts;
    {
      const Racer racer([&] { exchange(bots / "bot.py", other); });
      texts = archived_texts(folder, 300);
    }
    CHECK(texts.count("SECRET") == 0);
    if (fs::is_regular_file(fs::symlink_status(other))) exchange(bots / "bot.py", other);
  }
  CHECK(archived_texts(folder, 1).count("honest") == 1);
}

TEST_CASE("neither the folder of an owner, nor one in a bot's folder, can be exchanged with a link to another") {
  const TemporaryFolder folder;
  folder.write("bots/eve/bot/bot.toml", "plugin = './x'");
  folder.write("bots/eve/bot/sub/x", "honest");
  folder.write("outside/sub/x", "SECRET");
  folder.write("outside/bot/sub/x", "SECRET");
  folder.write("outside/bot/bot.toml", "SECRET");
  const fs::path eve = folder.path() / "bots/eve";
  fs::create_directory_symlink(folder.path() / "outside", folder.path() / "bots/.eve");
  fs::create_directory_symlink(folder.path() / "outside/sub", eve / "bot/.sub");
  fs::create_directory_symlink(folder.path() / "outside/bot", eve / ".bot");
  for (const auto& [one, other] :
       {std::pair(eve, folder.path() / "bots/.eve"), std::pair(eve / "bot/sub", eve / "bot/.sub"),
        std::pair(eve / "bot", eve / ".bot")}) {
    CAPTURE(one.string());
    {
      const Racer racer([&, from = one, to = other] { exchange(from, to); });
      CHECK(archived_texts(folder, 300).count("SECRET") == 0);
    }
    if (fs::is_symlink(one)) exchange(one, other);
  }
  const auto texts = archived_texts(folder, 1);
  CHECK(texts.count("honest") == 1);
  CHECK(texts.count("SECRET") == 0);
}

TEST_CASE("what is archived has the hash that it was archived for, while its bytes are rewritten in place") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("bots/eve/bot.py", std::string(100'000, 'a'));
  {
    const Racer racer([&, letter = 'a']() mutable {
      letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1);
      const int open = ::open(file.c_str(), O_WRONLY);
      const std::string bytes(100'000, letter);
      static_cast<void>(::write(open, bytes.data(), bytes.size()));
      ::close(open);
    });
    static_cast<void>(archived_texts(folder, 300));
  }
  for (const auto& entry : fs::directory_iterator(folder.path() / "archive")) {
    const host::BotFile copy{"eve/bot", entry.path(), "bot.py", false};
    CHECK(host::hash_of(copy) == entry.path().filename().string());
  }
}

TEST_CASE("links of /proc, files that grow while they are read, and folders of any depth give nothing and end soon") {
  const TemporaryFolder folder;
  const fs::path eve = folder.path() / "bots/eve";
  folder.write("bots/eve/bot.py", "honest");
  const fs::path secret = folder.write("secret", "SECRET");
  const int open = ::open(secret.c_str(), O_RDONLY);
  for (const std::string& to : {"/proc/self/fd/" + std::to_string(open), "/proc/thread-self/root" + secret.string(),
                                "/proc/" + std::to_string(::getpid()) + "/cwd/../" + secret.string()}) {
    CAPTURE(to);
    fs::create_symlink(to, eve / ".link");
    {
      const Racer racer([&] { exchange(eve / "bot.py", eve / ".link"); });
      CHECK(archived_texts(folder, 200).count("SECRET") == 0);
    }
    if (fs::is_symlink(eve / "bot.py")) exchange(eve / "bot.py", eve / ".link");
    fs::remove(eve / ".link");
  }
  ::close(open);
  {
    // It has no blocks: what is read of it takes time and memory all the same.
    const Racer racer([&, size = off_t{0}]() mutable {
      size = size > off_t{1} << 26 ? 0 : size + (1 << 20);
      static_cast<void>(::truncate((eve / "bot.py").c_str(), size));
    });
    static_cast<void>(archived_texts(folder, 20));
  }
  folder.write("bots/eve/bot.py", "honest");
  fs::remove_all(folder.path() / "archive");
  folder.write("bots/eve/deep/bot.toml", "plugin = './x'");
  folder.write("bots/eve/deep/x", "honest");
  folder.write("bots/eve/deep/one/x", "honest");
  fs::create_directories(eve / ".deep/one");
  {
    const Racer racer([&, depth = 0]() mutable {
      // Each time one level more, above what was there.
      if (++depth > 400) return;
      fs::create_directory(eve / ".more");
      fs::rename(eve / ".deep", eve / ".more/down");
      fs::rename(eve / ".more", eve / ".deep");
      exchange(eve / "deep/one", eve / ".deep/down");
    });
    static_cast<void>(archived_texts(folder, 50));
  }
  fs::remove_all(eve / ".deep");
  CHECK(archived_texts(folder, 1).count("honest") == 1);
}

TEST_CASE(
    "files of the same content have folders of their own, in which nothing else lies, and the same one each time") {
  const TemporaryFolder folder;
  for (const char* const name : {"bots/ann/one.py", "bots/ann/two.py", "bots/gus/one.py"}) folder.write(name, "same");
  std::set<fs::path> places;
  for (int round = 0; round < 2; ++round) {
    for (const host::BotFile& bot : host::find_bots(folder.path() / "bots", {})) {
      const fs::path place = host::archive_bot(bot, host::hash_of(bot), folder.path() / "archive");
      CHECK(place.filename() == bot.below.filename());
      CHECK(std::distance(fs::directory_iterator(place.parent_path()), {}) == 1);
      places.insert(place);
    }
  }
  CHECK(places.size() == 2);  // Gus's file has the name of Ann's first
}

TEST_CASE("a bot's folder with too many files is refused, and tells the same until it changes") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "bots/eve/empty/in/empty");  // without a bot.toml, it is no bot
  folder.write("bots/eve/many/bot.toml", "");
  for (int i = 0; i < 1001; ++i) folder.write("bots/eve/many/" + std::to_string(i), "");
  folder.write("bots/eve/wide/bot.toml", "");
  for (int i = 0; i < 1001; ++i) fs::create_directories(folder.path() / "bots/eve/wide" / std::to_string(i));
  const auto bots = host::find_bots(folder.path() / "bots", {});
  REQUIRE(bots.size() == 2);
  for (const host::BotFile& bot : bots) {
    const auto refused = support::refusal([&] { return host::hash_of(bot); });
    CHECK(refused.code == host::Exit::plugin);
    CHECK(refused.says("more than 1000 files and folders"));
    CHECK(host::state_of(bot) == host::state_of(bot));
  }
}
