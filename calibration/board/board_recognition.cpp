#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "calibration/board/board.hpp"
#include "calibration/board/board_layout.hpp"
#include "calibration/board/square_markers.hpp"

namespace polemarch::calibration {
namespace {

constexpr std::size_t kLooks = 4;    // pictures tried; the board need not be in each
constexpr std::size_t kPlenty = 10;  // markers in one picture that settle the family

/// The smallest dictionary of a family that holds `number`: fewer words to mistake.
std::string smallest_family(const std::string& stem, int number) {
  for (const int size : {50, 100, 250, 1000})
    if (number < size) return stem + "_" + std::to_string(size);
  return stem + "_1000";
}

cv::Point2d centre_of(const Detection& d) {
  cv::Point2d centre(0, 0);
  for (const PixelPoint& p : d.corners) centre += cv::Point2d(p.x / 4, p.y / 4);
  return centre;
}

struct Fit {
  double residual = 1e9;  ///< in squares; four fifths of the markers lie nearer
  double marker_share = 0;
  int highest = -1;  ///< greatest number that lies on its square
};

/// How well markers lie on the squares a layout gives them, and how much of a square a marker takes.
Fit fit_layout(const BoardSpec& board, const std::vector<Detection>& seen) {
  const auto squares = marker_squares(board);
  std::vector<cv::Point2d> on_board, in_picture;
  for (const Detection& d : seen) {
    if (d.marker.number >= static_cast<int>(squares.size())) return {};
    const BoardSquare& s = squares[static_cast<std::size_t>(d.marker.number)];
    on_board.emplace_back(s.column + 0.5, s.row + 0.5);
    in_picture.push_back(centre_of(d));
  }
  const cv::Mat h = cv::findHomography(in_picture, on_board, cv::RANSAC, 0.35);
  if (h.empty()) return {};
  std::vector<cv::Point2d> mapped;
  cv::perspectiveTransform(in_picture, mapped, h);
  std::vector<double> errors, sides;
  for (std::size_t i = 0; i < mapped.size(); ++i) {
    errors.push_back(cv::norm(mapped[i] - on_board[i]));
    std::vector<cv::Point2d> corners;
    for (const PixelPoint& p : seen[i].corners) corners.emplace_back(p.x, p.y);
    cv::perspectiveTransform(corners, corners, h);
    for (std::size_t k = 0; k < 4; ++k) sides.push_back(cv::norm(corners[k] - corners[(k + 1) % 4]));
  }
  int highest = -1;
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (errors[i] < 0.35) highest = std::max(highest, seen[i].marker.number);
  std::ranges::sort(errors);
  std::ranges::sort(sides);
  return {errors[errors.size() * 4 / 5], sides[sides.size() / 2], highest};  // a fifth may be outliers that repeat a number
}

std::optional<BoardSpec> recognise_charuco(const std::vector<Image>& pictures) {
  constexpr std::array kStems{"DICT_4X4", "DICT_5X5", "DICT_6X6", "DICT_7X7", "DICT_APRILTAG_36h11", "DICT_ARUCO_ORIGINAL"};
  std::vector<Detection> best;
  std::string stem;
  int highest = -1;
  for (const char* tried : kStems) {
    const std::string family = std::string(tried).find('X') != std::string::npos ? std::string(tried) + "_250" : tried;
    int top = -1;
    std::vector<Detection> most;
    for (std::size_t i = 0; i < std::min(kLooks, pictures.size()); ++i) {
      auto seen = find_square_markers(pictures[i].view(), family);
      for (const Detection& d : seen) top = std::max(top, d.marker.number);
      if (seen.size() > most.size()) most = std::move(seen);
      if (most.size() >= kPlenty && i >= 1) break;
    }
    if (most.size() > best.size()) {
      best = std::move(most);
      stem = tried;
      highest = top;
    }
    if (best.size() >= kPlenty) break;
  }
  if (best.size() < 6) return std::nullopt;
  std::optional<BoardSpec> winner;
  double least = 0.25;  // squares
  for (const bool white : {false, true}) {
    for (int columns = 3; columns <= 24; ++columns) {
      for (int rows = 3; rows <= 30; ++rows) {
        BoardSpec board{BoardKind::Charuco, columns, rows, 25.0, 18.0, "", white};
        if (static_cast<int>(marker_squares(board).size()) <= highest) continue;
        const Fit fit = fit_layout(board, best);
        if (fit.residual < 0.999 * least && fit.marker_share > 0.3 && fit.marker_share < 0.98) {
          least = fit.residual;
          board.marker_mm = std::round(board.square_mm * fit.marker_share * 20) / 20;
          winner = board;
        }
        break;  // more rows put the same numbers on the same squares
      }
    }
  }
  if (!winner) return std::nullopt;
  // Outliers beside the board may carry greater numbers than the board has: count rows by what lies on its square.
  int on_board = fit_layout(*winner, best).highest;
  const std::string family = stem.find('X') != std::string::npos ? stem + "_250" : stem;
  for (std::size_t i = 1; i < std::min(kLooks, pictures.size()); ++i) {
    std::vector<Detection> seen;
    for (const Detection& d : find_square_markers(pictures[i].view(), family))
      if (d.marker.number < static_cast<int>(marker_squares(*winner).size())) seen.push_back(d);
    if (seen.size() >= 6) on_board = std::max(on_board, fit_layout(*winner, seen).highest);
  }
  while (winner->rows > 3) {
    BoardSpec fewer = *winner;
    --fewer.rows;
    if (static_cast<int>(marker_squares(fewer).size()) <= on_board) break;
    winner = fewer;
  }
  winner->dictionary = stem.find('X') != std::string::npos ? smallest_family(stem, on_board) : stem;
  return winner;
}

Image shrunk(const Image& picture, int width) {
  if (picture.width <= width) return picture;
  Image out(width, std::max(1, picture.height * width / picture.width), 1);
  const cv::Mat from(picture.height, picture.width, CV_8UC1, const_cast<unsigned char*>(picture.bytes.data()));
  cv::Mat to(out.height, out.width, CV_8UC1, out.bytes.data());
  cv::resize(from, to, to.size(), 0, 0, cv::INTER_AREA);
  return out;
}

/// Corners along a row and along a column.
using BoardSize = std::array<int, 2>;

/// The chessboard in a picture, read off the corners themselves: its size need not be known. The longer side is the row.
std::optional<BoardSize> size_seen(const Image& picture) {
  const cv::Mat gray(picture.height, picture.width, CV_8UC1, const_cast<unsigned char*>(picture.bytes.data()));
  std::vector<cv::Point2f> corners;
  cv::Mat found;  // as many rows and columns as the board has corners
  if (!cv::findChessboardCornersSB(gray, {4, 3}, corners, cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_LARGER, found)) return std::nullopt;
  return BoardSize{std::max(found.cols, found.rows), std::min(found.cols, found.rows)};
}

std::optional<BoardSpec> chessboard_in(const Image& picture, const BoardSize& size) {
  const BoardSpec board{BoardKind::Chessboard, size[0], size[1], 25.0, 0, "", false};
  return find_board(picture.view(), board, "").corners.empty() ? std::nullopt : std::optional(board);
}

std::optional<BoardSpec> recognise_chessboard(const std::vector<Image>& pictures) {
  constexpr std::array<BoardSize, 12> kSizes{
      {{9, 6}, {8, 6}, {7, 6}, {7, 5}, {8, 5}, {10, 7}, {9, 7}, {11, 8}, {7, 7}, {6, 5}, {12, 8}, {6, 4}}};
  constexpr int kWidth = 800, kTriedWidth = 400;
  constexpr std::size_t kTried = 2;
  // A size is tried in seconds where squares are in sight that are not such a board: few sizes are, in small pictures.
  std::vector<std::pair<BoardSize, Image>> seen;  // each size once
  for (std::size_t i = 0; i < std::min(kLooks, pictures.size()); ++i) {
    Image small = shrunk(pictures[i], kWidth);
    const auto size = size_seen(small);
    if (size && std::ranges::none_of(seen, [&](const auto& other) { return other.first == *size; }))
      seen.emplace_back(*size, std::move(small));
  }
  // Of a board that is partly hidden or cut short fewer corners are seen.
  std::ranges::stable_sort(seen, std::greater(), [](const auto& one) { return one.first[0] * one.first[1]; });
  for (std::size_t i = 0; i < std::min(kTried, seen.size()); ++i)
    if (const auto board = chessboard_in(seen[i].second, seen[i].first)) return board;
  if (pictures.empty()) return std::nullopt;
  const Image& tried = seen.empty() ? pictures.front() : seen.front().second;
  for (const BoardSize& size : kSizes) {
    if (!seen.empty() && (size[0] < seen.front().first[0] || size[1] < seen.front().first[1])) continue;
    if (const auto board = chessboard_in(shrunk(tried, kTriedWidth), size)) return board;
  }
  return std::nullopt;
}

}  // namespace

bool shows_mirrored_board(const std::vector<Image>& pictures) {
  constexpr int kWidth = 1600;
  std::vector<Image> turned;
  for (std::size_t i = 0; i < std::min(kLooks, pictures.size()); ++i) {
    turned.push_back(shrunk(pictures[i], kWidth));
    Image& picture = turned.back();
    for (int y = 0; y < picture.height; ++y) std::reverse(picture.row(y), picture.row(y) + picture.width);
  }
  return recognise_charuco(turned).has_value();
}

std::optional<BoardSpec> recognise_board(const std::vector<Image>& pictures) {
  if (const auto charuco = recognise_charuco(pictures)) return charuco;
  return shows_mirrored_board(pictures) ? std::nullopt : recognise_chessboard(pictures);
}

}  // namespace polemarch::calibration
