#pragma once
/// Calibration boards: a chessboard or a ChArUco board as named on the command line, and its corners found in pictures.
/// Board frame: millimetres, origin at the first inner corner, x along a row, y along a column. Pixels as in OpenCV. OpenCV stays in
/// board_finder.cpp. Pure (pictures in, values out).

#include <optional>
#include <string>
#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::calibration {

enum class BoardKind { Chessboard, Charuco };

struct BoardSpec {
  BoardKind kind = BoardKind::Chessboard;
  int columns = 9;                  ///< inner corners along a row (chessboard) or squares along a row (ChArUco)
  int rows = 6;                     ///< inner corners or squares along a column
  double square_mm = 25;            ///< side of a square; only the error in mm depends on it, the lens does not
  double marker_mm = 0;             ///< ChArUco: side of the black marker
  std::string dictionary;           ///< ChArUco: OpenCV name, e.g. DICT_4X4_50
  bool first_square_white = false;  ///< ChArUco with an even number of rows drawn by OpenCV before 4.7: a marker in the top left square

  int inner_columns() const { return kind == BoardKind::Chessboard ? columns : columns - 1; }
  int inner_rows() const { return kind == BoardKind::Chessboard ? rows : rows - 1; }
  int corner_count() const { return inner_columns() * inner_rows(); }
};

/// The board that `markers` prints: squares and markers that fit A4 and Letter.
BoardSpec default_board();

/// "chessboard:9x6:25" (inner corners, square in mm) or "charuco:7x5:30:22:DICT_4X4_50" (squares, square mm, marker mm, dictionary;
/// a last ":old" for OpenCV's pattern before 4.7). Errors: what was expected, with an example.
Result<BoardSpec> parse_board(const std::string& text);
std::string text_of(const BoardSpec& board);

/// One inner corner of the board seen in a picture.
struct BoardCorner {
  int index = 0;  ///< row * inner_columns + column
  double board_x_mm = 0, board_y_mm = 0;
  PixelPoint pixel;
};

/// What one picture shows of the board.
struct BoardView {
  std::string name;  ///< the picture's name, for messages
  int width = 0, height = 0;
  std::vector<BoardCorner> corners;  ///< empty: no board found
  double square_px = 0;              ///< side of a square at the board's middle
  double blur_px = 0;                ///< spread (sigma) of the black-white edges, pixels; a sharp picture has 0.5 to 0.9
  double blur_across_px = 0;         ///< the same for edges of the other direction: the greater of the two is `blur_px`
  std::string unreadable;            ///< why the picture could not be read; empty as a rule
};

/// Finds the board; `corners` is empty when it is not there (a chessboard must be seen whole, a ChArUco board in part).
BoardView find_board(const ImageView& gray, const BoardSpec& board, const std::string& name);

/// Tells which board a series shows: ChArUco of any size in common dictionaries (layout and marker share are found from the picture),
/// or a chessboard. Square size cannot be seen: 25 mm is assumed. Nothing when no picture shows a board, or a ChArUco board mirrored.
std::optional<BoardSpec> recognise_board(const std::vector<Image>& pictures);

/// Left and right are exchanged, as the front camera of a phone does: a ChArUco board is found in the pictures turned back.
bool shows_mirrored_board(const std::vector<Image>& pictures);

}  // namespace polemarch::calibration
