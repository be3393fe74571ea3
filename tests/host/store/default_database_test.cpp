#include "host/store/store.hpp"

#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>

namespace {

/// An environment variable for the time of a test.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  void set(const char* value) const {
    if (value == nullptr) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, value, 1);
    }
  }
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("results lie in the user's folder for data") {
  const Variable home("HOME", "/home/me");
  {
    const Variable data("XDG_DATA_HOME", "/data");
    CHECK(host::default_database() == "/data/agon/agon.db");
  }
  for (const char* none : {static_cast<const char*>(nullptr), "", "relative"}) {
    const Variable data("XDG_DATA_HOME", none);
    CHECK(host::default_database() == "/home/me/.local/share/agon/agon.db");
  }
}

TEST_CASE("without a folder for data and a home, there is no place for results") {
  const Variable home("HOME", nullptr);
  const Variable data("XDG_DATA_HOME", nullptr);
  const auto refused = support::refusal([] { return host::default_database(); });
  CHECK(refused.code == host::Exit::database);
  CHECK(refused.says("neither XDG_DATA_HOME nor HOME"));
}
