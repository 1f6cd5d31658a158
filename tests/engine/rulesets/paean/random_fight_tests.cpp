// Whole fights between random players who press on. POLEMARCH_LONG=1 plays 500.
#include <cstdlib>
#include <random>
#include <set>

#include "tests/engine/rulesets/paean/fight_field.hpp"
#include "tests/engine/rulesets/paean/places.hpp"

namespace random_fight_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;

namespace {

struct Tally {
  int commands = 0, charges = 0, phases = 0, pushed = 0, shots = 0, ruled = 0;
};

/// Two lines a charge apart, of all types, with commanders and a hero a side.
Field two_lines(unsigned seed) {
  std::mt19937 random(seed);
  Field field(1 + static_cast<int>(seed % 2));
  const double k = field.state.k;
  const std::vector<Weight> types{Weight::LH, Weight::H, Weight::M, Weight::LM, Weight::L};
  for (const Side side : {Side::A, Side::B})
    for (int i = 0; i < 5; ++i) {
      const Weight weight = types[(static_cast<std::size_t>(i) + random() % 2) % types.size()];
      const int bases = 1 + static_cast<int>(random() % 6), files = 1 + static_cast<int>(random() % 3);
      const bool light = weight == Weight::L;
      const std::vector<Weapon> weapons = weight == Weight::LH || weight == Weight::H ? std::vector<Weapon>{Weapon::ThrustingSpear}
                                          : light                                     ? std::vector<Weapon>{Weapon::Bow}
                                                  : std::vector<Weapon>{Weapon::Javelin, Weapon::LightSpear};
      field.put(std::string(name_of(side)) + std::to_string(i + 1), side, weight,
                {.x = 250 + 330.0 * i + (k > 1 ? 0 : 60.0 * static_cast<double>(random() % 3)),
                 .y = side == Side::A ? 900 : 900 + (60 + 10.0 * static_cast<double>(random() % 5)) * k,
                 .bases = bases,
                 .files = files,
                 .heading = side == Side::A ? 90.0 : 270.0,
                 .ranks = light ? 1 : 2,
                 .experience = random() % 3 == 0 ? Experience::Veteran : Experience::Seasoned,
                 .weapons = weapons});
    }
  field.leader("AH", Side::A, LeaderKind::Hero, 12, 250, 760, "A1");
  field.leader("BH", Side::B, LeaderKind::Hero, 12, 250, 1120, "B1");
  field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 580, 700, "A2");
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 580, 1200);
  return field;
}

/// No base stands on another, of whomever, after any command.
void check_places(const Field& field) {
  const paean::test::Overlap deepest = paean::test::deepest_overlap(Rules::places(field.state));
  INFO(deepest.who << ": " << deepest.mm << " mm");
  REQUIRE(deepest.mm <= paean::test::kMostOverlapMm);
}
/// What the table has yet to follow is where the rules have each base, once a base.
void check_owed(const Field& field) {
  std::set<BaseId> seen;
  for (const engine::OwedPlacement& owed : field.state.agenda.owed)
    for (std::size_t i = 0; i < owed.bases.size(); ++i) {
      INFO(owed.bases[i].text << " in p" << owed.id);
      REQUIRE(seen.insert(owed.bases[i]).second);
      if (!owed.removed) REQUIRE(owed.poses[i] == field.state.bases.at(owed.bases[i]).at.pose);
    }
}
/// Every base on the table belongs to one formation, which says so.
void check_bases(const Field& field) {
  std::map<BaseId, int> seen;
  for (const auto& [id, formation] : field.state.formations)
    for (const BaseId& base : formation.bases) {
      ++seen[base];
      REQUIRE(field.state.bases.at(base).on_table);
      REQUIRE(field.state.bases.at(base).side == formation.side);
    }
  for (const auto& [id, base] : field.state.bases)
    if (!base.card.leader()) REQUIRE(seen[id] == (base.on_table ? 1 : 0));
}
void check_contacts(const Field& field) {
  for (const auto& [id, formation] : field.state.formations)
    for (const Contact& contact : formation.contacts) {
      INFO(id.text << " and " << contact.foe.text);
      REQUIRE_FALSE(field.gone(contact.foe.text));
      REQUIRE(field.touch(contact.foe.text, id.text));
    }
}

/// Every command that can be said of these two; of whomever they are.
std::vector<Command> sayings(const UnitId& one, const UnitId& two, const State& state) {
  std::vector<Command> all{TestSkirmishers{one}, CallOfPower{one},         GiveOrder{two, one},     CallOfMight{one},   TestHero{one},
                           StopRun{one},         AboutFace{one},           ChangeFormation{one, 2}, FightOn{one},       GiveGround{one},
                           Shoot{one, two},      ChargeAt{one, two},       SupportCharge{one, two}, ShootBow{one, two}, Challenge{one, two},
                           FormUp{one, two, {}}, Relinquish{one, {}, two}, MoveHero{one, {}, two}};
  for (const Flank flank : {Flank::Front, Flank::Left, Flank::Right}) {
    all.push_back(ChangeFacing{one, flank});
    all.push_back(ContractFlank{one, flank});
    all.push_back(ExpandFlank{one, flank});
    all.push_back(Traverse{one, flank});
  }
  MoveFormation move;
  move.unit = one;
  move.ahead = 400_mm;
  all.push_back(move);
  if (const auto found = state.formations.find(one); found != state.formations.end() && !found->second.bases.empty()) {
    all.push_back(Detach{one, {found->second.bases.front()}});
    all.push_back(Reorder{one, found->second.bases});
  }
  return all;
}

/// Whatever the rules refuse, the players may rule it allowed: it leads somewhere, and the state stays sound. How many were tried.
int ruled_on(const State& state, std::mt19937& random) {
  std::vector<UnitId> names;
  for (const auto& [id, formation] : state.formations) names.push_back(id);
  for (const auto& [id, leader] : state.leaders) names.push_back(id);
  int tried = 0;
  for (int i = 0; i < 4; ++i) {
    const UnitId one = names[random() % names.size()], two = names[random() % names.size()];
    for (const Command& command : sayings(one, two, state)) {
      const engine::Verdict verdict = Rules::judge(state, Viewer::Both, command);
      if (verdict.allowed() || !verdict.may_be_overruled()) continue;
      ++tried;
      INFO(Rules::say(state, command));
      State after = state;
      for (const Event& event : Rules::decide(state, Viewer::Both, command)) after = Rules::evolve(std::move(after), event);
      if (const auto broken = Rules::broken_invariant(after)) FAIL(*broken);
    }
  }
  return tried;
}

Tally play(unsigned seed, State* last = nullptr) {
  std::mt19937 random(seed);
  Field field = two_lines(seed);
  Tally tally;
  constexpr int kMost = 160;
  for (int i = 0; i < kMost && !Rules::ending(field.state); ++i) {
    const auto waits = field.state.agenda.open_waits();
    if (!waits.empty()) {
      const engine::Wait& wait = waits.front();
      if (wait.chance) {
        std::vector<int> dice;
        for (int n = 0; n < wait.chance->count; ++n)
          dice.push_back(1 + static_cast<int>(random() % static_cast<unsigned>(wait.chance->highest)));
        field.give(engine::AnswerWait{wait.id, {.values = dice, .choices = {}, .poses = {}}});
      } else {
        field.give(engine::AnswerWait{wait.id, {.values = {}, .choices = {wait.options[random() % wait.options.size()].key}, .poses = {}}});
      }
    } else {
      // Whoever can charges or shoots; now and then somebody does something else.
      std::vector<Command> allowed, bold;
      const auto gather = [&](const engine::About& about) {
        for (const auto& offer : Rules::offers(field.state, Viewer::Both, about)) {
          if (!offer.verdict.allowed() || !offer.whole || std::holds_alternative<EndBattle>(offer.command)) continue;
          allowed.push_back(offer.command);
          if (std::holds_alternative<ChargeAt>(offer.command) || std::holds_alternative<Shoot>(offer.command) ||
              std::holds_alternative<SupportCharge>(offer.command) || std::holds_alternative<FightOn>(offer.command))
            bold.push_back(offer.command);
        }
      };
      if (field.state.turn.permit) gather(engine::About{field.state.turn.permit->unit});
      if (bold.empty()) gather(engine::About{engine::AboutAll{}});
      if (allowed.empty()) break;
      const auto& from = bold.empty() ? allowed : bold;
      field.give(from[random() % from.size()]);
    }
    ++tally.commands;
    for (const Event& event : field.events) {
      tally.charges += std::holds_alternative<ChargeDeclared>(event);
      tally.phases += std::holds_alternative<PhaseFought>(event);
      if (const auto* moved = std::get_if<BasesMoved>(&event)) tally.pushed += moved->rule == "PA-RES-14";
      if (const auto* thrown = std::get_if<engine::Thrown>(&event)) {
        tally.shots += thrown->purpose == "missile fire";
        if (!thrown->rows.empty()) REQUIRE(engine::sum_of(thrown->rows) == thrown->need);
        if (!thrown->dice.empty()) REQUIRE(engine::sum_of(thrown->dice) == static_cast<int>(thrown->values.size()));
      }
    }
    std::string told;
    for (const Event& event : field.events)
      if (const std::string line = Rules::tell(field.state, event); !line.empty()) told += line + "; ";
    INFO("seed " << seed << ", command " << i << ": " << told);
    check_bases(field);
    check_contacts(field);
    check_places(field);
    check_owed(field);
    if (const auto broken = Rules::broken_invariant(field.state)) FAIL(*broken);
    if (i % 10 == 0 && field.state.agenda.idle()) tally.ruled += ruled_on(field.state, random);
  }
  if (last != nullptr) *last = field.state;
  return tally;
}

}  // namespace

TEST_CASE("random fights keep every base in one place and one formation, nobody on another, throws that add up", "[paean][random]") {
  const unsigned battles = std::getenv("POLEMARCH_LONG") != nullptr ? 500 : 12;
  Tally all;
  for (unsigned seed = 1; seed <= battles; ++seed) {
    const Tally one = play(seed);
    all.commands += one.commands;
    all.charges += one.charges;
    all.phases += one.phases;
    all.pushed += one.pushed;
    all.shots += one.shots;
    all.ruled += one.ruled;
  }
  CHECK(all.charges > static_cast<int>(battles));
  CHECK(all.phases > static_cast<int>(battles));
  CHECK(all.pushed > static_cast<int>(battles) / 2);
  CHECK(all.shots > 0);
  CHECK(all.ruled > static_cast<int>(battles));
}

TEST_CASE("the same commands and dice lead to the same state", "[paean][random]") {
  State one, two;
  play(7, &one);
  play(7, &two);
  CHECK(one == two);
}

}  // namespace random_fight_tests
