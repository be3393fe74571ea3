#include "host/seat/engine.hpp"

#include "host/seat/gtp_engine.hpp"
#include "host/seat/uci_engine.hpp"

namespace host {

std::unique_ptr<Engine> make_engine(EngineProtocol protocol, const Assignments& options) {
  if (protocol == EngineProtocol::gtp) return std::make_unique<GtpEngine>(options);
  return std::make_unique<UciEngine>(options);
}

}  // namespace host
