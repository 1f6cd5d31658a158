#include "models/io/csv.hpp"

#include <algorithm>
#include <cctype>

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

std::string column_name(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return c == ' ' ? '_' : static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

Result<Csv> read_csv(std::string_view text, std::string_view name) {
  Csv csv;
  char separator = ',';
  int number = 0;
  const auto wrong = [&](const std::string& what) {
    return InputError{std::string(name) + ": line " + std::to_string(number) + ": " + what};
  };
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark, as spreadsheets like to write
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++number;
    if (trimmed(std::string(line)).empty() || line.front() == '#') continue;
    std::vector<std::string> cells;
    if (csv.header.empty()) {
      for (const char candidate : {';', '\t'})
        if (std::count(line.begin(), line.end(), candidate) > std::count(line.begin(), line.end(), separator)) separator = candidate;
      if (!split(line, separator, cells)) return wrong("a quote is not closed");
      for (const std::string& cell : cells) csv.header.push_back(column_name(cell));
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
    csv.rows.push_back({number, std::move(cells)});
  }
  if (csv.header.empty()) return InputError{std::string(name) + ": empty, expected a header line"};
  return csv;
}

}  // namespace polemarch::io
