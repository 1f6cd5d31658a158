/// Leaders and camps in a table of units.
#include "engine/rulesets/blade_and_bow/from_lists.hpp"

#include "engine/core/json_types.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::blade_and_bow {

Result<std::string> from_lists(std::string_view setup_json, std::string_view) {
  using engine::Json;
  Json setup = io::parsed_or_discarded(setup_json);
  for (const char* name : {"A", "B"}) {
    const Json::json_pointer at("/sides/" + std::string(name));
    if (!setup.is_object() || !setup.contains(at / "units") || !setup[at / "units"].is_array()) return std::string(setup_json);
    Json& side = setup[at];
    Json units = Json::array();
    for (const Json& unit : side["units"]) {
      const Json type = unit.is_object() ? unit.value("type", Json()) : Json();
      if (type == "camp") {
        Json camp = Json::object();
        for (const char* field : {"square", "choices", "sacked", "front"})
          if (unit.contains(field)) camp[field] = unit[field];
        camp["camp"] = unit.value("unit", Json());
        side["camps"].push_back(std::move(camp));
        continue;
      }
      if (type != "leader") {
        units.push_back(unit);
        continue;
      }
      Json leader = Json::object();
      for (const char* field : {"name", "rank", "range", "value", "colour", "square", "box", "return_turn"})
        if (unit.contains(field)) leader[field] = unit[field];
      leader["leader"] = unit.value("unit", Json());
      side["leaders"].push_back(std::move(leader));
    }
    side["units"] = std::move(units);
  }
  return engine::canonical(setup);
}

}  // namespace polemarch::blade_and_bow
