// Random small positions: what the room allows is what a second reading of the book allows.
#include <algorithm>
#include <cstdlib>
#include <map>

#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/engine/rulesets/to_the_strongest/oracle.hpp"
#include "tests/support/catch.hpp"

namespace oracle_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::Game;
namespace oracle = test::oracle;

namespace {

int positions() { return std::getenv("POLEMARCH_LONG") != nullptr ? 20000 : 300; }
unsigned first_seed() {
  const char* told = std::getenv("POLEMARCH_SEED");
  return told != nullptr ? static_cast<unsigned>(std::atoi(told)) : 1U;
}

Game lay_out(const oracle::Position& position, char active) {
  const std::string more = std::string(R"("sides":{"A":{"medals":20},"B":{"medals":20}},"active":")") + active + "\"";
  return Game(position.words(), position.columns, position.rows, more);
}
Box box_of(oracle::Spot spot) { return {spot.col, spot.row}; }

/// What an order says: to, facing, by which box.
struct Said {
  Box to, via;
  Facing facing = Facing::N;
  bool exchange = false;
  auto operator<=>(const Said&) const = default;
};

void compare_moves(const oracle::Position& position, const oracle::Piece& piece, const Game& game) {
  std::map<Said, std::vector<oracle::Way>> orders;
  for (const oracle::Way& way : oracle::ways(position, piece)) {
    Said said;
    said.to = way.path.empty() ? box_of(piece.at) : box_of(way.path.back());
    if (way.path.size() > 1) said.via = box_of(way.path.front());
    said.facing = static_cast<Facing>(way.facing);
    said.exchange = way.how == 'x';
    orders[said].push_back(way);
  }
  for (const auto& [said, all] : orders) {
    const bool any_plain = std::any_of(all.begin(), all.end(), [](const oracle::Way& way) { return !way.march; });
    bool expected = false;
    for (const oracle::Way& way : all)  // a box that a plain move may go to is not marched to, unless a box on the way is named
      if (!way.march || !any_plain || said.via.somewhere()) expected = expected || oracle::may_go(position, piece, way);
    for (const auto& [longer, ways] : orders)  // where none may, a march of two boxes that ends as it should will do
      for (const oracle::Way& way : ways)
        if (!expected && !said.exchange && !said.via.somewhere() && longer.to == said.to && longer.facing == said.facing && way.march)
          expected = oracle::may_go(position, piece, way);
    const Order order{.kind = said.exchange ? OrderKind::Exchange : OrderKind::Move,
                      .units = {{piece.id}},
                      .to = said.to,
                      .via = said.via,
                      .facing = said.facing};
    const engine::Verdict verdict = Rules::judge(game.state(), Viewer::Umpire, command_of(order));
    if (verdict.allowed() == expected) continue;
    FAIL_CHECK(position.words() << " | " << piece.id << (said.exchange ? " exchanges, " : " ") << "to " << name_of(said.to) << " via "
                                << (said.via.somewhere() ? name_of(said.via) : "-") << " facing " << name_of(said.facing)
                                << (all.front().march ? " marching" : "") << ": the book says " << (expected ? "yes" : "no")
                                << ", the room "
                                << (verdict.allowed() ? "yes" : verdict.reasons.front().rule + " " + verdict.reasons.front().text));
  }
}

void compare_charges(const oracle::Position& position, const oracle::Piece& piece, const Game& game) {
  for (const oracle::Piece& target : position.pieces) {
    if (target.side == piece.side) continue;
    for (const oracle::Spot first : oracle::strikes_from(piece, target.at)) {
      const bool two = !(first == piece.at);
      Order order{.kind = OrderKind::Charge, .units = {{piece.id}}, .target = {target.id}};
      if (two) order.via = box_of(first);
      // Without a box named on the way any way will do.
      bool expected = false;
      oracle::Spot by = first;
      for (const oracle::Spot way : two ? std::vector<oracle::Spot>{first} : oracle::strikes_from(piece, target.at)) {
        const auto met = oracle::may_strike(position, piece, way, target.at);
        if (std::any_of(met.begin(), met.end(), [&](const oracle::Piece* it) { return it->id == target.id; })) {
          expected = true;
          by = way;
        }
      }
      const engine::Verdict verdict = Rules::judge(game.state(), Viewer::Umpire, command_of(order));
      const std::string what = position.words() + " | " + piece.id + " charges " + target.id + (two ? " via " + first.name() : "");
      if (verdict.allowed() != expected) {
        FAIL_CHECK(what << ": the book says " << (expected ? "yes" : "no") << ", the room "
                        << (verdict.allowed() ? "yes" : verdict.reasons.front().rule + " " + verdict.reasons.front().text));
        continue;
      }
      if (!expected || (oracle::strikes_from(piece, target.at).size() > 1 && !two)) continue;
      Game played = game;
      played.apply(command_of(order), Viewer::Umpire).cards({10});
      const oracle::Right right = oracle::may_evade(target, piece);
      std::vector<std::string> wanted =
          right == oracle::Right::None ? std::vector<std::string>{} : oracle::evades(position, target, piece, by);
      std::vector<std::string> offered;
      if (played.asks() == "TTS-EVD-T1") {
        const auto& step = std::get<ChargeStep>(played.state().agenda.lanes.back().stack.back().step);
        offered = {step.evade_off ? "off" : step.evade_behind ? "behind" : name_of(step.evade_to)};
      } else if (played.asks() == "TTS-EVD-02" || played.asks() == "TTS-EVD-03") {
        offered = played.options();
        std::erase(offered, "stand");
      }
      std::sort(wanted.begin(), wanted.end());
      std::sort(offered.begin(), offered.end());
      if (wanted != offered) {
        std::string said, meant;
        for (const std::string& key : offered) said += " " + key;
        for (const std::string& key : wanted) meant += " " + key;
        FAIL_CHECK(what << ": the book lets it evade to" << meant << ", the room to" << said);
      }
      if (right == oracle::Right::Must && wanted.empty()) {
        INFO(what);
        CHECK(played.unit(target.id).where == Where::Lost);
      }
    }
  }
}

}  // namespace

TEST_CASE("moves and marches of random positions are as a second reading has them", "[tts][random][TTS-MOV-14][TTS-MAR-03][TTS-ZOC-06]") {
  for (unsigned seed = first_seed(); seed < first_seed() + static_cast<unsigned>(positions()); ++seed) {
    std::mt19937 dice(seed);
    const oracle::Position position = oracle::random_position(dice);
    INFO("seed " << seed);
    for (const char side : {'A', 'B'}) {
      const Game game = lay_out(position, side);
      for (const oracle::Piece& piece : position.pieces)
        if (piece.side == side) compare_moves(position, piece, game);
    }
  }
}

TEST_CASE("charges and evades of random positions are as a second reading has them", "[tts][random][TTS-CHG-07][TTS-EVD-08][TTS-EVD-12]") {
  for (unsigned seed = first_seed(); seed < first_seed() + static_cast<unsigned>(positions()); ++seed) {
    std::mt19937 dice(seed);
    const oracle::Position position = oracle::random_position(dice);
    INFO("seed " << seed);
    for (const char side : {'A', 'B'}) {
      const Game game = lay_out(position, side);
      for (const oracle::Piece& piece : position.pieces)
        if (piece.side == side) compare_charges(position, piece, game);
    }
  }
}

}  // namespace oracle_tests
