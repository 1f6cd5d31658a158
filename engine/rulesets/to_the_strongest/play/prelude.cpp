#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/facts.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/suggested_deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {

using engine::Wait;
using engine::WaitKind;

static void put_down(Unfold& u, const UnitId& id, Box box, Facing facing, bool in_front = false);
static void camps_along(Unfold& u, const UnitId& command);
static void scout(Unfold& u);
static void coast(Unfold& u, const std::string& flank);
static void cut_for_army(Unfold& u);

/// Closes what is owed, or (in deployment) puts it into the box its bases stand in. TTS-GRID-01.
void carry_out(Unfold& u, const engine::PlaceBases& command) {
  if (u.place(command)) return;
  const std::vector<BoxChance> near = boxes_meant(u.state(), u.by(), command);
  if (u.state().camps.contains(command.unit)) return u.emit(CampPlaced{command.unit, near.front().box});
  const Facing facing = facing_near(command.poses.front().at.pose.heading);
  const Unit* put = u.state().unit(command.unit);
  if (near.size() == 1 || near.front().chance >= kSureOfBox) {
    const Unit* mate = put == nullptr ? nullptr : mate_in(u.state(), *put, near.front().box);
    const bool in_front = mate != nullptr && stands_before(u.state(), *mate, command.poses.front().at.pose);
    return put_down(u, command.unit, near.front().box, facing, in_front);
  }
  WhichBoxStep step{.unit = command.unit, .facing = facing};
  std::vector<engine::Option> options;
  for (const BoxChance& chance : near) {
    step.boxes.push_back(chance.box);
    options.push_back({name_of(chance.box), std::to_string(static_cast<int>(chance.chance * 100 + 0.5)) + " %"});
  }
  const Side side = put == nullptr ? general(u, command.unit).side : put->side;
  u.ask(std::move(step), engine::ask_choice(side, "TTS-GRID-01", "which box is " + command.unit.text + " in?", std::move(options)));
}

void resume(Unfold& u, const WhichBoxStep& step, const engine::Answers& answers) {
  put_down(u, step.unit, *box_named(answers.at(0).choices.at(0)), step.facing);
}

void put_down(Unfold& u, const UnitId& id, Box box, Facing facing, bool in_front) {
  if (u.state().unit(id) == nullptr) return u.emit(GeneralMoved{id, box, {}, "deploy"});
  int along = 0;
  const Board now = board(u);
  for (const Unit* mate : now.at(box))
    if (mate->id != id && mate->side == unit(u, id).side) along = in_front ? sign_of(mate->facing) : -sign_of(mate->facing);
  u.emit(UnitMoved{id, unit(u, id).box, box, facing, along, "deploy", {}});
  const UnitId command = unit(u, id).command;
  if (u.state().phase == Phase::Deployment && u.by() == viewer_of(unit(u, id).side)) camps_along(u, command);
  settle_deployed(u, command);
}

/// The command stands: a camp that stands next to nobody of it goes along. TTS-CAMP-04.
void camps_along(Unfold& u, const UnitId& id) {
  if (!u.state().commands.at(id).deployed) return;
  const std::set<Box> boxes = boxes_of(u.state(), id);
  for (const auto& [cid, camp] : std::map<UnitId, Camp>(u.state().camps))
    if (camp.command == id && !camp.off_table && camp.box.somewhere() && !is_beside(camp, boxes))
      if (const auto where = boxes_for_camp(u.state(), camp); !where.empty()) u.emit(CampPlaced{cid, where.front()});
}

/// The next number in the order in which commands come to stand.
static CommandDeployed now_stands(const State& state, const UnitId& id) {
  int last = 0;
  for (const auto& [each, command] : state.commands) last = std::max(last, command.stood.value_or(0));
  return {id, last + 1};
}

/// Units put down one by one: with the last of a command its camps and detached generals that nobody put down stand too.
/// TTS-DEP-02, TTS-CAMP-04.
void settle_deployed(Unfold& u, UnitId id) {
  if (u.state().phase != Phase::Deployment || u.state().commands.at(id).deployed) return;
  std::vector<Box> boxes;
  for (const auto& [uid, it] : u.state().units) {
    if (it.command != id) continue;
    if (it.where == Where::Undeployed) return;
    if (on_table(it)) boxes.push_back(it.box);
  }
  if (boxes.empty()) return;
  for (const auto& [cid, camp] : std::map<UnitId, Camp>(u.state().camps))
    if (camp.command == id && !camp.off_table && !camp.box.somewhere())
      if (const auto where = boxes_for_camp(u.state(), camp); !where.empty()) u.emit(CampPlaced{cid, where.front()});
  for (const auto& [gid, officer] : std::map<UnitId, General>(u.state().generals))
    if (!officer.attached && officer.command == id && officer.where == Where::Undeployed) {
      const Board now = board(u);
      const auto open = std::find_if(boxes.begin(), boxes.end(), [&](Box box) { return general_in(now, officer, box).allowed(); });
      u.emit(GeneralMoved{gid, open == boxes.end() ? boxes.front() : *open, {}, "deploy"});
    }
  u.emit(now_stands(u.state(), id));
  camps_along(u, id);
}

/// TTS-DEP-01, TTS-DEP-02.
void carry_out(Unfold& u, const Deploy& command) {
  if (!u.state().commands.contains(command.command)) return;  // overruled: there is nobody to deploy
  for (const std::string& text : command.fortifications)
    if (const auto edge = edge_named(text)) u.emit(FortificationPlaced{edge->first, edge->second});
  const Side side = u.state().commands.at(command.command).side;
  for (const Posting& posting : command.postings) {
    if (u.state().unit(posting.unit) != nullptr) {
      const Facing facing = posting.facing.value_or(outward(side));
      int along = 0;
      const Board now = board(u);
      for (const Unit* mate : now.at(posting.box))
        if (mate->id != posting.unit) along = (posting.place == "front" ? 1 : -1) * sign_of(mate->facing);
      u.emit(UnitMoved{posting.unit, {}, posting.box, facing, along, "deploy", {}});
      if (unit(u, posting.unit).stakes == Stakes::Carried &&
          std::find(command.stakes.begin(), command.stakes.end(), posting.unit) != command.stakes.end()) {
        u.emit(StakesPlaced{posting.box, facing});  // TTS-TER-16
        u.emit(Spent{posting.unit, "stakes"});
      }
    } else if (u.state().general(posting.unit) != nullptr) {
      u.emit(GeneralMoved{posting.unit, posting.box, {}, "deploy"});
    } else if (u.state().camps.contains(posting.unit)) {
      u.emit(CampPlaced{posting.unit, posting.box});
    }
  }
  u.emit(now_stands(u.state(), command.command));
  camps_along(u, command.command);
}

/// Scenario rules that bite when all stand, then the first turn. TTS-SCN-06, TTS-SCN-12, TTS-SCN-13, TTS-SCN-16, TTS-SCN-17.
void carry_out(Unfold& u, const DeploymentDone&) {
  const Side active = u.state().active, passive = other(active);
  for (const auto& [id, general] : std::map<UnitId, General>(u.state().generals))
    if (general.attached && general.where == Where::Undeployed) u.emit(GeneralMoved{id, {}, general.unit, "deploy"});
  for (const auto& [id, general] : std::map<UnitId, General>(u.state().generals)) {  // a senior general without a command joins the
                                                                                     // first unit
    if (general.attached || general.where != Where::Undeployed) continue;
    const Unit* beside = nullptr;  // of his command, else of the army: all of his may wait off the table (TTS-STR-20)
    for (const auto& [uid, it] : u.state().units) {
      if (!on_table(it) || it.side != general.side) continue;
      const auto leads = [&his = general.command](const Unit& led) { return led.command == his; };
      if (beside == nullptr || (leads(it) && !leads(*beside))) beside = &it;
    }
    if (beside != nullptr) u.emit(GeneralMoved{id, Box(beside->box), {}, "deploy"});
  }
  u.emit(PhaseSet{"battle"});
  for (const auto& [id, general] : std::map<UnitId, General>(u.state().generals)) {  // his unit was given up: TTS-SCN-09, TTS-GEN-11
    const Unit* with = general.attached ? u.state().unit(general.unit) : nullptr;
    if (with != nullptr && with->where == Where::GivenUp) join(u, id, "TTS-GEN-11", true);
  }
  const int scenario = u.state().scenario;
  if (scenario == 6 || scenario == 8) medals(u, passive, 3, "scenario " + std::to_string(scenario), true);
  if (scenario == 10) medals(u, active, 4, "scenario 10", true);
  if (scenario != 4 && scenario != 5 && scenario != 8) return;
  std::vector<SaveDue> queue;
  for (const auto& [id, it] : u.state().units) {
    if (is_light(it) && it.type != Type::ScythedChariots) continue;
    if (!on_table(it) || (scenario == 8 && it.side != passive)) continue;
    queue.push_back({.who = id, .group = SaveGroup::None, .at = it.box});  // TTS-AMB-86
  }
  open_saves(u, std::move(queue));
}

/// One card of each side, unseen until both lie.
std::vector<Wait> both_cut(const Unfold& u, const char* rule, const std::function<std::string(Side)>& question) {
  std::vector<Wait> waits;
  for (const Side side : {Side::A, Side::B}) {
    Wait wait = ask_deck(u, side, rule, question(side));
    wait.kind = WaitKind::Sealed;
    wait.audience = viewer_of(side);
    waits.push_back(std::move(wait));
  }
  return waits;
}

void carry_out(Unfold& u, const CutForScouting&) { scout(u); }
/// TTS-SCT-01.
void scout(Unfold& u) {
  u.open_beside(ScoutStep{}, both_cut(u, "TTS-SCT-01", [&](Side side) {
                  return "scouting card (modifier +" + std::to_string(scouting_modifier(u.state(), side)) + ")";
                }));
}

void resume(Unfold& u, const ScoutStep&, const engine::Answers& answers) {
  std::array<int, 2> total{};
  for (const Side side : {Side::A, Side::B}) {
    const auto i = static_cast<std::size_t>(side);
    const int card = answers.at(i).values.at(0);
    play_card(u, side, "scouting", {}, card, 1, true, false);
    total[i] = card + scouting_modifier(u.state(), side);
  }
  if (total[0] == total[1]) return scout(u);  // TTS-SCT-05
  u.emit(SidesReady{total[0] > total[1] ? Side::A : Side::B, total[0], total[1]});
  next_phase(u);
}

/// The next thing to do before the battle; stratagems may be left out (TTS-STR-01).
void next_phase(Unfold& u) {
  switch (u.state().phase) {
    case Phase::Terrain:
      u.emit(PhaseSet{u.state().options.stratagems ? "stratagems" : "scouting"});
      return;
    case Phase::Stratagems:
      u.emit(PhaseSet{"scouting"});
      return;
    case Phase::Scouting:
      u.emit(PhaseSet{"deployment"});
      return;
    default:
      return;
  }
}

/// TTS-SCN-01.
void carry_out(Unfold& u, const ChooseScenario& command) {
  if (command.number == 0) {
    u.open_beside(ScenarioStep{}, {ask_deck(u, Side::A, "TTS-SCN-01", "which scenario? (1 to 10)")});
    return;
  }
  u.emit(ScenarioSet{command.number});
  if (command.number != 3) return;  // TTS-SCN-04
  if (command.flank == "left" || command.flank == "right") return coast(u, command.flank);
  u.open_beside(CoastStep{}, {engine::ask_choice(Side::A, "TTS-SCN-04", "which flank is the coast? (as A looks)",
                                                 {{"left", "left"}, {"right", "right"}})});
}
void resume(Unfold& u, const ScenarioStep&, const engine::Answers& answers) {
  carry_out(u, ChooseScenario{.number = answers.at(0).values.at(0), .flank = {}});
}

void coast(Unfold& u, const std::string& flank) {
  const int column = flank == "left" ? 1 : u.state().field.columns;
  for (int row = 1; row <= u.state().field.rows; ++row) u.emit(GroundSet{{column, row}, Ground::Water, "coast"});
}
void resume(Unfold& u, const CoastStep&, const engine::Answers& answers) { coast(u, answers.at(0).choices.at(0)); }

void carry_out(Unfold& u, const ChooseTerrain& command) {
  u.emit(TerrainListed{side_named(command.side).value_or(u.by() == Viewer::B ? Side::B : Side::A), command.pieces});
}
void carry_out(Unfold& u, const PlaceTerrain& command) {
  u.emit(
      TerrainPut{side_named(command.side).value_or(u.by() == Viewer::B ? Side::B : Side::A), command.kind, command.boxes, command.edges});
}

/// TTS-TPL-13: the player who placed first deals one card on each piece. Suits count, so a card is a number from 1 to 40.
void carry_out(Unfold& u, const DealTerrain&) {
  TerrainStep step{.dealer = u.state().pieces.empty() ? Side::A : u.state().pieces.front().side};
  for (std::size_t i = 0; i < u.state().pieces.size(); ++i) step.pieces.push_back(static_cast<int>(i));
  if (step.pieces.empty()) {
    u.emit(ground_laid(u.state()));
    return next_phase(u);
  }
  Wait wait = ask_deck(u, step.dealer, "TTS-TPL-13", "a card on each piece (hearts 1-10, clubs 11-20, diamonds 21-30, spades 31-40)",
                       static_cast<int>(step.pieces.size()));
  wait.chance->highest = 40;
  wait.chance->source = kSuitedCards;
  u.ask(std::move(step), std::move(wait));
}

void resume(Unfold& u, const TerrainStep& step, const engine::Answers& answers) {
  std::vector<DealtCard> cards;
  for (const int number : answers.at(0).values) cards.push_back(card_from(number));
  const std::vector<PlacedPiece> before = u.state().pieces;
  const std::vector<PlacedPiece> after = after_deal(u.state(), before, cards, step.dealer);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].gone != before[i].gone)
      u.emit(TerrainMoved{static_cast<int>(i), {}, true, suit_text(cards[i])});
    else if (after[i].boxes != before[i].boxes)
      u.emit(TerrainMoved{static_cast<int>(i), after[i].boxes, false, suit_text(cards[i])});
  }
  u.emit(ground_laid(u.state()));
  next_phase(u);
}

/// TTS-BID-02.
void carry_out(Unfold& u, const Bid&) {
  std::vector<Wait> waits = both_cut(u, "TTS-BID-02", [](Side) { return std::string("your secret bid, a card"); });
  for (std::size_t side = 0; side < waits.size(); ++side)  // a bid leaves a medal: TTS-AMB-149
    waits[side].chance->highest = std::clamp(u.state().sides[side].medals - 1, kLowestCard, kHighestCard);
  u.open_beside(BidStep{}, std::move(waits));
}
void resume(Unfold& u, const BidStep&, const engine::Answers& answers) {
  const int a = answers.at(0).values.at(0), b = answers.at(1).values.at(0);
  if (a == b) return cut_for_army(u);
  const Side winner = a > b ? Side::A : Side::B;
  u.emit(ArmyChosen{winner, std::max(a, b), false});
  medals(u, winner, -std::max(a, b), "the bid", true);
}

/// Equal bids cost nothing; the higher card chooses, equal cards are cut again. TTS-BID-03.
void cut_for_army(Unfold& u) {
  u.open_beside(ArmyCutStep{}, both_cut(u, "TTS-BID-03", [](Side) { return std::string("equal bids: cut for the choice of army"); }));
}
void resume(Unfold& u, const ArmyCutStep&, const engine::Answers& answers) {
  const int a = answers.at(0).values.at(0), b = answers.at(1).values.at(0);
  if (a == b) return cut_for_army(u);
  u.emit(ArmyChosen{a > b ? Side::A : Side::B, 0, true});
}

}  // namespace polemarch::to_the_strongest
