// Checks the result of a plugin's create().
#pragma once

#include <agon/types.h>

#include <cstring>

namespace host {

/// Returns the status of a create() that made `made`. If the status is AGON_OK but `made` is NULL, returns AGON_FAILED
/// and writes a sentence. `what` is the name of the object: "an instance".
inline agon_status checked_creation(agon_status status, const void* made, const char* what, agon_error& error) {
  if (status != AGON_OK || made != nullptr) return status;
  std::strcpy(error.text, "its create() returned AGON_OK without ");
  std::strncat(error.text, what, sizeof error.text - std::strlen(error.text) - 1);
  return AGON_FAILED;
}

}  // namespace host
