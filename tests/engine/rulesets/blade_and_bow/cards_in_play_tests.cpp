/// Cards at work: the moment they are played, whom they help, and how long.
#include <algorithm>

#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/engine/rulesets/blade_and_bow/turn_table.hpp"
#include "tests/support/catch.hpp"

namespace cards_in_play_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
void deal(TestTable& t, Side side, int number, EffectKind effect, int amount, const char* timing, const char* lasts = "action") {
  for (Card& card : t.state.deck)
    if (card.number == number) card.effect = effect, card.amount = amount, card.timing = timing, card.lasts = lasts;
  if (card_numbered(t.state, number) == nullptr)
    t.state.deck.push_back({.number = number,
                            .title = "Card " + std::to_string(number),
                            .commitment = 1,
                            .effect = effect,
                            .amount = amount,
                            .timing = timing,
                            .lasts = lasts});
  t.state.army(side).hand.push_back({.id = "card." + std::to_string(number), .owner = viewer_of(side), .value = number});
}
/// The question of re-rolls, or of one die of them, as far as side A has them; others are declined.
int rerolls_of_a(TestTable& t) {
  while (t.waiting() == "ask_reroll" && t.wait().who == Viewer::B) REQUIRE(t.choose("pass"));
  return t.waiting() == "ask_reroll" ? t.wait().most : 0;
}
void dice_fall(TestTable& t) {
  if (t.waiting() == "melee_attack") REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 3)));
  if (t.waiting() == "melee_defence") REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 3)));
}
void keep(TestTable& t) {
  while (t.waiting() == "ask_reroll") REQUIRE(t.choose("pass"));
}
}  // namespace

TEST_CASE("cards for the initiative are played before the first of the two dice falls", "[bb][BB-CARD-21][BB-SEQ-04]") {
  TestTable t = war(Phase::Initiative);
  deal(t, Side::A, 1, EffectKind::InitiativeModifier, -3, "initiative", "turn");
  deal(t, Side::B, 2, EffectKind::InitiativeModifier, -3, "any", "turn");
  go_on(t);
  CHECK(t.refusal(R"({"by":"A","do":"play_card","card":1})").empty());
  CHECK(t.refusal(R"({"by":"B","do":"play_card","card":2})").empty());
  CHECK(Rules::windows(t.state, Viewer::Umpire).size() == 2);
  REQUIRE(t.dice({5}));
  REQUIRE(t.waiting() == "roll_initiative");
  CHECK(t.refusal(R"({"by":"A","do":"play_card","card":1})") == "BB-CARD-21");
  CHECK(t.refusal(R"({"by":"B","do":"play_card","card":2})") == "BB-CARD-21");
  CHECK(Rules::windows(t.state, Viewer::Umpire).empty());
}

TEST_CASE("a card for the rout checks helps the unit it is played for, and ends with them", "[bb][BB-CARD-18][BB-CARD-20][BB-ROUT-08]") {
  TestTable t = war();
  t.state.turn.number = 2;
  t.add("A2", "spears", at(3, 3), Facing::E).box = Where::Routed;
  t.add("A3", "spears", at(3, 3), Facing::E).box = Where::Routed;
  deal(t, Side::A, 1, EffectKind::MoraleModifier, -2, "morale");
  finish_impulses(t);
  REQUIRE(t.waiting() == "roll_management");
  REQUIRE(t.say(R"({"by":"A","do":"play_card","card":1,"unit":"A3"})"));
  REQUIRE(t.dice({5, 5}));
  CHECK(t.unit("A2").box == Where::Eliminated);
  CHECK(t.unit("A3").box == Where::Rallied);
  CHECK(t.state.effects.empty());
}

TEST_CASE("a card for an action that is played before the initiative is over by the impulses", "[bb][BB-CARD-18]") {
  TestTable t = war(Phase::Initiative);
  t.state.turn.number = 2;
  deal(t, Side::A, 1, EffectKind::MoraleModifier, -2, "any");
  deal(t, Side::B, 2, EffectKind::MoraleModifier, -2, "any", "turn");
  go_on(t);
  REQUIRE(t.say(R"({"by":"A","do":"play_card","card":1})"));
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":2})"));
  REQUIRE(t.dice({5}));
  REQUIRE(t.dice({3}));
  REQUIRE(t.state.turn.phase == Phase::Impulses);
  REQUIRE(t.state.effects.size() == 1);
  CHECK(t.state.effects.front().card == 2);
}

TEST_CASE("a unit that a card has rallied may be helped by another card", "[bb][BB-CARD-18][BB-CARD-20]") {
  TestTable t = duel("spears", "hoplite", 0, 1);
  t.state.units.at({"A1"}).disrupted = true;
  deal(t, Side::A, 1, EffectKind::Rally, 0, "rally");
  deal(t, Side::A, 2, EffectKind::AttackDice, 2, "melee");
  deal(t, Side::B, 3, EffectKind::Cancel, 0, "any");
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
  CHECK(t.refusal(R"({"by":"B","do":"play_card","card":3})") == "BB-CARD-17");  // what is rallied stays so
  REQUIRE(t.say(kMelee));
  const int before = t.dice_asked();
  REQUIRE(t.say(R"({"do":"play_card","card":2,"unit":"A1"})"));
  CHECK(t.dice_asked() == before + 2);
}

TEST_CASE("a card's re-roll is its unit's, and of one melee", "[bb][BB-CARD-18][BB-AMB-18][BB-DICE-22]") {
  TestTable t;
  t.leader("AL", at(5, 4));
  t.add("A1", "spears", at(5, 5), Facing::N).melee_marker = true;
  t.add("A2", "spears", at(7, 5), Facing::N).melee_marker = true;
  t.add("B1", "axemen", at(5, 6), Facing::N);
  t.add("B2", "axemen", at(7, 6), Facing::N);
  deal(t, Side::A, 1, EffectKind::Reroll, 1, "melee");
  deal(t, Side::A, 2, EffectKind::Reroll, 1, "melee");
  REQUIRE(t.say(R"({"do":"activate","action":"melee","units":["A1","A2"]})"));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
  dice_fall(t);
  CHECK(rerolls_of_a(t) == 2);  // the attacker's own and the card's
  CHECK(t.refusal(R"({"do":"play_card","card":2,"unit":"A2"})") == "BB-CARD-17");
  keep(t);
  REQUIRE(t.say(R"({"do":"melee","unit":"A2","target":"B2"})"));
  dice_fall(t);
  CHECK(rerolls_of_a(t) == 1);
  REQUIRE(t.say(R"({"do":"play_card","card":2,"unit":"A2"})"));  // still while the dice lie
  CHECK(rerolls_of_a(t) == 2);
}

TEST_CASE("cavalry that attacks again has no re-roll left of the card it was played for", "[bb][BB-CARD-18][BB-CAV-01]") {
  for (const char* lasts : {"action", "turn"}) {
    TestTable t = duel("heavy_cavalry", "peltast");
    t.state.units.at({"B1"}).disrupted = true;
    deal(t, Side::A, 1, EffectKind::Reroll, 1, "melee", lasts);
    REQUIRE(t.say(kMelee));
    REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
    fight(t, {1}, {});
    REQUIRE(t.choose("yes"));
    REQUIRE(t.dice({3}));
    dice_fall(t);
    INFO(lasts);
    CHECK(rerolls_of_a(t) == (std::string(lasts) == "turn" ? 2 : 1));  // a card for the turn says so
  }
}

TEST_CASE("a card the initiative side plays for its commitment leaves the other side its cards for the melee",
          "[bb][BB-CARD-23][BB-CARD-17]") {
  TestTable t = duel("spears", "hoplite", 0, 1);
  t.state.units.at({"A1"}).melee_marker = false;
  deal(t, Side::A, 1, EffectKind::MoraleModifier, -1, "morale");
  deal(t, Side::A, 2, EffectKind::AttackDice, 1, "melee");
  deal(t, Side::B, 3, EffectKind::DefenceDice, 2, "melee");
  REQUIRE(t.say(kMelee));
  REQUIRE(t.waiting() == "commit_roll");
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
  REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 1)));
  REQUIRE(t.waiting() == "melee_attack");
  const auto windows = Rules::windows(t.state, Viewer::B);
  CHECK(std::any_of(windows.begin(), windows.end(), [](const engine::Window& window) { return window.id == "card.B"; }));
  CHECK(t.refusal(R"({"by":"B","do":"play_card","card":3,"unit":"B1"})").empty());
  // Once the holder has played for the melee itself the other side is too late.
  t.state.effects.clear();
  REQUIRE(t.say(R"({"do":"play_card","card":2,"unit":"A1"})"));
  CHECK(t.refusal(R"({"by":"B","do":"play_card","card":3,"unit":"B1"})") == "BB-CARD-23");
}

TEST_CASE("a card countered while defence dice are asked gives none of them", "[bb][BB-CARD-03][BB-CARD-21]") {
  TestTable t = duel("spears", "hoplite", 0, 1);
  deal(t, Side::A, 1, EffectKind::Cancel, 0, "any");
  deal(t, Side::B, 2, EffectKind::DefenceDice, 2, "melee");
  REQUIRE(t.say(kMelee));
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":2,"unit":"B1"})"));
  REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 3)));
  REQUIRE(t.waiting() == "melee_defence");
  const int with_card = t.dice_asked();
  REQUIRE(t.say(R"({"do":"play_card","card":1})"));
  REQUIRE(t.waiting() == "melee_defence");
  CHECK(t.dice_asked() == with_card - 2);

  TestTable shot;
  shot.add("A1", "archers", at(5, 1), Facing::N);
  shot.add("B1", "spears", at(5, 4), Facing::N);
  deal(shot, Side::A, 1, EffectKind::Cancel, 0, "any");
  deal(shot, Side::B, 2, EffectKind::DefenceDice, 2, "shot");
  REQUIRE(shot.say(R"({"do":"shoot","unit":"A1","target":"B1"})"));
  REQUIRE(shot.say(R"({"by":"B","do":"play_card","card":2,"unit":"B1"})"));
  REQUIRE(shot.dice(std::vector<int>(static_cast<std::size_t>(shot.dice_asked()), 1)));
  REQUIRE(shot.waiting() == "shot_defence");
  const int shielded = shot.dice_asked();
  REQUIRE(shot.say(R"({"do":"play_card","card":1})"));
  REQUIRE(shot.waiting() == "shot_defence");
  CHECK(shot.dice_asked() == shielded - 2);
}

TEST_CASE("a card of re-rolls that is countered gives none, whenever it was played", "[bb][BB-CARD-03][BB-CARD-21][BB-DICE-22]") {
  for (const bool early : {false, true}) {
    INFO(early);
    TestTable t = duel("spears", "hoplite", 0, 1);
    deal(t, Side::A, 1, EffectKind::Cancel, 0, "any");
    deal(t, Side::B, 2, EffectKind::Reroll, 2, "melee");
    REQUIRE(t.say(kMelee));
    if (early) REQUIRE(t.say(R"({"by":"B","do":"play_card","card":2,"unit":"B1"})"));
    dice_fall(t);
    REQUIRE(t.waiting() == "ask_reroll");
    if (!early) REQUIRE(t.say(R"({"by":"B","do":"play_card","card":2,"unit":"B1"})"));
    CHECK(t.state.fight->defence_rerolls == 2);
    REQUIRE(t.say(R"({"do":"play_card","card":1})"));
    CHECK(t.state.fight->defence_rerolls == 0);
    REQUIRE(t.waiting() == "ask_reroll");
    CHECK(t.wait().who == Viewer::A);  // the attacker's own
    REQUIRE(t.choose("pass"));
    CHECK(t.waiting() != "ask_reroll");
  }
}

TEST_CASE("a card of dice that names nobody helps in the melee it is played in, not in the next", "[bb][BB-CARD-18][BB-AMB-18]") {
  TestTable t;
  t.leader("AL", at(5, 4));
  t.add("A1", "spears", at(5, 5), Facing::N).melee_marker = true;
  t.add("A2", "spears", at(7, 5), Facing::N).melee_marker = true;
  t.add("B1", "axemen", at(5, 6), Facing::S);
  t.add("B2", "axemen", at(7, 6), Facing::S);
  deal(t, Side::B, 1, EffectKind::DefenceDice, 1, "melee");
  deal(t, Side::A, 2, EffectKind::AttackDice, 1, "melee");
  REQUIRE(t.say(R"({"do":"activate","action":"melee","units":["A1","A2"]})"));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  const int attack = t.dice_asked();
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":1})"));
  REQUIRE(t.say(R"({"do":"play_card","card":2})"));
  CHECK(t.dice_asked() == attack + 1);
  REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(attack + 1), 3)));
  const int defence = t.dice_asked();
  dice_fall(t);
  keep(t);
  REQUIRE(t.say(R"({"do":"melee","unit":"A2","target":"B2"})"));
  CHECK(t.dice_asked() == attack);
  REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(attack), 3)));
  CHECK(t.dice_asked() == defence - 1);
}

TEST_CASE("a card for who has no part in the open action ends it and works in the next", "[bb][BB-CARD-03][BB-CARD-17][BB-CARD-18]") {
  TestTable t;
  t.leader("AL", at(5, 4));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  t.add("A3", "spears", at(8, 2), Facing::N);
  deal(t, Side::A, 1, EffectKind::Movement, 4, "move");
  REQUIRE(t.say(R"({"do":"activate","action":"move","units":["A1","A2"]})"));
  TestTable mate = t;  // for one who acts in it the action stays open
  REQUIRE(mate.say(R"({"do":"play_card","card":1,"unit":"A2"})"));
  CHECK(mate.state.action.has_value());
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A3"})"));
  CHECK_FALSE(t.state.action.has_value());
  REQUIRE(t.say(move("A3", R"("advance 5")")));
  CHECK(t.unit("A3").square == at(8, 7));
  CHECK_FALSE(t.happened("way_barred"));
  CHECK(t.state.effects.empty());
}

TEST_CASE("a card of movement is for the unit it names, and names one", "[bb][BB-CARD-17][BB-CARD-20][BB-MOV-05]") {
  TestTable t;
  t.leader("AL", at(5, 1));
  t.add("A1", "spears", at(5, 1), Facing::N);
  t.add("A2", "spears", at(6, 1), Facing::N);
  deal(t, Side::A, 1, EffectKind::Movement, 4, "move");
  CHECK(t.refusal(R"({"do":"play_card","card":1})") == "BB-CARD-17");
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
  CHECK(t.refusal(R"({"do":"move","units":["A1","A2"],"path":["advance 5"]})") == "BB-MOV-05");  // A2 has six points
  CHECK(t.refusal(move("A1", R"("advance 5")")).empty());
}

TEST_CASE("where no action is left a card for who has no part in the open one is refused, and that goes on",
          "[bb][BB-CARD-03][BB-CARD-18][BB-AMB-98]") {
  for (const char* begun : {R"({"do":"move","unit":"A1","path":["reverse"]})", R"({"do":"move","unit":"A1","disrupt":true})",
                            R"({"do":"activate","action":"move","units":["A1"]})"}) {
    INFO(begun);
    TestTable t;
    t.leader("AL", at(5, 4));
    t.add("A1", "hoplite", at(5, 5), Facing::N);
    t.add("A2", "spears", at(8, 2), Facing::N);
    t.turn_of(Side::A, 1);
    deal(t, Side::A, 1, EffectKind::Movement, 4, "move");
    REQUIRE(t.say(begun));
    if (t.waiting() == "reverse_check") REQUIRE(t.dice({6}));
    REQUIRE(t.state.action.has_value());
    CHECK(t.refusal(R"({"do":"play_card","card":1,"unit":"A2"})") == "BB-CARD-18");
    for (const auto& offer : Rules::offers(t.state, Viewer::A, engine::AboutNothing{}))
      if (const auto* play = std::get_if<PlayCard>(&offer.command)) CHECK(offer.verdict.allowed() == (play->unit == UnitId{"A1"}));
    REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
    CHECK(t.state.action.has_value());
  }
}

TEST_CASE("who has no re-roll may still answer the other side's with a card", "[bb][BB-AMB-57][BB-DICE-22][BB-CARD-21]") {
  const auto thrown_anew = [](TestTable& t) {
    REQUIRE(t.say(kMelee));
    dice_fall(t);
    REQUIRE(t.waiting() == "ask_reroll");
    REQUIRE(t.wait().who == Viewer::A);
    REQUIRE(t.choose("1"));
    REQUIRE(t.waiting() == "roll_reroll");
    REQUIRE(t.dice({1}));
  };
  TestTable t = duel("spears", "hoplite", 0, 1);
  deal(t, Side::B, 1, EffectKind::Reroll, 2, "melee");
  deal(t, Side::A, 2, EffectKind::Text, 0, "any");
  TestTable none = t, blank = t, helped = t;
  thrown_anew(t);
  REQUIRE(t.waiting() == "ask_reroll");
  REQUIRE(t.wait().who == Viewer::B);
  CHECK(t.wait().options.size() == 1);
  TestTable keeps = t;
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":1,"unit":"B1"})"));
  REQUIRE(t.waiting() == "ask_reroll");
  CHECK(t.wait().who == Viewer::B);
  CHECK(t.wait().most == 2);
  REQUIRE(t.choose("1"));
  REQUIRE(t.dice({6}));
  REQUIRE(t.wait().who == Viewer::B);  // A's hand is not empty, but the deck's last card of re-rolls is spent
  REQUIRE(t.choose("pass"));
  CHECK(t.waiting() != "ask_reroll");
  REQUIRE(keeps.say(R"({"by":"B","do":"pass"})"));  // asked once
  CHECK(keeps.waiting() != "ask_reroll");
  // Nobody is asked where everybody sees that no such card can come: no hand, none left in the deck, the unit helped already.
  none.state.army(Side::B).hand.clear();
  thrown_anew(none);
  CHECK(none.waiting() != "ask_reroll");
  blank.state.discards = {1};
  thrown_anew(blank);
  CHECK(blank.waiting() != "ask_reroll");
  ActiveEffect shield;
  shield.card = 9, shield.side = Side::B, shield.unit = {"B1"}, shield.kind = EffectKind::DefenceDice;
  helped.state.effects.push_back(shield);
  thrown_anew(helped);
  CHECK(helped.waiting() != "ask_reroll");
}

TEST_CASE("a right to play a card is told whenever a check is due and while melee dice lie", "[bb][BB-CARD-17][BB-CARD-21]") {
  const auto told = [](const TestTable& t) {
    std::vector<std::string> ids;
    for (const engine::Window& window : Rules::windows(t.state, Viewer::Umpire)) ids.push_back(window.id);
    return ids;
  };
  const std::vector<std::string> both{"card.A", "card.B"};
  TestTable t = duel("spears", "spears");
  t.state.units.at({"B1"}).disrupted = true;
  deal(t, Side::A, 1, EffectKind::MoraleModifier, -1, "morale");
  deal(t, Side::B, 2, EffectKind::MoraleModifier, -1, "morale");
  REQUIRE(t.say(kMelee));
  dice_fall(t);
  REQUIRE(t.waiting() == "ask_reroll");
  CHECK(told(t) == both);
  REQUIRE(t.choose("1"));
  REQUIRE(t.dice({1}));
  REQUIRE(t.waiting() != "ask_reroll");
  TestTable routs = duel("axemen", "spears");
  routs.state.units.at({"B1"}).disrupted = true;
  deal(routs, Side::A, 1, EffectKind::MoraleModifier, -1, "morale");
  deal(routs, Side::B, 2, EffectKind::MoraleModifier, -1, "morale");
  REQUIRE(routs.say(kMelee));
  fight(routs, {1, 1, 1}, {});
  REQUIRE(routs.waiting() == "rout_dice");
  CHECK(told(routs) == both);
  TestTable turns;
  turns.leader("AL", at(0, 0));
  turns.add("A1", "hoplite", at(5, 5), Facing::N);
  deal(turns, Side::A, 1, EffectKind::MoraleModifier, -1, "morale");
  REQUIRE(turns.say(move("A1", R"("reverse")")));
  REQUIRE(turns.waiting() == "reverse_check");
  CHECK(told(turns) == std::vector<std::string>{"card.A"});
}

TEST_CASE("a card drawn for actions is none that the drawer holds, as he hears himself", "[bb][hidden][BB-SET-17][BB-CARD-24]") {
  TestTable t = war(Phase::Initiative);
  t.state.turn.number = 2;
  deal(t, Side::A, 37, EffectKind::Text, 0, "any");
  go_on(t);
  REQUIRE(t.dice({1}));
  REQUIRE(t.dice({5}));
  REQUIRE(t.waiting() == "draw_actions");
  CHECK(t.refusal(R"({"by":"A","do":"answer","cards":[37]})") == "BB-SET-17");
  CHECK(t.refusal(R"({"by":"A","do":"answer","cards":[36]})").empty());
  CHECK(t.refusal(R"({"by":"both","do":"answer","cards":[37]})").empty());  // a refusal that all hear would tell of his hand
}

}  // namespace cards_in_play_tests
