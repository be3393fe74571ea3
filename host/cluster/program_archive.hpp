// Programs travel to the machines of a cluster as archives of their files, named by their SHA-256.
//
// An archive has what `host/plugin/program.hpp` has copied: the program's files and those of its folder, without hidden
// ones, links and what Python has compiled. Interpreters stay where they are: each machine needs its own.
#pragma once

#include "host/plugin/program.hpp"

#include <memory>
#include <string>

namespace host::cluster {

/// A program without its files: paths in its copy begin with the archive's name.
struct PackedProgram {
  Program program;
  std::string sha256;   // of the archive
  std::string archive;  // its bytes
};

/// Throws Failure(usage) if the program can't be played on another machine: it is too large, or reads other files.
/// `name` is the strategy's.
PackedProgram pack_program(const Program& program, const std::string& name);

/// Returns the name of the archive of a program that pack_program() has returned.
std::string archive_name(const Program& program);

/// Returns the program with copies of its files, which exist as long as its build. Throws Failure(plugin) if this
/// machine lacks its interpreter, Failure(output), or BadMessage.
std::shared_ptr<const Program> unpack_program(const Program& program, const std::string& archive,
                                              const std::string& name);

}  // namespace host::cluster
