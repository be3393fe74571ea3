// Plays for the best mean result against a model of its opponents, without ever guaranteeing less than `optimal`. See
// this game's experiments.md.
#include "player.hpp"

#include <agon/settings.hpp>
#include <array>
#include <inc/inc.hpp>

#include <string>

namespace {

class Champion : public inc::Strategy {
 public:
  explicit Champion(const agon::Session& session)
      : player_(session.limits().cpu_ns,
                {.learn = session.options().flag("learn"),
                 .guard = session.options().flag("guard"),
                 .trust = session.options().flag("trust")},
                [this](const std::string& text) { this->session().log(text); }) {}

  inc::Move move(const inc::Position& position) override {
    const int best = player_.best(inc::situation_of(position));
    session().report(player_.expected(), AGON_VALUE_SCORE, player_.depth());
    return position.move_at(best);
  }

 private:
  inc::champion::Player player_;
};

constexpr std::array options = {
    agon::flag("learn", "estimate from their moves how the opponents play", "yes"),
    agon::flag("guard", "make only moves that guarantee as much as optimal play does", "yes"),
    agon::flag("trust", "while the opponents play optimally, make only moves as good as the optimal one", "yes"),
};

}  // namespace

AGON_STRATEGY(Champion, .id = "champion", .version = "1.0.0",
              .summary = "exploits the opponents' errors, never guarantees less than optimal", .options = options)
