#include "host/web/room_messages.hpp"

#include <utility>

namespace host {

std::string to_bytes(const RoomOrder& order) {
  WireWriter out;
  out.put(static_cast<std::uint8_t>(order.kind));
  for (const std::string* const text : {&order.request, &order.line, &order.where}) out.put(*text);
  out.put(order.run);
  out.put(order.number);
  return out.bytes();
}

RoomOrder room_order_from(std::string_view bytes) {
  WireReader in(bytes);
  RoomOrder order;
  const auto kind = in.get<std::uint8_t>();
  if (kind > static_cast<std::uint8_t>(RoomOrder::Kind::stored)) throw BadMessage();
  order.kind = static_cast<RoomOrder::Kind>(kind);
  for (std::string* const text : {&order.request, &order.line, &order.where}) in.read(*text);
  in.read(order.run);
  in.read(order.number);
  in.end();
  return order;
}

std::string to_bytes(const RoomTitle& title) {
  WireWriter out;
  out.put(title.game);
  out.put(title.title);
  return out.bytes();
}

RoomTitle room_title_from(std::string_view bytes) {
  WireReader in(bytes);
  RoomTitle title;
  in.read(title.game);
  in.read(title.title);
  in.end();
  return title;
}

std::string to_bytes(const RoomState& state) {
  WireWriter out;
  out.put(state.version);
  out.put(state.idle);
  return out.bytes();
}

RoomState room_state_from(std::string_view bytes) {
  WireReader in(bytes);
  RoomState state;
  in.read(state.version);
  in.read(state.idle);
  in.end();
  return state;
}

std::string to_bytes(std::uint64_t number, const HttpRequest& request) {
  WireWriter out;
  out.put(number);
  out.put(request.post);
  out.put(request.path);
  out.put(std::vector<std::pair<std::string, std::string>>(request.query.begin(), request.query.end()));
  out.put(request.body);
  return out.bytes();
}

HttpRequest request_from(std::string_view bytes, std::uint64_t& number) {
  WireReader in(bytes);
  HttpRequest request;
  in.read(number);
  in.read(request.post);
  in.read(request.path);
  for (auto& [name, value] : in.get<std::vector<std::pair<std::string, std::string>>>())
    request.query.insert_or_assign(std::move(name), std::move(value));
  in.read(request.body);
  in.end();
  return request;
}

std::string to_bytes(std::uint64_t number, const HttpResponse& response) {
  WireWriter out;
  out.put(number);
  out.put(response.status);
  out.put(response.type);
  out.put(response.body);
  return out.bytes();
}

HttpResponse response_from(std::string_view bytes, std::uint64_t& number) {
  WireReader in(bytes);
  HttpResponse response;
  in.read(number);
  in.read(response.status);
  in.read(response.type);
  in.read(response.body);
  in.end();
  return response;
}

}  // namespace host
