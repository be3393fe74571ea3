// The relays of a tester that starts its solutions itself: a relay is what it starts instead. It sends its standard
// input and output here, and ends when the solution has ended.
#pragma once

#include "host/library/tester_command.hpp"
#include "host/plugin/stream.hpp"
#include "host/util/descriptor.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace host::tester {

class Relays {
 public:
  explicit Relays(std::uint32_t seats);

  /// Returns the command of a seat's relay.
  [[nodiscard]] std::string command(const char* executable, std::uint32_t seat) const;

  /// Waits for a seat's relay, and gives its ends away. Throws TesterFailed if the tester ends before it starts it.
  StreamEnds take(std::uint32_t seat, Command& tester);

  /// Writes these outputs to the relays of all seats whose ends were not taken, until the tester has ended.
  void feed(const std::vector<std::string>& outputs, Command& tester);

 private:
  struct Relay {
    Descriptor input;
    Descriptor output;
    Descriptor connection;
    bool connected = false;
  };
  void accept();
  void wait_for(std::uint32_t seat, Command& tester);

  Descriptor socket_;
  std::string name_;
  std::vector<Relay> relays_;
};

}  // namespace host::tester
