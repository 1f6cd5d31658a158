#pragma once
/// JSON of the commands, with the words people use for them; for text/ only (heavy header). Forms and examples: README.md. Pure.

#include "engine/rulesets/blade_and_bow/text/json.hpp"

namespace polemarch::blade_and_bow {

// Commands. "unit" and "units" both stand for who acts.
namespace detail {
inline std::vector<UnitId> who_acts(const nlohmann::json& j) {
  std::vector<UnitId> units;
  for (const char* many : {"units", "attackers", "shooters", "formation"})
    if (units.empty() && j.contains(many) && j.at(many).is_array()) engine::read_at(j.at(many), many, units);
  UnitId one;
  for (const char* single : {"unit", "attacker", "shooter", "units", "attackers", "shooters"})
    if (units.empty() && j.contains(single)) {
      engine::read_at(j.at(single), single, one);
      units = {one};
    }
  return units;
}
inline void need_units(const std::vector<UnitId>& units) {
  if (units.empty()) throw engine::FieldError("", "needs \"units\" (or \"unit\")");
}
inline void put_id(nlohmann::json& j, const char* name, const UnitId& id) {
  if (!id.empty()) j[name] = id;
}
}  // namespace detail
POLEMARCH_JSON(AdjustRanks, ranks)
inline void to_json(nlohmann::json& j, const PlaceLeader& v) { j = {{"leader", v.leader}, {"square", v.to}}; }
inline void from_json(const nlohmann::json& j, PlaceLeader& v) {
  engine::get_field(j, "leader", v.leader);
  engine::get_field(j, j.contains("to") ? "to" : "square", v.to);
}
inline void to_json(nlohmann::json& j, const PlaceCamp& v) { j = {{"camp", v.camp}, {"square", v.to}}; }
inline void from_json(const nlohmann::json& j, PlaceCamp& v) {
  engine::get_field(j, "camp", v.camp);
  engine::get_field(j, j.contains("to") ? "to" : "square", v.to);
}
POLEMARCH_JSON_EMPTY(Ready)
inline void to_json(nlohmann::json& j, const Activate& v) {
  j = {{"action", v.action}, {"units", v.units}};
  detail::put_id(j, "leader", v.leader);
}
inline void from_json(const nlohmann::json& j, Activate& v) {
  engine::get_field(j, "action", v.action);
  v.units = detail::who_acts(j);
  detail::need_units(v.units);
  engine::get_field_or_keep(j, "leader", v.leader);
}
POLEMARCH_JSON_EMPTY(FinishAction)
inline void to_json(nlohmann::json& j, const MoveUnits& v) {
  if (v.moves.size() == 1)
    j = v.moves.front();
  else
    j = {{"moves", v.moves}};
  if (v.together) j["together"] = true;
  detail::put_id(j, "leader", v.leader);
}
inline void from_json(const nlohmann::json& j, MoveUnits& v) {
  if (j.contains("moves")) {
    engine::get_field(j, "moves", v.moves);
    engine::get_field_or_keep(j, "together", v.together);
    if (v.moves.empty()) throw engine::FieldError("/moves", "expected at least one move");
    for (std::size_t i = 0; i < v.moves.size(); ++i)
      if (v.moves[i].unit.empty()) throw engine::FieldError("/moves/" + std::to_string(i), "needs \"unit\"");
  } else {  // one unit, or several that all go the same way
    UnitMove way;
    j.get_to(way);
    const std::string verb = j.value("do", "move");
    int steps = 1;
    for (const char* name : {"squares", "steps", "turns"}) engine::get_field_or_keep(j, name, steps);
    if (steps < 1 || steps > 30) throw engine::FieldError("/steps", "expected 1 to 30");
    if (way.path.empty() && verb == "advance" && !way.to) way.path.assign(static_cast<std::size_t>(steps), Manoeuvre::Advance);
    if (way.path.empty() && (verb == "reverse" || verb == "turn_about")) way.path = {Manoeuvre::Reverse};
    if (way.path.empty() && verb == "wheel" && j.contains("direction")) {
      Manoeuvre turn{};
      engine::get_field(j, "direction", turn);
      way.path.assign(static_cast<std::size_t>(steps), turn);
    }
    for (const UnitId& unit : detail::who_acts(j)) {
      v.moves.push_back(way);
      v.moves.back().unit = unit;
    }
    if (v.moves.empty()) throw engine::FieldError("", "needs \"unit\" (or \"units\", or \"moves\")");
    v.together = v.moves.size() > 1;
    if (v.together && way.to) throw engine::FieldError("/to", "several units cannot go to one square; use \"moves\"");
  }
  engine::get_field_or_keep(j, "leader", v.leader);
}
inline void to_json(nlohmann::json& j, const MoveLeader& v) { j = {{"leader", v.leader}, {"to", v.to}}; }
inline void from_json(const nlohmann::json& j, MoveLeader& v) {
  engine::get_field(j, j.contains("unit") ? "unit" : "leader", v.leader);
  engine::get_field(j, j.contains("square") ? "square" : "to", v.to);
}
inline void to_json(nlohmann::json& j, const FormWall& v) {
  j = {{"units", v.units}};
  detail::put_id(j, "leader", v.leader);
}
inline void from_json(const nlohmann::json& j, FormWall& v) {
  v.units = detail::who_acts(j);
  detail::need_units(v.units);
  engine::get_field_or_keep(j, "leader", v.leader);
}
inline void to_json(nlohmann::json& j, const Shoot& v) {
  j = {{"units", v.units}, {"target", v.target}};
  detail::put_id(j, "leader", v.leader);
}
inline void from_json(const nlohmann::json& j, Shoot& v) {
  v.units = detail::who_acts(j);
  detail::need_units(v.units);
  engine::get_field(j, j.contains("defender") ? "defender" : "target", v.target);
  engine::get_field_or_keep(j, "leader", v.leader);
}
inline void to_json(nlohmann::json& j, const Attack& v) {
  j = {{"units", v.units}, {"target", v.target}};
  detail::put_id(j, "lead", v.lead);
  detail::put_id(j, "leader", v.leader);
}
inline void from_json(const nlohmann::json& j, Attack& v) {
  v.units = detail::who_acts(j);
  detail::need_units(v.units);
  engine::get_field(j, j.contains("defender") ? "defender" : "target", v.target);
  engine::get_field_or_keep(j, "lead", v.lead);
  engine::get_field_or_keep(j, "leader", v.leader);
}
inline void to_json(nlohmann::json& j, const Rally& v) {
  j = {{"units", v.units}};
  detail::put_id(j, "leader", v.leader);
  engine::put_field(j, "facings", v.facings);
}
inline void from_json(const nlohmann::json& j, Rally& v) {
  v.units = detail::who_acts(j);
  detail::need_units(v.units);
  engine::get_field_or_keep(j, "leader", v.leader);
  engine::get_field_or_keep(j, "facings", v.facings);
  if (j.contains("facing") && v.units.size() == 1) engine::read_at(j.at("facing"), "facing", v.facings[v.units.front()]);
}
inline void to_json(nlohmann::json& j, const Face& v) {
  j = {{"unit", v.unit}};
  if (!v.heading) j["facing"] = v.facing;
  engine::put_field(j, "heading_deg", v.heading);
  engine::put_field(j, "heading_sd_deg", v.heading_sd);
}
inline void from_json(const nlohmann::json& j, Face& v) {
  engine::get_field(j, "unit", v.unit);
  engine::get_field_or_keep(j, "heading_deg", v.heading);
  engine::get_field_or_keep(j, "heading_sd_deg", v.heading_sd);
  if (!v.heading) engine::get_field(j, j.contains("to") ? "to" : "facing", v.facing);
}
POLEMARCH_JSON(DiscardCard, card)
POLEMARCH_JSON_EMPTY(PurchaseCard)
POLEMARCH_JSON_EMPTY(Pass)
inline void to_json(nlohmann::json& j, const PlayCard& v) {
  j = {{"card", v.card}};
  detail::put_id(j, "unit", v.unit);
  engine::put_field(j, "effect", v.effect);
  engine::put_field(j, "amount", v.amount);
  if (!v.text.empty()) j["text"] = v.text;
}
inline void from_json(const nlohmann::json& j, PlayCard& v) {
  engine::get_field(j, "card", v.card);
  engine::get_field_or_keep(j, "unit", v.unit);
  engine::get_field_or_keep(j, "effect", v.effect);
  engine::get_field_or_keep(j, "amount", v.amount);
  engine::get_field_or_keep(j, "text", v.text);
}
inline void to_json(engine::Json& j, const Commit& v) {
  j = {{"cards", v.cards}};
  engine::put_field(j, "points", v.points);
  engine::put_field(j, "spend", v.spend);
}
inline void from_json(const engine::Json& j, Commit& v) {
  v = {};
  engine::get_field_or_keep(j, "cards", v.cards);
  engine::get_field_or_keep(j, "points", v.points);
  engine::get_field_or_keep(j, "spend", v.spend);
  if (v.cards.empty() && v.points) v.cards = {0};  // a paper card, told by its points alone
}
POLEMARCH_JSON(Look, unit)
inline void to_json(nlohmann::json& j, const EndBattle& v) {
  j = nlohmann::json::object();
  engine::put_field(j, "winner", v.winner);
  if (v.gives_up) j["gives_up"] = true;
}
inline void from_json(const nlohmann::json& j, EndBattle& v) {
  engine::get_field_or_keep(j, "winner", v.winner);
  engine::get_field_or_keep(j, "gives_up", v.gives_up);
  if (!v.winner && j.value("do", "") == "concede") v.gives_up = true;
}

}  // namespace polemarch::blade_and_bow
