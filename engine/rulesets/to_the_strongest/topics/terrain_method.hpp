#pragma once
/// The formal choice and placing of terrain. Rules TTS-TCH, TTS-TPL. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

/// An edge "c3/c4": the box named first and the side of it that the edge is; empty when the two are not neighbours.
std::optional<std::pair<Box, Facing>> edge_named(std::string_view text);

/// Choices each player has. TTS-TCH-02, TTS-AMB-126.
constexpr int terrain_choices(int columns, int rows) { return columns * rows / 8; }
/// Cost of one line in choices. TTS-TCH-03..06.
int cost_of(const TerrainChoice& choice);
engine::Verdict judge_terrain_list(const State& state, const std::vector<TerrainChoice>& list);

/// Pieces a side still has to place from its list; none where it has no list.
int pieces_left(const State& state, Side side);

enum class Zone { Left, Centre, Right };
Zone zone_of(const Field& field, int column);
engine::Verdict judge_piece(const State& state, Side side, const PlaceTerrain& piece);
/// Zones in which the side has put no piece yet. TTS-TPL-05.
std::vector<Zone> zones_without_piece(const State& state, Side side);

/// What a card dealt on a piece does. TTS-TPL-13..21, TTS-TPL-T1. Suits in the order they are worked.
enum class Suit { Hearts, Clubs, Diamonds, Spades };
struct DealtCard {
  Suit suit = Suit::Hearts;
  int value = 1;
};
/// "7 of hearts".
std::string suit_text(const DealtCard& card);
/// 1..40: hearts 1-10, clubs 11-20, diamonds 21-30, spades 31-40.
DealtCard card_from(int number);
/// Pieces after all cards are worked; `dealer` sees the directions. Index-aligned with `pieces` (gone ones stay, marked).
std::vector<PlacedPiece> after_deal(const State& state, const std::vector<PlacedPiece>& pieces, const std::vector<DealtCard>& cards,
                                    Side dealer);

/// Writes pieces into the ground.
void lay_pieces(Field& field, const std::vector<PlacedPiece>& pieces);
/// Writes one feature; false when a box or edge does not fit.
bool lay_piece(Field& field, const std::string& kind, const std::vector<Box>& boxes, const std::vector<std::string>& edges);

}  // namespace polemarch::to_the_strongest
