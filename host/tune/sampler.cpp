#include "host/tune/sampler.hpp"

#include "host/tune/search.hpp"
#include "host/util/child_process.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

std::vector<Point> RandomSampler::ask(std::size_t count) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < count; ++i) {
    Point point;
    for (const Parameter& parameter : space_.parameters) {
      // Discrete values are equally likely, those at the ends of the range too.
      const double values = std::floor((parameter.high - parameter.low) / parameter.step) + 1;
      const bool even = parameter.kind != ParameterKind::number && !parameter.logarithmic;
      const double value = even ? parameter.low + parameter.step * std::floor(draw_.fraction() * values)
                                : parameter.from_unit(draw_.fraction());
      point.push_back(parameter.nearest(value));
    }
    points.push_back(std::move(point));
  }
  return points;
}

// The sampler that asks Optuna (https://optuna.org), a library for searches of this kind, in a Python process. The two
// sides exchange lines of JSON over a socket: the host describes the space, then asks for points and tells their
// values.

namespace {

using Json = nlohmann::ordered_json;

// Optuna's own log would disturb the progress display. Trials are known by their number.
constexpr const char* script = R"python(
import json, sys, warnings
warnings.filterwarnings("ignore")

def answer(what):
    print(json.dumps(what), flush=True)

def main():
    try:
        import optuna
    except ImportError as error:
        answer({"missing": str(error)})
        return
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
    head = json.loads(sys.stdin.readline())
    space = {}
    for number, one in enumerate(head["space"]):
        name = "p%05d" % number
        if one["kind"] == "number":
            space[name] = FloatDistribution(one["low"], one["high"], log=one["log"])
        elif one["kind"] == "integer":
            space[name] = IntDistribution(int(one["low"]), int(one["high"]), log=one["log"], step=int(one["step"]))
        else:
            space[name] = CategoricalDistribution(list(range(int(one["high"]) + 1)))
    sampler = optuna.samplers.TPESampler(
        seed=head["seed"], multivariate=True, constant_liar=True, n_startup_trials=head["startup"])
    study = optuna.create_study(direction="maximize", sampler=sampler)
    answer({"version": optuna.__version__})
    asked = []
    for line in sys.stdin:
        order = json.loads(line)
        if "add" in order:
            params = {name: order["add"][i] for i, name in enumerate(space)}
            study.add_trial(optuna.trial.create_trial(params=params, distributions=space, value=order["value"]))
        elif "ask" in order:
            asked = [study.ask(space) for _ in range(order["ask"])]
            answer({"points": [[trial.params[name] for name in space] for trial in asked]})
        else:
            for trial, value in zip(asked, order["tell"]):
                study.tell(trial, value)

try:
    main()
except Exception as error:
    answer({"failed": type(error).__name__ + ": " + str(error)})
)python";

constexpr std::chrono::minutes patience(10);  // for an answer

class ModelSampler : public Sampler {
 public:
  ModelSampler(const Space& space, std::uint64_t seed, std::function<bool()> should_stop)
      : space_(space), should_stop_(std::move(should_stop)) {
    begin(seed);
  }

  void add(const Point& point, double value) override { send({{"add", json_of(point)}, {"value", value}}); }

  std::vector<Point> ask(std::size_t count) override {
    send({{"ask", count}});
    std::vector<Point> points = receive().at("points").get<std::vector<Point>>();
    for (Point& point : points) {
      for (std::size_t i = 0; i < point.size(); ++i) point[i] = space_.parameters[i].nearest(point[i]);
    }
    return points;
  }

  void tell(const std::vector<double>& values) override { send({{"tell", values}}); }

 private:
  /// The first Python in PATH is often one of the user's own, without the system's libraries.
  void begin(std::uint64_t seed) {
    const std::array<const char*, 2> programs = {"python3", "/usr/bin/python3"};
    std::string why;
    for (const char* const program : programs) {
      if (!start(program)) {
        why = "it does not start";
        continue;
      }
      send(description(seed));
      const Json reply = receive();
      if (!reply.contains("missing")) return;
      why = reply["missing"].get<std::string>();
      end();
    }
    throw Failure(Exit::usage, "--method model needs Python 3 with the library Optuna (" + why +
                                   "): install Debian's package python3-optuna, or use --method spsa or random");
  }

  [[nodiscard]] Json description(std::uint64_t seed) const {
    Json parameters = Json::array();
    for (const Parameter& parameter : space_.parameters) {
      const char* const kind = !parameter.numeric()                       ? "choice"
                               : parameter.kind == ParameterKind::integer ? "integer"
                                                                          : "number";
      parameters.push_back({{"kind", kind},
                            {"low", parameter.low},
                            {"high", parameter.high},
                            {"step", parameter.logarithmic ? 1 : parameter.step},  // Optuna takes one or the other
                            {"log", parameter.logarithmic}});
    }
    constexpr std::size_t least_startup = 10;
    return {{"space", parameters},
            {"seed", seed % (std::uint64_t{1} << 32U)},
            {"startup", std::max(least_startup, 2 * space_.parameters.size())}};
  }

  /// Returns whether the program started.
  bool start(const char* program) {
    try {
      auto [own, other] = connected_sockets();
      const Descriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
      process_.emplace(std::vector<std::string>{program, "-I", "-c", script},
                       std::vector<ChildFile>{
                           {STDIN_FILENO, other.get()}, {STDOUT_FILENO, other.get()}, {STDERR_FILENO, nothing.get()}});
      socket_ = std::move(own);
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  void end() {
    socket_ = Descriptor();
    received_.clear();
    process_.reset();
  }

  [[noreturn]] void fail(const std::string& why) {
    end();
    throw Failure(Exit::internal, "the search's model, a Python process with Optuna, failed: " + why);
  }

  /// Waits until the socket has one of these events. Throws Stopped, and Failure after `patience`.
  void wait_for(short events) {
    constexpr int period_ms = 50;
    const auto end = std::chrono::steady_clock::now() + patience;
    pollfd wanted{socket_.get(), events, 0};
    while (::poll(&wanted, 1, period_ms) <= 0) {
      if (should_stop_()) throw Stopped{};
      if (std::chrono::steady_clock::now() > end) fail("it did not answer within 10 minutes");
    }
  }

  void send(const Json& request) {
    const std::string line = request.dump() + "\n";
    for (std::size_t sent = 0; sent < line.size();) {
      wait_for(POLLOUT);
      const ssize_t count = ::send(socket_.get(), line.data() + sent, line.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      // If it has ended, its last line says why.
      if (count < 0) break;
      sent += static_cast<std::size_t>(count);
    }
  }

  Json receive() {
    std::size_t end = 0;
    while ((end = received_.find('\n')) == std::string::npos) {
      wait_for(POLLIN);
      std::array<char, 65536> buffer{};
      const ssize_t count = ::read(socket_.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail("it ended without an answer");
      received_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    const Json reply = parse_json(std::string_view(received_).substr(0, end));
    received_.erase(0, end + 1);
    if (!reply.is_object()) fail("it answered no JSON");
    if (reply.contains("failed")) fail(reply["failed"].get<std::string>());
    return reply;
  }

  /// Optuna wants integers where the space has integers.
  [[nodiscard]] Json json_of(const Point& point) const {
    Json values = Json::array();
    for (std::size_t i = 0; i < point.size(); ++i) {
      if (space_.parameters[i].kind == ParameterKind::number) {
        values.push_back(point[i]);
      } else {
        values.push_back(static_cast<std::int64_t>(point[i]));
      }
    }
    return values;
  }

  const Space& space_;
  std::function<bool()> should_stop_;
  Descriptor socket_;
  std::optional<ChildProcess> process_;
  std::string received_;  // and not yet used
};

}  // namespace

std::unique_ptr<Sampler> model_sampler(const Space& space, std::uint64_t seed, std::function<bool()> should_stop) {
  try {
    return std::make_unique<ModelSampler>(space, seed, std::move(should_stop));
  } catch (const Stopped&) {
    throw Failure(Exit::interrupted, "the search was stopped before it began");
  }
}

}  // namespace host
