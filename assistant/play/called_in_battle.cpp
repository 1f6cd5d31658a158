#include "assistant/play/called_in_battle.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

namespace {

using Json = nlohmann::json;

void collect_words(const Json& state, std::set<std::string>& words) {
  if (state.is_string()) words.insert(state.get<std::string>());
  if (!state.is_structured()) return;
  for (const auto& [name, value] : state.items()) {
    if (state.is_object()) words.insert(name);
    collect_words(value, words);
  }
}

}  // namespace

std::string small(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

CalledInBattle::CalledInBattle(const engine::Battle& battle, Viewer viewer, const names::Namer& namer,
                               const std::array<std::string, 2>& sides)
    : namer_(namer), sides_(sides) {
  for (const engine::Place& place : battle.places()) units_.insert(place.unit);
  collect_words(io::parsed_or_discarded(battle.state_text(viewer)), words_);
}

std::vector<std::string> CalledInBattle::of(const std::string& said) const {
  const std::string wanted = small(said);
  std::vector<std::string> found;
  for (std::size_t side = 0; side < 2; ++side)
    if (wanted == small(sides_[side]) || wanted == (side == 0 ? "a" : "b")) found.emplace_back(side == 0 ? "A" : "B");
  for (const UnitId& unit : units_)
    if (small(namer_.name(unit)) == wanted) found.push_back(unit.text);
  std::string joined = wanted;
  std::replace(joined.begin(), joined.end(), ' ', '_');
  for (const std::string& word : words_)
    if (small(word) == wanted || small(word) == joined) found.push_back(word);
  return found;
}

}  // namespace polemarch::assistant::play
