/// Which fields of a set-up nobody reads: the lists of what is read, place by place (text_setup.cpp and text_card.cpp read them).
#include "engine/rulesets/hoplomachia/unread.hpp"

#include <algorithm>

#include "engine/core/unread_fields.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/text/json_state.hpp"
#include "engine/rulesets/hoplomachia/text/roster_cards.hpp"
#include "models/io/json_text.hpp"
#include "models/nearest_word.hpp"

namespace polemarch::hoplomachia {

namespace {

using engine::FieldError;
using engine::Json;
using engine::KnownFields;

std::vector<std::string> with(std::vector<std::string> names, const std::vector<std::string>& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

std::vector<KnownFields> known_fields() {
  std::vector<KnownFields> known = engine::common_fields();
  known.push_back({"", {"battle", "charts", "cards", "state"}});
  known.push_back({"/battle",
                   {"situation", "type", "start", "board", "invader", "deployment", "first_to_deploy", "epoch", "metaichmion",
                    "invader_without_pregame", "variant"}});
  known.push_back({"/options",
                   {"competitive_sequence",
                    "competitive_by_step",
                    "inclining",
                    "countermarch",
                    "unit_signal",
                    "ekdromoi_signals",
                    "lakonian_ekdromoi",
                    "epilektoi",
                    "nemesis",
                    "scythed_chariots",
                    "ammunition",
                    "weak_missiles",
                    "interactive_ekdromoi",
                    "hegemon_signal_and_verbal",
                    "ambushed_base_lowest",
                    "crafty_adds_one",
                    "hamippoi_six",
                    "ekdromoi_at_shooters",
                    "stands_count_as_lochoi",
                    "target_by_rolled_distance",
                    "wall_shoots",
                    "level_four_by_chart",
                    "turns"}});
  known.push_back({"/charts",
                   {"sample",
                    "melee",
                    "uphill",
                    "wall",
                    "stockade",
                    "gap",
                    "ground_given",
                    "third_rank",
                    "fourth_rank",
                    "hamippoi",
                    "ekdromoi",
                    "terrain",
                    "paean",
                    "ground_given_cap",
                    "grim_resolve",
                    "sphagia",
                    "rhetoria",
                    "one_step_more",
                    "hieres",
                    "tracks",
                    "nemesis",
                    "strategos_killed",
                    "promachos_killed",
                    "strategos_under_belos",
                    "strategos_routed",
                    "characters",
                    "stances"}});
  known.push_back({"/charts/terrain/*", {"kind", "disarray", "impassable", "blocks_sight", "wall", "uphill", "surf", "cliff", "hill"}});
  const std::vector<std::string> card = with({"id", "name", "nation", "sample", "class"}, card_fields());
  known.push_back({"/cards/*", card});
  known.push_back({"/sides/*/cards/*", card});
  known.push_back(
      {"/sides/*", {"v",        "ruleset", "army",  "player", "sample",    "name",  "nation",    "home_city", "allies", "role", "hellenic",
                    "thracian", "spartan", "track", "plan",   "formation", "arete", "breakfast", "strategoi", "units",  "cards"}});
  known.push_back({"/sides/*/track", {"name", "shaken", "unsteady", "firm"}});
  known.push_back(
      {"/sides/*/strategoi/*", {"strategos", "name", "nation", "hegemon", "character", "stance", "rhetoria_allowed", "unit", "lochos"}});
  known.push_back(
      {"/sides/*/units/*", with({"unit",     "name",        "nation",    "type",      "card",      "bases",  "ranks",   "figure_mm",
                                 "depth_mm", "arrangement", "core",      "allied_to", "commander", "hidden", "hideout", "enters",
                                 "hamippoi", "epilektoi",   "strategos", "at",        "poses",     "k",      "marker",  "markers"},
                                card_fields())});
  known.push_back({"/sides/*/units/*/at", {"x_mm", "y_mm", "heading_deg"}});
  return known;
}

/// The fields of a battle half-way that the state, written out again, does not have: it leaves out what stands at its usual value, too.
void look_for(const Json& given, const Json& kept, const Json::json_pointer& at, std::vector<Json::json_pointer>& out) {
  if (given.is_array() && kept.is_array())
    for (std::size_t i = 0; i < std::min(given.size(), kept.size()); ++i) look_for(given[i], kept[i], at / i, out);
  if (!given.is_object() || !kept.is_object()) return;
  for (const auto& [key, value] : given.items()) {
    if (const auto known = kept.find(key); known != kept.end())
      look_for(value, *known, at / key, out);
    else if (value.is_object() && !value.empty())
      look_for(value, Json::object(), at / key, out);
    else if (key != "note" && key != "notes" && key != "comment" && !key.starts_with('_') && !key.starts_with('$'))
      out.push_back(at / key);
  }
}

/// A field that is read complains of what it cannot be: of half a number, or of a word.
bool is_read(const Json& given, const Json::json_pointer& at, const State& before) {
  for (const Json& nonsense : {Json(0.5), Json("?")}) {
    Json changed = given;
    changed[at] = nonsense;
    State state = before;
    try {
      engine::set_over(changed, state);
    } catch (const FieldError&) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> lost_of_state(Json setup, std::string_view name) {
  const Json given = setup.at("state");
  setup.erase("state");
  auto before = Rules::initial(setup.dump(), name);
  if (!before) return {};
  State after = *before;
  engine::set_over(given, after);
  const Json kept = after;
  std::vector<Json::json_pointer> missing;
  look_for(given, kept, Json::json_pointer(), missing);
  std::vector<std::string> lines;
  for (const Json::json_pointer& at : missing) {
    if (is_read(given, at, *before)) continue;
    std::vector<std::string> names;
    if (const auto parent = at.parent_pointer(); kept.contains(parent))
      for (const auto& [key, value] : kept.at(parent).items()) names.push_back(key);
    const std::string meant = names.empty() ? "" : "; " + meant_instead_of(at.back(), names);
    lines.push_back(std::string(name) + ": /state" + at.to_string() + ": is not read" + meant);
  }
  return lines;
}

}  // namespace

std::vector<std::string> unread(std::string_view setup_json, std::string_view name) {
  return engine::lines_or_none([&] {
    const Json setup = io::parsed(setup_json);
    std::vector<std::string> lines = engine::unread_fields(setup, name, known_fields());
    if (setup.contains("state"))
      for (std::string& line : lost_of_state(setup, name)) lines.push_back(std::move(line));
    return lines;
  });
}

}  // namespace polemarch::hoplomachia
