#include "host/validate/record.hpp"

#include <cstring>
#include <optional>
#include <type_traits>

namespace host::validate {

namespace {

class Writer {
 public:
  template <class Number>
  void number(Number value) {
    static_assert(std::is_integral_v<Number>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    number<std::uint64_t>(text.size());
    bytes_.append(text);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what Writer wrote. After a fault everything that is read is 0 or empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <class Number>
  Number number() {
    Number value{};
    if (bytes_.size() < sizeof value) {
      sound_ = false;
      bytes_ = {};
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<std::uint64_t>();
    if (size > bytes_.size()) sound_ = false;
    std::string text(bytes_.substr(0, sound_ ? size : 0));
    bytes_.remove_prefix(text.size());
    return text;
  }
  [[nodiscard]] bool sound() const { return sound_; }
  [[nodiscard]] bool more() const { return sound_ && !bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool sound_ = true;
};

Record read_record(Reader& reader) {
  Record record;
  record.setup.seed = reader.number<std::uint64_t>();
  record.setup.seats = reader.number<std::int32_t>();
  record.finished = reader.number<std::uint8_t>() != 0;
  for (auto left = reader.number<std::uint64_t>(); left > 0 && reader.sound(); --left) {
    const bool set = reader.number<std::uint8_t>() != 0;
    std::string value = reader.text();
    record.setup.parameters.push_back(set ? std::optional(std::move(value)) : std::nullopt);
  }
  for (auto left = reader.number<std::uint64_t>(); left > 0 && reader.sound(); --left) {
    const auto seat = reader.number<std::int32_t>();
    record.steps.push_back({seat, reader.text()});
  }
  return record;
}

}  // namespace

std::string packed(const std::vector<Record>& records) {
  Writer writer;
  for (const Record& record : records) {
    writer.number<std::uint64_t>(record.setup.seed);
    writer.number<std::int32_t>(record.setup.seats);
    writer.number<std::uint8_t>(record.finished ? 1 : 0);
    writer.number<std::uint64_t>(record.setup.parameters.size());
    for (const auto& value : record.setup.parameters) {
      writer.number<std::uint8_t>(value ? 1 : 0);
      writer.text(value.value_or(""));
    }
    writer.number<std::uint64_t>(record.steps.size());
    for (const Step& step : record.steps) {
      writer.number<std::int32_t>(step.seat);
      writer.text(step.action);
    }
  }
  return writer.take();
}

std::vector<Record> unpacked(std::string_view bytes) {
  std::vector<Record> records;
  for (Reader reader(bytes); reader.more();) {
    Record record = read_record(reader);
    if (reader.sound()) records.push_back(std::move(record));
  }
  return records;
}

}  // namespace host::validate
