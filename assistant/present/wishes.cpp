/// What picking an offer wishes for; values of the battle that the players put right by their word, each picked from a list and typed.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "assistant/present/parts.hpp"
#include "engine/core/needs.hpp"
#include "models/intent.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::present {

namespace {

/// What the words that a player types become in the command; nothing where the need is not one of words.
std::optional<FillIn::As> typed_as(engine::NeedKind kind) {
  switch (kind) {
    case engine::NeedKind::Text:
      return FillIn::As::Text;
    case engine::NeedKind::Names:
      return FillIn::As::Names;
    case engine::NeedKind::Yes:
      return FillIn::As::Yes;
    case engine::NeedKind::Dice:
    case engine::NeedKind::Card:
    case engine::NeedKind::Pose:
    case engine::NeedKind::Target:
    case engine::NeedKind::Facing:
      break;
  }
  return std::nullopt;
}

using Json = nlohmann::json;

constexpr std::string_view kPutRight = "put right", kPutRightOnCard = "put right on its card";
constexpr std::size_t kValuesShown = 12, kMostDeep = 3;

/// Names, places and what the course of play keeps for itself: bases are moved, questions answered, taken back is what went wrong.
bool is_no_value(const std::string& field) {
  constexpr std::array<std::string_view, 30> kNot{
      "id",    "name",    "unit",   "side",    "bases",  "base",        "stands",      "poses",  "pose",      "at",
      "from",  "to",      "marker", "agenda",  "map",    "deck",        "table",       "config", "option",    "options",
      "setup", "terrain", "card",   "profile", "charts", "table_width", "table_depth", "type",   "footprint", "v"};
  return std::find(kNot.begin(), kNot.end(), field) != kNot.end();
}

struct MendedValue {
  std::string path, words;
  Json now;
};

std::string field_words(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// A row of plain values, as cards have them by die or by condition.
bool is_row(const Json& value) {
  return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_primitive(); });
}

/// What a value lies in, before it: "Lakonians: arete", "commands, A-1: deployed". Each army is called by its name.
std::string inside(const Inputs& inputs, const std::string& of, const std::string& field) {
  if (field == "a" || field == "A") return inputs.side_names[0];
  if (field == "b" || field == "B") return inputs.side_names[1];
  return of.empty() ? field_words(field) : of + ", " + field_words(field);
}

void collect_values(const Inputs& inputs, const Json& j, const std::string& path, const std::string& of, const std::vector<UnitId>& units,
                    std::size_t deep, std::vector<MendedValue>& out) {
  if (j.contains("secret")) return;  // for one side's eyes
  for (const auto& [field, value] : j.items()) {
    if (is_no_value(field)) continue;
    const std::string there = path + "/" + field, words = (of.empty() ? "" : of + ": ") + field_words(field);
    if (value.is_number() || value.is_boolean() || value.is_string()) {
      out.push_back({there, words, value});
    } else if (value.is_object() && deep > 1) {
      const bool by_unit = std::any_of(units.begin(), units.end(), [&at = value](const UnitId& unit) { return at.contains(unit.text); });
      if (!by_unit)
        collect_values(inputs, value, there, inside(inputs, of, field), units, deep - 1, out);  // of units: of the selected one alone
    }
  }
}

/// Of a card everything, rows and rows of rows too: the players type it from their own.
void collect_card(const Json& j, const std::string& path, const std::string& of, std::vector<MendedValue>& out) {
  for (const auto& [field, value] : j.items()) {
    const std::string there = path + "/" + field, words = field_words(field) + (of.empty() ? "" : " of " + of);
    if ((value.is_primitive() && !value.is_null()) || is_row(value)) {
      out.push_back({there, words, value});
    } else if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i)
        collect_card(value[i], there + "/" + std::to_string(i), field_words(field) + " " + std::to_string(i + 1), out);
    } else {
      collect_card(value, there, words, out);
    }
  }
}

std::string say_mended(const Json& value) {
  if (value.is_array()) {
    std::string row;
    for (const Json& one : value) row += (row.empty() ? "" : " ") + say_mended(one);
    return row;
  }
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) return value.get<std::string>().empty() ? "nothing" : field_words(value.get<std::string>());
  return value.dump();
}

/// The card a unit plays with: the path of it and its name.
struct CardOfUnit {
  std::string path, name;
  Json card;
};
std::optional<CardOfUnit> card_of(const Inputs& inputs) {
  const Json state = io::parsed_or_discarded(inputs.battle->state_text(inputs.viewer));
  if (!state.is_object() || inputs.selection.unit.text.empty()) return std::nullopt;
  const Json units = state.value("units", Json::object()), cards = state.value("cards", Json::object());
  if (!units.is_object() || !cards.is_object() || !units.contains(inputs.selection.unit.text)) return std::nullopt;
  const Json& unit = units[inputs.selection.unit.text];
  if (!unit.is_object() || !unit.contains("card") || !unit["card"].is_string()) return std::nullopt;
  const std::string name = unit["card"];
  if (!cards.contains(name) || !cards[name].is_object()) return std::nullopt;
  return CardOfUnit{"/cards/" + name, name, cards[name]};
}

/// Of the selected unit, else of the battle.
std::vector<MendedValue> values_of(const Inputs& inputs) {
  std::vector<MendedValue> out;
  const Json state = io::parsed_or_discarded(inputs.battle->state_text(inputs.viewer));
  if (!state.is_object()) return out;
  std::vector<UnitId> units;
  for (const engine::Place& place : inputs.battle->places()) units.push_back(place.unit);
  const std::string& unit = inputs.selection.unit.text;
  if (unit.empty()) {
    collect_values(inputs, state, "", "", units, kMostDeep, out);
    return out;
  }
  for (const auto& [field, of] : state.items())
    if (of.is_object() && of.contains(unit) && of[unit].is_object())
      collect_values(inputs, of[unit], "/" + field + "/" + unit, "", {}, kMostDeep, out);  // its card stands below
  return out;
}

}  // namespace

Intent wish_of(const engine::OfferText& offer, std::string command) {
  if (!offer.whole && offer.verdict.allowed() && offer.still_needed.size() == 1) {
    const engine::Need& need = offer.still_needed.front();
    if (const auto as = typed_as(need.kind); as && !need.prompt.empty()) {
      std::string prompt = need.prompt;  // it goes on within the sentence
      if (prompt[0] >= 'A' && prompt[0] <= 'Z') prompt[0] = static_cast<char>(prompt[0] - 'A' + 'a');
      return FillIn{std::move(command), need.field, offer.text + ": " + prompt + (prompt.ends_with('?') ? " Then Enter" : ", then Enter"),
                    *as};
    }
  }
  return GiveCommand{std::move(command)};
}

bool open_amending(const Inputs& inputs, std::vector<ui::OptionView>& menu) {
  const std::size_t turned = std::min(inputs.menu_group.find('\f'), inputs.menu_group.size());
  const std::string group = inputs.menu_group.substr(0, turned);
  if (group != kPutRight && group != kPutRightOnCard) return false;
  const std::optional<CardOfUnit> card = card_of(inputs);
  std::vector<MendedValue> values;
  if (group == kPutRight)
    values = values_of(inputs);
  else if (card)
    collect_card(card->card, card->path, "", values);
  const std::size_t page = inputs.menu_group.size() - turned, first = std::min(page * kValuesShown, values.size());
  const std::string whose = inputs.selection.unit.empty() ? "" : name_or_id(inputs, inputs.selection.unit) + ": ";
  menu.clear();
  if (group == kPutRight && card && page == 0)
    menu.push_back({.key = {},
                    .text = "its card, " + card->name + " ...",
                    .allowed = true,
                    .detail = {},
                    .intent = OpenMenu{std::string(kPutRightOnCard)}});
  for (std::size_t i = first; i < std::min(values.size(), first + kValuesShown); ++i) {
    const MendedValue& value = values[i];
    const Json command{{"by", inputs.viewer == Viewer::Umpire ? "umpire" : "both"},
                       {"do", "amend"},
                       {"path", value.path},
                       {"reason", "agreed at the table"}};
    const std::string now = value.words + ", now " + say_mended(value.now);
    menu.push_back({.key = {},
                    .text = now,
                    .allowed = true,
                    .detail = {},
                    .intent = FillIn{command.dump(), "value", whose + now + ": what is it? Then Enter", FillIn::As::Text}});
  }
  if (first + kValuesShown < values.size())
    menu.push_back({.key = {},
                    .text = "more ... (" + std::to_string(values.size() - first - kValuesShown) + ")",
                    .allowed = true,
                    .detail = {},
                    .intent = OpenMenu{group + std::string(page + 1, '\f')}});
  menu.push_back({.key = {}, .text = "back", .allowed = true, .detail = {}, .intent = OpenMenu{}});
  return true;
}

}  // namespace polemarch::assistant::present
