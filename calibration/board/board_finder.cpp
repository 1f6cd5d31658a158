#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/board/board.hpp"
#include "calibration/board/board_layout.hpp"
#include "calibration/board/edge_blur.hpp"
#include "calibration/board/square_markers.hpp"

namespace polemarch::calibration {
namespace {

cv::Mat as_mat(const ImageView& gray) {
  return {gray.height, gray.width, CV_8UC1, const_cast<unsigned char*>(gray.data), static_cast<std::size_t>(gray.stride)};
}

double distance(const cv::Point2f& a, const cv::Point2f& b) { return std::hypot(double(a.x) - b.x, double(a.y) - b.y); }

BoardCorner corner_at(const BoardSpec& board, int index, const cv::Point2f& pixel) {
  const int columns = board.inner_columns(), column = index % columns, row = index / columns;
  return {index, column * board.square_mm, row * board.square_mm, {pixel.x, pixel.y}};
}

/// Chess corners to fractions of a pixel, from a window of `half` pixels to each side.
void refine(const cv::Mat& gray, std::vector<cv::Point2f>& corners, int half) {
  cv::cornerSubPix(gray, corners, cv::Size(half, half), cv::Size(-1, -1),
                   cv::TermCriteria(cv::TermCriteria::EPS + cv::TermCriteria::COUNT, 30, 0.0001));
}

/// The squares beyond the outermost corners may be cut short, and a whole window then sees where they end: such a corner comes from half
/// the window where that lies better in line with those further in.
void keep_to_the_board(const BoardSpec& board, const std::vector<cv::Point2f>& close, std::vector<cv::Point2f>& corners) {
  constexpr int kInward = 3;
  if (std::min(board.columns, board.rows) <= kInward) return;
  const auto at = [&](int column, int row) { return static_cast<std::size_t>(row * board.columns + column); };
  const auto inward = [](int place, int count) { return place == 0 ? 1 : place == count - 1 ? -1 : 0; };
  const std::vector<cv::Point2f> whole = corners;
  for (int row = 0; row < board.rows; ++row) {
    for (int column = 0; column < board.columns; ++column) {
      const int dx = inward(column, board.columns), dy = inward(row, board.rows);
      if (dx == 0 && dy == 0) continue;
      const auto further = [&](int steps) { return whole[at(column + steps * dx, row + steps * dy)]; };
      const cv::Point2f expected = 3 * further(1) - 3 * further(2) + further(3);
      const std::size_t here = at(column, row);
      if (distance(close[here], expected) < distance(whole[here], expected)) corners[here] = close[here];
    }
  }
}

void find_chessboard(const cv::Mat& gray, const BoardSpec& board, BoardView& view) {
  std::vector<cv::Point2f> corners;
  const cv::Size size(board.columns, board.rows);
  if (!cv::findChessboardCorners(gray, size, corners,
                                 cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_FAST_CHECK))
    return;
  double nearest = 1e9;
  for (int i = 0; i + 1 < static_cast<int>(corners.size()); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if ((i + 1) % board.columns != 0) nearest = std::min(nearest, distance(corners[k], corners[k + 1]));
    if (i + board.columns < static_cast<int>(corners.size())) {
      nearest = std::min(nearest, distance(corners[k], corners[k + static_cast<std::size_t>(board.columns)]));
    }
  }
  // The window must not reach the next corner; 11 is what OpenCV's own sample uses.
  const int half = std::clamp(static_cast<int>(nearest / 2 - 1), 2, 11);
  std::vector<cv::Point2f> close = corners;
  refine(gray, corners, half);
  refine(gray, close, std::max(2, half / 2));
  keep_to_the_board(board, close, corners);
  for (int i = 0; i < static_cast<int>(corners.size()); ++i)
    view.corners.push_back(corner_at(board, i, corners[static_cast<std::size_t>(i)]));
}

/// The markers that belong to the board: doubled numbers and markers lying beside it are left out.
std::map<int, Detection> markers_of_board(const ImageView& gray, const BoardSpec& board, const std::vector<BoardSquare>& squares) {
  std::vector<Detection> found;
  for (const Detection& d : find_square_markers(gray, board.dictionary))
    if (d.marker.number < static_cast<int>(squares.size())) found.push_back(d);
  if (found.size() < 4) return {};
  std::vector<cv::Point2f> on_board, in_picture;
  double side = 0;
  for (const Detection& d : found) {
    const BoardSquare& s = squares[static_cast<std::size_t>(d.marker.number)];
    on_board.emplace_back(static_cast<float>(s.column + 0.5), static_cast<float>(s.row + 0.5));
    cv::Point2f centre(0, 0);
    for (const PixelPoint& p : d.corners) centre += cv::Point2f(static_cast<float>(p.x / 4), static_cast<float>(p.y / 4));
    in_picture.push_back(centre);
    side += std::hypot(d.corners[1].x - d.corners[0].x, d.corners[1].y - d.corners[0].y) / static_cast<double>(found.size());
  }
  cv::Mat inside;
  // Lens distortion bends the board by a good part of a square; an outlying marker is off by more than one.
  const cv::Mat h = cv::findHomography(on_board, in_picture, cv::RANSAC, 0.6 * side, inside);
  if (h.empty()) return {};
  std::map<int, Detection> kept;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (inside.at<unsigned char>(static_cast<int>(i)) != 0) kept.emplace(found[i].marker.number, found[i]);
  }
  return kept;
}

void find_charuco(const ImageView& picture, const BoardSpec& board, BoardView& view) {
  const cv::Mat gray = as_mat(picture);
  const auto squares = marker_squares(board);
  const auto markers = markers_of_board(picture, board, squares);
  if (markers.size() < 4) return;
  std::map<std::pair<int, int>, int> number_at;
  for (std::size_t i = 0; i < squares.size(); ++i) number_at[{squares[i].column, squares[i].row}] = static_cast<int>(i);
  const double rim = (1.0 - board.marker_mm / board.square_mm) / 2.0;
  for (int index = 0; index < board.corner_count(); ++index) {
    const int column = index % board.inner_columns(), row = index / board.inner_columns();  // the square up and left of the corner
    std::vector<cv::Point2f> from, to;
    for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
      const auto number = number_at.find({column + dx, row + dy});
      if (number == number_at.end()) continue;
      const auto marker = markers.find(number->second);
      if (marker == markers.end()) continue;
      for (std::size_t k = 0; k < 4; ++k) {
        const double ux = column + dx + (k == 1 || k == 2 ? 1 - rim : rim), uy = row + dy + (k >= 2 ? 1 - rim : rim);
        from.emplace_back(static_cast<float>(ux), static_cast<float>(uy));
        to.emplace_back(static_cast<float>(marker->second.corners[k].x), static_cast<float>(marker->second.corners[k].y));
      }
    }
    if (from.size() < 8) continue;  // both markers that touch the corner must be seen
    const cv::Mat h = cv::findHomography(from, to, 0);
    if (h.empty()) continue;
    std::vector<cv::Point2f> guess{{static_cast<float>(column + 1), static_cast<float>(row + 1)}};
    cv::perspectiveTransform(guess, guess, h);
    double nearest = 1e9;
    for (const auto& p : to) nearest = std::min(nearest, distance(p, guess[0]));
    const int half = std::clamp(static_cast<int>(nearest - 2), 1, 5);
    const auto edge = static_cast<float>(half + 2);
    if (guess[0].x < edge || guess[0].y < edge || guess[0].x > static_cast<float>(picture.width - 1) - edge ||
        guess[0].y > static_cast<float>(picture.height - 1) - edge)
      continue;
    view.corners.push_back(corner_at(board, index, guess[0]));
  }
  if (view.corners.size() < 6) view.corners.clear();
}

double middle_length(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Size of a square and softness of the edges, from neighbouring corners: the line between two is a black-white edge.
void measure(const ImageView& gray, const BoardSpec& board, BoardView& view) {
  std::map<int, PixelPoint> at;
  for (const BoardCorner& corner : view.corners) at[corner.index] = corner.pixel;
  std::vector<double> lengths, along_rows, along_columns;
  const int columns = board.inner_columns();
  const double rim = board.kind == BoardKind::Charuco ? (1.0 - board.marker_mm / board.square_mm) / 2.0 : 0.4;
  for (const auto& [index, a] : at) {
    for (const bool row : {true, false}) {
      if (row && (index + 1) % columns == 0) continue;
      const auto next = at.find(index + (row ? 1 : columns));
      if (next == at.end()) continue;
      const double length = std::hypot(next->second.x - a.x, next->second.y - a.y);
      lengths.push_back(length);
      const double sigma = edge_sigma(gray, a, next->second, std::min(12.0, 0.85 * rim * length));
      if (sigma > 0) (row ? along_rows : along_columns).push_back(sigma);
    }
  }
  view.square_px = middle_length(lengths);
  const double a = middle_length(along_rows), b = middle_length(along_columns);
  view.blur_px = std::max(a, b);
  view.blur_across_px = std::min(a, b);
}

}  // namespace

BoardView find_board(const ImageView& gray, const BoardSpec& board, const std::string& name) {
  BoardView view{name, gray.width, gray.height, {}, 0, 0, 0};
  if (board.kind == BoardKind::Chessboard) {
    find_chessboard(as_mat(gray), board, view);
  } else {
    find_charuco(gray, board, view);
  }
  if (!view.corners.empty()) measure(gray, board, view);
  return view;
}

}  // namespace polemarch::calibration
