#include "engine/rulesets/hoplomachia/text/roster_cards.hpp"

#include <array>

#include "engine/rulesets/hoplomachia/data/data.hpp"
#include "engine/rulesets/hoplomachia/text/json_nouns.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::hoplomachia {

using engine::FieldError;
using engine::get_field_or_keep;

const Json& shipped_cards() {
  static const Json cards = io::parsed(find_embedded(data::embedded_files(), "hoplomachia_cards.json"));
  return cards;
}

namespace {

constexpr std::array<const char*, 35> kCardFields{"mov_cf",
                                                  "mov_of",
                                                  "mov_nf",
                                                  "range",
                                                  "spear",
                                                  "shield",
                                                  "strength",
                                                  "arete_threshold",
                                                  "arete_modifier",
                                                  "phobos",
                                                  "andreia",
                                                  "andreia_chart",
                                                  "disarray_qualifier",
                                                  "belos",
                                                  "belos_shield",
                                                  "belos_check",
                                                  "belos_reactions",
                                                  "epi_charge",
                                                  "epi_drift",
                                                  "epi_mqual",
                                                  "epi_disarray",
                                                  "mome",
                                                  "othism",
                                                  "max_depth",
                                                  "long_spears",
                                                  "rhomboid",
                                                  "wedge",
                                                  "ekdromoi",
                                                  "hamippoi_allowed",
                                                  "core_allowed",
                                                  "mercenary",
                                                  "epochs",
                                                  "belos_pass",
                                                  "belos_fail",
                                                  "has_of_only"};

}  // namespace

std::vector<std::string> card_fields() { return {kCardFields.begin(), kCardFields.end()}; }

void add_cards(CardTexts& cards, const Json& list, const std::string& path) {
  if (!list.is_array() && !list.is_object()) throw FieldError(path, "expected a list of unit cards");
  for (const auto& [key, card] : list.items()) {
    if (!card.is_object()) throw FieldError(path + "/" + key, "expected a unit card");
    Json one = card;
    if (list.is_object() && !one.contains("id")) one["id"] = key;
    if (!one.contains("id") || !one["id"].is_string()) throw FieldError(path + "/" + key, "needs \"id\"");
    cards[one["id"].get<std::string>()] = one;
  }
}

std::string card_for(State& state, const CardTexts& cards, const Json& j, const UnitId& id) {
  std::string type = "hoplite", name;
  get_field_or_keep(j, "type", type);
  get_field_or_keep(j, "card", name);
  if (name.empty()) {
    const Json& usual = shipped_cards().at("usual");
    if (!usual.contains(type)) {
      std::string known;
      for (const auto& [key, value] : usual.items()) known += (known.empty() ? "" : ", ") + key;
      throw FieldError("/type", "expected one of " + known + ", or \"card\" with the id of a card");
    }
    name = usual.at(type).get<std::string>();
  }
  const auto at = cards.find(name);
  if (at == cards.end()) throw FieldError("/card", "there is no card " + name);
  Json card = at->second;
  bool own = false;
  const bool moves = j.contains("mov_cf") || j.contains("mov_of") || j.contains("mov_nf");
  if (moves)
    for (const char* field : {"mov_cf", "mov_of", "mov_nf"}) card.erase(field), own = true;
  for (const char* field : kCardFields)
    if (j.contains(field)) card[field] = j[field], own = true;
  const std::string key = own ? name + ":" + id.text : name;
  card["id"] = key;
  UnitCard read = card.get<UnitCard>();
  state.cards[key] = std::move(read);
  return key;
}

}  // namespace polemarch::hoplomachia
