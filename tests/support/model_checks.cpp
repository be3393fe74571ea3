#include "tests/support/model_checks.hpp"

#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <span>

namespace support {

namespace {

std::string text_of(agon_bytes bytes) {
  return {static_cast<const char*>(bytes.data), bytes.size};
}

std::int32_t seats_of(const agon::Model& model) {
  return static_cast<std::int32_t>(model.game().max_seats);
}

std::string sampled(const agon::Model& model, const agon::State& state, std::uint64_t bits) {
  std::vector<std::byte> room(model.action_size());
  state.sample(bits, room.data());
  return text_of({room.data(), room.size()});
}

void act(agon::State& state, const std::string& action) {
  state.act(agon_bytes{action.data(), action.size()});
}

/// Lists each legal action once, in parts too, each of which is taken; samples are among them.
void check_actions(const agon::Model& model, const agon::State& state, agon::QuickRandom& random) {
  for (int draw = 0; draw < 4; ++draw) {
    const std::uint64_t bits = random.next();
    const std::string action = sampled(model, state, bits);
    CHECK(sampled(model, agon::State(state), bits) == action);
    CHECK(accepted(state, {action.data(), action.size()}));
  }
  if (!model.lists_actions() || model.has_many_actions()) return;
  const std::vector<std::string> all = listed(state);
  REQUIRE(!all.empty());
  CHECK(state.action_count() == all.size());
  CHECK(std::set(all.begin(), all.end()).size() == all.size());
  CHECK(std::ranges::find(all, sampled(model, state, random.next())) != all.end());
  CHECK(sampled(model, state, 0) != "");
  for (int trial = 0; trial < 8; ++trial) {
    const std::string& action = all[random.below(all.size())];
    CHECK(accepted(state, {action.data(), action.size()}));
  }
  const std::uint64_t first = random.below(all.size());
  std::vector<std::byte> room(2 * model.action_size() + model.action_size() / 2);
  agon_buffer part = {room.data(), room.size(), 0};
  std::uint64_t count = 0;
  REQUIRE(model.raw().actions(state.raw(), first, &part, &count, nullptr) == AGON_OK);
  CHECK(count == all.size());
  const std::uint64_t fitting = std::min<std::uint64_t>(2, all.size() - first);
  REQUIRE(part.size == fitting * model.action_size());
  CHECK(text_of({room.data(), model.action_size()}) == all[first]);
}

/// What a seat knows is all that a determinised state takes over, and it plays on like any other.
void check_determinised(const agon::Model& model, const agon::State& state, std::uint64_t seed) {
  for (std::int32_t seat = 0; seat < seats_of(model); ++seat) {
    const agon::State made = determinised(model, state, seat, seed);
    CHECK(made.observation(seat) == state.observation(seat));
    CHECK(made.to_move() == state.to_move());
    const bool lists = model.lists_actions() && !model.has_many_actions();
    if (lists && (seat == state.to_move() || !model.has_hidden())) CHECK(listed(made) == listed(state));
    if (!model.has_hidden()) {
      CHECK(observations(model, made) == observations(model, state));
      CHECK(made.score(seat) == state.score(seat));
      if (model.has_keys()) CHECK(made.key() == state.key());
    }
    agon::State one = determinised(model, state, seat, seed);
    agon::State two = made;
    agon::QuickRandom same(seed);
    agon::QuickRandom again(seed);
    CHECK(one.play_out(same, 20) == two.play_out(again, 20));
    CHECK(observations(model, one) == observations(model, two));
    agon::State resampled = made;
    resampled.resample(seat, seed + 1);
    CHECK(resampled.observation(seat) == made.observation(seat));
    resampled.resample(AGON_ALL_SEATS, seed + 2);
    CHECK(resampled.observation(seat) == made.observation(seat));
    std::array<char, 64> text{};
    agon_buffer parameter = {text.data(), text.size(), 0};
    agon_error error{};
    if (model.game().parameter_count > 0)
      CHECK(model.game().parameter(resampled.raw(), 0, &parameter, &error) == AGON_FAILED);
  }
}

/// A copy goes its own way, and the same way under the same actions.
void check_copies(const agon::Model& model, const agon::State& state, std::uint64_t seed) {
  const auto before = observations(model, state);
  agon::State copy = state;
  agon::State other = determinised(model, state, 0, seed);
  agon::QuickRandom random(seed);
  other.play_out(random, 3);
  other = state;
  random = agon::QuickRandom(seed);
  copy.play_out(random, 30);
  random = agon::QuickRandom(seed);
  CHECK(observations(model, state) == before);
  other.play_out(random, 30);
  CHECK(observations(model, other) == observations(model, copy));
  if (model.has_keys()) CHECK(other.key() == copy.key());
  CHECK(observations(model, state) == before);
  agon::State unknown = state;
  unknown.resample(AGON_ALL_SEATS, seed);
  CHECK(observations(model, unknown) == before);
}

/// An action that does not lead to chance has one result; undo() takes it back; keys tell positions apart.
void check_results(const agon::Model& model, const agon::State& state, agon::QuickRandom& random) {
  const std::string action = sampled(model, state, random.next());
  agon::State after = state;
  after.resample(AGON_ALL_SEATS, 1);
  act(after, action);
  if (!state.leads_to_chance({action.data(), action.size()})) {
    for (std::uint64_t seed = 2; seed < 6; ++seed) {
      agon::State again = state;
      again.resample(AGON_ALL_SEATS, seed);
      act(again, action);
      CHECK(observations(model, again) == observations(model, after));
    }
  } else {
    CHECK(model.has_chance());
  }
  if (model.has_keys()) CHECK(after.key() != state.key());
  if (!model.has_undo()) return;
  agon::State back = state;
  agon::QuickRandom same(7);
  const std::uint64_t taken = back.play_out(same, 5);
  for (std::uint64_t step = 0; step < taken; ++step) back.undo();
  CHECK(observations(model, back) == observations(model, state));
  CHECK(back.to_move() == state.to_move());
  if (model.has_keys()) CHECK(back.key() == state.key());
}

/// A bound of scores holds to the end, and gets no wider on the way.
void check_scores(const agon::Model& model, const agon::State& state, agon::QuickRandom& random) {
  agon::State end = state;
  for (std::int32_t seat = 0; seat < seats_of(model); ++seat) {
    const agon::ScoreRange range = state.score_range(seat);
    CHECK(range.least <= range.most);
    end = state;
    end.play_out(random, 1);
    CHECK(end.score_range(seat).least >= range.least);
    CHECK(end.score_range(seat).most <= range.most);
    end.play_out(random, 300);
    if (!end.over()) continue;
    CHECK(end.score(seat) >= range.least);
    CHECK(end.score(seat) <= range.most);
    CHECK(end.action_count() == 0);
  }
  if (!model.has_constant_sum()) return;
  double first = 0;
  double second = 0;
  agon::State other = state;
  end = state;
  end.play_out(random);
  other.play_out(random);
  for (std::int32_t seat = 0; seat < seats_of(model); ++seat) {
    first += end.score(seat);
    second += other.score(seat);
  }
  CHECK(first == doctest::Approx(second));
}

}  // namespace

agon::State created(const agon::Model& model, std::uint64_t seed, const Values& parameters) {
  const agon_game_type& game = model.game();
  const std::vector<agon_setting> list = settings({game.parameters, game.parameter_count}, parameters);
  const agon_setup setup = {seed, seats_of(model), game.parameter_count, list.data(), &quiet_host};
  void* raw = nullptr;
  agon_error error{};
  const agon_status status = game.create(&setup, &raw, &error);
  require_ok({status, error.text});
  return {game, model.raw(), raw};
}

agon::State determinised(const agon::Model& model, const agon::State& state, std::int32_t seat, std::uint64_t seed) {
  const std::vector<std::byte> seen = state.observation(seat);
  return model.determinise(seats_of(model), seat, {seen.data(), seen.size()}, seed);
}

std::vector<std::vector<std::byte>> observations(const agon::Model& model, const agon::State& state) {
  std::vector<std::vector<std::byte>> all;
  for (std::int32_t seat = 0; seat < seats_of(model); ++seat) all.push_back(state.observation(seat));
  return all;
}

void check_model(const agon::Model& model, std::uint64_t seed, const Values& parameters, std::uint64_t most,
                 std::uint64_t stride) {
  CAPTURE(seed);
  agon::State state = created(model, seed, parameters);
  agon::QuickRandom random(seed);
  for (std::uint64_t ply = 0; ply < most && !state.over(); ++ply) {
    CAPTURE(ply);
    if (ply % stride == 0) {
      check_actions(model, state, random);
      check_determinised(model, state, random.next());
      check_copies(model, state, random.next());
      check_results(model, state, random);
      check_scores(model, state, random);
    }
    state.play_out(random, 1);
  }
}

std::vector<std::string> listed(const agon::State& state) {
  std::vector<std::string> all;
  const agon::Actions actions = state.actions();
  for (std::size_t index = 0; index < actions.size(); ++index) all.push_back(text_of(actions[index]));
  return all;
}

bool accepted(const agon::State& state, agon_bytes action) {
  agon::State copy = state;
  try {
    copy.act(action);
  } catch (const agon::Failure& refusal) {
    CHECK(refusal.status() == AGON_ILLEGAL);
    return false;
  }
  return true;
}

void check_listed(const agon::State& state, const std::vector<std::string>& candidates) {
  std::vector<std::string> legal;
  for (const std::string& candidate : candidates) {
    if (accepted(state, {candidate.data(), candidate.size()})) legal.push_back(candidate);
  }
  std::vector<std::string> said = listed(state);
  std::ranges::sort(legal);
  std::ranges::sort(said);
  CHECK(said == legal);
}

double chi_square(const std::vector<int>& counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

double chi_square_bound(std::size_t results) {
  // Wilson and Hilferty's approximation (1931) at 4.265 standard deviations: a probability of 1e-5.
  const double freedom = static_cast<double>(results) - 1;
  const double part = 2 / (9 * freedom);
  return freedom * std::pow(1 - part + 4.265 * std::sqrt(part), 3);
}

}  // namespace support
