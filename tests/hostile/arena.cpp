#include "tests/hostile/arena.hpp"

#include "tests/support/files.hpp"
#include "tests/support/json.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

namespace hostile {

namespace {

constexpr const char* victim_text = "nobody has touched this\n";

}  // namespace

std::vector<std::pair<pid_t, std::string>> children() {
  std::vector<std::pair<pid_t, std::string>> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string stat;  // number (name) state parent ..., and a name may have lines
    std::getline(std::ifstream(entry.path() / "stat"), stat, '\0');  // "" if the process has ended meanwhile
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos) continue;
    std::istringstream rest(stat.substr(end + 1));
    std::string state;
    pid_t parent = 0;
    rest >> state >> parent;
    if (parent == ::getpid() && state != "Z")
      found.emplace_back(std::stoi(name), stat.substr(0, end + 1) + " " + state);
  }
  return found;
}

namespace {

/// What `look` still finds when such as have been killed have had time to end, which takes some on a busy machine, and
/// when others have tidied up: a host that is killed leaves its control groups to the next one.
template <class Look>
auto lasting(Look look) {
  using namespace std::chrono_literals;
  for (const auto end = std::chrono::steady_clock::now() + 20s;;) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    auto found = look();
    if (found.empty() || std::chrono::steady_clock::now() >= end) return found;
    std::this_thread::sleep_for(5ms);
  }
}

/// The control groups of a user that their makers have not removed: nobody holds their locks. Root's may be those of a
/// host that another test has killed, which the next host removes.
std::vector<std::string> abandoned_groups(uid_t user) {
  std::vector<std::string> found;
  std::error_code ended;  // others remove theirs meanwhile
  for (std::filesystem::recursive_directory_iterator each("/sys/fs/cgroup", ended), end; !ended && each != end;
       each.increment(ended)) {
    const std::string name = each->path().filename();
    struct stat status {};
    if (!name.starts_with("agon-") || name == "agon-main") continue;
    if (::stat(each->path().c_str(), &status) != 0 || status.st_uid != user) continue;
    const int folder = ::open(each->path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && ::flock(folder, LOCK_EX | LOCK_NB) == 0) found.push_back(name);
    if (folder >= 0) ::close(folder);
  }
  return found;
}

}  // namespace

Arena::Arena(std::vector<std::string> prefix) : prefix_(std::move(prefix)) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0777});
  folder_.write("victim", victim_text);
}

void Arena::copy_programs() {
  const std::filesystem::path built = AGON_TEST_BUILT;
  constexpr auto everybody = std::filesystem::perms{0755};
  for (const char* const file : {"host", "agon-arena", "agon-worker", "agon-supervisor", "plugins/tonga/tonga.so",
                                 "plugins/tonga/random.so", "plugins/tonga/greedy.so"})
    programs_.copy(built / file, file);
  for (const std::string& name : support::names_in(AGON_TEST_HOSTILE))
    programs_.copy(std::filesystem::path(AGON_TEST_HOSTILE) / name, "hostile/" + name);
  std::filesystem::permissions(programs_.path(), everybody);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(programs_.path()))
    std::filesystem::permissions(entry, everybody);
  host = programs_.path() / "host";
  plugins = programs_.path() / "hostile";
}

support::Result Arena::play(std::vector<std::string> words) const {
  std::vector<std::string> all = prefix_;
  all.push_back(host);
  all.insert(all.end(), words.begin(), words.end());
  return support::run({.words = all, .folder = folder_.path(), .environment = {{"TMPDIR", folder_.path()}}});
}

std::vector<std::string> Arena::left_over() const {
  std::vector<std::string> found;
  for (const auto& [process, what] : lasting(children)) {
    found.push_back("a process: " + what);
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
  }
  for (const std::string& name : support::names_in(folder_.path())) {
    if (name == "victim") continue;
    found.push_back("a file: " + name);
    std::filesystem::remove_all(file(name));
  }
  if (support::content(file("victim")) != victim_text) found.emplace_back("the victim has been touched");
  for (const std::string& name : support::names_in("/dev/shm")) {
    if (name.find("agon") != std::string::npos) found.push_back("shared memory: " + name);
  }
  for (const std::string& name : lasting([this] { return abandoned_groups(user); }))
    found.push_back("a control group: " + name);
  return found;
}

std::vector<Played> matches_of(const support::Result& result) {
  std::vector<Played> found;
  for (const support::Json& json : support::objects(result.out, "seats")) {
    Played played;
    for (std::size_t seat = 0; seat < json.at("seats").size(); ++seat) {
      const auto& outcome = json.at("result").at("outcomes").at(seat);
      played.seats.push_back(
          {json.at("seats").at(seat).at("strategy"), outcome.at("kind"), outcome.value("reason", "")});
    }
    if (json.contains("actions"))
      played.actions = support::to_text(json.at("actions")) + support::to_text(json.at("result").at("scores"));
    found.push_back(std::move(played));
  }
  return found;
}

std::string plugin_of(const Row& row, const std::string& plugins) {
  if (row.attack.empty()) return plugins + "/hostile.so:" + row.strategy;
  if (row.when == "load") return plugins + "/at_load_" + row.attack + ".so:" + row.strategy;
  return plugins + "/hostile.so:" + row.strategy + ",do=" + row.attack + ",when=" + row.when;
}

std::vector<std::string> words_of(const Row& row, const std::string& plugins) {
  const std::string opponent = row.opponent == "random" ? row.opponent : plugins + "/hostile.so:" + row.opponent;
  const std::string game = row.game == "tonga" ? row.game : plugins + "/" + row.game + ".so";
  std::vector<std::string> words = {"--game",   game,      "--plugin", plugin_of(row, plugins),
                                    "--plugin", opponent,  "--set",    "n=6",
                                    "--json",   "--seeds", row.seeds,  "--jobs",
                                    "1",        "--no-db"};
  const auto unless_given = [&](const std::string& option, const std::string& value) {
    if (std::find(row.more.begin(), row.more.end(), option) == row.more.end())
      words.insert(words.end(), {option, value});
  };
  // Short where it is what ends the attack; else far above what a busy or an emulated machine takes.
  const auto may_end_by = [&](const char* kind) {
    return std::find(row.kinds.begin(), row.kinds.end(), kind) != row.kinds.end();
  };
  unless_given("--time", may_end_by("time") || may_end_by("stall") ? "0.5" : "10");
  unless_given("--wall", may_end_by("stall") ? "3" : "60");
  words.insert(words.end(), row.more.begin(), row.more.end());
  return words;
}

}  // namespace hostile
