#include "assistant/names/muster.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/core/telling.hpp"

namespace polemarch::assistant::names {

using Json = nlohmann::json;

namespace {

/// The first of these fields that names something.
struct Naming {
  const char* field;
  bool fights;
};
constexpr std::array kNamings{Naming{"unit", true},  Naming{"general", false},   Naming{"leader", false},
                              Naming{"camp", false}, Naming{"commander", false}, Naming{"id", true}};

/// "Romans of the Rhine" is "Romans".
std::string short_name(const std::string& army) {
  for (const std::string_view word : {" of ", " from ", ", ", " at "})
    if (const auto at = army.find(word); at != std::string::npos && at > 2) return army.substr(0, at);
  return army;
}

/// A unit's type in words: "light_cavalry" is "light cavalry", a weight that a roster gives in letters "light medium infantry".
std::string type_words(const Json& unit) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kWeights{
      {{"L", "light"}, {"LM", "light medium"}, {"M", "medium"}, {"LH", "light heavy"}, {"H", "heavy"}}};
  std::string type = text_of(unit, "type");
  const auto weight = std::find_if(kWeights.begin(), kWeights.end(), [&](const auto& one) { return one.first == type; });
  if (weight != kWeights.end()) {
    const std::string arm = text_of(unit, "arm");
    return std::string(weight->second) + " " + (arm.empty() ? "infantry" : arm);
  }
  std::replace(type.begin(), type.end(), '_', ' ');
  if (type.ends_with(" other")) type.erase(type.size() - 6);  // "light infantry other": of that kind no other
  return type;
}

/// Adds every unit, leader and camp that stands anywhere inside `at`.
void add_members(std::vector<Member>& members, const Json& at, Side side) {
  if (at.is_array())
    for (const Json& one : at) add_members(members, one, side);
  if (!at.is_object()) return;
  for (const Naming& naming : kNamings) {
    const std::string id = text_of(at, naming.field);
    if (id.empty()) continue;
    if (std::string_view(naming.field) == "id" && !at.contains("bases")) continue;
    const auto known = std::find_if(members.begin(), members.end(), [&](const Member& one) { return one.unit.text == id; });
    if (known != members.end() && (known->name != id || text_of(at, "name").empty())) continue;
    if (known != members.end()) members.erase(known);  // he who stands with a unit named it before its own entry
    Member member{{id}, side, text_of(at, "name"), type_words(at), naming.fights, text_of(at, "division")};
    for (const std::string_view leads : {"general", "commander", "leader", "strategos", "hero"})
      if (member.type == leads || text_of(at, "arm") == leads) member.fights = false;
    if (member.name.empty()) member.name = std::string_view(naming.field) == "camp" ? "camp" : id;
    members.push_back(std::move(member));
    break;
  }
  for (const auto& [name, value] : at.items())
    if (value.is_structured()) add_members(members, value, side);
}

/// Two armies that would be called alike: by their whole names, and by the sides' letters where these are alike too.
void tell_apart(Muster& muster) {
  if (muster.sides[0] == muster.sides[1]) muster.sides = muster.armies;
  if (muster.sides[0] != muster.sides[1]) return;
  muster.sides[0] += " A";
  muster.sides[1] += " B";
}

}  // namespace

std::string text_of(const Json& j, const char* name) {
  const auto at = j.is_object() ? j.find(name) : j.end();
  return j.is_object() && at != j.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::string possessive(const std::string& name) { return name + (name.ends_with('s') ? "'" : "'s"); }

std::string without_sample(std::string text) {
  if (const auto at = text.find(" (sample)"); at != std::string::npos) text.erase(at, 9);
  if (text.starts_with("Sample: ")) text.erase(0, 8);
  return text;
}

Json names_json(const Muster& muster) {
  Json names{{"sides", Json::object()}, {"units", Json::object()}};
  for (const Side side : {Side::A, Side::B}) {
    const std::size_t i = side == Side::A ? 0 : 1;
    names["sides"][std::string(name_of(side))] = {{"army", muster.armies[i]}, {"short", muster.sides[i]}};
  }
  for (const Member& member : muster.members) {
    Json one{{"name", member.name}, {"plural", member.fights && engine::is_plural(member.name)}};
    if (!member.type.empty()) one["type"] = member.type;
    names["units"][member.unit.text] = std::move(one);
  }
  return names;
}

Muster muster_of(const Json& setup) {
  Muster muster;
  const auto sides = setup.is_object() ? setup.find("sides") : setup.end();
  if (!setup.is_object() || sides == setup.end() || !sides->is_object()) return muster;
  const auto army_of = [&](Side side) { return sides->value(std::string(name_of(side)), Json::object()); };
  for (const Side side : {Side::A, Side::B}) {
    const std::size_t i = side == Side::A ? 0 : 1;
    if (const std::string name = without_sample(text_of(army_of(side), "army")); !name.empty()) muster.armies[i] = name;
    muster.sides[i] = short_name(muster.armies[i]);
  }
  tell_apart(muster);
  for (const Side side : {Side::A, Side::B}) {
    const std::size_t i = side == Side::A ? 0 : 1;
    const Json army = army_of(side);
    muster.players[i] = text_of(army, "player");
    add_members(muster.members, army, side);
    const std::string whose = muster.sides[i].size() < 2 ? "" : possessive(muster.sides[i]) + " ";
    for (Member& member : muster.members)
      if (member.side == side && member.name == "camp") member.name = whose + "camp";
  }
  return muster;
}

}  // namespace polemarch::assistant::names
