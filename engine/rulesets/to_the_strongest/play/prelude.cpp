#include <algorithm>

#include "engine/rulesets/to_the_strongest/facts.hpp"
#include "engine/rulesets/to_the_strongest/play/play.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/suggested_deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {

using engine::Wait;
using engine::WaitKind;

/// Closes what is owed, or (in deployment) sets the unit into the box its bases stand in. TTS-GRID-01.
void Play::place_bases(const engine::PlaceBases& command) {
  for (const engine::OwedPlacement& owed : state().agenda.owed)
    if ((command.owed && *command.owed == owed.id) || (!command.owed && command.unit == owed.unit))
      return emit(engine::placed_event(owed, command));
  const std::vector<BoxChance> near = boxes_near(state(), command.poses.front().at);
  const Facing facing = facing_near(command.poses.front().at.pose.heading);
  if (near.front().chance >= kSureOfBox) return put_down(command.unit, near.front().box, facing);
  WhichBoxStep step{.unit = command.unit, .facing = facing};
  std::vector<engine::Option> options;
  for (const BoxChance& chance : near) {
    step.boxes.push_back(chance.box);
    options.push_back({name_of(chance.box), std::to_string(static_cast<int>(chance.chance * 100 + 0.5)) + " %"});
  }
  const Side side = unit(command.unit).side;
  lane_ = 0;
  open(std::move(step), {choice_wait(side, "TTS-GRID-01", "which box is " + command.unit.text + " in?", std::move(options))});
}

void Play::resume(const WhichBoxStep& step, const Answers& answers) {
  put_down(step.unit, *box_named(answers.at(0).choices.at(0)), step.facing);
}

void Play::put_down(const UnitId& id, Box box, Facing facing) {
  int along = 0;
  const Board now = board();
  for (const Unit* mate : now.at(box))
    if (mate->id != id && mate->side == unit(id).side) along = -sign_of(mate->facing);
  emit(UnitMoved{id, unit(id).box, box, facing, along, "deploy", {}});
  if (state().phase == Phase::Deployment) settle_deployed(unit(id).command);
}

/// Units put down one by one: with the last of a command its camps and detached
/// generals stand too. TTS-DEP-02, TTS-CAMP-04.
void Play::settle_deployed(const UnitId& id) {
  if (state().commands.at(id).deployed) return;
  const Unit* first = nullptr;
  for (const auto& [uid, it] : state().units) {
    if (it.command != id) continue;
    if (it.where == Where::Undeployed) return;
    if (first == nullptr && on_table(it)) first = &it;
  }
  if (first == nullptr) return;
  const Box with = first->box;
  for (const auto& [cid, camp] : std::map<UnitId, Camp>(state().camps))
    if (camp.command == id && !camp.off_table && !camp.box.somewhere())
      if (const auto box = box_for_camp(state(), camp)) emit(CampPlaced{cid, *box});
  for (const auto& [gid, officer] : std::map<UnitId, General>(state().generals))
    if (!officer.attached && officer.command == id && officer.where == Where::Undeployed) emit(GeneralMoved{gid, with, {}, "deploy"});
  emit(CommandDeployed{id});
}

/// TTS-DEP-01, TTS-DEP-02.
void Play::deploy(const Deploy& command) {
  if (!state().commands.contains(command.command)) return;  // overruled: there is nobody to deploy
  for (const std::string& text : command.fortifications)
    if (const auto edge = edge_named(text)) emit(FortificationPlaced{edge->first, edge->second});
  const Side side = state().commands.at(command.command).side;
  for (const Posting& posting : command.postings) {
    if (state().unit(posting.unit) != nullptr) {
      const Facing facing = posting.facing.value_or(outward(side));
      int along = 0;
      const Board now = board();
      for (const Unit* mate : now.at(posting.box))
        if (mate->id != posting.unit) along = (posting.place == "front" ? 1 : -1) * sign_of(mate->facing);
      emit(UnitMoved{posting.unit, {}, posting.box, facing, along, "deploy", {}});
      if (unit(posting.unit).stakes == Stakes::Carried &&
          std::find(command.stakes.begin(), command.stakes.end(), posting.unit) != command.stakes.end()) {
        emit(StakesPlaced{posting.box, facing});  // TTS-TER-16
        emit(Spent{posting.unit, "stakes"});
      }
    } else if (state().general(posting.unit) != nullptr) {
      emit(GeneralMoved{posting.unit, posting.box, {}, "deploy"});
    } else if (state().camps.contains(posting.unit)) {
      emit(CampPlaced{posting.unit, posting.box});
    }
  }
  emit(CommandDeployed{command.command});
}

/// Scenario rules that bite when all stand, then the first turn. TTS-SCN-06, TTS-SCN-12, TTS-SCN-13, TTS-SCN-16, TTS-SCN-17.
void Play::deployment_done() {
  const Side active = state().active, passive = other(active);
  for (const auto& [id, general] : std::map<UnitId, General>(state().generals))
    if (general.attached && general.where == Where::Undeployed) emit(GeneralMoved{id, {}, general.unit, "deploy"});
  for (const auto& [id, general] : std::map<UnitId, General>(state().generals)) {  // a senior general without a command joins the
                                                                                   // first unit
    if (general.attached || general.where != Where::Undeployed) continue;
    const auto beside = std::find_if(state().units.begin(), state().units.end(), [&general = general](const auto& entry) {
      return on_table(entry.second) && entry.second.side == general.side &&
             (general.command.empty() || entry.second.command == general.command);
    });
    if (beside != state().units.end()) emit(GeneralMoved{id, beside->second.box, {}, "deploy"});
  }
  emit(PhaseSet{"battle"});
  const int scenario = state().scenario;
  if (scenario == 6 || scenario == 8) medals(passive, 3, "scenario " + std::to_string(scenario), true);
  if (scenario == 10) medals(active, 4, "scenario 10", true);
  if (scenario != 4 && scenario != 5 && scenario != 8) return;
  std::vector<SaveDue> queue;
  for (const auto& [id, it] : state().units) {
    if (is_light(it) && it.type != Type::ScythedChariots) continue;
    if (!on_table(it) || (scenario == 8 && it.side != passive)) continue;
    queue.push_back({.who = id, .group = SaveGroup::None, .at = it.box});  // TTS-AMB-86
  }
  lane_ = 0;
  open_saves(std::move(queue));
}

/// One card of each side, unseen until both lie.
std::vector<Wait> Play::both_cut(const char* rule, const std::function<std::string(Side)>& question) const {
  std::vector<Wait> waits;
  for (const Side side : {Side::A, Side::B}) {
    Wait wait = card_wait(side, rule, question(side));
    wait.kind = WaitKind::Sealed;
    wait.audience = viewer_of(side);
    waits.push_back(std::move(wait));
  }
  return waits;
}

/// TTS-SCT-01.
void Play::scout() {
  lane_ = 0;
  open(ScoutStep{}, both_cut("TTS-SCT-01", [&](Side side) {
         return "scouting card (modifier +" + std::to_string(scouting_modifier(state(), side)) + ")";
       }));
}

void Play::resume(const ScoutStep&, const Answers& answers) {
  std::array<int, 2> total{};
  for (const Side side : {Side::A, Side::B}) {
    const auto i = static_cast<std::size_t>(side);
    const int card = answers.at(i).values.at(0);
    play_card(side, "scouting", {}, card, 1, true, false);
    total[i] = card + scouting_modifier(state(), side);
  }
  if (total[0] == total[1]) return scout();  // TTS-SCT-05
  emit(SidesReady{total[0] > total[1] ? Side::A : Side::B, total[0], total[1]});
  next_phase();
}

/// The next thing to do before the battle; stratagems may be left out (TTS-STR-01).
void Play::next_phase() {
  switch (state().phase) {
    case Phase::Terrain:
      emit(PhaseSet{state().options.stratagems ? "stratagems" : "scouting"});
      return;
    case Phase::Stratagems:
      emit(PhaseSet{"scouting"});
      return;
    case Phase::Scouting:
      emit(PhaseSet{"deployment"});
      return;
    default:
      return;
  }
}

/// TTS-SCN-01.
void Play::scenario(const ChooseScenario& command) {
  lane_ = 0;
  if (command.number == 0) {
    open(ScenarioStep{}, {card_wait(Side::A, "TTS-SCN-01", "which scenario? (1 to 10)")});
    return;
  }
  emit(ScenarioSet{command.number});
  if (command.number != 3) return;  // TTS-SCN-04
  if (command.flank == "left" || command.flank == "right") return coast(command.flank);
  open(CoastStep{}, {choice_wait(Side::A, "TTS-SCN-04", "which flank is the coast? (as A looks)", {{"left", "left"}, {"right", "right"}})});
}
void Play::resume(const ScenarioStep&, const Answers& answers) { scenario({.number = answers.at(0).values.at(0), .flank = {}}); }

void Play::coast(const std::string& flank) {
  const int column = flank == "left" ? 1 : state().field.columns;
  for (int row = 1; row <= state().field.rows; ++row) emit(GroundSet{{column, row}, Ground::Water, "coast"});
}
void Play::resume(const CoastStep&, const Answers& answers) { coast(answers.at(0).choices.at(0)); }

void Play::list_terrain(const ChooseTerrain& command) {
  emit(TerrainListed{side_named(command.side).value_or(by_ == Viewer::B ? Side::B : Side::A), command.pieces});
}
void Play::place_terrain(const PlaceTerrain& command) {
  emit(TerrainPut{side_named(command.side).value_or(by_ == Viewer::B ? Side::B : Side::A), command.kind, command.boxes, command.edges});
}

/// TTS-TPL-13: the player who placed first deals one card on each piece. Suits count, so a card is a number from 1 to 40.
void Play::deal_terrain() {
  TerrainStep step{.dealer = state().pieces.empty() ? Side::A : state().pieces.front().side};
  for (std::size_t i = 0; i < state().pieces.size(); ++i) step.pieces.push_back(static_cast<int>(i));
  if (step.pieces.empty()) {
    emit(ground_laid(state()));
    return next_phase();
  }
  Wait wait = card_wait(step.dealer, "TTS-TPL-13", "a card on each piece (hearts 1-10, clubs 11-20, diamonds 21-30, spades 31-40)",
                        static_cast<int>(step.pieces.size()));
  wait.chance->highest = 40;
  wait.chance->source = kSuitedCards;
  lane_ = 0;
  open(std::move(step), {std::move(wait)});
}

void Play::resume(const TerrainStep& step, const Answers& answers) {
  std::vector<DealtCard> cards;
  for (const int number : answers.at(0).values) cards.push_back(card_from(number));
  const std::vector<PlacedPiece> before = state().pieces;
  const std::vector<PlacedPiece> after = after_deal(state(), before, cards, step.dealer);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].gone != before[i].gone)
      emit(TerrainMoved{static_cast<int>(i), {}, true, suit_text(cards[i])});
    else if (after[i].boxes != before[i].boxes)
      emit(TerrainMoved{static_cast<int>(i), after[i].boxes, false, suit_text(cards[i])});
  }
  emit(ground_laid(state()));
  next_phase();
}

/// TTS-BID-02.
void Play::bid() {
  lane_ = 0;
  open(BidStep{}, both_cut("TTS-BID-02", [](Side) { return std::string("your secret bid, a card"); }));
}
void Play::resume(const BidStep&, const Answers& answers) {
  const int a = answers.at(0).values.at(0), b = answers.at(1).values.at(0);
  if (a == b) return cut_for_army();
  const Side winner = a > b ? Side::A : Side::B;
  emit(ArmyChosen{winner, std::max(a, b), false});
  medals(winner, -std::max(a, b), "the bid", true);
}

/// Equal bids cost nothing; the higher card chooses, equal cards are cut again. TTS-BID-03.
void Play::cut_for_army() {
  lane_ = 0;
  open(ArmyCutStep{}, both_cut("TTS-BID-03", [](Side) { return std::string("equal bids: cut for the choice of army"); }));
}
void Play::resume(const ArmyCutStep&, const Answers& answers) {
  const int a = answers.at(0).values.at(0), b = answers.at(1).values.at(0);
  if (a == b) return cut_for_army();
  emit(ArmyChosen{a > b ? Side::A : Side::B, 0, true});
}

}  // namespace polemarch::to_the_strongest
