#include "host/arena/job.hpp"

#include "host/arena/messages.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/program.hpp"
#include "host/plugin/temp_library_copy.hpp"
#include "host/util/archive.hpp"
#include "host/util/failure.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace host {

void fields(auto& archive, agon_limits& limits) {
  archive(limits.cpu_ns, limits.turn_cpu_ns, limits.increment_ns, limits.wall_ns, limits.memory_bytes, limits.threads);
}

void fields(auto& archive, RunLimits& limits) {
  fields(archive, static_cast<agon_limits&>(limits));
  archive(limits.wall_given);
}

void fields(auto& archive, SandboxPolicy& sandbox) {
  archive.choice(sandbox.level, Level::sandbox);
  archive(sandbox.fresh, sandbox.trace, sandbox.pin.on, sandbox.pin.core);
}

void fields(auto& archive, Openings::Line& line) {
  archive(line.parameters, line.actions);
}

void fields(auto& archive, Openings& openings) {
  archive(openings.lines, openings.plies);
}

void fields(auto& archive, SeatIdentity& identity) {
  archive(identity.strategy, identity.name, identity.version, identity.sha256, identity.options);
}

/// Its build travels as a path and a hash.
template <class Archive>
void fields(Archive& archive, Program& program) {
  std::string path;
  std::string sha256;
  if (program.build) {
    path = program.build->path().string();
    sha256 = program.build->sha256();
  }
  archive(program.words, program.files, program.readable, program.folder, program.commands, program.root,
          program.closed, program.id, program.fault, program.start_ns, path, sha256);
  archive.choice(program.engine, static_cast<EngineProtocol>(engine_words.size() - 1));
  if constexpr (Archive::unpacks) program.build = Build::known(path, sha256, nullptr);
}

/// Without its file, of which Source tells.
void fields(auto& archive, Participant& participant) {
  archive(participant.identity, participant.options, participant.may_refuse);
}

/// Without the game, of which the order tells.
void fields(auto& archive, Job& job) {
  archive(job.participants, job.parameters, job.openings, job.limits, job.secret, job.sandbox, job.record, job.keep,
          job.logs);
  archive.choice(job.boards, Boards::moves);
  archive(job.colour, job.exclusive, job.origin);
}

}  // namespace host

namespace host::arena {

/// A library, whose file descriptor travels separately.
struct LibraryNames {
  std::string path;
  std::string file;  // from which to load it; empty: from the file descriptor
};

void fields(auto& archive, LibraryNames& library) {
  archive(library.path, library.file);
}

/// Where an arena finds the strategy of a participant.
struct Source {
  std::string id;
  std::string protocol;
  std::size_t library = 0;  // unused for a program
  std::optional<Program> program{};
};

void fields(auto& archive, Source& source) {
  archive(source.id, source.protocol, source.library, source.program);
}

namespace {

std::size_t index_of(const std::vector<const Build*>& builds, const Build* build) {
  return static_cast<std::size_t>(std::find(builds.begin(), builds.end(), build) - builds.begin());
}

Source source_of(const StrategyFile& file, const std::vector<const Build*>& builds) {
  Source source{file.description.id, file.description.protocol, index_of(builds, file.build.get())};
  if (file.program) source.program = *file.program;
  return source;
}

/// Returns the strategy of the library.
StrategyDescription find_strategy(const Build& build, const std::string& id, const std::string& protocol) {
  const PluginDescription plugin = describe_build(build);
  if (const StrategyDescription* const found = plugin.find_strategy(id, protocol); found != nullptr) return *found;
  throw Failure(Exit::plugin, build.path().string() + ": does not hold the strategy " + id);
}

StrategyFile file_from(const Source& source, const SeatIdentity& identity,
                       const std::vector<std::shared_ptr<const Build>>& builds) {
  StrategyFile file;
  if (source.program) {
    file.program = std::make_shared<const Program>(*source.program);
    file.build = file.program->build;
    file.description = describe_program(*file.program, source.protocol, identity.options);
  } else {
    if (source.library >= builds.size()) throw BadMessage();
    file.build = builds[source.library];
    file.description = find_strategy(*file.build, source.id, source.protocol);
  }
  return file;
}

}  // namespace

std::vector<const Build*> builds_of(const Job& job) {
  std::vector<const Build*> all = {job.game.build.get()};
  for (const Participant& participant : job.participants) {
    const Build* const build = participant.file.build.get();
    if (!participant.file.program && index_of(all, build) == all.size()) all.push_back(build);
  }
  return all;
}

std::string to_bytes(const Order& order) {
  const Job& job = order.job;
  const std::vector<const Build*> builds = builds_of(job);
  std::vector<LibraryNames> libraries;
  libraries.reserve(builds.size());
  // Without a sandbox, workers load the libraries from files, for debuggers.
  for (const Build* const build : builds) {
    libraries.push_back({build->path().string(), build == job.game.build.get()         ? order.game_file
                                                 : job.sandbox.level == Level::process ? build->file().string()
                                                                                       : std::string()});
  }
  std::vector<Source> sources;
  for (const Participant& participant : job.participants) sources.push_back(source_of(participant.file, builds));
  return pack(protocol_version, order.number, order.count, libraries, job.game.description.id, sources, job);
}

Order order_from(std::string_view bytes, std::vector<Descriptor> descriptors) {
  Unpacker in(bytes);
  std::uint32_t version = 0;
  in(version);
  if (version != protocol_version)
    throw Failure(Exit::internal, "the host and agon-arena are of different versions: install both together");
  Order order;
  Job& job = order.job;
  std::vector<LibraryNames> libraries;
  std::string game;
  std::vector<Source> sources;
  in(order.number, order.count, libraries, game, sources, job);
  in.end();
  if (libraries.empty() || libraries.size() != descriptors.size() || sources.size() != job.participants.size())
    throw BadMessage();
  std::vector<std::shared_ptr<const Build>> builds;
  for (std::size_t i = 0; i < descriptors.size(); ++i)
    builds.push_back(Build::adopt(libraries[i].path, std::move(descriptors[i]), libraries[i].file));
  job.game = game_in(builds.front(), game);
  for (std::size_t i = 0; i < job.participants.size(); ++i) {
    Participant& participant = job.participants[i];
    Assignments options = participant.identity.options;  // only with the prefix is one of these a limit
    participant.limits = take_limits(options, limit_names(), participant.identity.strategy);
    participant.file = file_from(sources[i], participant.identity, builds);
  }
  return order;
}

}  // namespace host::arena
