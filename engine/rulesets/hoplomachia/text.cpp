#include "engine/core/json_types.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_ENUM(TroopClass, {TroopClass::Hoplite, "hoplite"}, {TroopClass::Peltaste, "peltaste"}, {TroopClass::Psiloi, "psiloi"},
                    {TroopClass::Toxotes, "toxotes"}, {TroopClass::Sphendonetes, "sphendonetes"}, {TroopClass::Hippeis, "hippeis"},
                    {TroopClass::Hippotoxotes, "hippotoxotes"}, {TroopClass::Chariot, "chariot"}, {TroopClass::Baggage, "baggage"})

void to_json(engine::Json& j, const Card& v) {
  j = {{"type", v.troop}, {"figure_mm", v.figure_mm}};
  engine::put_field(j, "depth_mm", v.depth);
  engine::put_field(j, "mov_cf", v.mov_cf);
  engine::put_field(j, "mov_of", v.mov_of);
  engine::put_field(j, "mov_nf", v.mov_nf);
  engine::put_field(j, "range", v.range);
  if (v.strategos) j["strategos"] = true;
}
void from_json(const engine::Json& j, Card& v) {
  engine::get_field(j, "type", v.troop);
  engine::get_field_or_keep(j, "figure_mm", v.figure_mm);
  engine::get_field(j, "depth_mm", v.depth);
  engine::get_field(j, "mov_cf", v.mov_cf);
  engine::get_field(j, "mov_of", v.mov_of);
  engine::get_field(j, "mov_nf", v.mov_nf);
  engine::get_field(j, "range", v.range);
  engine::get_field_or_keep(j, "strategos", v.strategos);
  for (const auto& [name, value] : {std::pair{"mov_cf", v.mov_cf}, {"mov_of", v.mov_of}, {"mov_nf", v.mov_nf}})
    if (value && (*value < 0 || *value > 20)) throw engine::FieldError("/" + std::string(name), "expected 0 to 20 inches (HM-CARD-T1)");
  if (v.range && (*v.range < 0 || *v.range > 30)) throw engine::FieldError("/range", "expected 0 to 30 inches (HM-CARD-T1)");
  if (v.figure_mm != 6 && v.figure_mm != 10 && v.figure_mm != 15 && v.figure_mm != 25)
    throw engine::FieldError("/figure_mm", "expected 6, 10, 15 or 25 (HM-SCALE-03)");
}

}  // namespace polemarch::hoplomachia

#include "engine/core/measuring_json.hpp"

template <>
polemarch::Result<polemarch::hoplomachia::Rules::State> polemarch::hoplomachia::Rules::initial(std::string_view setup_json,
                                                                                               std::string_view name) {
  return engine::measuring_setup<hoplomachia::Card>(setup_json, name, hoplomachia::footprint_of);
}

namespace polemarch::hoplomachia {

static_assert(engine::Ruleset<Rules>);

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<Rules>(setup_json, name);
}

}  // namespace polemarch::hoplomachia
