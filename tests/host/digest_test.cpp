#include "host/digest.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("digests are those of the standard's examples") {
  // FIPS 180-2, appendix B.
  CHECK(host::first_number(host::sha256_of("abc")) == 0xba7816bf8f01cfea);
  CHECK(host::sha256_of("abc").back() == 0xad);
  CHECK(host::first_number(host::sha256_of(std::string(1'000'000, 'a'))) == 0xcdc76e5c9914fb92);
}
