#include "engine/core/json_types.hpp"
#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

POLEMARCH_JSON_ENUM(Arm, {Arm::Infantry, "infantry"}, {Arm::Cavalry, "cavalry"}, {Arm::Commander, "commander"}, {Arm::Hero, "hero"})
POLEMARCH_JSON_ENUM(Weight, {Weight::L, "L"}, {Weight::LM, "LM"}, {Weight::M, "M"}, {Weight::LH, "LH"}, {Weight::H, "H"})
POLEMARCH_JSON_ENUM(Weapon, {Weapon::Javelin, "javelin"}, {Weapon::Bow, "bow"}, {Weapon::Sling, "sling"},
                    {Weapon::LightSpear, "light_spear"}, {Weapon::ThrustingSpear, "thrusting_spear"},
                    {Weapon::LongThrustingSpear, "long_thrusting_spear"}, {Weapon::ShortPike, "short_pike"})

void to_json(engine::Json& j, const Card& v) {
  j = {{"arm", v.arm}, {"type", v.weight}, {"ranks", v.ranks}, {"k", v.k}};
  engine::put_field(j, "weapons", v.weapons);
  if (v.army_commander) j["army_commander"] = true;
}
void from_json(const engine::Json& j, Card& v) {
  engine::get_field_or_keep(j, "arm", v.arm);
  if (v.arm == Arm::Infantry || v.arm == Arm::Cavalry) engine::get_field(j, "type", v.weight);
  engine::get_field_or_keep(j, "ranks", v.ranks);
  engine::get_field_or_keep(j, "k", v.k);
  engine::get_field(j, "weapons", v.weapons);
  engine::get_field_or_keep(j, "army_commander", v.army_commander);
  if (v.ranks < 1 || v.ranks > 4) throw engine::FieldError("/ranks", "expected 1 to 4 ranks");
  if (v.k < 1 || v.k > 3) throw engine::FieldError("/k", "expected 1, 2 or 3 (6, 15 or 25 mm figures)");
  if (v.arm == Arm::Cavalry && (v.weight == Weight::LH || v.weight == Weight::H))
    throw engine::FieldError("/type", "cavalry is L, LM or M (PA-GEO-03)");
}

}  // namespace polemarch::paean

#include "engine/core/measuring_json.hpp"

template <>
polemarch::Result<polemarch::paean::Rules::State> polemarch::paean::Rules::initial(std::string_view setup_json, std::string_view name) {
  return engine::measuring_setup<paean::Card>(setup_json, name, paean::footprint_of);
}

namespace polemarch::paean {

static_assert(engine::Ruleset<Rules>);

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<Rules>(setup_json, name);
}

}  // namespace polemarch::paean
