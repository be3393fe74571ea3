// The hostile plugin: puts its stones on the first empty squares, and attacks when it is told to.
//
//     hostile.so:raw,do=null_write,when=third
//
// "raw" is written against the C ABI by hand, so that exceptions leave its functions; "glue" derives from the game's
// base class, as most strategies do. "refuser" and "unable" have no options, and find fault with every second seed.
// "patient" attacks nobody and takes its time: an opponent in whose turns there is something to gain.
#include "tests/hostile/attacks/attack.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <tonga/tonga.hpp>

#include <cstdint>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

namespace {

using hostile::Moment;

constexpr agon_setting_type options[] = {
    agon::text("do", "the attack; none: it plays as it should", "none"),
    agon::choice("when", "the moment of the attack", "first", "create|first|third|always|destroy"),
    agon::integer("match", "the first match of this process in which it attacks", "1", 1, 1e6),
};

/// What the options say.
struct Plan {
  const hostile::Attack* attack = nullptr;
  std::string when;

  Plan() = default;
  explicit Plan(const agon::Settings& settings) : when(settings.text("when")) {
    const std::string_view name = settings.text("do");
    attack = hostile::find_attack(name);
    if (attack == nullptr && name != "none") throw agon::BadSetting("do=" + std::string(name) + ": no such attack");
    static std::int64_t matches = 0;
    if (++matches < settings.integer("match")) attack = nullptr;
  }

  void run(std::string_view now, Moment& moment) const {
    if (attack != nullptr && when == now) attack->run(moment);
  }
  void run_in_turn(int turn, Moment& moment) const {
    run("always", moment);
    if (turn == 1) run("first", moment);
    if (turn == 3) run("third", moment);
  }
};

class Glue : public tonga::Strategy {
 public:
  explicit Glue(const agon::Session& session) : raw_(session.raw()), plan_(session.options()) {
    Moment moment{.session = &raw_};
    plan_.run("create", moment);
  }
  Glue(const Glue&) = delete;
  Glue& operator=(const Glue&) = delete;
  ~Glue() override {
    Moment moment{.session = &raw_};
    plan_.run("destroy", moment);
  }

  tonga::Cell move(const tonga::Position& position) override {
    Moment moment{.session = &raw_, .observation = {&position.observation(), sizeof(tonga_observation)}};
    plan_.run_in_turn(++turns_, moment);
    return position.empty_at(0);
  }

 private:
  const agon_session& raw_;
  Plan plan_;
  int turns_ = 0;
};

/// An instance of "raw".
struct Raw {
  const agon_session* session;
  Plan plan;
  int turns = 0;
};

agon_status create(const agon_session* session, void** self, agon_error* error) {
  try {
    *self = new Raw{session, Plan(agon::Settings({session->options, session->option_count}))};
  } catch (const agon::BadSetting& failure) {
    agon::detail::say(error, failure.what());
    return AGON_BAD_SETTING;
  }
  Moment moment{.session = session, .error = error};
  static_cast<Raw*>(*self)->plan.run("create", moment);
  return moment.status;
}

void destroy(void* self) {
  Moment moment{.session = static_cast<Raw*>(self)->session};
  static_cast<Raw*>(self)->plan.run("destroy", moment);
  delete static_cast<Raw*>(self);
}

agon_status turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  Raw& raw = *static_cast<Raw*>(self);
  const tonga::Position position(*static_cast<const tonga_observation*>(observation.data));
  const tonga::Cell cell = position.empty_at(0);
  const tonga_action put = {cell.row, cell.column};
  std::memcpy(action->data, &put, sizeof put);
  action->size = sizeof put;
  Moment moment{.session = raw.session, .observation = observation, .action = action, .error = error};
  raw.plan.run_in_turn(++raw.turns, moment);
  return moment.status;
}

/// Refuses the matches whose seed is odd.
template <agon_status status>
agon_status create_at_times(const agon_session* session, void** self, agon_error* error) {
  if (session->seed % 2 == 0) {
    *self = new Raw{session, Plan()};
    return AGON_OK;
  }
  agon::detail::say(error, "not with this seed");
  return status;
}

class Patient : public tonga::Strategy {
 public:
  tonga::Cell move(const tonga::Position& position) override {
    std::uint32_t word = 0;
    constexpr timespec nap = {0, 100'000'000};
    ::syscall(SYS_futex, &word, FUTEX_WAIT, 0, &nap, nullptr, 0);
    return position.empty_at(0);
  }
};

const void* no_extension(const char* /*id*/) {
  return nullptr;
}

template <agon_status status>
constexpr agon_strategy_type fickle_type(const char* id) {
  return {id,      "1.0.0", TONGA_PROTOCOL, "finds fault with odd seeds", 0, 0, nullptr, create_at_times<status>,
          destroy, turn,    no_extension};
}

constexpr agon_strategy_type refuser_type = fickle_type<AGON_BAD_SETTING>("refuser");
constexpr agon_strategy_type unable_type = fickle_type<AGON_UNSUPPORTED>("unable");
constexpr agon_strategy_type patient_type =
    agon::strategy_type<Patient>({.id = "patient", .version = "1.0.0", .summary = "takes its time"});
constexpr agon_strategy_type raw_type = {"raw",  "1.0.0", TONGA_PROTOCOL, "attacks, by hand", 3, 0, options,
                                         create, destroy, turn,           no_extension};
constexpr agon_strategy_type glue_type = agon::strategy_type<Glue>(
    {.id = "glue", .version = "1.0.0", .summary = "attacks, from the base class", .options = options});

}  // namespace

extern "C" [[gnu::visibility("hidden")]] constinit const agon_strategy_type* const hostile_strategies[] = {
    &raw_type, &glue_type, &refuser_type, &unable_type, &patient_type};
