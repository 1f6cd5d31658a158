/// What the screen shows beside Advice: cards before they are turned with their odds from the cards left, the state of units in glyphs,
/// where offers point.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/deck_now.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/activation.hpp"
#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {

using engine::Pending;
using engine::Thrown;
using engine::ThrowRow;

namespace {

Thrown card_thrown(const State& state, Side side, UnitId who, std::string purpose, std::string rule, int need) {
  Thrown thrown;
  thrown.who = side;
  thrown.purpose = std::move(purpose);
  thrown.rule = std::move(rule);
  thrown.source = activation_deck(side, player_of(state, side, who));
  thrown.need = shown_need(need);
  thrown.per_mille = per_mille_to_succeed(state, side, who, need);
  thrown.thrower = std::move(who);
  return thrown;
}

/// Where the rows sum up to more than a deck can show, or to nothing: why a smaller or a larger card does it all the same.
void bound_rows(Thrown& thrown, std::string rule) {
  const int over = thrown.need - engine::sum_of(thrown.rows);
  if (thrown.rows.empty() || over == 0) return;
  thrown.rows.push_back({std::move(rule), over < 0 ? "a 10 always succeeds" : "every card does it", over, {}});
}

/// Failed saves of the one who is hit, for every number of hits: exact, from both decks as they lie.
void add_losses(const State& state, Pending& pending, const SaveDue& due) {
  const Board board(state);
  const Unit* target = state.unit(due.who);
  if (target == nullptr) return;
  const DeckNow mine = deck_of(state, pending.thrown.who, pending.thrown.thrower), his = deck_of(state, target->side, target->id);
  const int need = pending.thrown.need, save = save_need(board, due).need();
  const auto hits = engine::drawn_shares(mine.good([&](int card) { return card >= need; }), mine.all(), pending.count);
  const int fails = his.good([&](int card) { return !save_passes(card, save); });
  std::vector<double> lost(hits.size(), 0.0);
  double expected = 0;
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const auto failed = engine::drawn_shares(fails, his.all(), static_cast<int>(h));
    for (std::size_t k = 0; k < failed.size(); ++k)
      lost[k] += hits[h] * failed[k], expected += static_cast<double>(k) * hits[h] * failed[k];
  }
  pending.of = "failed saves of " + due.who.text;
  pending.outlooks = engine::outlooks_of(lost);
  pending.expected = static_cast<int>(expected * 100 + 0.5);
}

/// What a failed save does to whoever fails it. TTS-FAIL-01..06, TTS-RAM-01, TTS-AMB-41.
std::string failing(const State& state, const SaveDue& due) {
  if (due.general) return state.general(due.who)->light_wound ? "killed" : "wounded";
  const Unit& unit = *state.unit(due.who);
  if (due.burst && due.who == due.by) return "bursts";
  if (unit.disorder + 1 < unit.hits) return unit.disorder == 0 ? "disordered" : "doubly disordered";
  return is_elephant(unit) || unit.type == Type::ScythedChariots ? "rampages" : "lost";
}

/// A card that does it or not, as two bars.
void two_ways(Pending& pending, std::string does, std::string fails) {
  if (!pending.thrown.per_mille) return;
  pending.outlooks = {{std::move(does), *pending.thrown.per_mille}, {std::move(fails), 1000 - *pending.thrown.per_mille}};
}

Pending save(const State& state, const SaveDue& due, const std::string& purpose, const std::string& rule) {
  const SaveNeed need = save_need(Board(state), due);
  const Side side = due.general ? state.general(due.who)->side : state.unit(due.who)->side;
  Pending pending;
  pending.thrown = card_thrown(state, side, due.who, purpose, rule, need.need());
  pending.thrown.rows.push_back({due.general ? "TTS-GEN-28" : "TTS-SAV-01", "save", need.base, side});
  for (const engine::Reason& reason : need.modifiers) pending.thrown.rows.push_back(engine::row_of(without_row_number(reason), -1));
  bound_rows(pending.thrown, due.group == SaveGroup::Rally ? "TTS-RAL-09" : "TTS-SAV-02");
  pending.done = due.group == SaveGroup::Rally ? "rallied" : "saved";
  pending.not_done = due.group == SaveGroup::Rally ? "not rallied" : "not saved";
  pending.of = due.group == SaveGroup::Rally ? "the rally of " + due.who.text : "the save of " + due.who.text;
  two_ways(pending, pending.done, due.group == SaveGroup::Rally ? pending.not_done : failing(state, due));
  return pending;
}

/// `general`: who replaces the card, from his own player's deck.
Pending activation(const State& state, const Plan& plan, const std::string& rule, const UnitId& general) {
  const Board board(state);
  const UnitId& first = plan.order.units.front();
  const Side side = state.unit(first)->side;
  Pending pending;
  std::string order(name_of(plan.order.kind));
  std::replace(order.begin(), order.end(), '_', ' ');
  pending.thrown = card_thrown(state, side, general.empty() ? first : general, "order: " + order, rule, plan.need);
  pending.thrown.thrower = first;
  pending.thrown.at = plan.order.target;
  for (const UnitId& id : plan.order.units) {
    const Unit& unit = *state.unit(id);
    std::vector<ThrowRow> rows{{"TTS-ACT-04",
                                unit.activation == 0 ? "no card yet" : "beats the " + std::to_string(unit.activation) + " it has",
                                need_before_penalties(unit.activation), side}};
    for (const engine::Reason& reason : difficulties(board, unit, plan)) rows.push_back(engine::row_of(reason));
    if (engine::sum_of(rows) == plan.need) pending.thrown.rows = std::move(rows);
  }
  if (pending.thrown.rows.empty()) {  // the card that is replaced lies on it already
    std::vector<ThrowRow> rows{{"TTS-ACT-04", "before the card that is replaced", 0, side}};
    for (const engine::Reason& reason : difficulties(board, *state.unit(first), plan)) rows.push_back(engine::row_of(reason));
    rows.front().value = plan.need - engine::sum_of(rows);
    pending.thrown.rows = std::move(rows);
  }
  if (plan.order.kind == OrderKind::Enter || plan.order.kind == OrderKind::Reveal)
    pending.thrown.rows = {{"TTS-OFF-04", "to come on", kEntryCard, side}};
  bound_rows(pending.thrown, "TTS-ACT-05");
  pending.done = "obeyed", pending.not_done = "failed";
  pending.of = "a failure ends " + command_name(state, plan.command);  // TTS-SEQ-04
  two_ways(pending, pending.done, "fails");
  return pending;
}

std::vector<ThrowRow> hit_rows(const Board& board, const Unit& unit) {
  std::vector<ThrowRow> rows{{"TTS-MEL-03", "to hit", kToHit, unit.side}};
  if (melee_to_hit(board, unit) > kToHit)
    rows.push_back({"TTS-MEL-05", unit.disorder > 0 ? "disordered" : "poor fighters", melee_to_hit(board, unit) - kToHit, unit.side});
  return rows;
}

Pending strike(const State& state, const Unit& unit, const UnitId& at, const std::string& purpose, const std::string& rule, int cards) {
  const Board board(state);
  Pending pending;
  pending.thrown = card_thrown(state, unit.side, unit.id, purpose, rule, melee_to_hit(board, unit));
  pending.thrown.at = at;
  pending.thrown.rows = hit_rows(board, unit);
  pending.count = cards;
  pending.one = "hit", pending.many = "hits", pending.done = "a hit", pending.not_done = "a miss";
  return pending;
}

Pending shot(const State& state, const Unit& unit, const UnitId& at, const std::string& purpose, const std::string& rule, int cards) {
  Pending pending = strike(state, unit, at, purpose, rule, cards);
  pending.thrown = card_thrown(state, unit.side, unit.id, purpose, rule, kToHitPoor);
  pending.thrown.at = at;
  pending.thrown.rows = {{"TTS-SHT-03", "shooting", kToHitPoor, unit.side}};
  return pending;
}

std::optional<Pending> of_charge(const State& state, const ChargeStep& step, int cards) {
  const Unit *charger = state.unit(step.charger), *target = state.unit(step.target);
  if (charger == nullptr || target == nullptr) return std::nullopt;
  const Board board(state);
  switch (step.stage) {
    case ChargeStage::EvadeTested: {
      Pending pending;
      const int need = evade_card(board, *target, *charger);
      const std::string before = std::string(is_mounted(*target) ? "mounted" : "on foot") +
                                 (!is_mounted(*target) && stands_in_rough(board, *target) ? ", in rough ground" : "") + ", before " +
                                 (is_mounted(*charger) ? "mounted" : "foot");
      pending.thrown = card_thrown(state, target->side, target->id, "to evade", "TTS-EVD-T1", need);
      pending.thrown.rows = {{"TTS-EVD-T1", before, need, target->side}};
      pending.done = "gets away", pending.not_done = "caught";
      return pending;
    }
    case ChargeStage::DefenderThrown:
      return shot(state, *target, charger->id, "missile at the charge", "TTS-SHK-04", cards);
    case ChargeStage::ChargerThrown:
      return shot(state, *charger, target->id, "shock missile", "TTS-SHK-03", cards);
    case ChargeStage::HitPlayed: {
      Pending pending = strike(state, *charger, target->id, "to hit", "TTS-MEL-02", cards);
      add_losses(state, pending,
                 {.who = target->id,
                  .group = SaveGroup::Melee,
                  .by = charger->id,
                  .from = step.from,
                  .at = step.at,
                  .attack = step.attack,
                  .charged = true});
      return pending;
    }
    case ChargeStage::ReplayPlayed:
      return strike(state, *charger, target->id, "replay of a miss", "TTS-RPL-01", cards);
    case ChargeStage::StrikePlayed: {
      Pending pending = strike(state, *target, charger->id, "to strike back", "TTS-MEL-10", cards);
      add_losses(state, pending, {.who = charger->id, .group = SaveGroup::Melee, .by = target->id, .from = step.at, .at = step.from});
      return pending;
    }
    default:
      return std::nullopt;
  }
}

std::optional<Pending> of_shot(const State& state, const ShootStep& step, int cards) {
  const Unit *shooter = state.unit(step.shooter), *target = state.unit(step.target);
  if (shooter == nullptr || target == nullptr) return std::nullopt;
  if (step.stage == ShootStage::ReplayPlayed) return shot(state, *shooter, target->id, "replay of a miss", "TTS-AMB-39", cards);
  Pending pending = shot(state, *shooter, target->id, step.thrown ? "shock missile" : "to hit", "TTS-SHT-03", cards);
  const ShotLine line = shot_line(Board(state), *shooter, *target);
  add_losses(state, pending,
             {.who = target->id, .group = SaveGroup::Shooting, .by = shooter->id, .from = line.from, .at = line.at, .weapon = step.weapon});
  return pending;
}

Pending wound(const State& state, const WoundStep& step) {
  const General& general = *state.general(step.general);
  const DeckNow deck = deck_of(state, general.side, step.general);
  Pending pending;
  pending.thrown = card_thrown(state, general.side, step.general, "wound", "TTS-FAIL-T1", 1);
  pending.thrown.need = 0;
  pending.thrown.per_mille.reset();
  pending.of = "wound of " + step.general.text;
  for (const auto& [wound, text] : {std::pair{Wound::Light, "light"}, {Wound::Serious, "off the field"}, {Wound::Killed, "killed"}})
    pending.outlooks.push_back(
        {text, engine::per_mille_of(deck.good([&, w = wound](int card) { return wound_of(card) == w; }), deck.all())});
  return pending;
}

std::optional<Pending> of_step(const State& state, const Step& step, int cards) {
  using Found = std::optional<Pending>;
  Found pending = std::visit(
      engine::Overloaded{
          [&](const CardStep& s) {
            Pending card = activation(state, s.plan, s.replacement ? "TTS-GEN-05" : "TTS-ACT-02", s.general);
            if (s.blundered) card.of.clear(), card.outlooks.clear();  // the enemy orders them whatever the card is (TTS-AMB-69)
            return Found(std::move(card));
          },
          [&](const ChargeStep& s) { return of_charge(state, s, cards); }, [&](const ShootStep& s) { return of_shot(state, s, cards); },
          [&](const SavesStep& s) {
            Pending first = save(state, s.queue.front(), "to save", s.queue.front().general ? "TTS-GEN-28" : "TTS-SAV-01");
            if (s.queue.size() > 1) first.of += ", " + std::to_string(s.queue.size() - 1) + " more to come";
            return Found(std::move(first));
          },
          [&](const WoundStep& s) {
            const General* general = state.general(s.general);
            return general->light_wound ? Found() : Found(wound(state, s));  // the second wound is no card (TTS-AMB-41)
          },
          [&](const RallyStep& s) {
            return Found(save(state, {.who = s.unit, .group = SaveGroup::Rally, .at = state.unit(s.unit)->box}, "to rally", "TTS-RAL-01"));
          },
          [&](const BurstStep& s) {
            const Unit& gun = *state.unit(s.gun);
            return Found(save(state,
                              {.who = s.gun, .group = SaveGroup::Shooting, .by = s.gun, .from = gun.box, .at = gun.box, .burst = true},
                              "may burst", "TTS-TYPE-10"));
          },
          [](const auto&) { return Found(); }},
      step);
  if (pending) pending->thrown.aim = engine::aim_of(step);
  return pending;
}

std::optional<engine::Glyph> glyph_of(Formation formation) {
  switch (formation) {
    case Formation::Line:
      return std::nullopt;
    case Formation::Orbis:
      return engine::Glyph::Orbis;
    case Formation::Testudo:
      return engine::Glyph::Testudo;
    case Formation::Wedge:
    case Formation::Rhomboid:
      return engine::Glyph::Wedge;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Pending> Showing::pending(const State& state, const engine::Wait& wait) {
  const Step* step = engine::asking_step(state.agenda, wait.id);
  if (step == nullptr || !wait.chance) return std::nullopt;
  auto pending = of_step(state, *step, wait.chance->count);
  if (!pending) return pending;
  pending->count = wait.chance->count;
  if (const auto pile = Rules::pile(state, wait)) {
    const int left = std::accumulate(pile->left.begin(), pile->left.end(), 0);
    pending->of += (pending->of.empty() ? "" : "; ") + std::to_string(left) + (left == 1 ? " card left" : " cards left");
  }
  return pending;
}

/// The names of the cards of a wait, from its lowest value on; empty where a number says all.
std::vector<std::string> Showing::value_names(const State&, const engine::Wait& wait) {
  std::vector<std::string> names;
  if (wait.chance && wait.chance->source == kSuitedCards) {
    for (int number = 1; number <= wait.chance->highest; ++number) names.push_back(suit_text(card_from(number)));
    return names;
  }
  if (!wait.chance || (wait.chance->source != stratagem_deck(Side::A) && wait.chance->source != stratagem_deck(Side::B))) return names;
  for (int number = 1; number <= kStratagemCards; ++number) {
    const std::string_view card = stratagem_of(number);
    const StratagemRow* row = stratagem_named(card);
    names.push_back(std::string(card) + (row == nullptr ? "" : ", " + std::string(row->name)));
  }
  return names;
}

std::string scouting_words(const State& state, const CardTurned& card) {
  const int scouts = scouting_modifier(state, card.side);
  return std::to_string(card.card) + " + " + std::to_string(scouts) + " = " + std::to_string(card.card + scouts);
}

std::vector<engine::StateMark> Showing::marks(const State& state, const UnitId& id, Viewer) {
  using engine::Glyph;
  std::vector<engine::StateMark> marks;
  if (const General* general = state.general(id)) {
    marks.push_back({general->senior ? Glyph::SeniorGeneral : Glyph::General, 0});
    return marks;
  }
  const Unit* unit = state.unit(id);
  if (unit == nullptr) {
    if (state.camps.contains(id)) marks.push_back({Glyph::Camp, 0});
    return marks;
  }
  if (unit->disorder > 0)
    marks.push_back({unit->disorder == 1 ? Glyph::Disordered : unit->disorder == 2 ? Glyph::DoublyDisordered : Glyph::TriplyDisordered, 0});
  if (unit->activation > 0) marks.push_back({Glyph::ActivationCard, unit->activation});
  if (unit->ammo_max > 0) marks.push_back({unit->ammo > 0 ? Glyph::Ammunition : Glyph::NoAmmunition, unit->ammo});
  if (const auto glyph = glyph_of(unit->formation)) marks.push_back({*glyph, 0});
  for (const auto& [name, general] : state.generals)
    if (general.attached && general.unit == id && general.status == Status::InPlay)
      marks.push_back({general.senior ? Glyph::SeniorGeneral : Glyph::General, 0});
  if (unit->hero) marks.push_back({Glyph::Hero, 0});
  if (std::find(state.demoralised.begin(), state.demoralised.end(), unit->command) != state.demoralised.end())
    marks.push_back({Glyph::Demoralised, 0});
  return marks;
}

engine::OfferMark Showing::mark_of(const State& state, const Command& command) {
  engine::OfferMark mark;
  if (const auto* move = std::get_if<CommandMove>(&command)) {
    if (move->to.somewhere()) mark.region = region_of(state, move->to);
    return mark;
  }
  if (const auto* deploy = std::get_if<Deploy>(&command)) {
    if (deploy->postings.size() == 1 && deploy->postings.front().box.somewhere())
      mark.region = region_of(state, deploy->postings.front().box);
    return mark;
  }
  const Order* order = order_in(command);
  if (order == nullptr || order->units.empty()) return mark;
  mark.target = order->target;
  if (order->to.somewhere() && order->target.empty()) mark.region = region_of(state, order->to);
  const Unit* unit = state.unit(order->units.front());
  if (unit == nullptr || state.phase != Phase::Battle) return mark;
  const int need = work_out(Board(state), viewer_of(unit->side), *order).plan.need;
  mark.need = shown_need(need), mark.cards = true;
  mark.per_mille = per_mille_to_succeed(state, unit->side, unit->id, need);
  return mark;
}

}  // namespace polemarch::to_the_strongest
