#include "host/cluster/payload.hpp"

#include "host/arena/job.hpp"
#include "host/arena/messages.hpp"
#include "host/cluster/program_archive.hpp"
#include "host/util/archive.hpp"
#include "host/util/failure.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

namespace host::cluster {

std::string payload_format() {
  struct utsname system {};
  ::uname(&system);
  constexpr const char* with_programs = ".1";
  return std::string("Agon " AGON_VERSION "/") + std::to_string(arena::protocol_version) + with_programs + " " +
         system.machine;
}

PackedJob::PackedJob(const Job& job) {
  if (job.sandbox.level != Level::sandbox)
    throw Failure(Exit::usage, "--cluster plays in the sandbox only: --isolation process and none do not go with it");
  if (!job.exclusive.empty())
    throw Failure(Exit::usage, "--exclusive holds on this machine alone: it does not go with --cluster");
  for (const Build* const build : arena::builds_of(job)) names.push_back(build->sha256());
  const std::size_t libraries = names.size();
  Job without = job;
  for (Participant& participant : without.participants) {
    if (!participant.file.program) continue;
    PackedProgram packed = pack_program(*participant.file.program, participant.identity.name);
    participant.file.program = std::make_shared<const Program>(std::move(packed.program));
    if (archives.emplace(packed.sha256, std::move(packed.archive)).second) names.push_back(packed.sha256);
  }
  bytes = pack(libraries, arena::to_bytes(arena::Order{without, "", 0, 1}));
}

Job job_from(const std::string& bytes, const std::vector<std::string>& names, std::vector<Descriptor> files) {
  Unpacker in(bytes);
  std::size_t libraries = 0;
  std::string order;
  in(libraries, order);
  in.end();
  if (libraries > files.size() || names.size() != files.size()) throw BadMessage();
  std::map<std::string, std::string> archives;
  for (; files.size() > libraries; files.pop_back()) archives[names[files.size() - 1]] = content_of(files.back());
  Job job = arena::order_from(order, std::move(files)).job;
  for (Participant& participant : job.participants) {
    if (!participant.file.program) continue;
    const auto archive = archives.find(archive_name(*participant.file.program));
    if (archive == archives.end()) throw BadMessage();
    participant.file.program = unpack_program(*participant.file.program, archive->second, participant.identity.name);
    participant.file.build = participant.file.program->build;
  }
  return job;
}

std::vector<LeasedMatch> matches_from(std::string_view bytes, const Job& job) {
  auto all = unpack<std::vector<LeasedMatch>>(bytes);
  const GameDescription& game = job.game.description;
  bool fits = !all.empty();
  for (const auto& [index, request] : all) {
    fits &= request.seating.size() >= game.min_seats && request.seating.size() <= game.max_seats;
    for (const std::size_t participant : request.seating) fits &= participant < job.participants.size();
  }
  if (!fits) throw BadMessage();
  return all;
}

std::string content_of(const Descriptor& memory) {
  const off_t size = ::lseek(memory.get(), 0, SEEK_END);
  std::string content(static_cast<std::size_t>(size), '\0');
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t got = ::pread(memory.get(), content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (got <= 0) throw Failure(Exit::internal, "the copy of a library can't be read");
    done += static_cast<std::size_t>(got);
  }
  return content;
}

Descriptor sealed_memory(const std::string& content) {
  const auto check = [](bool good) {
    if (!good)
      throw Failure(Exit::output, std::string("a library can't be copied into memory: ") + std::strerror(errno));
  };
  const Descriptor made(::memfd_create("library", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  check(made.is_open());
  Descriptor copy = made.duplicate(lowest_free_descriptor);
  check(copy.is_open());
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t put = ::write(copy.get(), content.data() + done, content.size() - done);
    check(put > 0);
    done += static_cast<std::size_t>(put);
  }
  check(::fcntl(copy.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0);
  return copy;
}

std::vector<PlayedMatch> results_from(std::string_view bytes, const Job& job, const std::vector<LeasedMatch>& leased) {
  const auto all = unpack<std::vector<std::string>>(bytes);
  if (all.size() != leased.size()) throw BadMessage();
  std::vector<PlayedMatch> matches;
  for (std::size_t i = 0; i < all.size(); ++i) matches.push_back(arena::match_from(all[i], job, leased[i].request));
  return matches;
}

}  // namespace host::cluster
