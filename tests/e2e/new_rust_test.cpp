// The binding for Rust: whatever a strategy does, the host gets an answer, a sentence, or stops it.
#include "tests/e2e/host.hpp"
#include "tests/e2e/new_project.hpp"

using namespace e2e;

namespace {

/// A folder with panicking.so in it, made from the fixture and a project's other files.
class RustWorkshop {
 public:
  RustWorkshop() {
    static_cast<void>(desk_.made("strategy --game tonga --language rust lynx"));
    const auto source = source_folder / "tests/e2e/fixtures/panicking.rs";
    static_cast<void>(desk_.output("cp '" + source.string() + "' lynx && rustc --crate-name bot --crate-type cdylib " +
                                   "--edition 2021 -C strip=symbols -o panicking.so lynx/panicking.rs"));
  }

  [[nodiscard]] Result play(const std::string& options, const std::string& more = {}) const {
    return desk_.typed(built_host.string() + " --game tonga --set n=6 --plugin ./panicking.so" + options +
                       " --plugin random --seats listed --quiet " + more);
  }

 private:
  Desk desk_;
};

const RustWorkshop& rust_workshop() {
  static const RustWorkshop built;
  return built;
}

void check_lost(const std::string& how, const std::string& sentence, const std::string& more = {}) {
  CAPTURE(how);
  const Result result = rust_workshop().play(",how=" + how, more);
  CHECK(result.code == 0);
  CAPTURE(result.out);
  CHECK(has(result.out, sentence));
}

}  // namespace

TEST_CASE("a panic in Rust becomes a sentence that says where, in the sandbox and inside the host") {
  for (const std::string isolation : {"sandbox", "none"})
    check_lost("panic", "[error: panicked at lynx/panicking.rs:37: no idea in seat 0]", "--isolation " + isolation);
}

TEST_CASE("a failure in Rust is shown as it is said, cut at a whole character") {
  check_lost("fail", "[error: no idea]");
  std::string cut;
  for (int letter = 0; letter < 255; ++letter) cut += "\xc3\xa4";
  check_lost("long", "[error: " + cut + "]");
}

TEST_CASE("a strategy in Rust that breaks rules or limits is stopped like any other") {
  check_lost("illegal", "[illegal: -1 0 is off the board of 6 x 6]");
  check_lost("loop", "[time: ", "--time 0.2");
  check_lost("thread", "[forbidden: ");
  check_lost("memory", "[memory: ");
}

TEST_CASE("an action before the last one counts, and the turn that it ends is over") {
  const Result result = rust_workshop().play(",how=act");
  CHECK(result.code == 0);
  CHECK(!has(result.out, "["));
}

TEST_CASE("options, the log and hash maps work in Rust") {
  const Result result = rust_workshop().play(",depth=7,weight=0.25", "--log");
  CHECK(result.code == 0);
  CHECK(!has(result.out, "["));
  CHECK(has(result.err, "depth 7 weight 0.25"));
  CHECK(has(rust_workshop().play(",depth=11").err, "depth=11: it takes 1 to 10"));
  const Result refused = rust_workshop().play(",quick=yes");
  CHECK(refused.code == 2);
  CHECK(refused.err == "host: strategy panicking: quick can't be used: choose no\n");
}
