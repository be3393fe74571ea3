// An engine that reads a position as a line, as UCI writes it, and answers "move MOVE".
#include "host/seat/engine.hpp"
#include "host/util/failure.hpp"

#include <utility>

namespace host {

namespace {

class LineEngine final : public Engine {
 public:
  explicit LineEngine(Assignments given) : given_(std::move(given)) {}

  Exchange greeting() override { return {"hello\n", "hello", "", 1}; }
  void hear_answer(std::string_view rest) override {
    if (description_.name.empty()) description_.name = rest;
  }
  std::optional<agon_evaluation> hear(std::string_view /*line*/) override { return std::nullopt; }
  Exchange settings(const std::string& /*of_match*/) const override {
    if (!given_.empty()) throw Failure(Exit::usage, "the engine has no option '" + given_.front().first + "'");
    return {"", "", "", 0};
  }
  Exchange begin_match(const std::string& /*of_match*/, const agon_limits& /*limits*/,
                       std::uint64_t /*seed*/) override {
    return {"new\n", "ready", "", 1};
  }
  Exchange begin_turn(std::string_view position, std::int64_t /*left_ns*/, const agon_limits& /*limits*/) override {
    return {std::string(position) + "\n", "move", "", 1};
  }
  std::optional<std::string_view> move_in(std::string_view answer) override { return answer; }
  [[nodiscard]] bool has_limit(const agon_limits& /*limits*/) const override { return true; }

 private:
  Assignments given_;
};

}  // namespace

std::unique_ptr<Engine> make_line_engine(Assignments options) {
  return std::make_unique<LineEngine>(std::move(options));
}

}  // namespace host
