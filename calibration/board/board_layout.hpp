#pragma once
/// Where a ChArUco board's markers lie. Square units (1 = side of a square), origin at the board's top left outer corner, x right,
/// y down, as the board is printed upright. Pure.

#include <vector>

#include "calibration/board/board.hpp"

namespace polemarch::calibration {

struct BoardSquare {
  int column = 0, row = 0;
};

/// The squares that carry markers 0, 1, 2 ... in order: row by row from the top left.
inline std::vector<BoardSquare> marker_squares(const BoardSpec& board) {
  std::vector<BoardSquare> squares;
  for (int row = 0; row < board.rows; ++row)
    for (int column = 0; column < board.columns; ++column)
      if ((row + column) % 2 == (board.first_square_white ? 0 : 1)) squares.push_back({column, row});
  return squares;
}

}  // namespace polemarch::calibration
