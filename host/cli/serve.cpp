// host serve: a local web application to watch and to play matches.
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/report/again.hpp"
#include "host/store/saved_matches.hpp"
#include "host/store/store.hpp"
#include "host/tournament/started_runs.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/thread.hpp"
#include "host/web/api.hpp"
#include "host/web/shown_match.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

extern char** environ;  // NOLINT(readability-redundant-declaration): not in every system's headers

namespace host {

namespace {

Options serve_options() {
  return together({sandbox_options(),
                   game_limit_options(),
                   {{"port", "N", whole(0, 65'535, "a port's number"),
                     "the port to listen on; 0: any free one (default: that of the last time, if it is free)"},
                    {"address", "IP", text(),
                     "the address to listen on; with another one, everybody in the network who has the link can use it",
                     "127.0.0.1"},
                    {"open", "", on_off, "open the page in the browser"},
                    {"db", "FILE", text(Offer::files),
                     "the results database, or the folder of a league (default: as of the other commands)"},
                    {"trace", "FILE", text(Offer::files),
                     "show the lines of the matches of FILE... in this file of --trace beside their turns"},
                    {"game", "GAME", text(Offer::games), "a game that is not found by its name, by its path"},
                    {"plugin", "STRATEGY", texts(Offer::strategies),
                     "a strategy that 'host list' does not show, by its path; may be repeated"}}});
}

constexpr const char* serve_details =
    R"(FILE contains transcripts as --record writes them. The page shows them, the runs in the results database, and
matches that you play: choose a strategy or a person for each seat. It needs the printed link, which contains a
random token and stays the same. Matches are saved as they are played, and go on after the next start. Strategies are
isolated, and limited, as in other commands. Ctrl-C ends it, and stops the runs that were started in the browser.
  host serve --open                      in the browser, on any free port
  host serve --port 8000 matches.jsonl   shows the matches of the file, too
)";

MatchFactoryPlan factory_plan(const Values& values) {
  MatchFactoryPlan plan;
  if (values.given("game")) plan.games.push_back(values.text("game"));
  plan.plugins = values.texts("plugin");
  plan.limits = [&values](const GameDescription& game) { return read_limits(values, game); };
  plan.sandbox = [&values](const agon_limits& limits) { return read_sandbox(values, limits); };
  return plan;
}

/// Opens the link with the system's default browser, if there is one.
void open_browser(const std::string& link) {
  std::string program = "xdg-open";
  std::string argument = link;
  std::vector<char*> words = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, program.c_str(), nullptr, nullptr, words.data(), environ) != 0) {
    std::cerr << "No program xdg-open was found: open the link yourself.\n";
    return;
  }
  start_thread([process] { ::waitpid(process, nullptr, 0); }).detach();  // it may last as long as the browser
}

/// Returns what starts the process of a shown match: this program, with the same arguments.
std::vector<std::string> shown_match_words() {
  // Its file, even if another one has its place by now.
  std::vector<std::string> words = {"/proc/self/exe", shown_match_word};
  for (std::string& word : own_words()) words.push_back(std::move(word));
  return words;
}

/// Returns this program's file as commands name it; if another one has its place by now, as /proc does.
std::string own_program() {
  const std::filesystem::path self = "/proc/" + std::to_string(::getpid()) + "/exe";
  std::error_code fault;
  const std::filesystem::path file = std::filesystem::read_symlink(self, fault);
  return !fault && std::filesystem::equivalent(file, self, fault) && !fault ? file.string() : self.string();
}

/// Returns the command that a request for a run stands for. Its strategies are some that browsers may start, and it has
/// the limits and the isolation of this server.
std::vector<std::string> run_words(const Values& values, MatchFactory& factory, const nlohmann::ordered_json& request) {
  const std::string command = text_field(request, "command");
  if (command != "tournament" && command != "compare") throw Failure(Exit::usage, "there is no run '" + command + "'");
  const std::string game = text_field(request, "game");
  const Catalogue catalogue = Catalogue::standard();
  const bool named = values.given("game") && catalogue.find_game(values.text("game")).description.id == game;
  std::vector<std::string> words = {own_program(), command, "--game=" + (named ? values.text("game") : game),
                                    "--db=" + std::filesystem::absolute(database_of(values)).string(), "--quiet"};
  for (const std::string_view name : options_of_matches)
    for (const auto& [given, value] : values.options())
      if (given == name && given != "game") words.push_back("--" + given + (value ? "=" + *value : ""));
  bool first = true;
  for (const nlohmann::ordered_json& player : request.value("players", nlohmann::ordered_json::array())) {
    const Participant participant = factory.participant(player, game);
    if (participant.person()) throw Failure(Exit::usage, "a person takes part in no run");
    words.push_back((first || command == "tournament" ? "--plugin=" : "--against=") + participant.given);
    first = false;
  }
  if (const std::string seeds = text_field(request, "seeds"); !seeds.empty()) words.push_back("--seeds=" + seeds);
  return words;
}

int run_serve(const Values& values) {
  MatchFactory factory(factory_plan(values));
  factory.check();
  const std::filesystem::path database = database_of(values);
  if (std::filesystem::exists(database)) const Store readable(database, {.create = false, .to_write = false});
  if (values.arguments().empty()) refuse_given(values, {"trace"}, "needs a FILE with the matches");
  if (values.given("trace")) static_cast<void>(InputFile(values.text("trace"), Exit::input, "--trace "));
  const auto [saved, alone] = SavedMatches::unused(default_database().parent_path() / "served");
  StartedRuns runs;
  Api api(database, {shown_match_words(), read_game_limits(values)}, saved, factory,
          {[&](const auto& request) { return runs.start(run_words(values, factory, request)); },
           [&](RunId run) { return runs.plays(run); }, [&](RunId run) { runs.stop(run); }});
  for (const std::string& file : values.arguments()) api.add_file(file);
  const std::string address = values.text("address");
  const auto [token, last_port] = saved.link();
  const auto listen = [&, &token = token](std::uint16_t port) {
    return std::make_unique<HttpServer>(
        address, port, [&](const HttpRequest& request) { return api.answer(request); }, HttpAccess{.tokens = {token}});
  };
  const bool remembered = !values.given("port") && last_port != 0;
  std::unique_ptr<HttpServer> server;
  try {
    server =
        listen(remembered ? last_port : static_cast<std::uint16_t>(values.given("port") ? values.whole("port") : 0));
  } catch (const Failure& failure) {
    if (!remembered || failure.code() != Exit::internal) throw;
    server = listen(0);
  }
  if (!remembered) saved.keep_link(token, server->port());
  catch_interrupts();
  forbid_exit();
  std::cout << "Agon listens on " << address
            << (address.starts_with("127.") || address == "::1" ? ", for this machine only" : "")
            << ". Open this link; Ctrl-C ends the server.\n"
            << server->link() << std::endl;
  if (values.given("open")) open_browser(server->link());
  server->serve(interrupted, [&] {
    api.stop();
    runs.end();
  });
  return static_cast<int>(Exit::done);
}

int run_shown_match(const Values& values) {
  MatchFactory factory(factory_plan(values));
  return serve_shown_match(factory, database_of(values), values.text("game"), values.text("trace"));
}

}  // namespace

Command view_command() {
  return {shown_match_word, "", "", "", {}, serve_options(), run_shown_match};
}

Command serve_command() {
  return {"serve",         "[FILE]...", "shows and plays matches in the browser", serve_details, text(Offer::files),
          serve_options(), run_serve};
}

}  // namespace host
