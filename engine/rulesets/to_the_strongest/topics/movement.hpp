#pragma once
/// The moves of Figure VI: all routes a unit may try, which are legal and why not. Rules TTS-MOV, TTS-MAR, TTS-ZOC, TTS-OFF. Pure.

#include <array>
#include <initializer_list>
#include <stdexcept>
#include <vector>

#include "engine/rulesets/to_the_strongest/topics/activation.hpp"

namespace polemarch::to_the_strongest {

/// The boxes of a route: three at most (two of horse and one marched), kept in place because menus make many.
class BoxPath {
 public:
  static constexpr std::size_t kMost = 3;
  BoxPath() = default;
  BoxPath(std::initializer_list<Box> boxes) {
    for (const Box box : boxes) push_back(box);
  }
  void push_back(Box box) {
    if (count_ >= kMost) throw std::length_error("a path of more boxes than a charge has");
    boxes_[count_++] = box;
  }
  const Box* begin() const { return boxes_.data(); }
  const Box* end() const { return boxes_.data() + count_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Box front() const { return boxes_[0]; }
  Box back() const { return boxes_[count_ - 1]; }
  Box operator[](std::size_t i) const { return boxes_[i]; }
  std::vector<Box> list() const { return {begin(), end()}; }

 private:
  std::array<Box, kMost> boxes_{};
  std::size_t count_ = 0;
};

/// One way of moving, not yet judged. `path` is empty for a turn or exchange; its last box is off the table when `leaves`.
struct Route {
  Manoeuvre manoeuvre = Manoeuvre::Straight;
  BoxPath path;
  Facing facing = Facing::N;
  bool march = false;
  bool leaves = false;
};

/// Every route of Figure VI for the unit, legal or not; marches included (TTS-MAR-01).
std::vector<Route> routes(const Board& board, const Unit& unit);

/// May `unit` (moving with `also` of its box, or null) go this way? Reasons name the first rule broken.
engine::Verdict judge_route(const Board& board, const Unit& unit, const Unit* also, const Route& route);

/// What makes a march illegal; empty when it may march. The start is judged as it stands, each box it enters with the unit (and `also`)
/// there, facing as it goes. TTS-MAR-02..05.
std::optional<engine::Reason> march_forbidden(const Board& board, const Unit& unit, const Unit* also, const Route& route);

/// Place in the last box after the move. `wish` is "front", "behind" or empty.
int place_at_end(const Board& board, const Unit& unit, const Unit* also, const Route& route, const std::string& wish);

/// Place of one of two units that act together once both face `end`: about face they stand as they stood, and after a quarter turn who led
/// leads. TTS-BOX-05, TTS-ACT-T1.
constexpr int along_together(const Unit& unit, Facing end) {
  return same_axis(unit.facing, end) ? unit.along : unit.along * sign_of(unit.facing) * sign_of(end);
}

/// A plan for `units` from a route; the card needed is left at 2 without `with_need`.
Plan plan_of(const Board& board, const std::vector<const Unit*>& units, const Order& order, const Route& route, bool with_need = true);

/// Which of the owner's ten edge zones a box or the way out of it belongs to. TTS-OFF-T1.
int edge_zone_of(const Field& field, Side owner, Box box, Facing out);
/// Edge boxes of a zone, in column or row order, with the facing onto the table.
std::vector<std::pair<Box, Facing>> boxes_of_zone(const Field& field, Side owner, int zone);
/// The facing onto the table from an edge box of that zone.
Facing facing_onto(const Field& field, Side owner, Box box, int zone);
/// Columns of the left and right flank as seen from A; the centre lies between. TTS-TPL-01.
constexpr int flank_columns(int columns) { return columns / 3; }

}  // namespace polemarch::to_the_strongest
