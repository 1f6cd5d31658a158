#include "vision/prints/dictionary_text.hpp"

#include <nlohmann/json.hpp>

#include "models/io/json_text.hpp"

namespace polemarch::vision {

namespace {

using Fields = std::map<std::string, std::string>;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::string unquoted(std::string_view text) {
  text = trimmed(text);
  const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

std::optional<Fields> from_json(std::string_view text) {
  const nlohmann::json whole = io::parsed_or_discarded(text);
  if (!whole.is_object()) return std::nullopt;
  Fields fields;
  for (const auto& [name, value] : whole.items()) {
    if (value.is_string()) fields.emplace(name, value.get<std::string>());
    if (value.is_number_integer()) fields.emplace(name, value.dump());
  }
  return fields;
}

std::optional<Fields> from_xml(std::string_view text) {
  constexpr std::string_view kRoot = "<opencv_storage>";
  const auto root = text.find(kRoot);
  if (root == text.npos) return std::nullopt;
  Fields fields;
  for (text.remove_prefix(root + kRoot.size());;) {
    text = trimmed(text);
    const auto close = text.find('>');
    if (text.empty() || text.front() != '<' || close == text.npos) return std::nullopt;
    const std::string name(text.substr(1, close - 1)), end = "</" + name + ">";
    if (name == "/opencv_storage") return fields;
    const auto at = text.find('<', close);
    if (at == text.npos || text.compare(at, end.size(), end) != 0) return std::nullopt;
    fields.emplace(name, unquoted(text.substr(close + 1, at - close - 1)));
    text.remove_prefix(at + end.size());
  }
}

std::optional<Fields> from_yaml(std::string_view text) {
  Fields fields;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end), said = line.substr(0, line.find('#'));  // no value holds that sign
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (trimmed(said).empty() || said.starts_with('%') || said.starts_with("---") || said.starts_with("...")) continue;
    const auto colon = said.find(':');
    if (colon == said.npos) return std::nullopt;
    fields.emplace(std::string(trimmed(said.substr(0, colon))), unquoted(said.substr(colon + 1)));
  }
  return fields;
}

}  // namespace

std::optional<Fields> fields_of_dictionary(std::string_view text) {
  const std::string_view start = trimmed(text);
  if (start.empty()) return std::nullopt;
  return start.front() == '{' ? from_json(start) : start.front() == '<' ? from_xml(start) : from_yaml(text);
}

}  // namespace polemarch::vision
