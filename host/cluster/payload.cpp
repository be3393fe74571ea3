#include "host/cluster/payload.hpp"

#include "host/archive.hpp"
#include "host/arena/job.hpp"
#include "host/arena/messages.hpp"
#include "host/failure.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace host::cluster {

std::string payload_format() {
  struct utsname system {};
  ::uname(&system);
  return std::string("Agon " AGON_VERSION "/") + std::to_string(arena::protocol_version) + " " + system.machine;
}

std::string job_bytes(const Job& job) {
  if (job.sandbox.level != Level::sandbox)
    throw Failure(Exit::usage, "--cluster plays in the sandbox only: --isolation process and none do not go with it");
  for (const Participant& participant : job.participants) {
    if (participant.file.program)
      throw Failure(Exit::usage, "the strategy " + participant.identity.name +
                                     " is a program, whose files do not travel to other machines: --cluster takes "
                                     "libraries; '--shard' divides a run without a server");
  }
  return arena::to_bytes(arena::Order{job, "", 0, 1});
}

Job job_from(const std::string& bytes, std::vector<Descriptor> libraries) {
  return arena::order_from(bytes, std::move(libraries)).job;
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

std::string content_of(const Build& build) {
  const Descriptor& memory = build.memory();
  const off_t size = ::lseek(memory.get(), 0, SEEK_END);
  std::string content(static_cast<std::size_t>(size), '\0');
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t got = ::pread(memory.get(), content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (got <= 0) throw Failure(Exit::internal, build.path().string() + ": its copy can't be read");
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
