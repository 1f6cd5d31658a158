#pragma once
/// The ground: what fills each box, what runs along box edges, where roads link boxes. Rules TTS-GRID-05..08, TTS-TER. Pure.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rulesets/to_the_strongest/box.hpp"
#include "models/ids.hpp"

namespace polemarch::to_the_strongest {

enum class Ground { Open, Field, LowHill, Broken, Wood, SteepHill, Marsh, Building, RockyOutcrop, DenseForest, SmallLake, Water, Bridge };
constexpr int kGrounds = 13;

/// What a kind of ground does. TTS-TER-T1.
struct GroundRow {
  Ground ground;
  std::string_view key;
  bool rough, impassable, blocks_sight, cover;
  int level;  ///< 0 flat, 1 low hill, 2 steep hill (TTS-AMB-114)
};
constexpr std::array<GroundRow, kGrounds> kGroundRows{{
    {Ground::Open, "open", false, false, false, false, 0},
    {Ground::Field, "field", false, false, false, false, 0},               // TTS-TER-02
    {Ground::LowHill, "low_hill", false, false, true, false, 1},           // TTS-TER-03, TTS-TER-04
    {Ground::Broken, "broken", true, false, false, false, 0},              // TTS-TER-05
    {Ground::Wood, "wood", true, false, true, true, 0},                    // TTS-TER-06
    {Ground::SteepHill, "steep_hill", true, false, true, true, 2},         // TTS-TER-07
    {Ground::Marsh, "marsh", true, false, false, false, 0},                // TTS-TER-08
    {Ground::Building, "building", true, false, true, true, 0},            // TTS-TER-09
    {Ground::RockyOutcrop, "rocky_outcrop", false, true, true, false, 0},  // TTS-TER-10
    {Ground::DenseForest, "dense_forest", false, true, true, false, 0},    // TTS-TER-10
    {Ground::SmallLake, "small_lake", false, true, false, false, 0},       // TTS-TER-11, TTS-AMB-58
    {Ground::Water, "water", false, true, false, false, 0},                // TTS-TER-12
    {Ground::Bridge, "bridge", true, false, false, false, 0},              // TTS-TER-33
}};
constexpr const GroundRow& row_of(Ground ground) { return kGroundRows[static_cast<std::size_t>(ground)]; }
/// The ground a word means ("vines" is wood, "ridge" a steep hill, "river" water ...); empty when unknown.
std::optional<Ground> ground_named(std::string_view word);

/// What runs along one edge of a box. Stakes and ditches face one way: `faced` is the side of the edge they face towards.
struct Edge {
  bool stream = false, wall = false, shoreline = false;
  std::optional<Facing> stakes;         ///< TTS-TER-17: direction they face; crossing against it costs mounted
  std::optional<Facing> fortification;  ///< TTS-FORT-01: direction away from the protected box
  auto operator<=>(const Edge&) const = default;
  bool plain() const { return *this == Edge{}; }
};

/// The two edges a box owns (its north and east edge) are stored with it.
struct GroundBox {
  Ground ground = Ground::Open;
  Edge north, east;
  int roads = 0;  ///< bit per Facing the road leaves by
  auto operator<=>(const GroundBox&) const = default;
};

/// Columns 0 and rows 0 are kept so that every box on the table has a south and west edge owner.
class Field {
 public:
  int columns = 0, rows = 0;
  std::vector<GroundBox> boxes;  ///< (columns + 1) * (rows + 1), column first
  auto operator<=>(const Field&) const = default;

  static Field open_ground(int columns, int rows);
  bool holds(Box box) const { return box.col >= 1 && box.row >= 1 && box.col <= columns && box.row <= rows; }
  Ground ground(Box box) const { return holds(box) ? boxes[index(box)].ground : Ground::Open; }
  void set_ground(Box box, Ground ground) { boxes[index(box)].ground = ground; }
  const Edge& edge(Box box, Facing side) const;
  Edge& edge(Box box, Facing side);
  bool road(Box box, Facing side) const { return holds(box) && (boxes[index(box)].roads >> static_cast<int>(side) & 1) != 0; }
  void lay_road(Box box, Facing side) { boxes[index(box)].roads |= 1 << static_cast<int>(side); }

 private:
  std::size_t index(Box box) const { return static_cast<std::size_t>(box.row * (columns + 1) + box.col); }
};

}  // namespace polemarch::to_the_strongest
