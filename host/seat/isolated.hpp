// A seat whose strategy runs in a worker: a separate, sandboxed process. Whatever the strategy does, the host gets an
// action or an outcome.
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/seat.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace host {

/// The worker starts with the first match and plays the following ones. It is replaced if it fails or keeps memory, or
/// if the strategy keeps global state. `options` has a value for each of the strategy's options, in order.
/// `should_stop` is called by another thread. The thread that begins matches must live as long as the seat: the kernel
/// ends the worker when that thread ends.
///
/// begin() throws Failure(isolation) if the requested sandbox can't be set up.
std::unique_ptr<Seat> open_isolated(const StrategyFile& strategy, std::vector<std::string> options,
                                    const WorkerOptions& worker, std::function<bool()> should_stop);

}  // namespace host
