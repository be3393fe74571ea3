// host tune: hands a search for good values of a strategy's options to python/tune.py, in which Optuna proposes points
// and 'compare' judges them.
#include "host/cli/command.hpp"
#include "host/cli/comparison_run.hpp"
#include "host/cli/process.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/tune_space.hpp"
#include "host/plugin/tester_settings.hpp"
#include "host/stats/intervals.hpp"
#include "host/tournament/comparison.hpp"
#include "host/util/child_process.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* tune_details =
    R"(Without --tune, all options vary that declare a finite range. A range is LOW:HIGH, LOW:HIGH:log if factors count, or
A/B/C for choices. Without one, the option's declaration counts. An option of kind text that holds numbers varies as
a whole, each number in the range: --tune weights=-5:5. For options of programs k=0:5 means whole numbers, k=0.0:5 all.
The search starts at the values of --plugin.

Optuna (Debian's package python3-optuna) proposes points. Each is compared with the start, or with --against, on the
first of --seeds (default: 1-10000), and on more of them unless it is clearly worse than the best point. At the end
the best point is compared with the start on the seeds of --check, as 'host compare' does. Only that is a result.

Examples:
  host tune --game GAME --plugin ./mybot.so --tune depth=1:6,alpha=0.1:2
  host tune --game GAME --plugin ./mybot.so --matches 10000 --html tuning.html
)";

constexpr const char* tuning_seeds = "1-10000";
constexpr std::uint64_t check_count = 200;

/// Returns the seeds of --check. Random ones get a key from the seeds of tuning, so that the same command plays the
/// same.
Seeds read_check(const Values& values, const Seeds& tuning, const std::vector<std::uint64_t>& cases) {
  const auto key = [&] {
    constexpr std::size_t bytes = 16;
    return hexadecimal(sha256_of("agon check\n" + tuning.text + "\n"), bytes);
  };
  std::string text = values.text("check");
  const std::uint64_t last = *std::max_element(tuning.list.begin(), tuning.list.end());
  if (text.empty()) {
    text = !tuning.secret.empty() || last > UINT64_MAX - check_count
               ? "random:" + std::to_string(check_count)
               : std::to_string(last + 1) + "-" + std::to_string(last + check_count);
  }
  if (values.text("check").empty() && !cases.empty()) {
    std::vector<std::uint64_t> others;
    std::ranges::copy_if(cases, std::back_inserter(others), [&](std::uint64_t each) {
      return others.size() < check_count && std::ranges::find(tuning.list, each) == tuning.list.end();
    });
    text = ranges_of(others);
    if (others.empty())
      throw Failure(Exit::usage, "tune: --seeds leaves no case for the check, and there are cases " +
                                     ranges_of(cases, " to ", ", ") + ": leave some out");
  }
  Seeds check = parse_seeds(text, key);
  check.drawn = false;
  std::vector<std::uint64_t> used = tuning.list;
  std::sort(used.begin(), used.end());
  for (const std::uint64_t seed : check.list) {
    if (std::binary_search(used.begin(), used.end(), seed))
      throw Failure(Exit::usage, "--check " + text + ": seed " + std::to_string(seed) +
                                     " is also a seed of the tuning (--seeds " + tuning.text + ")");
  }
  return check;
}

/// Returns the first seeds, as --seeds takes them.
std::string first_seeds(const Seeds& seeds, std::size_t count) {
  if (!seeds.secret.empty()) return "random:" + std::to_string(count) + seeds.text.substr(seeds.text.rfind(':'));
  return ranges_of({seeds.list.begin(), seeds.list.begin() + static_cast<std::ptrdiff_t>(count)});
}

/// Returns on how many seeds a point is judged, in stages: a quarter of the seeds, a half, all; no stage with too few
/// for an interval. Few seeds let many points be tried, many let them be told apart: a point that is not pruned takes
/// so many that 20 of them, and 10 for each parameter, take all matches; most are pruned early.
std::vector<std::size_t> stages_of(std::size_t matches, std::size_t matches_a_seed, std::size_t parameters,
                                   std::size_t seeds) {
  constexpr std::size_t least = 12;
  constexpr std::size_t most = 200;
  const std::size_t all = std::min(std::clamp(matches / matches_a_seed / (20 + 10 * parameters), least, most), seeds);
  std::vector<std::size_t> stages;
  for (const std::size_t part : {all / 4, all / 2, all})
    if (part >= stats::least_seeds || part == all) stages.push_back(part);
  return stages;
}

Json json_of(const Parameter& parameter) {
  const std::string ends = decimal(parameter.low) + ":" + decimal(parameter.high);
  return {{"name", parameter.name},
          {"option", parameter.option},
          {"range",
           parameter.choices.empty() ? ends + (parameter.logarithmic ? ":log" : "") : join(parameter.choices, "/")},
          {"start", parameter.start},
          {"choices", parameter.choices},
          {"low", parameter.low},
          {"high", parameter.high},
          {"step", parameter.step},
          {"whole", parameter.whole},
          {"log", parameter.logarithmic},
          {"separator", parameter.separator == 0 ? "" : std::string(1, parameter.separator)}};
}

/// Replaces this process by the search, whose standard input is the task.
[[noreturn]] void start(const std::string& task) {
  const std::string script = (own_folder() / "tune.py").string();
  if (::access(script.c_str(), R_OK) != 0)
    throw Failure(Exit::internal, "the search " + script + " is not there: install Agon again");
  const Descriptor file(::memfd_create("task", MFD_CLOEXEC));
  if (!file.is_open() || ::write(file.get(), task.data(), task.size()) != static_cast<ssize_t>(task.size()) ||
      ::lseek(file.get(), 0, SEEK_SET) != 0 || ::dup2(file.get(), STDIN_FILENO) < 0)
    throw_lack_of("memory for the task of 'tune'");
  std::cout.flush();
  std::array<std::string, 3> arguments = {"python3", "-Wignore", script};
  const std::array<char*, 4> words = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
  for (const char* const program : {"python3", "/usr/bin/python3"}) ::execvp(program, words.data());
  throw Failure(Exit::usage, std::string("tune needs Python 3 with the library Optuna (python3: ") +
                                 std::strerror(errno) + "): install Debian's packages python3 and python3-optuna");
}

/// What is to be searched. The plan's participants are the start and the opponent of all points.
struct Tuning {
  RunPlan plan;
  std::vector<Parameter> space{};
  Seeds seeds{};  // of the search; the schedule of the plan has taken those of the plan
  Seeds check{};
  std::size_t matches = 0;
  std::size_t matches_a_seed = 1;
};

/// Returns it without a schedule.
Tuning read_tuning(const Values& values, const Catalogue& catalogue) {
  Tuning tuning{.plan = read_plan(values, catalogue, tuning_seeds)};
  RunPlan& plan = tuning.plan;
  if (plan.participants.size() != 1)
    throw Failure(Exit::usage, "tune takes one strategy with --plugin; its opponent is named with --against");
  plan.group = read_group(values, plan.game.description);
  const Participant tuned = plan.participants.front();
  const std::string owner = tuned.file.program
                                ? "program " + tuned.identity.strategy + ", whose options are those that --plugin sets,"
                                : "strategy " + tuned.identity.strategy;
  tuning.space = read_space(tuned.file.description.options, tuned.options, values.texts("tune"), owner,
                            tuned.file.program ? TextNumbers::as_written : TextNumbers::any);
  if (!plan.cases.empty() && !values.given("seeds")) {
    const auto half = static_cast<std::ptrdiff_t>((plan.cases.size() + 1) / 2);  // the others are for the check
    plan.seeds.list.assign(plan.cases.begin(), plan.cases.begin() + half);
    plan.seeds.text = ranges_of(plan.seeds.list);
  }
  tuning.seeds = plan.seeds;
  tuning.check = read_check(values, plan.seeds, plan.cases);
  tuning.matches = values.whole("matches");
  plan.participants.push_back(tuned);
  if (values.given("against")) {
    if (plan.game.description.max_seats == 1)
      throw Failure(Exit::usage, "--against: " + plan.game.description.id + " has one seat, so there is no opponent");
    plan.participants.back() =
        read_participant(values.text("against"), plan.game.description, catalogue, People::refused, "--against");
    tell_apart(plan.participants);
  }
  return tuning;
}

/// Returns the task of python/tune.py.
Json task_of(const Values& values, const Tuning& tuning, const RunDisplay& display) {
  const RunPlan& plan = tuning.plan;
  const Participant& tuned = plan.participants.front();
  const Participant& other = plan.participants.back();
  const bool against = values.given("against");
  const PluginSpec spec = PluginSpec::parse(tuned.given);
  Assignments others = spec.options;
  std::erase_if(others, [&](const auto& given) {
    return std::ranges::any_of(tuning.space, [&](const Parameter& each) { return each.option == given.first; });
  });
  Json parameters = Json::array();
  for (const Parameter& each : tuning.space) parameters.push_back(json_of(each));
  Json stages = Json::array();
  for (const std::size_t stage :
       stages_of(tuning.matches, tuning.matches_a_seed, tuning.space.size(), tuning.seeds.list.size()))
    stages.push_back({{"seeds", stage}, {"list", first_seeds(tuning.seeds, stage)}});
  return {{"program", own_words().front()},
          {"prefix", message_prefix()},
          {"words", words_of_others(values, {"plugin", "against", "tune", "matches", "check", "sampler", "search-seed",
                                             "seeds", "jobs", "db", "no-db", "keep", "html", "json", "quiet"})},
          {"keep", values.given("keep")},
          {"game", plan.game.description.id},
          {"strategy", tuned.identity.strategy},
          {"sha256", tuned.identity.sha256},
          {"builds", {plan.game.build->sha256(), tuned.identity.sha256, other.identity.sha256}},
          {"start", tuned.given},
          {"plugin", spec_text(spec.plugin, others)},
          {"name", tuned.identity.name == "tuned" ? "best" : "tuned"},
          {"against", against ? Json(values.text("against")) : Json()},
          {"reference", against ? other.identity.name : "the start"},
          {"parameters", parameters},
          {"stages", stages},
          {"matches_a_seed", tuning.matches_a_seed},
          {"check", tuning.check.text},
          {"check_seeds", tuning.check.list.size()},
          {"matches", tuning.matches},
          {"sampler", values.text("sampler")},
          {"search_seed", values.whole("search-seed")},
          {"jobs", plan.jobs},
          {"database", plan.database ? Json(std::filesystem::absolute(*plan.database).string()) : Json()},
          {"html", values.text("html")},
          {"json", display.json},
          {"quiet", display.quiet},
          {"go_on", how_to_go_on(plan, display)}};
}

int run_tune(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  Tuning tuning = read_tuning(values, catalogue);
  ComparisonOptions asked;
  schedule_comparison(tuning.plan, asked);
  if (seats_of_matches(tuning.plan) > 1) tuning.matches_a_seed = asked.matches_a_seed;
  constexpr std::size_t least_seeds = 40;
  const std::size_t least = least_seeds * tuning.matches_a_seed;
  if (tuning.matches < least)
    throw Failure(Exit::usage, "--matches " + std::to_string(tuning.matches) + " are too few for a search: it takes " +
                                   std::to_string(least) + " or more");
  const RunDisplay display = read_run(values, tuning.plan);
  print_notes(tuning.plan);
  check_strategies(tuning.plan);
  if (tuning.plan.database) {  // the study lies beside it; a folder that can't be made is the search's to tell
    std::error_code fault;
    std::filesystem::create_directories(std::filesystem::absolute(*tuning.plan.database).parent_path(), fault);
  }
  start(task_of(values, tuning, display).dump());
}

Options tune_options() {
  return {{"tune", "NAME=RANGE", texts(Offer::option_ranges),
           "the options to vary, as in depth=1:6,alpha=0.1:2 (default: all that declare a range)"},
          {"against", "STRATEGY", text(Offer::strategies),
           "the opponent of all points; for several seats (default: --plugin as it is given)"},
          {"matches", "N", whole(1, 1e8, "a number"),
           "the number of matches to tune with; those of the check are added", "2000"},
          {"check", "LIST", text("random:100"),
           "the seeds of the check, as with --seeds (default: the 200 after the last of --seeds)"},
          {"sampler", "NAME", choice("tpe|random"), "who proposes points: tpe (learns where good points are) or random",
           "tpe"},
          {"search-seed", "N", whole(0, 1e8, "a number"), "the seed of the search's own random numbers", "1"}};
}

}  // namespace

Command tune_command() {
  return {"tune",
          "--game GAME --plugin STRATEGY [OPTIONS]",
          "searches for good values of a strategy's options",
          tune_details,
          {},
          together({run_options(),
                    tune_options(),
                    {group_option, measure_option},
                    database_options(),
                    {{"html", "FILE", text(Offer::files), "write a page with Optuna's plots"},
                     json_option,
                     {"quiet,q", "", on_off, "print no progress"}}}),
          run_tune};
}

}  // namespace host
