// A seat whose strategy runs in a worker: a process of its own, in a sandbox. Whatever the strategy does, the host gets
// an action or an outcome.
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/seat.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace host {

/// The worker starts with the first match and stays for the next ones, unless it fails, keeps memory, or the strategy
/// keeps globals. `options` has a value for each of its options, in order. `should_stop` is asked by another thread.
/// The thread that begins matches has to live as long as the seat: with it, the kernel ends the worker.
///
/// begin() throws Failure(isolation) if the sandbox can't be put up as asked.
std::unique_ptr<Seat> open_isolated(const StrategyFile& strategy, std::vector<std::string> options,
                                    const WorkerOptions& worker, std::function<bool()> should_stop);

}  // namespace host
