#include "host/arena/order.hpp"

#include "host/arena/messages.hpp"
#include "host/arena/wire.hpp"
#include "host/failure.hpp"
#include "host/plugin/plugin_file.hpp"
#include "host/plugin/program.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

namespace host::arena {

namespace {

constexpr auto no_build = static_cast<std::uint64_t>(-1);

std::uint64_t index_of(const std::vector<const Build*>& builds, const Build* build) {
  const auto found = std::find(builds.begin(), builds.end(), build);
  return found == builds.end() ? no_build : static_cast<std::uint64_t>(found - builds.begin());
}

std::vector<std::string> texts_of(const std::vector<std::filesystem::path>& paths) {
  return {paths.begin(), paths.end()};
}

std::vector<std::filesystem::path> paths_from(WireReader& in) {
  const auto texts = in.get<std::vector<std::string>>();
  return {texts.begin(), texts.end()};
}

void put(WireWriter& out, const agon_limits& limits) {
  for (const std::int64_t each :
       {limits.cpu_ns, limits.turn_cpu_ns, limits.increment_ns, limits.wall_ns, limits.memory_bytes})
    out.put(each);
  out.put(limits.threads);
}

agon_limits limits_from(WireReader& in) {
  agon_limits limits{};
  for (std::int64_t* const each :
       {&limits.cpu_ns, &limits.turn_cpu_ns, &limits.increment_ns, &limits.wall_ns, &limits.memory_bytes})
    in.read(*each);
  in.read(limits.threads);
  return limits;
}

void put(WireWriter& out, const Custody& custody) {
  out.put(static_cast<std::int32_t>(custody.level));
  out.put(custody.worker.sandbox);
  out.put(custody.worker.log_bytes);
  out.put(custody.worker.fresh);
  out.put(custody.pin.on);
  out.put(custody.pin.core);
}

void put(WireWriter& out, const Openings& openings) {
  out.put(static_cast<std::uint64_t>(openings.lines.size()));
  for (const Openings::Line& line : openings.lines) {
    out.put(line.parameters);
    out.put(line.actions);
  }
  out.put(openings.random);
  out.put(openings.plies);
  out.put(openings.balance);
}

Openings openings_from(WireReader& in) {
  Openings openings;
  const auto lines = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < lines; ++i) {
    Openings::Line& line = openings.lines.emplace_back();
    in.read(line.parameters);
    in.read(line.actions);
  }
  in.read(openings.random);
  in.read(openings.plies);
  in.read(openings.balance);
  return openings;
}

Custody custody_from(WireReader& in) {
  Custody custody;
  custody.level = static_cast<Level>(in.get<std::int32_t>());
  in.read(custody.worker.sandbox);
  in.read(custody.worker.log_bytes);
  in.read(custody.worker.fresh);
  in.read(custody.pin.on);
  in.read(custody.pin.core);
  return custody;
}

void put(WireWriter& out, const Program& program) {
  out.put(program.words);
  out.put(texts_of(program.files));
  out.put(texts_of(program.readable));
  out.put(program.id);
  out.put(program.start_ns);
  out.put(program.build->path().string());
  out.put(program.build->sha256());
}

std::shared_ptr<const Program> program_from(WireReader& in) {
  auto program = std::make_shared<Program>();
  in.read(program->words);
  program->files = paths_from(in);
  program->readable = paths_from(in);
  in.read(program->id);
  in.read(program->start_ns);
  const auto name = in.get<std::string>();
  program->build = Build::of_program(name, {}, [sha256 = in.get<std::string>()] { return sha256; });
  return program;
}

void put(WireWriter& out, const Entrant& entrant, const std::vector<const Build*>& builds) {
  const SeatIdentity& identity = entrant.identity;
  for (const std::string* const text : {&identity.strategy, &identity.name, &identity.version, &identity.sha256})
    out.put(*text);
  out.put(identity.options);
  out.put(entrant.options);
  out.put(entrant.may_refuse);
  out.put(entrant.file.description.id);
  out.put(entrant.file.description.protocol);
  out.put(index_of(builds, entrant.file.build.get()));
  if (entrant.file.program) put(out, *entrant.file.program);
}

/// Returns the strategy of the library.
StrategyDescription find_strategy(const Build& build, const std::string& id, const std::string& protocol) {
  for (const StrategyDescription& each : describe_build(build).strategies) {
    if (each.id == id && each.protocol == protocol) return each;
  }
  throw Failure(Exit::plugin, build.path().string() + ": does not hold the strategy " + id);
}

Entrant entrant_from(WireReader& in, const std::vector<std::shared_ptr<const Build>>& builds) {
  Entrant entrant;
  SeatIdentity& identity = entrant.identity;
  for (std::string* const text : {&identity.strategy, &identity.name, &identity.version, &identity.sha256})
    in.read(*text);
  in.read(identity.options);
  Assignments options = identity.options;  // only with the prefix is one of these a limit
  entrant.limits = take_limits(options, limit_names(), identity.strategy);
  in.read(entrant.options);
  in.read(entrant.may_refuse);
  const auto id = in.get<std::string>();
  const auto protocol = in.get<std::string>();
  const auto build = in.get<std::uint64_t>();
  if (build == no_build) {
    entrant.file.program = program_from(in);
    entrant.file.build = entrant.file.program->build;
    entrant.file.description = describe_program(*entrant.file.program, protocol, identity.options);
  } else {
    if (build >= builds.size()) throw BadMessage();
    entrant.file.build = builds[build];
    entrant.file.description = find_strategy(*entrant.file.build, id, protocol);
  }
  return entrant;
}

}  // namespace

std::vector<const Build*> builds_of(const Job& job) {
  std::vector<const Build*> all = {job.game.build.get()};
  for (const Entrant& entrant : job.entrants) {
    const Build* const build = entrant.file.build.get();
    if (!entrant.file.program && index_of(all, build) == no_build) all.push_back(build);
  }
  return all;
}

std::string to_bytes(const Order& order) {
  const Job& job = order.job;
  const std::vector<const Build*> builds = builds_of(job);
  WireWriter out;
  out.put(protocol_version);
  out.put(static_cast<std::uint64_t>(order.number));
  out.put(static_cast<std::uint64_t>(order.count));
  out.put(static_cast<std::uint64_t>(builds.size()));
  for (const Build* const build : builds) out.put(build->path().string());
  // Without a sandbox, workers load the libraries from files, for debuggers.
  for (const Build* const build : builds) {
    out.put(build == job.game.build.get()         ? order.game_file
            : job.custody.level == Level::process ? build->file().string()
                                                  : std::string());
  }
  out.put(job.game.description.id);
  out.put(static_cast<std::uint64_t>(job.entrants.size()));
  for (const Entrant& entrant : job.entrants) put(out, entrant, builds);
  out.put(job.parameters);
  put(out, job.openings);
  put(out, job.limits);
  out.put(job.secret);
  put(out, job.custody);
  out.put(job.record);
  out.put(job.logs);
  out.put(static_cast<std::int32_t>(job.boards));
  out.put(job.colour);
  return out.bytes();
}

Order order_from(std::string_view bytes, std::vector<Descriptor> descriptors) {
  WireReader in(bytes);
  if (in.get<std::uint32_t>() != protocol_version)
    throw Failure(Exit::internal, "the host and agon-arena are of different versions: install both together");
  Order order;
  Job& job = order.job;
  order.number = in.get<std::uint64_t>();
  order.count = in.get<std::uint64_t>();
  if (in.get<std::uint64_t>() != descriptors.size()) throw BadMessage();
  std::vector<std::shared_ptr<const Build>> builds;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < descriptors.size(); ++i) paths.push_back(in.get<std::string>());
  for (std::size_t i = 0; i < descriptors.size(); ++i)
    builds.push_back(Build::adopt(paths[i], std::move(descriptors[i]), in.get<std::string>()));
  job.game.build = builds.at(0);
  const auto id = in.get<std::string>();
  const PluginDescription declared = describe_build(*job.game.build);
  const GameDescription* const game = declared.find_game(id);
  if (game == nullptr) throw Failure(Exit::plugin, job.game.build->path().string() + ": does not hold the game " + id);
  job.game.description = *game;
  const auto entrants = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < entrants; ++i) job.entrants.push_back(entrant_from(in, builds));
  in.read(job.parameters);
  job.openings = openings_from(in);
  job.limits = limits_from(in);
  in.read(job.secret);
  job.custody = custody_from(in);
  in.read(job.record);
  in.read(job.logs);
  job.boards = static_cast<Boards>(in.get<std::int32_t>());
  in.read(job.colour);
  in.end();
  return order;
}

}  // namespace host::arena
