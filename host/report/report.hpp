// The model of a report: tables and sentences, which a writer for each format prints.
//
// The rows of a table are JSON objects with all their members, as --json prints them. Columns choose some of these, and
// say how people see them.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

/// Returns a value of a row as people see it.
using Show = std::function<std::string(const nlohmann::ordered_json& value)>;

/// Return a number with `digits` decimals; with five significant digits; an interval whose ends have `digits` decimals.
/// They return "-" for what is missing, unknown or infinite.
Show decimals(int digits);
/// Returns the number of decimals of a column of such numbers: `usual`, or as many more as show two significant digits
/// of the narrowest interval in the member `interval`; if no row has one, of the largest number.
int digits_of(const nlohmann::ordered_json& rows, const std::string& member, int usual,
              const std::string& interval = "");
std::string significant(const nlohmann::ordered_json& number);
Show interval(int digits);

/// A column of a table.
struct Column {
  /// `text` is the name of a member, or "heading=path", such as "low=interval/0": a JSON pointer (RFC 6901) without its
  /// first '/'; an empty path is the whole row. Without `show`, an object is written as "name=value name=value".
  // NOLINTNEXTLINE(google-explicit-constructor): columns are written as texts
  Column(const std::string& text, Show shown_as = {});
  // NOLINTNEXTLINE(google-explicit-constructor)
  Column(const char* text, Show shown_as = {}) : Column(std::string(text), std::move(shown_as)) {}

  /// Returns the cell of a row. Without `show`, it is empty for what is missing, null or not finite.
  [[nodiscard]] std::string cell(const nlohmann::ordered_json& row) const;

  std::string heading;
  nlohmann::ordered_json::json_pointer path;
  Show show;
};

using Columns = std::vector<Column>;

/// A table with a line above it and lines below it, each of which may be missing.
struct Section {
  std::string title{};
  Columns columns{};
  bool headings = true;   // whether the text has a line of them
  bool indented = false;  // whether the text's table is indented, below its title
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::string notes{};  // each line ends with '\n'
  Columns csv{};        // other columns of the same rows
};

struct Report {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();  // everything
  std::vector<Section> sections{};                                 // what people read

  /// Adds its JSON and, at the end, its sections.
  void add(const Report& more) {
    json.update(more.json);
    sections.insert(sections.end(), more.sections.begin(), more.sections.end());
  }
};

/// Returns the sections, separated by empty lines.
std::string to_text(const Report& report);

/// Returns the last table with columns for CSV.
std::string to_csv(const Report& report);

/// Returns everything as a line.
std::string to_json(const Report& report);

using ReportWriter = std::string (*)(const Report& report);

/// A format beside text for people.
struct OutputFormat {
  const char* option;  // of the commands that print such reports
  const char* help;
  bool needs_table;  // whether it is only for reports that have columns for CSV
  ReportWriter write;
};

/// Returns all formats. With a row here, a new one has its option, help, manual and completion.
const std::vector<OutputFormat>& output_formats();

/// Returns one line without its line end. A cell that is no number, but begins like a formula of a spreadsheet, is
/// prefixed with an apostrophe, which marks it as text.
std::string csv_line(const std::vector<std::string>& cells);

/// Returns a header line, and a line for each row.
std::string csv_table(const Columns& columns, const nlohmann::ordered_json& rows);

// The host's output: standard output and messages.

/// Returns whether the descriptor is a terminal whose locale, by the environment, is not UTF-8. Without any locale
/// there, returns false.
bool needs_ascii(int descriptor);

/// While it exists, everything written to a stream passes through plain_lines(), and is ASCII if asked for. So no text
/// of a plugin, a file or a user can control the terminal. Text that must be a single line is passed through
/// printable() where it is printed.
class SafeOutput {
 public:
  explicit SafeOutput(std::ostream& stream, bool ascii = false);
  SafeOutput(const SafeOutput&) = delete;
  SafeOutput& operator=(const SafeOutput&) = delete;
  ~SafeOutput();

 private:
  std::ostream& stream_;
  std::unique_ptr<std::streambuf> filter_;
  std::streambuf* before_;
};

/// Text with the host's own control sequences; all other parts are printable().
struct RawTerminalText {
  std::string_view text;
};

/// Writes it without the filter of SafeOutput.
std::ostream& operator<<(std::ostream& out, RawTerminalText steering);

/// Prints a sentence on stderr, in one line that begins with "host: ". Line breaks in it become blanks.
void print_message(std::string_view sentence);

}  // namespace host
