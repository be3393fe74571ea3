// Starts the host's threads.
#pragma once

#include "host/util/failure.hpp"

#include <system_error>
#include <thread>
#include <utility>

namespace host {

/// Starts a thread that runs `body`. Throws Failure(internal) if the system can't create one.
template <class Body>
std::thread start_thread(Body&& body) {
  try {
    return std::thread(std::forward<Body>(body));
  } catch (const std::system_error& error) {
    throw Failure(Exit::internal, "can't start a thread: " + error.code().message() +
                                      "; this user may have as many processes and threads as the system allows "
                                      "(ulimit -u), or the memory for its stack is missing (ulimit -s and -v)");
  }
}

}  // namespace host
