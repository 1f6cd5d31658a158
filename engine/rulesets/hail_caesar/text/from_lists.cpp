/// What army lists leave unsaid of the chain of command.
#include "engine/rulesets/hail_caesar/from_lists.hpp"

#include <algorithm>
#include <set>

#include "engine/core/json_types.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::hail_caesar {
namespace {

using engine::Json;

constexpr const char* kOneDivision = "Army";

bool is_general(const Json& j) { return j.value("general", Json(false)) == true || j.value("type", Json()) == "general"; }
std::string division_of(const Json& j) {
  const Json said = j.value("division", Json());
  return said.is_string() ? said.get<std::string>() : std::string();
}
bool commands_army(const Json& j) { return j.value("army_commander", Json(false)) == true; }

/// Nothing when everybody can be ordered by somebody; else the place within the side, and what is missing.
std::optional<std::string> completed(Json& units) {
  std::vector<Json*> generals;
  bool divided = false;
  for (Json& unit : units) {
    if (!unit.is_object()) return std::nullopt;
    if (is_general(unit)) generals.push_back(&unit);
    divided = divided || !division_of(unit).empty();
  }
  if (units.empty()) return std::nullopt;
  if (generals.empty()) return "/units: needs a general, who gives the orders: a line of type general";
  if (!divided)
    for (Json& unit : units) unit["division"] = kOneDivision;
  bool commanded = std::any_of(generals.begin(), generals.end(), [](const Json* general) { return commands_army(*general); });
  if (!commanded && (!divided || generals.size() == 1)) (*generals.front())["army_commander"] = commanded = true;
  if (commanded) return std::nullopt;
  std::set<std::string> led;
  for (const Json* general : generals) led.insert(division_of(*general));
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::string division = division_of(units[i]);
    if (!is_general(units[i]) && division.empty())
      return "/units/" + std::to_string(i) + "/division: is empty, and no general is army_commander: nobody could order it";
    if (!is_general(units[i]) && !led.contains(division))
      return "/units/" + std::to_string(i) + "/division: \"" + division +
             "\" has no general, and none is army_commander: nobody could order it";
  }
  return std::nullopt;
}

}  // namespace

Result<std::string> from_lists(std::string_view setup_json, std::string_view name) {
  Json setup = io::parsed_or_discarded(setup_json);
  for (const char* side : {"A", "B"}) {
    const Json::json_pointer at("/sides/" + std::string(side) + "/units");
    if (!setup.is_object() || !setup.contains(at) || !setup[at].is_array()) return std::string(setup_json);
    if (const auto missing = completed(setup[at])) return InputError{std::string(name) + ": /sides/" + side + *missing};
  }
  return engine::canonical(setup);
}

}  // namespace polemarch::hail_caesar
