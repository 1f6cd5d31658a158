#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/show/deck_now.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/activation.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"

namespace polemarch::to_the_strongest {
namespace {

std::string shown(const State& state, const UnitId& id) {
  const Unit* unit = state.unit(id);
  if (unit != nullptr && unit->name != id.text) return unit->name + " (" + id.text + ")";
  const General* general = state.general(id);
  if (general != nullptr && general->name != id.text) return general->name + " (" + id.text + ")";
  return id.text;
}
std::string list(const State& state, const std::vector<UnitId>& ids) {
  std::string text;
  for (const UnitId& id : ids) text += (text.empty() ? "" : " and ") + shown(state, id);
  return text;
}
std::string words(OrderKind kind) {
  std::string text = name_of(kind);
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

/// "TTS-MOD-T1 S6 shot from behind a flank -1" without the rule and the chart's number.
std::string without_ids(std::string reason) {
  for (int ids = 0; ids < 2; ++ids) {
    const std::size_t blank = reason.find(' ');
    if (blank == std::string::npos) break;
    const std::string first = reason.substr(0, blank);
    const bool rule = first.starts_with("TTS-");
    const bool row = first.size() < 4 && first[0] >= 'A' && first[0] <= 'Z' && first.back() >= '0' && first.back() <= '9';
    if (rule || row) reason.erase(0, blank + 1);
  }
  return reason;
}

/// A kind as players write it: "low hill".
std::string kind_words(std::string_view kind) {
  std::string text(kind);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}
/// "a low hill", "broken ground".
std::string a_piece(std::string_view kind) { return kind == "broken" ? "broken ground" : "a " + kind_words(kind); }

std::string order_line(const State& state, const Order& order, bool march) {
  std::string text = list(state, order.units) + ": ";
  text += !march ? words(order.kind) : order.kind == OrderKind::Turn ? "turn and march" : "march";
  if (!order.target.empty()) text += " " + shown(state, order.target);
  if (order.kind == OrderKind::Form) text += " " + std::string(kFormationNames[static_cast<std::size_t>(order.formation)]);
  if (order.off_table) text += " off the table";
  const bool there = order.off_table || order.kind == OrderKind::Enter;
  if (order.to.somewhere()) text += (!order.target.empty() ? " in " : there ? " at " : " to ") + name_of(order.to);
  if (!order.place.empty()) text += order.place == "front" ? " in front" : " behind";
  if (order.facing) text += " facing " + std::string(name_of(*order.facing));
  if (!order.generals.empty()) text += ", with " + list(state, order.generals);
  return text;
}

/// "Cassius: replace the 5 by a new card (2+, 90 %)".
std::string say_replace(const State& state, const ReplaceCard& command) {
  const std::string text = shown(state, command.general) + ": replace the ";
  if (!state.replace_open) return text + "card";
  const Plan& plan = state.replace_open->plan;
  const Unit* unit = plan.order.units.empty() ? nullptr : state.unit(plan.order.units.front());
  return text + std::to_string(state.replace_open->card) + " by a new card" +
         (unit == nullptr ? std::string() : need_words(state, unit->side, command.general, plan.need));
}

struct Teller {
  const State& state;

  /// The question stands among the open ones already; of a second cut why there is one (TTS-SCT-05).
  std::string operator()(const engine::StepOpened<Step>& e) const {
    const bool again = std::holds_alternative<ScoutStep>(e.step) && state.side(Side::A).drawn() > 0;
    return again ? "a draw: both cut again" : "";
  }
  std::string operator()(const engine::WaitAnswered& e) const {
    if (!e.answer.value || !e.answer.revealed) return "answered unseen";
    return "answer: " + typed(*e.answer.value);
  }
  std::string operator()(const engine::StepClosed&) const { return ""; }
  std::string operator()(const engine::PlacementOwed& e) const {
    return e.owed.removed ? "take " + shown(state, e.owed.unit) + " off the table" : "move " + shown(state, e.owed.unit) + " on the table";
  }
  std::string operator()(const engine::Placed& e) const {
    const Unit* unit = state.unit(e.unit);
    const bool gone = unit != nullptr && unit->where != Where::OnTable;
    return shown(state, e.unit) + (gone ? " is off the table" : " stands in its place");
  }
  std::string operator()(const CommandBegun& e) const { return command_name(state, e.command) + " begins"; }
  std::string operator()(const CommandEnded& e) const { return command_name(state, e.command) + " is done (" + e.why + ")"; }
  std::string operator()(const OrderGiven& e) const {
    std::string text = order_line(state, e.plan.order, e.plan.march);
    if (!e.plan.free) text += e.plan.need > kHighestCard ? ", only a 10" : ", " + std::to_string(e.plan.need) + "+";
    return text;
  }
  std::string operator()(const CardTurned& e) const {
    std::string purpose = e.purpose;
    for (char& c : purpose)
      if (c == '_') c = ' ';
    if (e.purpose == "scouting") return std::string(name_of(e.side)) + " scouts: " + scouting_words(state, e);
    std::string text = list(state, e.units) + (e.units.empty() ? "" : " ") + purpose + ": " + std::to_string(e.card);
    if (e.purpose == "zone" || e.purpose == "rampage" || e.purpose == "wound") return text;
    text += e.need > kHighestCard ? " (only a 10)" : " (" + std::to_string(e.need) + "+)";
    text += e.success ? ", good" : ", failed";
    for (const std::string& reason : e.reasons) text += "; " + without_ids(reason);
    return text;
  }
  std::string operator()(const ActivationSet&) const { return ""; }
  std::string operator()(const AbilityUsed& e) const { return shown(state, e.general) + " uses his " + e.what; }
  std::string operator()(const HeroUsed& e) const { return "the hero of " + shown(state, e.unit) + " is spent"; }
  std::string operator()(const HeroGained& e) const { return shown(state, e.unit) + " gains a hero"; }
  std::string operator()(const UnitMoved& e) const {
    if (e.from == e.to) return shown(state, e.unit) + " faces " + std::string(name_of(e.facing)) + " in " + name_of(e.to);
    if (e.how == "move") return shown(state, e.unit) + " moves from " + name_of(e.from) + " to " + name_of(e.to);
    if (e.how == "march") return shown(state, e.unit) + " marches from " + name_of(e.from) + " to " + name_of(e.to);
    if (e.how == "deploy") {
      const Unit* unit = state.unit(e.unit);
      const Unit* mate = unit == nullptr || e.along == 0 ? nullptr : mate_in(state, *unit, e.to);
      return shown(state, e.unit) + deploys_in(mate, e.to, mate != nullptr && e.along == sign_of(mate->facing));
    }
    if (e.how == "enter") return shown(state, e.unit) + " comes on in " + name_of(e.to);
    if (e.how == "called_off") return shown(state, e.unit) + " goes back from " + name_of(e.from) + " to " + name_of(e.to);
    std::string how = e.how;
    for (char& c : how)
      if (c == '_') c = ' ';
    if (e.from.somewhere() && (how == "evade" || how == "advance" || how == "charge"))
      return shown(state, e.unit) + " " + how + "s from " + name_of(e.from) + " to " + name_of(e.to);
    return shown(state, e.unit) + " " + how + ": " + (e.from.somewhere() ? name_of(e.from) + " to " : "") + name_of(e.to);
  }
  std::string operator()(const UnitLeft& e) const {
    if (e.how == "lost_way") return shown(state, e.unit) + " has lost its way: its zone will be drawn";
    if (e.how == "given_up") return shown(state, e.unit) + " stays at home";
    return shown(state, e.unit) +
           (e.how == "reserve" || e.how == "ambush" ? " waits off the table" : " leaves the table by zone " + std::to_string(e.zone));
  }
  std::string operator()(const UnitLost& e) const { return shown(state, e.unit) + " is lost: " + e.why; }
  std::string operator()(const DisorderSet& e) const {
    if (e.level == 0) return shown(state, e.unit) + " is in good order";
    return shown(state, e.unit) + (e.level > 2 ? " is disordered three times" : e.level > 1 ? " is doubly disordered" : " is disordered");
  }
  std::string operator()(const AmmoSet& e) const {
    return shown(state, e.unit) + " has " + std::to_string(e.chits) + (e.chits == 1 ? " chit" : " chits");
  }
  std::string operator()(const ReserveAmmoSet& e) const {
    return std::string(name_of(e.side)) + " has " + std::to_string(e.chits) + (e.chits == 1 ? " chit" : " chits") + " in reserve";
  }
  std::string operator()(const Spent& e) const {
    return shown(state, e.unit) + " has used its " + (e.what == "shock" ? "shock missile" : e.what == "beast" ? "bonus card" : e.what);
  }
  std::string operator()(const FormationSet& e) const {
    return shown(state, e.unit) + " forms " + std::string(kFormationNames[static_cast<std::size_t>(e.formation)]);
  }
  std::string operator()(const HeroLost& e) const { return "the hero of " + shown(state, e.unit) + " is lost with it"; }
  std::string operator()(const UnitDismounted& e) const { return shown(state, e.unit) + " dismounts"; }
  std::string operator()(const StakesPlaced& e) const { return "stakes in " + name_of(e.box) + " face " + std::string(name_of(e.facing)); }
  std::string operator()(const FortificationPlaced& e) const {
    return "box " + name_of(e.box) + " is fortified towards " + std::string(name_of(e.facing));
  }
  std::string operator()(const GroundSet& e) const { return "box " + name_of(e.box) + " is now " + kind_words(row_of(e.ground).key); }
  std::string operator()(const BoatSet& e) const { return shown(state, e.unit) + (e.afloat ? " goes aboard" : " lands"); }
  std::string operator()(const GeneralMoved& e) const {
    if (!e.unit.empty() && e.how != "left" && e.how != "reserve") return shown(state, e.general) + " joins " + shown(state, e.unit);
    return shown(state, e.general) + (e.to.somewhere()     ? " goes to " + name_of(e.to)
                                      : e.how == "reserve" ? " waits off the table"
                                                           : " leaves the table");
  }
  std::string operator()(const GeneralWounded& e) const { return shown(state, e.general) + " is lightly wounded and fights on"; }
  std::string operator()(const GeneralLost& e) const {
    return shown(state, e.general) + (e.status == Status::Killed     ? " is killed"
                                      : e.status == Status::Captured ? " is captured"
                                                                     : " is seriously wounded and retires");
  }
  std::string operator()(const CampTaken& e) const { return "camp " + e.camp.text + " is taken by " + std::string(name_of(e.by)); }
  std::string operator()(const MedalsSet& e) const {
    return std::string(name_of(e.side)) + " has " + std::to_string(e.medals) + (e.medals == 1 ? " medal (" : " medals (") +
           (e.change > 0 ? "+" : "") + std::to_string(e.change) + ", " + e.why + ")";
  }
  std::string operator()(const CommandDemoralised& e) const {
    return command_name(state, e.command) + (e.demoralised ? " is demoralised" : " takes heart again");
  }
  std::string operator()(const TurnEnded& e) const { return "end of the turn of " + std::string(name_of(e.side)); }
  std::string operator()(const BattleEnded& e) const {
    return (e.winner == "draw" ? "the battle is drawn" : "side " + e.winner + " wins") + (e.why ? ": " + *e.why : std::string());
  }
  std::string operator()(const ReplaceOpen&) const { return ""; }
  std::string operator()(const ReplaceClosed&) const { return ""; }
  std::string operator()(const SaveRemembered&) const { return ""; }
  std::string operator()(const PhaseSet& e) const {
    return e.phase == "battle" ? "the battle begins" : e.phase + (e.phase.ends_with('s') ? " begin" : " begins");
  }
  std::string operator()(const ScenarioSet& e) const { return "scenario " + std::to_string(e.number); }
  std::string operator()(const TerrainListed& e) const { return std::string(name_of(e.side)) + " has its terrain list"; }
  std::string operator()(const TerrainPut& e) const {
    std::string text = std::string(name_of(e.side)) + " places " + a_piece(e.kind);
    if (!e.boxes.empty()) text += " in " + name_of(e.boxes.front());
    if (e.boxes.size() > 1) text += (e.boxes.size() == 2 ? " and " : " to ") + name_of(e.boxes.back());
    if (!e.edges.empty()) text += " from " + e.edges.front() + " to " + e.edges.back();
    return text;
  }
  std::string operator()(const TerrainMoved& e) const {
    const auto index = static_cast<std::size_t>(e.piece);
    const std::string why = ": " + e.why;
    if (index >= state.pieces.size()) return std::string("a piece of terrain ") + (e.gone ? "goes" : "moves") + why;
    const PlacedPiece& piece = state.pieces[index];
    const std::string what =
        "the " + std::string(piece.kind == "broken" ? "broken ground" : kind_words(piece.kind)) + " of " + std::string(name_of(piece.side));
    if (e.gone) return what + (piece.boxes.empty() ? "" : " in " + name_of(piece.boxes.front())) + " goes" + why;
    return what + " moves" + (e.boxes.empty() ? "" : " to " + name_of(e.boxes.front())) + why;
  }
  std::string operator()(const GroundLaid&) const { return "the ground is settled"; }
  std::string operator()(const StratagemDrawn& e) const { return "side " + std::string(name_of(e.side)) + " holds a stratagem"; }
  std::string operator()(const StratagemUsed& e) const {
    return "side " + std::string(name_of(e.side)) + (e.card.empty() ? " lays a card aside unseen" : " plays " + e.card);
  }
  std::string operator()(const UnitNoted& e) const { return "side " + std::string(name_of(e.side)) + " makes a note"; }
  std::string operator()(const RallyForbidden& e) const { return shown(state, e.unit) + " will not rally any more"; }
  std::string operator()(const SidesReady& e) const {
    return "scouting " + std::to_string(e.total_a) + " to " + std::to_string(e.total_b) + ": side " + std::string(name_of(e.active)) +
           " is active";
  }
  std::string operator()(const CommandDeployed& e) const { return command_name(state, e.command) + " is deployed"; }
  std::string operator()(const CampPlaced& e) const { return "camp " + e.camp.text + " in " + name_of(e.box); }
  std::string operator()(const ArmyChosen& e) const {
    return e.tie ? "equal bids: cut for the armies"
                 : "side " + std::string(name_of(e.by)) + " chooses for " + std::to_string(e.bid) + " medals";
  }
};

}  // namespace

std::string Rules::tell(const State& state, const Event& event) { return std::visit(Teller{state}, event); }

std::string Rules::say(const State& state, const Command& command) {
  if (const Order* order = order_in(command)) return order_line(state, *order, is_march(state, *order));
  return std::visit(engine::Overloaded{
                        [](const engine::AnswerWait&) { return std::string("answer"); },
                        [&](const CommandMove& move) { return shown(state, move.general) + ": command move to " + name_of(move.to); },
                        [&](const ReplaceCard& card) { return say_replace(state, card); },
                        [](const EndTurn&) { return std::string("end the turn"); },
                        [&](const auto&) { return say_prelude(state, command); },
                    },
                    command);
}

}  // namespace polemarch::to_the_strongest
