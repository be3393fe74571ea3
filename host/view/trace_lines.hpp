// The lines that programs have exchanged with the host, beside the turns of the match.
#pragma once

#include "host/match/transcript.hpp"

#include <string>

namespace host {

/// Adds the match's lines in a file of --trace to the logs of its turns, as "> line" from the host and "< line" from
/// the program; those before a seat's first turn to this one. Throws Failure(transcript) if the file can't be read,
/// and Failure(usage) if there are none, or if those of several matches can't be told apart.
void add_trace(Transcript& match, const std::string& file);

}  // namespace host
