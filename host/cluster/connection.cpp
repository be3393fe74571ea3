#include "host/cluster/connection.hpp"

#include "host/cluster/cluster.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace host::cluster {

namespace {

std::string first_line(const char* text) {
  const std::string_view all(text == nullptr ? "" : text);
  return std::string(all.substr(0, all.find('\n')));
}

/// Returns a number of `Number`'s size in the format of the network.
template <class Number>
Number from_network(const char* bytes) {
  static_assert(std::endian::native == std::endian::little);
  char turned[sizeof(Number)];
  for (std::size_t i = 0; i < sizeof(Number); ++i) turned[i] = bytes[sizeof(Number) - 1 - i];
  Number number;
  std::memcpy(&number, turned, sizeof number);
  return number;
}

/// Returns whether a statement that failed with this SQLSTATE can succeed later: the connection is lost, the server
/// ends or starts, it lacks resources such as room on its disk, or two transactions were in each other's way.
bool is_temporary(std::string_view state) {
  constexpr std::array<std::string_view, 4> kinds = {"08", "53", "57P", "40"};
  return std::ranges::any_of(kinds, [&](std::string_view kind) { return state.starts_with(kind); });
}

}  // namespace

Connection::Value Connection::value_of(double number) {
  return {decimal(number)};
}

Connection::Value Connection::value_of(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  for (const std::int64_t number : numbers) texts.push_back(std::to_string(number));
  return {"{" + join(texts, ",") + "}"};
}

std::size_t Rows::size() const {
  return static_cast<std::size_t>(PQntuples(result_.get()));
}

std::string Rows::text(std::size_t row, int column) const {
  const int size = PQgetlength(result_.get(), static_cast<int>(row), column);
  return {PQgetvalue(result_.get(), static_cast<int>(row), column), static_cast<std::size_t>(size)};
}

std::int64_t Rows::number(std::size_t row, int column) const {
  const std::string bytes = text(row, column);
  return bytes.size() == sizeof(std::int64_t) ? from_network<std::int64_t>(bytes.data()) : 0;
}

double Rows::real(std::size_t row, int column) const {
  const std::string bytes = text(row, column);
  return bytes.size() == sizeof(double) ? from_network<double>(bytes.data()) : 0;
}

bool Rows::truth(std::size_t row, int column) const {
  const std::string bytes = text(row, column);
  return !bytes.empty() && bytes.front() != 0;
}

Connection::Connection(const std::string& url) {
  // The URL comes last: what it says has priority.
  const char* const names[] = {"connect_timeout", "tcp_user_timeout", "application_name",
                               "client_encoding", "dbname",           nullptr};
  const char* const values[] = {"10", "30000", "agon", "UTF8", url.c_str(), nullptr};
  constexpr int expand = 1;
  connection_ = {PQconnectdbParams(names, values, expand), PQfinish};
  if (connection_ == nullptr) throw Failure(Exit::internal, "out of memory");
  if (PQstatus(connection_.get()) != CONNECTION_OK)
    throw Lost("can't use the cluster's database: " + first_line(PQerrorMessage(connection_.get())));
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
}

Rows Connection::run_with(const char* statement, const std::vector<Value>& values) {
  std::vector<const char*> texts;
  std::vector<int> sizes;
  std::vector<int> formats;
  for (const auto& [text, binary] : values) {
    texts.push_back(text.c_str());
    sizes.push_back(static_cast<int>(text.size()));
    formats.push_back(binary ? 1 : 0);
  }
  constexpr int binary_results = 1;
  return checked(PQexecParams(connection_.get(), statement, static_cast<int>(texts.size()), nullptr, texts.data(),
                              sizes.data(), formats.data(), binary_results));
}

void Connection::run_all(const char* statements) {
  checked(PQexec(connection_.get(), statements));
}

Rows Connection::checked(pg_result* result) {
  Rows rows(std::shared_ptr<pg_result>(result, PQclear));
  const ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return rows;
  const char* const state = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string sentence = state == nullptr ? first_line(PQerrorMessage(connection_.get()))
                                                : first_line(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  if (PQstatus(connection_.get()) != CONNECTION_OK || state == nullptr || is_temporary(state))
    throw Lost("lost the cluster's database: " + sentence);
  throw Failure(Exit::cluster, "the cluster's database refuses a statement: " + sentence);
}

}  // namespace host::cluster

namespace host {

void check_cluster(const std::string& url) {
  char* problem = nullptr;
  PQconninfoOption* const options = PQconninfoParse(url.c_str(), &problem);
  if (options == nullptr) {
    const std::string sentence = cluster::first_line(problem);
    PQfreemem(problem);
    throw Failure(Exit::usage, "--cluster: it takes a URL, as in postgresql://user@server/database: " + sentence);
  }
  bool has_password = false;
  for (const PQconninfoOption* each = options; each->keyword != nullptr; ++each)
    has_password |= std::strcmp(each->keyword, "password") == 0 && each->val != nullptr;
  PQconninfoFree(options);
  if (has_password)
    throw Failure(Exit::usage,
                  "--cluster: other users of this machine can see a password in a command line: remove it from the "
                  "URL, and write it to ~/.pgpass or to the environment variable PGPASSWORD");
}

}  // namespace host
