// Shows a match at a terminal, forwards and backwards as a person's keys say.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace host {

/// Shows the boards, which replace each other on a terminal that has_screen(), of turn 0 and of each following turn,
/// until the person leaves. With a `delay`, it plays at once; otherwise it waits, and plays two turns a second when it
/// is asked to.
void view_replay(const std::vector<std::string>& boards, std::chrono::duration<double> delay);

}  // namespace host
