// The messages between `host serve` and the process of a view, which shows one match.
#pragma once

#include "host/archive.hpp"
#include "host/arena/messages.hpp"
#include "host/web/http.hpp"

#include <cstdint>
#include <string>

namespace host {

/// The kinds of messages beside arena::Kind::failure.
namespace view_kind {
// from the server
inline constexpr arena::Kind open{11};     // which match: a ViewRequest
inline constexpr arena::Kind request{12};  // of a browser: a number of the server's choice, and an HttpRequest
// from the view
inline constexpr arena::Kind opened{13};  // the match can be shown: the id of its game
inline constexpr arena::Kind answer{14};  // the number of the request, and an HttpResponse that is not a stream
inline constexpr arena::Kind state{15};   // the match has changed: a ViewState
}  // namespace view_kind

/// Which match a view shows. A process reads it once.
struct ViewRequest {
  enum class Kind : std::uint8_t {
    play,    // a new match, from `request`
    branch,  // a match that goes on from a turn of `line`, from `request`
    resume,  // the match `line`, as it was saved with `request`, its head
    record,  // the transcript `line`, which comes from `where`
    stored   // match `number` of run `run` in the results database, which a page calls `where`
  };
  Kind kind = Kind::play;
  std::string request{};  // a JSON object of docs/match-view.md
  std::string line{};     // a transcript
  std::string where{};    // of a match that is played, its id
  std::string save{};     // the file of a match that is played; empty: it is not saved
  std::int64_t run = 0;
  std::uint64_t number = 0;
};

template <class Archive>
void fields(Archive& archive, ViewRequest& order) {
  archive.choice(order.kind, ViewRequest::Kind::stored);
  archive(order.request, order.line, order.where, order.save, order.run, order.number);
}

/// What changes while a view is open.
struct ViewState {
  std::uint64_t version = 0;
  bool idle = true;
};

template <class Archive>
void fields(Archive& archive, ViewState& state) {
  archive(state.version, state.idle);
}

template <class Archive>
void fields(Archive& archive, HttpRequest& request) {
  archive(request.post, request.path, request.query, request.body);
}

template <class Archive>
void fields(Archive& archive, HttpResponse& response) {
  archive(response.status, response.type, response.body);
}

}  // namespace host
