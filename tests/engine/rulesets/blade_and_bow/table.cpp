#include "tests/engine/rulesets/blade_and_bow/table.hpp"

#include "engine/rulesets/blade_and_bow/text/json_commands.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::blade_and_bow {

std::string move(const char* unit, const char* path) {
  return std::string(R"({"do":"move","unit":")") + unit + R"(","path":[)" + path + "]}";
}

Side side_of(const std::string& id) { return id.front() == 'A' ? Side::A : Side::B; }

UnitType test_type(const std::string& name) {
  const auto make = [&](UnitClass unit_class, int movement, int fire, int range, int missile, std::array<int, 3> morale, Size size,
                        Density density) {
    UnitType type{.name = name, .unit_class = unit_class, .good = {}, .disrupted = {}};
    type.good = {movement, fire, range, missile, morale[0], morale[1], morale[2], size, density};
    type.disrupted = {movement + 2, fire, range, missile > 0 ? missile - 1 : 0, 0, 0, 0, size, density};
    return type;
  };
  if (name == "psiloi") return make(UnitClass::Infantry, 8, 1, 4, 2, {0, 0, 0}, Size::Light, Density::Open);
  if (name == "peltast") return make(UnitClass::Infantry, 8, 1, 4, 2, {0, 1, 1}, Size::Light, Density::Open);
  if (name == "archers") return make(UnitClass::Infantry, 6, 2, 8, 1, {0, 0, 0}, Size::Light, Density::Open);
  if (name == "spears") return make(UnitClass::Infantry, 6, 0, 0, 1, {1, 1, 1}, Size::Medium, Density::Open);
  if (name == "hoplite") return make(UnitClass::Infantry, 6, 0, 0, 2, {1, 3, 2}, Size::Heavy, Density::Dense);
  if (name == "medium_hoplite") return make(UnitClass::Infantry, 6, 0, 0, 2, {1, 3, 2}, Size::Medium, Density::Dense);
  if (name == "maniple") return make(UnitClass::Infantry, 6, 0, 0, 2, {1, 2, 1}, Size::Heavy, Density::Flexible);
  if (name == "axemen") return make(UnitClass::Infantry, 6, 0, 0, 1, {0, 0, 0}, Size::Heavy, Density::Open);
  if (name == "light_cavalry") return make(UnitClass::Cavalry, 12, 1, 4, 2, {0, 0, 0}, Size::Light, Density::Open);
  if (name == "heavy_cavalry") return make(UnitClass::Cavalry, 15, 0, 0, 2, {1, 1, 1}, Size::Heavy, Density::Open);
  if (name == "immortals") {
    UnitType type = make(UnitClass::Special, 6, 2, 6, 2, {1, 2, 1}, Size::Medium, Density::Open);
    type.immortals = true;
    return type;
  }
  FAIL("no test type " << name);
  return {};
}

TestTable::TestTable() {
  state.map.columns = state.map.rows = 12;
  state.map.row_one_at_top = false;
  state.map.kinds["woods"] = {.stop = true, .missile_dice = 1, .blocks_sight = true};
  state.map.kinds["town"] = {.missile_dice = 2, .blocks_sight = true};
  state.map.kinds["hill"] = {.blocks_sight = true, .hill = true};
  state.map.kinds["marsh"] = {.extra_cavalry = 1, .stop = true, .disrupts = true, .enemy_melee_dice = 1};
  state.map.kinds["cliff"] = {.impassable = true};
  state.armies[0].hand_size = state.armies[1].hand_size = 4;
  state.armies[0].rout_level = state.armies[1].rout_level = 7;
  turn_of(Side::A);
}

Unit& TestTable::add(const std::string& id, const std::string& type, Square square, Facing facing, int ranks) {
  Unit unit{.id = {id}, .side = side_of(id), .name = type, .type = test_type(type), .square = square, .facing = facing, .ranks = {}};
  unit.ranks = {.id = id + ".ranks", .owner = viewer_of(unit.side), .range = "+0 to +6", .revealed = false, .value = ranks};
  return state.units[{id}] = unit;
}

Unit& TestTable::disrupted(const std::string& id, const std::string& type, Square square, Facing facing, int ranks) {
  Unit& unit = add(id, type, square, facing, ranks);
  unit.disrupted = true;
  return unit;
}

Leader& TestTable::leader(const std::string& id, Square square, int value, int range, int rank, Colour colour) {
  return state.leaders[{id}] = {
             .id = {id}, .side = side_of(id), .name = id, .rank = rank, .range = range, .value = value, .colour = colour, .square = square};
}

Camp& TestTable::camp(const std::string& id, Square square) {
  return state.camps[{id}] = {.id = {id}, .side = side_of(id), .square = square, .choices = {}};
}

void TestTable::turn_of(Side side, int actions) {
  state.turn.phase = Phase::Impulses;
  state.turn.active = side;
  state.turn.actions = actions;
  state.turn.initiative = Side::A;
  state.army(side).impulses = 2;
  state.army(other(side)).impulses = 2;
}

namespace {
Command command_from(const std::string& json) { return engine::variant_from_json<Command>(nlohmann::json::parse(json), "do"); }
Viewer speaker(const std::string& json, const State& state) {
  const auto j = nlohmann::json::parse(json);
  return j.contains("by") ? *viewer_named(j.at("by").get<std::string>()) : viewer_of(state.turn.active.value_or(Side::A));
}
}  // namespace

engine::Verdict TestTable::judge(const std::string& json) const {
  const State before = state;
  engine::Verdict verdict_now = Rules::judge(state, speaker(json, state), command_from(json));
  REQUIRE(before == state);
  return verdict_now;
}

bool TestTable::carry_out(Viewer by, const Command& command, bool whatever) {
  verdict = Rules::judge(state, by, command);
  events.clear();
  if (!verdict.allowed() && !whatever) return false;
  events = Rules::decide(state, by, command);
  for (const Event& event : events) {
    // What is written down is what happened: each event goes through its text.
    state = Rules::evolve(std::move(state), engine::variant_from_json<Event>(engine::variant_to_json(event, "event"), "event"));
  }
  const auto broken = Rules::broken_invariant(state);
  INFO(broken.value_or(""));
  REQUIRE_FALSE(broken.has_value());
  return true;
}

bool TestTable::say(const std::string& json) { return carry_out(speaker(json, state), command_from(json), false); }
void TestTable::overrule(const std::string& json) { carry_out(speaker(json, state), command_from(json), true); }

bool TestTable::dice(const std::vector<int>& values) {
  const engine::Wait asked = wait();
  return carry_out(asked.who, engine::AnswerWait{asked.id, {values, {}, {}}}, false);
}

bool TestTable::choose(const std::string& key) {
  const engine::Wait asked = wait();
  return carry_out(asked.who, engine::AnswerWait{asked.id, {{}, {key}, {}}}, false);
}

std::string TestTable::waiting() const {
  if (state.agenda.open_waits().empty()) return "";
  return std::visit([](const auto& step) { return std::string(step.kName); }, state.agenda.lanes.back().stack.back().step);
}

engine::Wait TestTable::wait() const {
  const auto open = state.agenda.open_waits();
  REQUIRE(open.size() == 1);
  return open.front();
}

int TestTable::dice_asked() const { return wait().chance ? wait().chance->count : 0; }

bool TestTable::happened(const std::string& event) const {
  for (const Event& e : events)
    if (std::visit([](const auto& x) { return std::string(x.kName); }, e) == event) return true;
  return false;
}

}  // namespace polemarch::blade_and_bow
