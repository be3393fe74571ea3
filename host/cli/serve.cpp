// host serve: a local web application to watch and to play matches.
#include "host/cli/command.hpp"
#include "host/cli/custody_options.hpp"
#include "host/cli/game_process.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/process.hpp"
#include "host/cli/run_request.hpp"
#include "host/failure.hpp"
#include "host/store/store.hpp"
#include "host/web/api.hpp"
#include "host/web/view_server.hpp"

#include <spawn.h>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

extern char** environ;  // NOLINT(readability-redundant-declaration): not in every system's headers

namespace host {

namespace po = boost::program_options;

namespace {

Options serve_options() {
  Options all;
  const auto texts = [](const char* name) { return po::value<std::vector<std::string>>()->value_name(name); };
  all.add_options()("port", po::value<int>()->value_name("N")->default_value(0, "any"),
                    "the port to listen on; default: any free one")(
      "address", po::value<std::string>()->value_name("IP")->default_value("127.0.0.1"),
      "the address to listen on; with another one, everybody in the network who has the link can use it")(
      "open", "open the page in the browser")("db", po::value<std::string>()->value_name("FILE"),
                                              "the results database (default: as of the other commands)")(
      "game", po::value<std::string>()->value_name("GAME"), "a game that is not found by its name, by its path")(
      "plugin", texts("STRATEGY"), "a strategy that 'host list' does not show, by its path; may be repeated");
  add_custody_options(all);
  add_game_limit_options(all);
  all.add_options()("help,h", "show this");
  return all;
}

constexpr const char* serve_details =
    "FILE contains transcripts as --record writes them. The page shows them, the runs in the results database, and\n"
    "matches that you play: choose a strategy or a person for each seat. It needs the printed link, which contains a\n"
    "random token. Strategies are isolated, and limited, as in other commands. Ctrl-C ends it.\n"
    "  host serve --open                      in the browser, on any free port\n"
    "  host serve --port 8000 matches.jsonl   shows the matches of the file, too\n";

std::uint16_t port_of(const po::variables_map& values) {
  constexpr int most = 65'535;
  const int port = values["port"].as<int>();
  if (port < 0 || port > most)
    throw Failure(Exit::usage,
                  "--port " + std::to_string(port) + ": it takes a number from 1 to 65535; 0: any free one");
  return static_cast<std::uint16_t>(port);
}

std::string option_text(const po::variables_map& values, const char* name) {
  return values.count(name) == 0 ? std::string() : values[name].as<std::string>();
}

MatchFactoryPlan factory_plan(const po::variables_map& values) {
  MatchFactoryPlan plan;
  if (values.count("game") != 0) plan.games.push_back(values["game"].as<std::string>());
  if (values.count("plugin") != 0) plan.plugins = values["plugin"].as<std::vector<std::string>>();
  plan.limits = [&values](const GameDescription& game) { return read_limits(values, game); };
  plan.custody = [&values](const agon_limits& limits) { return read_custody(values, limits); };
  return plan;
}

/// Opens the link with the system's default browser, if there is one.
void open_browser(const std::string& link) {
  std::string program = "xdg-open";
  std::string argument = link;
  std::vector<char*> words = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, program.c_str(), nullptr, nullptr, words.data(), environ) != 0)
    std::cerr << "No program xdg-open was found: open the link yourself.\n";
}

/// Returns what starts the process of a view: this program, with the same arguments.
std::vector<std::string> view_words() {
  // Its file, even if another one has its place by now.
  std::vector<std::string> words = {"/proc/self/exe", view_word};
  for (std::string& word : own_words()) words.push_back(std::move(word));
  return words;
}

std::filesystem::path database_of(const po::variables_map& values) {
  return values.count("db") != 0 ? std::filesystem::path(option_text(values, "db")) : default_database();
}

int run_serve(const po::variables_map& values, const Arguments& arguments) {
  MatchFactory factory(factory_plan(values));
  factory.check();
  const std::filesystem::path database = database_of(values);
  if (std::filesystem::exists(database)) const Store readable(database, {.create = false, .to_write = false});
  MatchRegistry registry(database, {view_words(), read_game_limits(values)});
  for (const std::string& file : arguments) registry.add_file(file);
  Api api(registry, factory);
  const std::string address = values["address"].as<std::string>();
  HttpServer server(address, port_of(values), [&](const HttpRequest& request) { return api.answer(request); });
  catch_interrupts();
  forbid_exit();
  std::cout << "Agon listens on " << address
            << (address.starts_with("127.") || address == "::1" ? ", for this machine only" : "")
            << ". Open this link; Ctrl-C ends the server.\n"
            << server.link() << std::endl;
  if (values.count("open") != 0) open_browser(server.link());
  server.serve(interrupted, [&] { api.stop(); });
  return static_cast<int>(Exit::done);
}

int run_view(const po::variables_map& values, const Arguments& /*files*/) {
  MatchFactory factory(factory_plan(values));
  return serve_view(factory, database_of(values), option_text(values, "game"));
}

}  // namespace

Command view_command() {
  return {view_word, "", "", "", Word::none, serve_options, run_view};
}

Command serve_command() {
  return {"serve",       "[FILE]...", "shows and plays matches in the browser", serve_details, Word::file,
          serve_options, run_serve};
}

}  // namespace host
