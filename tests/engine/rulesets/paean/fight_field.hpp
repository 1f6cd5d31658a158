#pragma once
/// A table for tests of Paean: formations put down in rows, commands given, dice answered, and what came of it.

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/core/asks.hpp"
#include "engine/rulesets/paean/rules.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::paean::test {

/// How a formation stands: `x`, `y` is the middle of its front.
struct Stood {
  double x = 0, y = 0;
  int bases = 1, files = 1;
  double heading = 90;
  int ranks = 2;
  Experience experience = Experience::Seasoned;
  Arm arm = Arm::Infantry;
  std::vector<Weapon> weapons = {Weapon::ThrustingSpear};
};

class Field {
 public:
  State state;
  std::vector<Event> events;  ///< of the last command

  /// Army commanders and a hoplite base of each side stand in the corners, so that nobody has lost yet.
  explicit Field(int k = 1) {
    state.k = k;
    state.width = 2000_mm;
    state.depth = 2000_mm;
    state.turn.bound = 1;
    state.turn.phase = Phase::Orders;
    commander("AC", Side::A, 10, 40, 40, true);
    commander("BC", Side::B, 10, 1960, 1960, true);
    put("AZ", Side::A, Weight::H, {.x = 1900, .y = 100});
    put("BZ", Side::B, Weight::H, {.x = 100, .y = 1900, .heading = 270});
  }

  void put(const std::string& id, Side side, Weight weight, Stood at) {
    Formation formation;
    formation.side = side;
    formation.arm = at.arm;
    formation.weight = weight;
    formation.origin = {id};
    for (int i = 1; i <= at.bases; ++i) {
      Base base;
      base.side = side;
      base.card = {.arm = at.arm, .weight = weight, .ranks = at.ranks, .k = state.k, .weapons = at.weapons, .experience = at.experience};
      base.unit = {id};
      base.on_table = true;
      state.bases[{id + "." + std::to_string(i)}] = base;
      formation.bases.push_back({id + "." + std::to_string(i)});
    }
    state.formations[{id}] = formation;
    stand(id, at.x, at.y, at.heading, at.files);
  }
  void stand(const std::string& id, double x, double y, double heading, int files) {
    for (const engine::PlacedBase& placed : in_rows(state, state.formations.at({id}).bases, {x, y}, Angle::from_deg(heading), files))
      state.bases.at(placed.base).at = placed.at;
  }
  void commander(const std::string& id, Side side, int cv, double x, double y, bool army = false) {
    leader(id, side, army ? LeaderKind::Army : LeaderKind::Subordinate, cv, x, y);
  }
  void leader(const std::string& id, Side side, LeaderKind kind, int value, double x, double y, const std::string& with = {}) {
    Leader one;
    one.side = side;
    one.kind = kind;
    one.value = value;
    one.base = {id + ".1"};
    one.with = {with};
    state.leaders[{id}] = one;
    Base base;
    base.side = side;
    base.card.arm = kind == LeaderKind::Hero ? Arm::Hero : Arm::Commander;
    base.card.k = state.k;
    base.card.army_commander = kind == LeaderKind::Army;
    base.unit = {id};
    base.on_table = true;
    base.at.pose = {Length::from_mm(x), Length::from_mm(y), 90_deg};
    state.bases[{id + ".1"}] = base;
  }
  void contact(const std::string& a, Flank on_a, const std::string& b, Flank on_b) {
    state.formations.at({a}).contacts.push_back({{b}, on_a});
    state.formations.at({b}).contacts.push_back({{a}, on_b});
  }
  void terrain(const std::string& id, Ground ground, double left, double low, double right, double high, double height = 0) {
    const auto at = [](double x, double y) { return Point{Length::from_mm(x), Length::from_mm(y)}; };
    state.terrain.push_back({id, ground, {at(left, low), at(right, low), at(right, high), at(left, high)}, Length::from_mm(height), false});
  }
  void permit(const std::string& unit, Source source = Source::Order, const std::string& by = "AC") {
    state.turn.permit = Permit{{unit}, source, {by}};
  }

  engine::Verdict judge(Command command, Viewer by = Viewer::Both) const { return Rules::judge(state, by, command); }
  /// The rule of the first reason.
  std::string rule(Command command) const {
    const engine::Verdict verdict = judge(std::move(command));
    return verdict.reasons.empty() ? "" : verdict.reasons.front().rule;
  }
  void give(Command command) {
    const engine::Verdict verdict = judge(command);
    INFO((verdict.reasons.empty() ? std::string() : verdict.reasons.front().text));
    REQUIRE(verdict.allowed());
    events = Rules::decide(state, Viewer::Both, command);
    for (const Event& event : events) state = Rules::evolve(std::move(state), event);
  }
  void order(Command command, const std::string& unit) {
    permit(unit);
    give(std::move(command));
  }
  std::string question() const {
    const auto waits = state.agenda.open_waits();
    return waits.empty() ? "" : waits.front().question;
  }
  /// The rule of the open question; empty when nothing is asked.
  std::string asked() const {
    const auto waits = state.agenda.open_waits();
    return waits.empty() ? "" : waits.front().rule;
  }
  int dice_asked() const {
    const auto waits = state.agenda.open_waits();
    return waits.empty() || !waits.front().chance ? 0 : waits.front().chance->count;
  }
  int faces_asked() const {
    const auto waits = state.agenda.open_waits();
    return waits.empty() || !waits.front().chance ? 0 : waits.front().chance->highest;
  }
  std::vector<std::string> options() const {
    std::vector<std::string> keys;
    const auto waits = state.agenda.open_waits();
    if (!waits.empty())
      for (const engine::Option& option : waits.front().options) keys.push_back(option.key);
    return keys;
  }
  void dice(std::vector<int> values) { give(engine::AnswerWait{{}, {.values = std::move(values), .choices = {}, .poses = {}}}); }
  void choose(const std::string& key) { give(engine::AnswerWait{{}, {.values = {}, .choices = {key}, .poses = {}}}); }
  /// Answers the close combat dice: the first throw of each side gets so many hits, the rest are ones.
  void fight(int hits_first, int hits_second) {
    for (const int hits : {hits_first, hits_second}) {
      INFO(question());
      std::vector<int> values(static_cast<std::size_t>(dice_asked()), 1);
      REQUIRE(hits <= static_cast<int>(values.size()));
      for (int i = 0; i < hits; ++i) values[static_cast<std::size_t>(i)] = faces_asked();
      dice(std::move(values));
    }
  }

  const Formation& formation(const std::string& id) const { return state.formations.at({id}); }
  bool gone(const std::string& id) const {
    const auto at = state.formations.find({id});
    return at == state.formations.end() || at->second.bases.empty();
  }
  Vec2 at(const std::string& base) const {
    const Pose pose = state.bases.at({base}).at.pose;
    return {pose.x.mm(), pose.y.mm()};
  }
  double heading(const std::string& base) const { return state.bases.at({base}).at.pose.heading.deg(); }
  bool on_table(const std::string& base) const { return state.bases.at({base}).on_table; }
  bool touch(const std::string& a, const std::string& b) const {
    for (const Contact& contact : formation(a).contacts)
      if (contact.foe == UnitId{b}) return true;
    return false;
  }
  std::vector<engine::Thrown> throws() const {
    std::vector<engine::Thrown> out;
    for (const Event& event : events)
      if (const auto* thrown = std::get_if<engine::Thrown>(&event)) out.push_back(*thrown);
    return out;
  }
  std::vector<engine::Lost> losses() const {
    std::vector<engine::Lost> out;
    for (const Event& event : events)
      if (const auto* lost = std::get_if<engine::Lost>(&event)) out.push_back(*lost);
    return out;
  }
  /// Any event of this kind told with that rule.
  template <class One>
  bool told(const std::string& rule) const {
    return std::any_of(events.begin(), events.end(), [&](const Event& event) {
      const auto* one = std::get_if<One>(&event);
      return one != nullptr && one->rule == rule;
    });
  }
};

/// A1 fights B1; A1 throws first.
struct Fight : Field {
  explicit Fight(int k = 1) : Field(k) {}
  void begin(const std::string& unit = "A1") { order(FightOn{{unit}}, unit); }
};

/// A1, two wide and two deep, fights a column of three: four ranks and two supports against two and two.
inline Fight pushed_column(Weight blue = Weight::LH) {  // PA-EX-18, PA-EX-29
  Fight field;
  field.put("A1", Side::A, blue, {.x = 600, .y = 400, .bases = 4, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 1, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  return field;
}

/// A1 and B1 front to front along y = 400, in contact.
inline Field two_fronts(int ours = 2, int theirs = 2, Weight weight = Weight::LH) {
  Field field;
  field.put("A1", Side::A, weight, {.x = 600, .y = 400, .bases = ours, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = theirs, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  return field;
}

/// A1, two wide with its front at y = 400, and B1 so far before it; `them` says what B1 is otherwise.
inline Field line_up(Weight ours, Weight theirs, double apart, Stood them = {}) {
  Field field;
  field.put("A1", Side::A, ours, {.x = 600, .y = 400, .bases = 2, .files = 2});
  them.x = 600;
  them.y = 400 + apart;
  if (them.bases == 1) them.bases = them.files = 2;
  if (them.heading == 90) them.heading = 270;
  field.put("B1", Side::B, theirs, them);
  return field;
}

/// The gap between two bases as they stand.
inline double gap(const Field& field, const std::string& a, const std::string& b) {
  const auto shape = [&](const std::string& id) {
    const Base& base = field.state.bases.at({id});
    return geometry::placed(footprint_of(base.card), base.at.pose);
  };
  return geometry::gap_between(shape(a), shape(b)).signed_gap.value.mm();
}

}  // namespace polemarch::paean::test
