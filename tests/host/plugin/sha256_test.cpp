#include "host/plugin/sha256.hpp"

#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

TEST_CASE("digests are those of the standard's examples (FIPS 180-4)") {
  const support::TemporaryFolder folder;
  CHECK(host::sha256(folder.write("abc", "abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(host::sha256(folder.write("none", "")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(host::sha256(folder.write("million", std::string(1'000'000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a file that can't be read has no digest") {
  const support::TemporaryFolder folder;
  const auto refusal = support::refusal([&] { host::sha256(folder.path() / "missing"); });
  CHECK(refusal.code == host::Exit::plugin);
  CHECK(refusal.says("missing: can't be read"));
}
