#include "engine/rulesets/to_the_strongest/field.hpp"

#include <stdexcept>

namespace polemarch::to_the_strongest {

Field Field::open_ground(int columns, int rows) {
  Field field;
  field.columns = columns;
  field.rows = rows;
  field.boxes.resize(static_cast<std::size_t>((columns + 1) * (rows + 1)));
  return field;
}

const Edge& Field::edge(Box box, Facing side) const {
  static const Edge kPlain;
  if (side == Facing::S) return edge(box + ahead(Facing::S), Facing::N);
  if (side == Facing::W) return edge(box + ahead(Facing::W), Facing::E);
  if (box.col < 0 || box.row < 0 || box.col > columns || box.row > rows) return kPlain;
  const GroundBox& owner = boxes[index(box)];
  return side == Facing::N ? owner.north : owner.east;
}

Edge& Field::edge(Box box, Facing side) {
  if (side == Facing::S) return edge(box + ahead(Facing::S), Facing::N);
  if (side == Facing::W) return edge(box + ahead(Facing::W), Facing::E);
  if (box.col < 0 || box.row < 0 || box.col > columns || box.row > rows) throw std::out_of_range("a box beside the table");
  GroundBox& owner = boxes[index(box)];
  return side == Facing::N ? owner.north : owner.east;
}

std::optional<Ground> ground_named(std::string_view word) {
  for (const GroundRow& row : kGroundRows)
    if (row.key == word) return row.ground;
  struct Synonym {
    std::string_view word;
    Ground ground;
  };
  constexpr std::array kSynonyms{
      Synonym{"meadow", Ground::Field},         Synonym{"fields", Ground::Field},          Synonym{"hill", Ground::LowHill},
      Synonym{"broken_ground", Ground::Broken}, Synonym{"rough", Ground::Broken},          Synonym{"woods", Ground::Wood},
      Synonym{"vines", Ground::Wood},           Synonym{"vineyard", Ground::Wood},         Synonym{"orchard", Ground::Wood},
      Synonym{"ridge", Ground::SteepHill},      Synonym{"jebel", Ground::SteepHill},       Synonym{"hill_low", Ground::LowHill},
      Synonym{"hill_steep", Ground::SteepHill}, Synonym{"olive_grove", Ground::Wood},      Synonym{"grove", Ground::Wood},
      Synonym{"oasis", Ground::SmallLake},      Synonym{"broken_terrain", Ground::Broken}, Synonym{"clear", Ground::Open},
      Synonym{"swamp", Ground::Marsh},          Synonym{"buildings", Ground::Building},    Synonym{"village", Ground::Building},
      Synonym{"rocks", Ground::RockyOutcrop},   Synonym{"outcrop", Ground::RockyOutcrop},  Synonym{"forest", Ground::DenseForest},
      Synonym{"lake", Ground::SmallLake},       Synonym{"river", Ground::Water},           Synonym{"sea", Ground::Water},
      Synonym{"coast", Ground::Water},
  };
  for (const Synonym& synonym : kSynonyms)
    if (synonym.word == word) return synonym.ground;
  return std::nullopt;
}

}  // namespace polemarch::to_the_strongest
