#include "host/seat/open_seat.hpp"

#include "host/seat/in_process.hpp"
#include "host/seat/isolated.hpp"

#include <utility>

namespace host {

std::unique_ptr<Seat> open_seat(const Custody& custody, const StrategyFile& strategy, std::vector<std::string> options,
                                std::function<bool()> should_stop) {
  if (custody.level == Level::none) return open_in_process(strategy, std::move(options), std::move(should_stop));
  return open_isolated(strategy, std::move(options), custody.worker, std::move(should_stop));
}

}  // namespace host
