#include "engine/rulesets/to_the_strongest/judge/judge.hpp"

namespace polemarch::to_the_strongest {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

namespace {

Verdict judge_unit_mark(const State& state, const Unit& unit, const Mark& told) {
  if (unit.where == Where::Lost) return impossible(unit.id.text + " is lost");
  if (told.disorder && (*told.disorder < 0 || *told.disorder >= unit.hits))
    return refuse("TTS-FAIL-04", unit.id.text + " is lost then: tell \"lost\"", *told.disorder, unit.hits - 1, "markers");
  if (told.ammo && (*told.ammo < 0 || *told.ammo > unit.ammo_max))
    return refuse("TTS-AMMO-06", unit.id.text + " never holds that many chits", *told.ammo, unit.ammo_max, "chits");
  if (told.activation && (*told.activation < 0 || *told.activation > kHighestCard)) return impossible("a card is 1 to 10");
  if (!told.box.somewhere() && !told.facing) return allow();
  const Box to = told.box.somewhere() ? told.box : unit.box;
  if (!state.field.holds(to)) return impossible(name_of(to) + " is not on the table");
  const Board board(state);
  if (!may_stand_on(board, unit, to)) return refuse("TTS-TER-10", name_of(to) + " is impassable");
  if (const auto full = cannot_end_in(board, unit, nullptr, to, told.facing.value_or(unit.facing)))
    return {engine::Ruling::Refused, engine::Refusal::ByRule, {*full}};
  return allow();
}

}  // namespace

Verdict judge_mark(const State& state, Viewer, const Mark& told) {
  if (!state.options.table_markers) return impossible("the program keeps count here: \"amend\" mends it (option \"table_markers\" is off)");
  if (state.phase != Phase::Battle) return impossible("the battle is not under way");
  if (told.unit.empty() && told.general.empty() && !told.side) return impossible("mark needs \"unit\", \"general\" or \"side\"");
  if (!told.unit.empty()) {
    const Unit* unit = state.unit(told.unit);
    if (unit == nullptr) return impossible("unknown unit " + told.unit.text);
    if (Verdict fits = judge_unit_mark(state, *unit, told); !fits.allowed()) return fits;
  }
  if (!told.general.empty()) {
    const General* general = state.general(told.general);
    if (general == nullptr) return impossible("unknown general " + told.general.text);
    if (general->status != Status::InPlay) return impossible(general->id.text + " is out of the battle");
  }
  if ((told.medals && *told.medals < 0) || (told.reserve && *told.reserve < 0)) return impossible("a count is 0 or more");
  return allow();
}

}  // namespace polemarch::to_the_strongest
