#include "models/io/csv.hpp"

#include <algorithm>
#include <cctype>

#include "models/io/limits.hpp"

namespace polemarch::io {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Cells of one line; false when a quote stays open.
bool split(std::string_view line, char separator, std::vector<std::string>& cells) {
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cell += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == separator && !quoted) {
      cells.push_back(trimmed(cell));
      cell.clear();
    } else {
      cell += c;
    }
  }
  cells.push_back(trimmed(cell));
  return !quoted;
}

/// Bytes of the UTF-8 letter the text begins with; 0 when it does not begin with one.
std::size_t letter_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  for (std::size_t i = 1; i < length; ++i)
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool beyond_unicode = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
  return overlong || beyond_unicode ? 0 : length;
}

/// The first line, taken off the text with its end: "\n", "\r\n", or the "\r" of an old Macintosh.
std::string_view line_off(std::string_view& text) {
  const auto end = text.find_first_of("\r\n");
  const std::string_view line = text.substr(0, end);
  if (end == std::string_view::npos) {
    text = {};
  } else {
    text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  return line;
}

std::string column_name(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return c == ' ' ? '_' : static_cast<char>(std::tolower(c)); });
  return text;
}

/// What keeps a text from being read as a table: its measure, a letter that is not UTF-8 (with its place), a zero byte. Empty when nothing.
std::string not_a_table(std::string_view text) {
  if (text.size() > kFileLimits.bytes)
    return "is " + std::to_string(text.size()) + " bytes long, at most " + std::to_string(kFileLimits.bytes) + " are read";
  if (const auto cells = static_cast<std::size_t>(
          std::count_if(text.begin(), text.end(), [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\n' || c == '\r'; }));
      cells > kFileLimits.values)
    return "holds more than " + std::to_string(kFileLimits.values) + " cells; nothing of ours does";
  std::size_t line = 1, column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = letter_at(text.substr(at));
    if (length == 0)
      return "line " + std::to_string(line) + ", column " + std::to_string(column) +
             ": a letter is not written in UTF-8; save the file as \"CSV UTF-8\" (or UTF-8) in your editor or spreadsheet";
    if (text[at] == '\0') return "line " + std::to_string(line) + ": holds a zero byte; this is no text file";
    const bool ends = text[at] == '\n' || (text[at] == '\r' && !text.substr(at).starts_with("\r\n"));
    column = ends ? 1 : column + 1;
    line += ends ? 1 : 0;
    at += length;
  }
  return {};
}

}  // namespace

Result<Csv> read_csv(std::string_view text, std::string_view name) {
  if (const std::string wrong = not_a_table(text); !wrong.empty()) return InputError{std::string(name) + ": " + wrong};
  Csv csv;
  char separator = ',';
  int number = 0;
  const auto wrong = [&](const std::string& what) {
    return InputError{std::string(name) + ": line " + std::to_string(number) + ": " + what};
  };
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark, as spreadsheets like to write
  while (!text.empty()) {
    const std::string_view line = line_off(text);
    ++number;
    if (trimmed(std::string(line)).empty() || line.front() == '#') continue;
    std::vector<std::string> cells;
    if (csv.header.empty()) {
      for (const char candidate : {';', '\t'})
        if (std::count(line.begin(), line.end(), candidate) > std::count(line.begin(), line.end(), separator)) separator = candidate;
      if (!split(line, separator, cells)) return wrong("a quote is not closed");
      while (cells.size() > 1 && cells.back().empty()) cells.pop_back();
      for (const std::string& cell : cells) csv.header.push_back(column_name(cell));
      csv.header_line = number;
      for (const std::string& column : csv.header)
        if (std::count(csv.header.begin(), csv.header.end(), column) > 1) return wrong("the column \"" + column + "\" is there twice");
      continue;
    }
    if (!split(line, separator, cells)) return wrong("a quote is not closed");
    while (cells.size() > csv.header.size() && cells.back().empty()) cells.pop_back();
    if (cells.size() > csv.header.size())
      return wrong("has " + std::to_string(cells.size()) + " cells, the header " + std::to_string(csv.header.size()));
    if (std::all_of(cells.begin(), cells.end(), [](const std::string& cell) { return cell.empty(); })) continue;
    cells.resize(csv.header.size());
    if (std::equal(cells.begin(), cells.end(), csv.header.begin(),
                   [](const std::string& cell, const std::string& column) { return column_name(cell) == column; }))
      return wrong("is the header once more; leave this line out");
    csv.rows.push_back({number, std::move(cells)});
  }
  if (csv.header.empty()) return InputError{std::string(name) + ": empty, expected a header line"};
  return csv;
}

}  // namespace polemarch::io
