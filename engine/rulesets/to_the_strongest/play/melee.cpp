#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

static void play_hits(Unfold& u, ChargeStep charge);
static void after_hit_cards(Unfold& u, ChargeStep charge);
static void take_hits(Unfold& u, ChargeStep charge);

/// The charge struck home: shock missiles, then blows. TTS-MEL-01, TTS-SHK-03..06.
void fight(Unfold& u, ChargeStep charge) {
  const Unit charger = unit(u, charge.charger);
  if (charger.formation == Formation::Testudo) u.emit(FormationSet{charge.charger, Formation::Line});  // TTS-TST-08
  if (charger.box != charge.from && charger.second_box != charge.from) {                               // TTS-CHG-26
    const std::vector<UnitId> generals = charge.plan.order.generals;
    const bool makes_way = lone_general_in(board(u), other(charger.side), charge.from);
    if (makes_way) {  // he joins at once, before a blow falls: TTS-MOV-12, TTS-ADV-03
      charge.stage = ChargeStage::Struck;
      u.open(charge);
    }
    const int along = place_to_strike(board(u), charger, charge.from, charge.plan.order.place);
    move_unit(u, charge.charger, charge.from, charger.facing, along, "charge");
    accompany(u, generals, charge.from);
    if (makes_way) return;
  }
  strike(u, std::move(charge));
}

void strike(Unfold& u, ChargeStep charge) {
  const Unit& charger = unit(u, charge.charger);
  charge.fought = true;
  const Unit& target = unit(u, charge.target);
  const bool plays = u.state().options.plays("shock");
  const bool may_throw =
      plays && target.shock > 0 && charge.attack == Attack::Front && !is_mounted(charger) && !charge.caught;  // TTS-SHK-04
  if (!may_throw) return charger_throws(u, std::move(charge));
  charge.stage = ChargeStage::DefenderThrowAsked;
  const std::string question = charge.target.text + ": throw its shock missile?";
  u.ask(charge, engine::ask_choice(target.side, "TTS-SHK-04", question, {{"throw", "throw it now"}, {"keep", "keep it"}}));
}

void charger_throws(Unfold& u, ChargeStep charge) {
  const Unit& charger = unit(u, charge.charger);
  if (!on_table(charger)) return;  // TTS-AMB-81: lost by the throw, the charge is over
  const Unit& target = unit(u, charge.target);
  const bool may_throw = u.state().options.plays("shock") && charger.shock > 0 && !is_mounted(charger) && !is_mounted(target);
  if (!may_throw || charge.plan.order.shock == false) return ask_bonus(u, std::move(charge));
  if (charge.plan.order.shock == true) return ask_throw(u, std::move(charge), ChargeStage::ChargerThrown);
  const Side side = charger.side;
  const UnitId thrower = charge.charger;
  charge.stage = ChargeStage::ChargerThrowAsked;
  u.ask(std::move(charge), engine::ask_choice(side, "TTS-SHK-03", thrower.text + ": throw its shock missile?",
                                              {{"throw", "throw it now"}, {"keep", "keep it"}}));
}

/// Saves against a thrown shock missile: the shooting group. TTS-AMB-81.
static void throw_saves(Unfold& u, ChargeStep next, const UnitId& thrower, const UnitId& at, Box from) {
  const SaveDue due{.group = SaveGroup::Shooting, .by = thrower, .from = from, .at = unit(u, at).box, .weapon = Weapon::Javelin};
  std::vector<SaveDue> queue = dues_for(u, due, at, 1);
  u.open(std::move(next));
  open_saves(u, std::move(queue));
}

/// `thrown`: by the defender or by the charger.
void ask_throw(Unfold& u, ChargeStep charge, ChargeStage thrown) {
  const bool defends = thrown == ChargeStage::DefenderThrown;
  const UnitId thrower = defends ? charge.target : charge.charger;
  charge.stage = thrown;
  u.ask(std::move(charge), ask_deck(u, thrower, defends ? "TTS-SHK-04" : "TTS-SHK-03", thrower.text + " throws: 8+"));
}

void after_throw(Unfold& u, ChargeStep charge, int card) {
  const bool defends = charge.stage == ChargeStage::DefenderThrown, hit = card >= kToHitPoor;
  const UnitId thrower = defends ? charge.target : charge.charger;
  play_card(u, unit(u, thrower).side, "to_hit", {thrower}, card, kToHitPoor, hit, false);
  u.emit(Spent{thrower, "shock"});
  charge.stage = defends ? ChargeStage::DefenderThrowSaved : ChargeStage::ChargerThrowSaved;
  if (hit) return throw_saves(u, charge, thrower, defends ? charge.charger : charge.target, defends ? charge.at : charge.from);
  return defends ? charger_throws(u, std::move(charge)) : ask_bonus(u, std::move(charge));
}

/// Lance and elephant cards are the player's choice, made before the first card. TTS-BON-03, TTS-BON-04, TTS-AMB-37.
void ask_bonus(Unfold& u, ChargeStep charge) {
  const Unit& charger = unit(u, charge.charger);
  const BonusCards may = bonus_cards(board(u), charger, unit(u, charge.target), charge.from, charge.at, !charge.plan.path.empty());
  if (!may.lance && !may.beast) return play_hits(u, std::move(charge));
  if (charge.plan.order.bonus) {
    charge.lance = may.lance && *charge.plan.order.bonus;
    charge.beast = may.beast && *charge.plan.order.bonus;
    return play_hits(u, std::move(charge));
  }
  charge.stage = ChargeStage::BonusAsked;
  const std::string question = may.lance ? "use the lance now?" : "use the elephants' bonus card now?";
  const Side side = charger.side;
  u.ask(std::move(charge),
        engine::ask_choice(side, may.lance ? "TTS-LAN-01" : "TTS-TYPE-52", question, {{"use", "use it"}, {"keep", "keep it"}}));
}

void after_bonus_answer(Unfold& u, ChargeStep charge, bool used) {
  const BonusCards may =
      bonus_cards(board(u), unit(u, charge.charger), unit(u, charge.target), charge.from, charge.at, !charge.plan.path.empty());
  if (used) {
    charge.lance = may.lance;
    charge.beast = may.beast;
  }
  play_hits(u, std::move(charge));
}

void play_hits(Unfold& u, ChargeStep charge) {
  const Unit& charger = unit(u, charge.charger);
  const BonusCards may = bonus_cards(board(u), charger, unit(u, charge.target), charge.from, charge.at, !charge.plan.path.empty());
  charge.cards = 1 + (may.flank ? 1 : 0) + (may.scythed ? 1 : 0) + (charge.lance ? 1 : 0) + (charge.beast ? 1 : 0);  // TTS-AMB-36
  const int need = melee_to_hit(board(u), unit(u, charge.charger));
  charge.stage = ChargeStage::HitPlayed;
  const int cards = charge.cards;
  const UnitId who = charge.charger;
  const std::string question = charge.charger.text + " strikes " + charge.target.text + ": " + std::to_string(need) + "+";
  u.ask(std::move(charge), ask_deck(u, who, "TTS-MEL-02", question, cards));
}

void after_hits_played(Unfold& u, ChargeStep charge, const std::vector<int>& cards) {
  const int need = melee_to_hit(board(u), unit(u, charge.charger));
  // Spent with the cards, not before: cry havoc may still call off the melee (TTS-STR-15, TTS-AMB-72).
  if (charge.lance) u.emit(Spent{charge.charger, "lance"});
  if (charge.beast) u.emit(Spent{charge.charger, "beast"});
  for (const int card : cards) {
    charge.played.push_back(card);
    if (card >= need) ++charge.hits;
    play_card(u, unit(u, charge.charger).side, "to_hit", {charge.charger}, card, need, card >= need, false);
  }
  after_hit_cards(u, std::move(charge));
}

/// A missed card may be replayed once, by a hero or a heroic general. TTS-RPL-01, TTS-HERO-06..08.
static void after_hit_cards(Unfold& u, ChargeStep charge) {
  const int need = melee_to_hit(board(u), unit(u, charge.charger));
  const int missed = static_cast<int>(std::count_if(charge.played.begin(), charge.played.end(), [&](int card) { return card < need; }));
  const std::vector<std::string> able = replayers(board(u), unit(u, charge.charger));
  if (charge.replayed >= missed || able.empty()) return take_hits(u, std::move(charge));
  std::vector<Option> options{{"no", "leave it"}};
  for (const std::string& by : able) options.push_back({by, by == "hero" ? "replay by the hero" : "replay by " + by});
  charge.stage = ChargeStage::ReplayAsked;
  const Side side = unit(u, charge.charger).side;
  u.ask(std::move(charge), engine::ask_choice(side, "TTS-RPL-01", "replay a missed card?", std::move(options)));
}

void after_replay_answer(Unfold& u, ChargeStep charge, const std::string& chosen) {
  if (chosen == "no") return take_hits(u, std::move(charge));
  charge.replay_by = {chosen};
  charge.stage = ChargeStage::ReplayPlayed;
  u.ask(charge, ask_deck(u, charge.charger, "TTS-RPL-01", "replay of a missed card"));
}

void after_replay(Unfold& u, ChargeStep charge, int card) {
  const int need = melee_to_hit(board(u), unit(u, charge.charger));
  if (charge.replay_by.text == "hero") {
    u.emit(HeroUsed{charge.charger});
  } else {
    u.emit(AbilityUsed{charge.replay_by, "replay"});
  }
  ++charge.replayed;
  if (card >= need) ++charge.hits;
  play_card(u, unit(u, charge.charger).side, "replay", {charge.charger}, card, need, card >= need, false);
  after_hit_cards(u, std::move(charge));
}

/// One save a hit, the unit first. TTS-MEL-09, TTS-RPL-05.
static void take_hits(Unfold& u, ChargeStep charge) {
  charge.stage = ChargeStage::HitsSaved;
  if (charge.hits == 0) return after_hits(u, std::move(charge));
  charge.silenced = pikes_silence(board(u), unit(u, charge.charger), charge.from, unit(u, charge.target));
  const SaveDue due{
      .group = SaveGroup::Melee, .by = charge.charger, .from = charge.from, .at = charge.at, .attack = charge.attack, .charged = true};
  std::vector<SaveDue> queue = dues_for(u, due, charge.target, charge.hits);
  u.open(std::move(charge));
  open_saves(u, std::move(queue));
}

/// The defender strikes back, if it may. TTS-MEL-10..14, TTS-UNIT-08.
void after_hits(Unfold& u, ChargeStep charge) {
  const Unit target = unit(u, charge.target);
  const bool standing = on_table(target);
  if (charge.caught) {
    back_into_line(u, charge);
    charge.evaded.push_back(charge.target);
    if (standing) evade(u, charge);  // TTS-EVD-19
    charge.stage = ChargeStage::Meet;
    u.open(std::move(charge));
    return;
  }
  // TTS-MEL-13: blows from behind the flank are not returned; AMB-124 keeps that for war wagons.
  const bool behind = charge.attack != Attack::Front;
  if (standing && !behind && !charge.silenced) {
    charge.stage = ChargeStage::StrikePlayed;
    const int need = melee_to_hit(board(u), target);
    const std::string question = charge.target.text + " strikes back: " + std::to_string(need) + "+";
    u.ask(std::move(charge), ask_deck(u, target.id, "TTS-MEL-10", question));
    return;
  }
  // TTS-UNIT-08, TTS-AMB-79; instead of a blow that pikes allow nobody (TTS-MEL-20)
  if (!standing && !behind && !charge.silenced && target.size == Size::Small && charge.hits == 1) {
    const Board now = board(u);
    for (const Unit* second : now.at(charge.at)) {
      if (second->side != target.side || second->size != Size::Small) continue;
      if (attack_on(*second, charge.from, charge.at) != Attack::Front) continue;  // TTS-MEL-13: it looks away
      charge.target = second->id;
      charge.stage = ChargeStage::StrikePlayed;
      const int need = melee_to_hit(now, *second);
      const std::string question = second->id.text + " strikes back: " + std::to_string(need) + "+";
      u.ask(std::move(charge), ask_deck(u, second->id, "TTS-UNIT-08", question));
      return;
    }
  }
  if (!standing && u.state().options.charge_on_after_loss) {  // TTS-AMB-99
    back_into_line(u, charge);
    charge.stage = ChargeStage::Meet;
    u.open(std::move(charge));
    return;
  }
  conclude(u, std::move(charge));
}

void after_strike(Unfold& u, ChargeStep charge, int card) {
  const Unit striker = unit(u, charge.target);
  const int need = melee_to_hit(board(u), striker);
  const bool hit = card >= need;
  play_card(u, striker.side, "strike_back", {charge.target}, card, need, hit, false);
  charge.stage = ChargeStage::StrikeSaved;
  if (!hit) return conclude(u, std::move(charge));
  const SaveDue due{.group = SaveGroup::Melee, .by = charge.target, .from = charge.at, .at = charge.from};
  std::vector<SaveDue> queue = dues_for(u, due, charge.charger, 1);
  u.open(std::move(charge));
  open_saves(u, std::move(queue));
}

}  // namespace polemarch::to_the_strongest
