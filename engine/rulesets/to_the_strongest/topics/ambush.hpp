#pragma once
/// Where an ambush comes out, and whether there is room for it. Rules TTS-STR-24, TTS-STR-25, TTS-BOX. Pure.

#include <optional>
#include <string>

#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"

namespace polemarch::to_the_strongest {

/// How a hidden unit stands in its box once it is seen.
struct ComesOut {
  Facing facing = Facing::N;
  int along = 0;                         ///< beside a friend: the place he leaves it
  std::optional<engine::Reason> barred;  ///< no room: it stays hidden
};
/// Without a wish it faces as friends of that box do, who stand at right angles to nobody (TTS-BOX-04). `place` is "front", "behind" or
/// empty.
ComesOut comes_out(const Board& board, const Unit& hidden, Box box, std::optional<Facing> wish, const std::string& place = {});

/// Why an ambush of their own side finds no room in its box once `plan` is carried out; empty where it does. TTS-BOX-02, TTS-BOX-03.
std::optional<engine::Reason> crowds_ambush(const Board& board, const Plan& plan);

}  // namespace polemarch::to_the_strongest
