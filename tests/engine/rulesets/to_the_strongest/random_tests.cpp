// Seeded battles of random legal choices to their end: what must always hold is checked after every command.
#include <cstdlib>
#include <random>

#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace random_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::Game;

namespace {

const std::string kArmies =
    "A1 legionaries d2 N veteran hero; A2 legionaries e2 N; A3 legionaries f2 N; A4 light_infantry_other d1 N; A5 auxiliaries g2 N "
    "command=2; A6 indian_elephants h2 N command=2; "
    "A7 light_cavalry c2 N command=2; A8 cavalry b2 N command=2 weapons=lance; AG general with=A1 heroic; AH general g1 detached mounted "
    "senior command=2; AC camp e1; "
    "B1 warriors d7 S hero; B2 warriors e7 S; B3 light_infantry_javelin e7 S; B4 bowmen f7 S; B5 pikemen g7 S command=2; B6 "
    "scythed_chariots h7 S command=2; B7 light_chariots i7 S command=2; "
    "B8 cataphracts j7 S command=2; BG general with=B1 heroic; BH general g7 detached command=2; BC camp e8; wood c4; low_hill f5; "
    "broken h4; marsh b5; stream e4/e5,f4/f5; field d4";
/// Cards in the hand of each side, another pair each battle.
const std::array<const char*, 6> kHeld{"QC", "JS", "QH", "QD", "JD", "QS"};

class RandomPlayer {
 public:
  RandomPlayer(const State& state, std::mt19937& dice) : state_(state), dice_(dice) {}

  /// A legal command: an answer, a stratagem, or an order; charges and shots are weighed before the rest, or battles would never end.
  Command choose() {
    if (auto card = stratagem()) return *card;
    if (auto answer = an_answer()) return *answer;
    std::vector<UnitId> mine;
    for (const auto& [id, unit] : state_.units)
      if (unit.side == state_.active && unit.where != Where::Lost) mine.push_back(id);
    if (mine.empty() || one_in(60)) return EndTurn{};
    for (int attempt = 0; attempt < 6; ++attempt) {
      const Unit& unit = state_.units.at(mine[dice_() % mine.size()]);
      if (one_in(16))
        if (auto any = of_the_menu(unit.id)) return *any;
      if (auto order = an_order(unit)) return *order;
    }
    return EndTurn{};
  }

 private:
  bool one_in(unsigned n) { return dice_() % n == 0; }
  bool may(const Command& command) const { return Rules::judge(state_, Viewer::Umpire, command).allowed(); }
  std::optional<Command> one_of(std::vector<Command> legal) {
    if (legal.empty()) return std::nullopt;
    return std::move(legal[dice_() % legal.size()]);
  }

  std::optional<Command> stratagem() {
    if (!one_in(3)) return std::nullopt;
    for (const Side side : {Side::A, Side::B})
      for (const engine::Window& window : Rules::windows(state_, viewer_of(side)))
        if (window.id == "play_stratagem") {
          const Command card = PlayStratagem{.card = state_.side(side).stratagems.front().value.value_or("")};
          if (may(card)) return card;
        }
    return std::nullopt;
  }
  std::optional<Command> an_answer() {
    std::vector<Command> legal;
    for (const engine::Wait& wait : state_.agenda.open_waits())
      for (const engine::Offer<Command>& offer : Rules::offers(state_, Viewer::Umpire, wait.id))
        if (offer.verdict.allowed()) legal.push_back(offer.command);
    return one_of(std::move(legal));
  }
  std::optional<Command> of_the_menu(const UnitId& id) {
    std::vector<Command> legal;
    for (engine::Offer<Command>& offer : Rules::offers(state_, Viewer::Umpire, id))
      if (offer.verdict.allowed()) legal.push_back(std::move(offer.command));
    return one_of(std::move(legal));
  }
  std::optional<Command> an_order(const Unit& unit) {
    std::vector<Command> legal;
    const auto consider = [&](Order order) {
      Command command = command_of(std::move(order));
      if (may(command)) legal.push_back(std::move(command));
    };
    const Unit* nearest = nullptr;
    for (const auto& [id, enemy] : state_.units) {
      if (enemy.side == unit.side || !on_table(enemy)) continue;
      if (nearest == nullptr || reach(enemy.box, unit.box) < reach(nearest->box, unit.box)) nearest = &enemy;
      if (reach(enemy.box, unit.box) <= 2) consider({.kind = OrderKind::Charge, .units = {unit.id}, .target = id});
    }
    if (!legal.empty() && !one_in(8)) return one_of(std::move(legal));
    for (const auto& [id, enemy] : state_.units)
      if (enemy.side != unit.side && on_table(enemy) && reach(enemy.box, unit.box) <= 3 && unit.ammo > 0)
        consider({.kind = OrderKind::Shoot, .units = {unit.id}, .target = id});
    if (unit.disorder > 0) consider({.kind = OrderKind::Rally, .units = {unit.id}});
    if (!legal.empty() && !one_in(4)) return one_of(std::move(legal));
    if (nearest == nullptr) return one_of(std::move(legal));
    // Towards the enemy, or turn to him; now and then anywhere.
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy) {
        const Box to = unit.box + Step2{dx, dy};
        if (reach(to, nearest->box) < reach(unit.box, nearest->box) || one_in(12))
          consider({.kind = OrderKind::Move, .units = {unit.id}, .to = to});
      }
    for (const Facing facing : kFacings)
      if (const Step2 local = in_frame(facing, nearest->box - unit.box); facing != unit.facing && local.dy > std::abs(local.dx))
        consider({.kind = OrderKind::Turn, .units = {unit.id}, .facing = facing});
    return one_of(std::move(legal));
  }

  const State& state_;
  std::mt19937& dice_;
};

/// What a side holds is what it began with, less what is gone. TTS-VIC-02.
bool medals_add_up(const State& state) {
  for (const Side side : {Side::A, Side::B}) {
    const SideState& mine = state.side(side);
    if (mine.medals != std::max(0, mine.starting_medals + mine.extra_medals - medals_gone(state, side))) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("random battles come to an end, hold what must hold and refold to the same state", "[tts][random][TTS-VIC-02][TTS-SEQ-06]") {
  const bool full = std::getenv("POLEMARCH_LONG") != nullptr;
  const int battles = full ? 1000 : 20;
  int finished = 0, total_commands = 0;
  for (int seed = 1; seed <= battles; ++seed) {
    std::mt19937 dice(static_cast<unsigned>(seed));
    const std::string held = R"("sides":{"A":{"stratagem":")" + std::string(kHeld[static_cast<std::size_t>(seed) % 6]) +
                             R"("},"B":{"stratagem":")" + std::string(kHeld[static_cast<std::size_t>(seed / 6) % 6]) + "\"}}";
    Game start(kArmies, 12, 8, held);
    State state = start.state(), refolded = start.state();
    int commands = 0;
    while (state.phase == Phase::Battle && commands < 3000) {
      const Command chosen = RandomPlayer(state, dice).choose();
      const bool sample = commands % 50 == 0;
      const State before = sample ? state : State{};
      const bool allowed = Rules::judge(state, Viewer::Umpire, chosen).allowed();
      if (sample) CHECK(before == state);
      if (!allowed) FAIL("seed " << seed << ", command " << commands << ": chosen, then refused");
      for (const Event& event : Rules::decide(state, Viewer::Umpire, chosen)) {
        if (sample) CHECK(Game::event_from(Game::event_json(event)) == event);
        state = Rules::evolve(std::move(state), event);
        refolded = Rules::evolve(std::move(refolded), event);
      }
      if (const auto broken = Rules::broken_invariant(state)) FAIL("seed " << seed << ", command " << commands << ": " << *broken);
      if (!medals_add_up(state)) FAIL("seed " << seed << ", command " << commands << ": the medals do not add up");
      ++commands;
    }
    CHECK(state == refolded);
    CHECK(Game::read(Game::text_of(state)) == refolded);
    finished += state.phase == Phase::Over ? 1 : 0;
    total_commands += commands;
  }
  INFO(finished << " of " << battles << " came to an end, " << total_commands << " commands");
  if (full) WARN(finished << " of " << battles << " came to an end, " << total_commands << " commands");
  CHECK(finished * 2 > battles);
}

}  // namespace random_tests
