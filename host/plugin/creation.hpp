// What create() of a plugin owes its host.
#pragma once

#include <agon/types.h>

#include <cstring>

namespace host {

/// Returns the status of a create() that made `made`. AGON_OK without anything made is AGON_FAILED, with a sentence
/// that says so; `what` names it: "an instance".
inline agon_status checked_creation(agon_status status, const void* made, const char* what, agon_error& error) {
  if (status != AGON_OK || made != nullptr) return status;
  std::strcpy(error.text, "its create() returned AGON_OK without ");
  std::strncat(error.text, what, sizeof error.text - std::strlen(error.text) - 1);
  return AGON_FAILED;
}

}  // namespace host
