// Plays exactly: makes the move after which the match ends best for it if all seats play optimally. A seat that is out
// makes its first move. If a board is too large for that, or the match too long, it writes this to its log and plays as
// if the match ended earlier.
#include "player.hpp"

#include <inc/inc.hpp>

#include <string>

namespace {

class Optimal : public inc::Strategy {
 public:
  explicit Optimal(const agon::Session& session)
      : player_(session.limits().cpu_ns, [this](const std::string& text) { this->session().log(text); }) {}

  inc::Move move(const inc::Position& position) override {
    const int best = player_.best(inc::situation_of(position));
    session().report(player_.expected(), AGON_VALUE_SCORE, player_.depth());
    return position.move_at(best);
  }

 private:
  inc::OptimalPlayer player_;
};

}  // namespace

AGON_STRATEGY(Optimal, .id = "optimal", .version = "1.0.0",
              .summary = "exact: the move that leads to the best end if all seats play as well as they can")
