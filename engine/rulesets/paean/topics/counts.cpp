#include "engine/rulesets/paean/topics/counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

namespace polemarch::paean {
namespace {

constexpr int kMostInABound = 100;       // orders, tests, phases, actions of one formation or hero
constexpr int kMostInABattle = 100000;   // bounds, orders of a whole battle
constexpr int kMostAtOnce = 10000;       // dice or hits of one throw
constexpr Length kFurthest = 100000_mm;  // off the table, as table.json has it

/// Keeps the first that is wrong.
class Counting {
 public:
  void see(const std::string& whose, const char* what, int count, int most) {
    if (!wrong_ && (count < 0 || count > most))
      wrong_ = whose + " cannot have " + std::to_string(count) + " " + what + "; there are 0 to " + std::to_string(most);
  }
  void see(const std::string& whose, const Rolling& rolling) {
    see(whose, "dice left to throw", rolling.left, kMostAtOnce);
    for (const int hits : rolling.hits) see(whose, "hits", hits, kMostAtOnce);
    for (const Volley& volley : rolling.volleys) {
      for (const engine::ThrowRow& row : volley.dice) see(whose, "dice of one source", row.value < 0 ? -row.value : row.value, kMostAtOnce);
      if (!wrong_) see(whose, "dice", volley.count(), kMostAtOnce);
      see(whose, "faces on a die", volley.faces, 20);
    }
    see(whose, "volleys thrown", rolling.volley, static_cast<int>(rolling.volleys.size()));
    see(whose, "throws of a die", rolling.hurdle, kMostAtOnce);
    const auto in_hand = static_cast<std::size_t>(std::max(0, rolling.volley));
    if (in_hand < rolling.volleys.size())
      see(whose, "throws of a die", rolling.hurdle, std::max(1, static_cast<int>(rolling.volleys[in_hand].hurdles.size())));
  }
  std::optional<std::string> wrong() const { return wrong_; }

 private:
  std::optional<std::string> wrong_;
};

void count_formation(Counting& counting, const std::string& id, const Status& status) {
  counting.see(id, "orders", status.orders, kMostInABound);
  counting.see(id, "reactions", status.reactions, kMostInABound);
  counting.see(id, "phases fought", status.phases, kMostInABattle);
  counting.see(id, "as the bound it was pushed back in", status.rallying.value_or(0), kMostInABattle);
}

void count_leader(Counting& counting, const std::string& id, const Leader& leader) {
  counting.see(id, "reactions", leader.reactions, kMostInABound);
  counting.see(id, "heroic moves", leader.moves, kMostInABound);
  counting.see(id, "shots of the bow", leader.bows, kMostInABound);
  counting.see(id, "actions of LH or H", leader.heavy_orders, kMostInABound);
  counting.see(id, "actions of LM or M", leader.medium_orders, kMostInABound);
  counting.see(id, "as the bound he leads from", leader.leads_from, kMostInABattle);
}

void count_turn(Counting& counting, const Turn& turn) {
  counting.see("the battle", "bounds", turn.bound, kMostInABattle);
  counting.see("the battle", "orders", turn.orders_given, kMostInABattle);
  if (turn.run) counting.see(turn.run->unit.text, "tests", turn.run->tests, kMostInABound);
}

void count_step(Counting& counting, const Step& step) {
  std::visit(
      [&](const auto& s) {
        const std::string name = "the " + std::string(s.kName) + " in hand";
        if constexpr (requires { s.rolling; }) counting.see(name, s.rolling);
        if constexpr (requires { s.hits; }) counting.see(name, "hits", s.hits, kMostAtOnce);
        if constexpr (requires { s.carried; }) counting.see(name, "hits carried", s.carried, kMostAtOnce);
        if constexpr (requires { s.pushes; }) counting.see(name, "push backs", s.pushes, kMostAtOnce);
        if constexpr (requires { s.points; })
          for (const int points : s.points) counting.see(name, "points of contact", points, kMostAtOnce);
        if constexpr (requires { s.charge; })
          counting.see(name, "mm of its move left", static_cast<int>(std::clamp(std::abs(s.charge.left.mm()), 0.0, 1e9)), kMostAtOnce);
      },
      step);
}

}  // namespace

std::optional<std::string> broken_count(const State& state) {
  Counting counting;
  for (const auto& [id, formation] : state.formations) count_formation(counting, id.text, formation.status);
  for (const auto& [id, leader] : state.leaders) count_leader(counting, id.text, leader);
  for (const PartHits& parts : state.fights.parts) {
    counting.see(parts.by.text, "part hits", parts.hits, kMostAtOnce);
    counting.see(parts.by.text, "orders before its part hits", parts.order, kMostInABattle);
  }
  for (const KeptHits& kept : state.fights.kept) counting.see(kept.by.text, "hits kept", kept.hits, kMostAtOnce);
  count_turn(counting, state.turn);
  counting.see("the battle", "as its limit of bounds", state.options.bound_limit, kMostInABattle);
  for (const auto& lane : state.agenda.lanes)
    for (const auto& open : lane.stack) count_step(counting, open.step);
  if (counting.wrong()) return counting.wrong();
  for (const auto& [id, base] : state.bases) {
    const Pose& pose = base.at.pose;
    for (const Length at : {pose.x, pose.y})
      if (at < -kFurthest || at > kFurthest)
        return id.text + " would stand " + std::to_string(at.um / 1000) + " mm from the table's corner";
  }
  if (state.tolerance < Length{} || state.tolerance > 100_mm) return "the tolerance of the table is 0 to 100 mm";
  return std::nullopt;
}

}  // namespace polemarch::paean
