/// What the screen shows beside Advice and odds: the names of cards, the state of units in glyphs, where offers point.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/show/combat_odds.hpp"
#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"

namespace polemarch::blade_and_bow {

std::vector<std::string> Showing::value_names(const State& state, const engine::Wait& wait) {
  std::vector<std::string> names;
  if (!wait.chance || wait.chance->source != kDeck) return names;
  if (wait.chance->lowest == 0) names.emplace_back("face down");
  for (int number = 1; number <= static_cast<int>(state.deck.size()); ++number) {
    const Card* card = card_numbered(state, number);
    // What everybody sees lying among the discards is not in the pile.
    const bool gone = std::find(state.discards.begin(), state.discards.end(), number) != state.discards.end();
    names.push_back(gone ? std::string() : card == nullptr ? std::to_string(number) : card->title);
  }
  return names;
}

namespace {

/// "commitment dice: A1 4, A2 3" with what the numbers are: "commitment dice: A1, 4 dice; A2, 3 dice".
std::string with_dice(const std::string& asked) {
  const std::size_t names = asked.find(": ");
  if (names == std::string::npos) return asked;
  std::string text = asked.substr(0, names + 2);
  for (std::size_t at = names + 2; at < asked.size();) {
    const std::size_t end = std::min(asked.find(", ", at), asked.size()), blank = asked.rfind(' ', end - 1);
    const std::string count = asked.substr(blank + 1, end - blank - 1);
    text += (at == names + 2 ? "" : "; ") + asked.substr(at, blank - at) + ", " + count + (count == "1" ? " die" : " dice");
    at = end + 2;
  }
  return text;
}

/// What each way of a choice leads to.
void word_ways(const State& state, const Step& step, engine::Wait& wait) {
  if (!state.fight) return;
  for (engine::Option& option : wait.options) {
    const bool goes = option.key != "stand" && option.key != "no";
    if (std::holds_alternative<MeleeRetreat>(step) && goes) option.text += ", disrupted";  // BB-RET-06
    if (std::holds_alternative<Advance>(step) && goes) option.text += " to " + words_of(state.fight->target_square);
    if (std::holds_alternative<Continue>(step) && goes)
      option.text += ": if its morale die fails, it is disrupted afterwards";  // BB-CAV-03
    if (const auto* spend = std::get_if<CommitSpend>(&step); spend != nullptr && option.key == "accept")
      option.text += spend->continuation ? ": it attacks, and is disrupted afterwards" : ": who failed does not go in";  // BB-COM-07
  }
}

/// Who fails and by how many points of cards, for the dice themselves stand on the card.
std::string points_wanted(const State& state, const CommitSpend& spend) {
  std::string text;
  for (const CommitDice& rolled : spend.rolled) {
    const auto unit = state.units.find(rolled.unit);
    if (unit == state.units.end()) continue;
    const int value = plain_check(state, unit->second).value;
    int points = 0;
    for (const int die : rolled.dice) points += std::max(0, die - value);
    if (points == 0) continue;
    text += (text.empty() ? "" : ", ") + rolled.unit.text + " by " + std::to_string(points) + (points == 1 ? " point" : " points");
  }
  return text;
}

}  // namespace

void Showing::word(const State& state, engine::Wait& wait) {
  const Step* step = engine::asking_step(state.agenda, wait.id);
  if (const auto* spend = step == nullptr ? nullptr : std::get_if<CommitSpend>(step)) {
    if (const std::string wanted = points_wanted(state, *spend); !wanted.empty())
      wait.question = "commitment fails: " + wanted + "; commit cards, or accept?";
  }
  // A card bought in an impulse is no card of the draw step.
  if (step != nullptr && std::holds_alternative<TakeCards>(*step) && state.turn.phase == Phase::Impulses) wait.rule = "BB-CARD-10";
  if (const auto* again = step == nullptr ? nullptr : std::get_if<AskReroll>(step)) return word_reroll(state, *again, wait);
  if (step != nullptr) word_ways(state, *step, wait);
  if (wait.rule == "BB-COM-03") wait.question = with_dice(wait.question);
  if (const std::string six = "? (6)"; wait.question.ends_with(six))  // BB-LDR-13, BB-LDR-19
    wait.question.replace(wait.question.size() - six.size(), six.size(), "? On a 6 he is");
  if (wait.rule == "BB-DICE-14") return;  // units, not squares
  for (engine::Option& option : wait.options)
    for (std::size_t from = 0; from < option.key.size();) {  // every square of a way
      const std::string square = option.key.substr(from, option.key.find('-', from) - from);
      const auto at = option.text.find(square);
      if (const auto named = square_named(square); named && at != std::string::npos)
        option.text.replace(at, square.size(), words_of(*named));
      from += square.size() + 1;
    }
}

std::vector<engine::StateMark> Showing::marks(const State& state, const UnitId& id, Viewer viewer) {
  using engine::Glyph;
  std::vector<engine::StateMark> marks;
  if (const auto leader = state.leaders.find(id); leader != state.leaders.end()) {
    marks.push_back(leader->second.rank == 1 ? engine::StateMark{Glyph::SeniorGeneral, 0, "overall commander"}
                                             : engine::StateMark{Glyph::General, 0, "leader"});
    return marks;
  }
  if (state.camps.contains(id)) marks.push_back({Glyph::Camp, 0});
  const auto found = state.units.find(id);
  if (found == state.units.end()) return marks;
  const Unit& unit = found->second;
  if (unit.box == Where::Routed) marks.push_back({Glyph::Routed, 0});
  if (unit.disrupted) marks.push_back({Glyph::Disordered, 0, "disrupted"});
  if (unit.melee_marker) marks.push_back({Glyph::InMelee, 0, "melee marker"});
  if (unit.wall) marks.push_back({Glyph::ShieldWall, 0});
  const bool may_know = unit.ranks.revealed || viewer == Viewer::Umpire || viewer == viewer_of(unit.side);
  if (unit.has_ranks() && unit.ranks.value && may_know && *unit.ranks.value > 0)
    marks.push_back({*unit.ranks.value == 1 ? Glyph::TwoRanks : *unit.ranks.value == 2 ? Glyph::ThreeRanks : Glyph::FourRanks, 0});
  return marks;
}

namespace {

/// How likely an attack goes in: by the commitment dice of who has to throw them, for sure where nobody has. Of ranks, which may be
/// hidden, it does not speak.
void mark_attack(const State& state, const Attack& attack, engine::OfferMark& mark) {
  const auto unit = state.units.find(attack.target);
  const auto camp = state.camps.find(attack.target);
  const Unit* target = unit == state.units.end() ? nullptr : &unit->second;
  if ((target == nullptr && camp == state.camps.end()) || attack.units.empty()) return;
  double all_go = 1;
  int committing = 0, need = 0;
  for (const UnitId& id : attack.units) {
    const auto attacker = state.units.find(id);
    if (attacker == state.units.end() || !attacker->second.on_map()) return;
    if (!commitment_of(state, attacker->second, target).needs_dice) continue;
    const Check check = commitment_check(state, attacker->second, target, target == nullptr ? &camp->second : nullptr);
    all_go *= chance_to_pass(check), need = std::clamp(check.value - check.modifier, 0, 6), ++committing;
  }
  mark.or_less = true;
  if (committing > 0) {
    mark.per_mille = static_cast<int>(all_go * 1000 + 0.5);
    if (attack.units.size() == 1) mark.need = need;
    return;
  }
  mark.per_mille = 1000;
}

}  // namespace

engine::OfferMark Showing::mark_of(const State& state, const Command& command) {
  engine::OfferMark mark;
  const auto square = [&](Square at) { mark.region = outline_of(state.map, at); };
  std::visit(engine::Overloaded{[&](const MoveUnits& c) {
                                  if (c.moves.size() != 1) return;
                                  const UnitMove& move = c.moves.front();
                                  const auto unit = state.units.find(move.unit);
                                  if (unit != state.units.end() && ends_open_action(state, unit->second.side, c)) {
                                    mark = mark_of(after_closing(state), command);
                                    return;
                                  }
                                  if (move.to) return square(*move.to);
                                  if (move.path.empty() || unit == state.units.end() || !unit->second.on_map()) return;
                                  const Square end = plan_move(state, move).end.at;
                                  if (end != unit->second.square) square(end);  // else it turns where it stands
                                },
                                [&](const MoveLeader& c) { square(c.to); }, [&](const PlaceLeader& c) { square(c.to); },
                                [&](const PlaceCamp& c) { square(c.to); }, [&](const Shoot& c) { mark.target = c.target; },
                                [&](const Attack& c) { mark.target = c.target, mark_attack(state, c, mark); }, [](const auto&) {}},
             command);
  return mark;
}

}  // namespace polemarch::blade_and_bow
