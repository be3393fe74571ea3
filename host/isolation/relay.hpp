// The relay: what a tester starts in place of a solution.
#pragma once

#include <string>

namespace host {

/// Sends its standard input and output to the abstract socket `name`, for `seat`. Waits until the solution has ended,
/// and returns its exit status; 1 if nobody answers.
int run_relay(const std::string& name, int seat);

}  // namespace host
