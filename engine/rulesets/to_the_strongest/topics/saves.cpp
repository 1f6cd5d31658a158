#include "engine/rulesets/to_the_strongest/topics/saves.hpp"

#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"

namespace polemarch::to_the_strongest {
namespace {

class Modifiers {
 public:
  explicit Modifiers(std::vector<engine::Reason>& out) : out_(out) {}
  void add(const char* row, const char* text, int value) { out_.push_back({row, text, static_cast<double>(value), {}, {}, {}}); }

 private:
  std::vector<engine::Reason>& out_;
};

bool armoured_type(const Unit& unit) {
  return unit.type == Type::Cataphracts || unit.type == Type::LaterKnights || unit.type == Type::LaterKnightsOnFoot;
}
bool crushing(const Board& board, const Unit& unit) {
  return unit.type == Type::Billmen || (unit.two_handed && board.state().options.plays("two_handed"));
}
int level(const Board& board, Box box) { return row_of(board.field().ground(box)).level; }

/// TTS-SAV-07, TTS-AMB-49: the rows for whichever side is hit.
void melee_for_all(Modifiers& rows, const Board& board, const Unit& unit, const Unit* by, bool unfamiliar_counts) {
  if (armoured_type(unit)) rows.add("TTS-MOD-T1", "M9 cataphracts or later knights", 1);
  if (unfamiliar_counts && by != nullptr && is_mounted(unit)) {
    const SideState& mine = board.state().side(unit.side);
    if (is_elephant(*by) && !mine.elephants) rows.add("TTS-TYPE-54", "M12 horses afraid of elephants", -1);
    if (is_camel(by->type) && !mine.camels) rows.add("TTS-TYPE-28", "M12 horses afraid of camels", -1);
  }
  if (board.demoralised(unit.command)) rows.add("TTS-DEM-04", "M13 demoralised", -1);
}

/// The rows for the unit that was charged. M1..M8, M10, M11.
void melee_for_charged(Modifiers& rows, const Board& board, const Unit& unit, const Unit& by, const SaveDue& due) {
  const bool foot = !is_mounted(unit), beast = is_elephant(unit);
  const bool by_mounted = is_mounted(by);
  const bool rough = rough_for(board, unit, due.at);
  const bool pikes_come = by.type == Type::Pikemen;
  const bool frontal = due.attack == Attack::Front;
  const Crossing over = crossing(board, due.from, due.at);
  if (is_light_infantry(unit) && rough && !is_light_infantry(by)) rows.add("TTS-MOD-10", "M1 light infantry in rough ground", 2);
  if (foot && !beast && over.into_fortification) rows.add("TTS-FORT-05", "M2 behind a fortification", 2);
  if (foot && !beast && level(board, due.at) > level(board, due.from)) rows.add("TTS-TER-03", "M3 charged uphill", 1);
  if (foot && !beast && unit.type != Type::Pikemen && rough && (by_mounted || pikes_come)) rows.add("TTS-MOD-13", "M4 in rough ground", 1);
  const bool from_bridge = board.field().ground(due.from) == Ground::Bridge;
  if (over.stream || over.wall || over.shoreline || from_bridge || (by_mounted && over.against_stakes))
    rows.add("TTS-MOD-01", over.wall ? "M5 behind a wall or hedge" : "M5 across stream, bridge, shore or stakes", 1);
  const bool spears = unit.type == Type::Pikemen || unit.type == Type::Spearmen || unit.type == Type::Hoplites;
  if (spears && by_mounted && frontal) rows.add("TTS-MOD-14", "M6 spears against horse", 1);
  bool steady = false;
  if (beast) {
    if (by_mounted) rows.add("TTS-MOD-03", "M7 elephants charged by mounted", 2);
  } else if (foot && !is_light_infantry(unit) && unit.disorder == 0 && by_mounted && frontal) {
    rows.add("TTS-MOD-15", "M7 steady foot against horse", 1);
    steady = true;
  }
  if (unit.type == Type::WarWagons && by_mounted && !(steady && board.state().options.one_wagon_bonus))
    rows.add("TTS-TYPE-127", "M8 war wagons against horse", 1);
  if (crushing(board, by)) rows.add("TTS-MOD-16", "M10 bills or two-handed weapons", -1);
  if (is_light_infantry(unit) && by_mounted && !rough) rows.add("TTS-MOD-17", "M11 light infantry in the open", -1);
}

void shooting(Modifiers& rows, const Board& board, const Unit& unit, const SaveDue& due) {
  const bool artillery = !due.burst && (due.weapon == Weapon::Catapult || due.weapon == Weapon::Cannon || due.weapon == Weapon::OrganGun);
  const bool piercing = artillery || due.weapon == Weapon::Handgun;
  const bool foot = !is_mounted(unit);
  if (foot && !is_elephant(unit) && !artillery && fortified_against(board, due.at, due.from))
    rows.add("TTS-MOD-06", "S1 behind a fortification", 2);
  const bool plate = unit.type == Type::Cataphracts || unit.type == Type::KnightsOnFoot || unit.type == Type::LaterKnightsOnFoot;
  if (plate && !piercing) rows.add("TTS-MOD-07", "S2 armour", 1);
  const bool later = unit.type == Type::LaterKnights || unit.type == Type::LaterKnightsOnFoot;
  const bool shielded = unit.type == Type::Shieldwall || unit.type == Type::WarWagons || unit.formation == Formation::Testudo;
  const bool cover = row_of(board.field().ground(due.at)).cover;
  const bool pavises =
      unit.pavises && board.state().options.plays("pavises") && in_frame(unit.facing, due.from - due.at).dy > 0;  // TTS-PAV-02
  if ((later || shielded || cover || pavises) && !piercing)
    rows.add("TTS-MOD-08", cover ? "S3 in cover" : pavises ? "S3 pavises" : "S3 shields", 1);  // TTS-AMB-135: once
  const bool skirmishers = is_passable_light(unit) || unit.type == Type::Artillery;
  if (skirmishers && !due.burst) rows.add("TTS-MOD-09", "S4 light troops or artillery", 1);
  if (board.demoralised(unit.command)) rows.add("TTS-DEM-04", "S5 demoralised", -1);
  if (!due.burst && from_behind_flank(unit, due.from)) rows.add("TTS-MOD-T1", "S6 shot from behind a flank", -1);
}

void rally(Modifiers& rows, const Board& board, const Unit& unit) {
  if (!board.generals_in(unit.box, unit.side).empty()) rows.add("TTS-RAL-04", "R1 a general is in the box", 1);
  for (const Unit* enemy : board.enemies_of(unit)) {
    if (could_charge(board, *enemy, unit)) rows.add("TTS-RAL-05", "R2 an enemy could charge", -1);
  }
  if (board.demoralised(unit.command)) rows.add("TTS-RAL-06", "R3 demoralised", -1);
}

}  // namespace

engine::Reason without_row_number(engine::Reason modifier) {
  modifier.text.erase(0, modifier.text.find(' ') + 1);
  return modifier;
}

int SaveNeed::modifier() const {
  int sum = 0;
  for (const engine::Reason& reason : modifiers) sum += static_cast<int>(reason.value.value_or(0));
  return sum;
}

SaveNeed save_need(const Board& board, const SaveDue& due) {
  SaveNeed save;
  const State& state = board.state();
  if (due.general) {
    const General* general = state.general(due.who);
    save.base = general != nullptr && general->heroic ? kHeroicSave : kGeneralSave;  // TTS-GEN-38: never modified
    return save;
  }
  const Unit* unit = state.unit(due.who);
  if (unit == nullptr) return save;
  save.base = base_save(*unit);
  Modifiers rows(save.modifiers);
  const Unit* by = state.unit(due.by);
  switch (due.group) {
    case SaveGroup::Melee:
      if (due.charged && by != nullptr) melee_for_charged(rows, board, *unit, *by, due);
      melee_for_all(rows, board, *unit, by, !due.rampage);
      break;
    case SaveGroup::Shooting:
      shooting(rows, board, *unit, due);
      break;
    case SaveGroup::Rally:
      rally(rows, board, *unit);
      break;
    case SaveGroup::None:
      break;
  }
  return save;
}

int melee_to_hit(const Board& board, const Unit& unit) {
  if (unit.type == Type::ScythedChariots && board.state().options.scythed_hit_6) return kToHit;  // TTS-AMB-23
  switch (unit.type) {
    case Type::Artillery:
    case Type::Bowmen:
    case Type::Crossbowmen:
    case Type::Longbowmen:
    case Type::WarWagons:
    case Type::Mobs:
      return kToHitPoor;  // TTS-MEL-07, TTS-AMB-121
    default:
      break;
  }
  if (is_light(unit)) return kToHitPoor;                      // TTS-MEL-06
  if (unit.disorder > 0 && !unit.fanatic) return kToHitPoor;  // TTS-MEL-05, TTS-FAN-02
  return kToHit;
}

BonusCards bonus_cards(const Board& board, const Unit& charger, const Unit& target, Box from, Box at, bool two_boxes) {
  BonusCards bonus;
  const Crossing over = crossing(board, from, at);
  const bool behind = attack_on(target, from, at) != Attack::Front;
  bonus.flank =
      behind && !over.spoils_flank_bonus(is_mounted(charger)) && target.type != Type::WarWagons && target.formation != Formation::Orbis;
  bonus.scythed = charger.type == Type::ScythedChariots && two_boxes;  // TTS-TYPE-106
  bonus.lance = charger.weapons.has(Weapon::Lance) && is_mounted(charger) && !charger.lance_used && board.state().options.plays("lance");
  bonus.beast = is_elephant(charger) && !charger.charge_bonus_used;
  return bonus;
}

bool pikes_silence(const Board& board, const Unit& charger, Box charger_box, const Unit& target) {
  if (charger.type != Type::Pikemen || rough_for(board, charger, charger_box) || rough_for(board, target, target.box)) return false;
  return static_cast<int>(target.size) < static_cast<int>(charger.size);
}

}  // namespace polemarch::to_the_strongest
