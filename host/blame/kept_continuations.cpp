#include "host/blame/kept_continuations.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"

namespace host {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json reference_json(const BlameTask& task) {
  const Participant& reference = task.plan.participants.back();
  const agon_limits& limits = task.plan.limits;
  Json json = {
      {"game", task.match.game},
      {"chance", task.chance},
      {"reference", {reference.identity.sha256, reference.identity.options}},
      {"limits", {limits.cpu_ns, limits.turn_cpu_ns, limits.increment_ns, limits.memory_bytes, limits.threads}}};
  if (task.quick) json["quick"] = {task.quick->limits.cpu_ns, task.quick->limits.turn_cpu_ns};
  return json;
}

Json task_json(const BlameTask& task) {
  Json json = reference_json(task);
  json["match"] = match_digest(task.match, task.plan.game.description);
  json["seat"] = task.seat;
  if (task.target) json["target"] = *task.target;
  for (const Participant& player : task.plan.participants)
    json["players"].push_back({player.identity.sha256, player.identity.options});
  return json;
}

std::string digest_of(const BlameTask& task) {
  constexpr std::size_t bytes = 12;
  return hexadecimal(sha256_of(to_stored_line(task_json(task))), bytes);
}

KeptContinuations::KeptContinuations(const std::filesystem::path& path, const Json& head) : path_(path) {
  std::ifstream before(path);
  std::string line;
  const bool begun = static_cast<bool>(std::getline(before, line));
  if (begun && line != to_stored_line(head))
    throw Failure(Exit::usage,
                  path.string() + ": it holds continuations of another match, or by other players or limits");
  while (std::getline(before, line)) {
    try {
      const Json one = parse_json(line);
      known_[one.at("task")].push_back({{one.at("turn"), one.at("acted"), one.at("draw"), one.at("quick")},
                                        {one.at("value"), one.at("score"), one.at("action"), one.at("failure")}});
    } catch (const Json::exception&) {  // a line that was cut: its continuation is played again
    }
  }
  before.close();
  file_.open(path, std::ios::app);
  if (!begun) file_ << to_stored_line(head) << "\n";
  check();
}

void KeptContinuations::tell(const std::string& task, Continuations& continuations) const {
  const auto known = known_.find(task);
  if (known == known_.end()) return;
  for (const auto& [probe, played] : known->second) continuations.remember(probe, played);
}

void KeptContinuations::add(const std::string& task, const Probe& probe, const Continuation& played) {
  file_ << to_stored_line(Json{{"task", task},
                               {"turn", probe.turn},
                               {"acted", probe.acted},
                               {"draw", probe.draw},
                               {"quick", probe.quick},
                               {"value", played.value},
                               {"score", played.score},
                               {"action", played.action},
                               {"failure", played.failure}})
        << std::endl;
  check();
}

void KeptContinuations::check() const {
  if (!file_) throw Failure(Exit::output, path_.string() + ": can't be written");
}

}  // namespace host
