#include "assistant/session/line_fields.hpp"

#include <utility>

namespace polemarch::assistant {

namespace {

constexpr auto kNowhere = std::string_view::npos;

/// Behind the quote that closes the text which opens at `at`.
std::size_t end_of_text(std::string_view line, std::size_t at) {
  for (std::size_t i = at + 1; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (line[i] == '"')
      return i + 1;
  }
  return kNowhere;
}

/// Behind the value at `at`; nowhere where blanks stand between its tokens or it does not end.
std::size_t end_of_value(std::string_view line, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const std::size_t end = end_of_text(line, i);
      if (end == kNowhere || depth == 0) return end;
      i = end - 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return i;
      if (--depth == 0) return i + 1;
    } else if ((c == ',' && depth == 0) || static_cast<unsigned char>(c) <= ' ') {
      return c == ',' ? i : kNowhere;
    }
  }
  return kNowhere;
}

}  // namespace

std::optional<std::vector<Field>> fields_of(std::string_view line) {
  if (!line.starts_with("{") || line.find("\\u") != kNowhere) return std::nullopt;
  std::vector<Field> fields;
  for (std::size_t at = 1; at < line.size();) {
    const std::size_t quote = line[at] == '"' ? end_of_text(line, at) : kNowhere;
    if (quote == kNowhere || quote >= line.size() || line[quote] != ':') return std::nullopt;
    const std::size_t end = end_of_value(line, quote + 1);
    if (end == kNowhere || end >= line.size() || end == quote + 1) return std::nullopt;
    fields.push_back({line.substr(at + 1, quote - at - 2), line.substr(quote + 1, end - quote - 1)});
    if (line[end] == '}') return end + 1 == line.size() ? std::optional(std::move(fields)) : std::nullopt;
    if (line[end] != ',') return std::nullopt;
    at = end + 1;
  }
  return std::nullopt;
}

std::optional<std::vector<std::string_view>> elements_of(std::string_view list) {
  if (!list.starts_with('[') || !list.ends_with(']')) return std::nullopt;
  std::vector<std::string_view> elements;
  for (std::size_t at = 1; at + 1 < list.size();) {
    const std::size_t end = end_of_value(list, at);
    if (end == kNowhere || end >= list.size() || end == at) return std::nullopt;
    elements.push_back(list.substr(at, end - at));
    if (list[end] == ']') return end + 1 == list.size() ? std::optional(std::move(elements)) : std::nullopt;
    if (list[end] != ',') return std::nullopt;
    at = end + 1;
  }
  return elements;
}

}  // namespace polemarch::assistant
