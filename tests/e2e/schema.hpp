// Checks JSON against a JSON Schema (2020-12), as far as this project's schemas go: a keyword that is not known here is
// an error, so that no schema can say what nobody checks.
#pragma once

#include "tests/support/json.hpp"

#include <string>
#include <vector>

namespace e2e {

/// What is wrong with `value`, each with the place where; empty if it satisfies the schema. Throws std::runtime_error
/// if the schema uses a keyword that this checker does not know, or refers to what is not there.
std::vector<std::string> schema_faults(const support::Json& schema, const support::Json& value);

}  // namespace e2e
