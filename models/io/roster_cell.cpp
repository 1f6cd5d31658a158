#include "models/io/roster_cell.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"

namespace polemarch::io {
namespace {

/// Columns whose field is a list of words in every ruleset that has it.
constexpr std::array kLists{"weapons", "weapon", "extra", "extra_missile", "experiences", "formations", "allowed_formations", "special"};
/// And those with frontage and depth.
constexpr std::array kSizes{"base_mm", "footprint_mm"};

/// A cell with true or false in it, as it is saved in English, German, French, Italian and Spanish.
constexpr std::array kTrue{"true", "wahr", "vrai", "vero", "verdadero"};
constexpr std::array kFalse{"false", "falsch", "faux", "falso"};

template <std::size_t N>
bool one_of(const std::array<const char*, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The pieces between any of `separators`, without blanks around them; empty ones are left out.
std::vector<std::string> pieces(std::string_view text, std::string_view separators) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, text.find_first_of(separators));
    text.remove_prefix(std::min(text.size(), piece.size() + 1));
    const auto first = piece.find_first_not_of(" \t\"'");
    if (first != std::string_view::npos) found.emplace_back(piece.substr(first, piece.find_last_not_of(" \t\"'") - first + 1));
  }
  return found;
}

std::string_view without_brackets(std::string_view cell) {
  return cell.size() >= 2 && cell.front() == '[' && cell.back() == ']' ? cell.substr(1, cell.size() - 2) : cell;
}

/// "javelin", "bow sling", "[bow, sling]". A blank is part of a word where something else stands between the words.
Json words_of(std::string_view cell) {
  constexpr std::string_view kBetween = ",|/+;";
  const std::string_view words = without_brackets(cell);
  Json list = Json::array();
  for (std::string word : pieces(words, words.find_first_of(kBetween) == std::string_view::npos ? " \t" : kBetween)) {
    std::replace(word.begin(), word.end(), ' ', '_');
    list.push_back(word);
  }
  return list;
}

/// "37.5", or with the comma of a spreadsheet; discarded where it is none.
Json number_of(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string::npos) return Json(Json::value_t::discarded);
  return parsed_or_discarded(text);
}

/// "40x50", "40 x 50 mm", "40 50". A comma is a decimal one: a spreadsheet makes 40,5 of 40,50.
Result<Json> size_of(const std::string& column, const std::string& cell) {
  std::string text = small_letters(std::string(without_brackets(cell)));
  for (const auto& [sign, plain] : {std::pair<std::string_view, const char*>{"\u00D7", "x"}, {"mm", " "}})
    for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign)) text.replace(at, sign.size(), plain);
  Json size = Json::array();
  for (const std::string& piece : pieces(text, " \tx*|/;")) size.push_back(number_of(piece));
  if (size.size() == 2 && !size[0].is_discarded() && !size[1].is_discarded()) return size;
  return InputError{column + ": expected frontage and depth such as 40x50, found \"" + cell + "\""};
}

}  // namespace

Result<Json> roster_cell(const std::string& column, const std::string& cell) {
  if (!beyond(cell, kCellLimits).empty()) return Json(cell);
  if (cell.front() == '[') {
    const Json list = parsed_or_discarded(cell);
    if (list.is_array()) return list;
  }
  if (one_of(kSizes, column)) return size_of(column, cell);
  if (one_of(kLists, column)) return words_of(cell);
  const std::string small = small_letters(cell);
  if (one_of(kTrue, small) || one_of(kFalse, small)) return Json(one_of(kTrue, small));
  if (cell.front() == '[' || cell.front() == '{') return Json(cell);
  const Json value = parsed_or_discarded(cell);
  return value.is_discarded() ? Json(cell) : value;
}

}  // namespace polemarch::io
