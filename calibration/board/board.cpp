#include "calibration/board/board.hpp"

#include <charconv>
#include <sstream>

namespace polemarch::calibration {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

std::optional<int> whole(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> length(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0.1) || !(value < 2000)) return std::nullopt;
  return value;
}

std::string shortest(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

BoardSpec default_board() { return {BoardKind::Charuco, 6, 7, 30.0, 22.0, "DICT_4X4_50", false}; }

Result<BoardSpec> parse_board(const std::string& text) {
  const InputError wrong{"board \"" + text +
                         "\": expected chessboard:COLUMNSxROWS:SQUARE_MM (inner corners, as chessboard:9x6:25) or "
                         "charuco:COLUMNSxROWS:SQUARE_MM:MARKER_MM:DICTIONARY (squares, as charuco:6x7:30:22:DICT_4X4_50)"};
  const auto parts = split(text, ':');
  if (parts.size() < 3) return wrong;
  const auto size = split(parts[1], 'x');
  if (size.size() != 2) return wrong;
  const auto columns = whole(size[0]), rows = whole(size[1]);
  const auto square = length(parts[2]);
  if (!columns || !rows || !square) return wrong;
  if (*columns < 3 || *rows < 3 || *columns > 60 || *rows > 60)
    return InputError{"board \"" + text + "\": 3 to 60 columns and rows, as chessboard:9x6:25"};
  if (parts[0] == "chessboard" && parts.size() == 3) return BoardSpec{BoardKind::Chessboard, *columns, *rows, *square, 0, "", false};
  if (parts[0] != "charuco" || parts.size() < 5 || parts.size() > 6) return wrong;
  const auto marker = length(parts[3]);
  if (marker && *marker >= *square)
    return InputError{"board \"" + text + "\": the marker must be smaller than its square, as charuco:6x7:30:22:DICT_4X4_50"};
  if (!marker || (parts.size() == 6 && parts[5] != "old")) return wrong;
  return BoardSpec{BoardKind::Charuco, *columns, *rows, *square, *marker, parts[4], parts.size() == 6 && *rows % 2 == 0};
}

std::string text_of(const BoardSpec& board) {
  std::string text = board.kind == BoardKind::Chessboard ? "chessboard:" : "charuco:";
  text += std::to_string(board.columns) + "x" + std::to_string(board.rows) + ":" + shortest(board.square_mm);
  if (board.kind == BoardKind::Charuco)
    text += ":" + shortest(board.marker_mm) + ":" + board.dictionary + (board.first_square_white ? ":old" : "");
  return text;
}

}  // namespace polemarch::calibration
