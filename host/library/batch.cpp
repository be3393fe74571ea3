#include "host/library/batch.hpp"

#include "host/library/state.hpp"
#include "host/match/seeds.hpp"
#include "host/plugin/layout.hpp"
#include "host/plugin/outcome.hpp"
#include "host/util/failure.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace host::library {

namespace {

/// Returns the size of each observation; 0: they vary in size, or are not declared.
std::uint64_t fixed_observation_size(const Game& game) {
  const std::optional<LayoutDescription> layout = layout_of(*game.type);
  const auto varies = [](const FieldDescription& field) { return field.capacity == 0; };
  return !layout || std::ranges::any_of(layout->observation.fields, varies) ? 0 : game.type->observation_capacity;
}

}  // namespace

Batch::Rows Batch::rows(std::size_t bytes) {
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  Rows made(static_cast<std::byte*>(::operator new[](size, std::align_val_t{alignment})));
  std::memset(made.get(), 0, size);
  return made;
}

Batch::Batch(std::shared_ptr<const Game> game, std::size_t count, std::uint64_t first_seed, std::int32_t seats,
             const Assignments& parameters, Work work)
    : game_(std::move(game)),
      type_(*game_->type),
      model_(model_of(*game_)),
      work_(work),
      setup_(setup_for(*game_, first_seed, seats, parameters)),
      seats_(setup_.seats),
      next_seed_(first_seed),
      bits_seed_(mix(first_seed, 0)) {
  const std::string& id = game_->description.id;
  if (count == 0) throw Failure(Exit::usage, "a batch has at least one match");
  if (model_ == nullptr) throw Failure(Exit::usage, id + " has no model (agon.model/1), which a batch needs");
  action_size_ = model_->action_size;
  observation_size_ = work_.observe ? fixed_observation_size(*game_) : 0;
  if (work_.observe && observation_size_ == 0)
    throw Failure(Exit::usage,
                  id + " has observations that vary in size, which a batch can't hold: pass observe=False");
  observation_size_ = (observation_size_ + 15) / 16 * 16;  // keeps each row aligned
  observations_ = rows(count * observation_size_);
  samples_ = rows(count * action_size_);
  to_move_.resize(count);
  over_.resize(count);
  illegal_.resize(count);
  final_scores_.resize(count * static_cast<std::size_t>(seats_));
  scores_.resize(final_scores_.size());
  seeds_.resize(count);
  states_.resize(count);
  raw_.resize(count);
  for (std::size_t match = 0; match < count; ++match) {
    begin(match);
    look(match);
  }
}

Batch::~Batch() = default;

/// Starts the next match in that place.
void Batch::begin(std::size_t match) {
  setup_.seed = next_seed_++;
  seeds_[match] = setup_.seed;
  states_[match] = std::make_unique<GameState>(*game_, setup_);
  raw_[match] = states_[match]->raw();
  to_move_[match] = states_[match]->to_move();
  if (to_move_[match] == AGON_OVER)
    throw Failure(Exit::usage, game_->description.id + ", seed " + std::to_string(setup_.seed) +
                                   ": the match is over before the first action");
}

void Batch::write_scores(std::size_t match, std::vector<double>& rows) const {
  double* const row = rows.data() + match * static_cast<std::size_t>(seats_);
  for (std::int32_t seat = 0; seat < seats_; ++seat) row[seat] = states_[match]->score(seat);
}

/// Writes the observation, the sample and the scores.
void Batch::look(std::size_t match) {
  agon_error error;  // not zeroed as a whole: saves half a kilobyte per action
  error.text[0] = '\0';
  if (work_.observe) {
    agon_buffer seen{observations_.get() + match * observation_size_, observation_size_, 0};
    if (type_.observe(raw_[match], to_move_[match], &seen, &error) != AGON_OK || seen.size > observation_size_)
      states_[match]->broken("can't show the position", error);
  }
  if (work_.sample) {
    agon_buffer action{samples_.get() + match * action_size_, action_size_, 0};
    if (model_->sample(raw_[match], mix(bits_seed_, drawn_++), &action, &error) != AGON_OK ||
        action.size != action_size_)
      states_[match]->broken("draws no action", error);
  }
  if (work_.score) write_scores(match, scores_);
}

void Batch::step(const std::byte* actions) {
  const std::unique_lock lock(stepping_, std::try_to_lock);
  if (!lock) throw Failure(Exit::usage, "another thread steps this batch");
  agon_error error;
  for (std::size_t match = 0; match < raw_.size(); ++match) {
    // Copied: an action is aligned, and stays as it is while the game reads it.
    const agon_bytes action = action_room_.hold({actions + match * action_size_, action_size_});
    error.text[0] = '\0';
    const std::int32_t seat = to_move_[match];
    const agon_status status = type_.act(raw_[match], seat, action, nullptr, &error);
    illegal_[match] = status == AGON_ILLEGAL ? 1 : 0;
    if (status != AGON_OK) [[unlikely]] {
      if (status != AGON_ILLEGAL) states_[match]->broken("failed to apply an action", error);
      type_.forfeit(raw_[match], seat, AGON_OUTCOME_ILLEGAL, sentence(error, "an illegal action").c_str());
    }
    to_move_[match] = states_[match]->to_move();
    over_[match] = 0;
    if (to_move_[match] == AGON_OVER) [[unlikely]] {
      over_[match] = 1;
      write_scores(match, final_scores_);
      begin(match);
    }
    look(match);
  }
}

std::string Batch::actions(std::size_t match) const {
  if (match >= raw_.size())
    throw Failure(Exit::usage,
                  "there is no match " + std::to_string(match) + ": the batch has " + std::to_string(raw_.size()));
  return legal_actions(*states_[match]);
}

}  // namespace host::library
