#include "vision/detect/squares/components.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

namespace {
constexpr double kWholePicture = 0.95;  // of the picture's width and height: larger boxes are no marker
constexpr double kLeastFill = 0.15;     // ink pixels over hull area; less are thin scribbles
}  // namespace

int PieceFinder::root(int label) {
  while (parent_[static_cast<std::size_t>(label)] != label) {
    auto& up = parent_[static_cast<std::size_t>(label)];
    up = parent_[static_cast<std::size_t>(up)];
    label = up;
  }
  return label;
}

/// Runs of ink, joined with those of the row above (4-connected: corners that only touch stay apart).
void PieceFinder::collect_runs() {
  runs_.clear();
  parent_.clear();
  boxes_.clear();
  row_start_.clear();
  std::size_t above = 0, above_end = 0;
  for (int y = 0; y < mask_.height(); ++y) {
    const std::uint64_t* bits = mask_.row(y);
    const std::size_t first = runs_.size();
    row_start_.push_back(first);
    std::size_t up = above;
    const auto close = [&](int x0, int x1) {
      int label = -1;
      while (up < above_end && runs_[up].x1 <= x0) ++up;
      for (std::size_t k = up; k < above_end && runs_[k].x0 < x1; ++k) {
        const int other = root(runs_[k].label);
        if (label < 0) {
          label = other;
        } else if (other != label) {
          parent_[static_cast<std::size_t>(std::max(label, other))] = std::min(label, other);
          label = std::min(label, other);
        }
      }
      if (label < 0) {
        label = static_cast<int>(parent_.size());
        parent_.push_back(label);
        boxes_.push_back({x0, x1, y, y + 1, 0});
      }
      Box& box = boxes_[static_cast<std::size_t>(label)];
      box.x0 = std::min(box.x0, x0);
      box.x1 = std::max(box.x1, x1);
      box.y1 = y + 1;
      box.ink += x1 - x0;
      runs_.push_back({x0, x1, label});
    };
    int open = -1;  // where the run began that is not over yet
    for (int word = 0; word < mask_.words(); ++word) {
      const std::uint64_t here = bits[word];
      std::uint64_t changes = here ^ (here << 1 | (open >= 0 ? 1U : 0U));
      while (changes != 0) {
        const int x = 64 * word + std::countr_zero(changes);
        changes &= changes - 1;
        if (open < 0) {
          open = x;
        } else {
          close(open, x);
          open = -1;
        }
      }
    }
    if (open >= 0) close(open, mask_.width());
    above = first;
    above_end = runs_.size();
  }
  row_start_.push_back(runs_.size());
}

/// Afterwards every label's parent is its root, and the roots' boxes hold all.
void PieceFinder::join_boxes() {
  for (std::size_t label = parent_.size(); label-- > 0;) {
    const auto up = static_cast<std::size_t>(parent_[label]);
    if (up == label) continue;
    const Box& from = boxes_[label];
    Box& to = boxes_[up];
    to.x0 = std::min(to.x0, from.x0), to.x1 = std::max(to.x1, from.x1);
    to.y0 = std::min(to.y0, from.y0), to.y1 = std::max(to.y1, from.y1);
    to.ink += from.ink;
  }
  for (int& up : parent_) up = parent_[static_cast<std::size_t>(up)];  // ascending: the one above is a root already
}

/// Hull of the outer edges' middles of the rows' ends, clockwise on screen from the top left (monotone chain down and up again).
Piece PieceFinder::piece_of(const Box& box, const Span* rows) const {
  Piece piece;
  piece.ink = box.ink;
  auto& hull = piece.hull;
  std::size_t base = 0;
  const auto add = [&](double x, double y) {
    const PixelPoint p{x, y};
    while (hull.size() >= base + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 1e-9) hull.pop_back();
    hull.push_back(p);
  };
  const int count = box.y1 - box.y0;
  const Span &top = rows[0], &bottom = rows[count - 1];
  add(top.x0, box.y0 - 0.5);
  add(top.x1 - 1, box.y0 - 0.5);
  for (int k = 0; k < count; ++k) add(rows[k].x1 - 0.5, box.y0 + k);
  add(bottom.x1 - 1, box.y1 - 0.5);
  base = hull.size() - 1;
  add(bottom.x0, box.y1 - 0.5);
  for (int k = count; k-- > 0;) add(rows[k].x0 - 0.5, box.y0 + k);
  add(top.x0, box.y0 - 0.5);
  hull.pop_back();
  for (std::size_t k = 0; k < hull.size(); ++k) piece.hull_area += 0.5 * cross(hull[k], hull[(k + 1) % hull.size()]);
  return piece;
}

std::vector<Piece> PieceFinder::find(const ImageView& gray, const ThresholdPass& pass, const PieceLimits& limits) {
  std::vector<Piece> pieces;
  if (gray.width < 8 || gray.height < 8) return pieces;
  mask_.compute(gray, pass);
  collect_runs();
  join_boxes();

  // Rows' ends only of what is kept.
  const int least = limits.least_side * pass.enlarge;
  const double least_area = limits.least_area * pass.enlarge * pass.enlarge;
  std::vector<std::ptrdiff_t> spans_at(parent_.size(), -1);  // less the box's first row
  std::vector<std::size_t> kept;
  std::size_t total = 0;
  for (std::size_t label = 0; label < parent_.size(); ++label) {
    if (static_cast<std::size_t>(parent_[label]) != label) continue;
    const Box& b = boxes_[label];
    const int bw = b.x1 - b.x0, bh = b.y1 - b.y0;
    if (bw < least || bh < least || bw * bh < least_area) continue;
    if (bw > kWholePicture * mask_.width() && bh > kWholePicture * mask_.height()) continue;
    kept.push_back(label);
    spans_at[label] = static_cast<std::ptrdiff_t>(total);
    total += static_cast<std::size_t>(bh);
  }
  std::vector<Span> spans(total);
  for (int y = 0; y < mask_.height(); ++y) {
    for (std::size_t k = row_start_[static_cast<std::size_t>(y)]; k < row_start_[static_cast<std::size_t>(y) + 1]; ++k) {
      const auto label = static_cast<std::size_t>(parent_[static_cast<std::size_t>(runs_[k].label)]);
      if (spans_at[label] < 0) continue;
      Span& span = spans[static_cast<std::size_t>(spans_at[label] + y - boxes_[label].y0)];
      span.x0 = std::min(span.x0, runs_[k].x0);
      span.x1 = std::max(span.x1, runs_[k].x1);
    }
  }
  const double s = 1.0 / pass.enlarge;
  for (const std::size_t label : kept) {
    Piece piece = piece_of(boxes_[label], spans.data() + spans_at[label]);
    if (piece.hull_area < least_area || piece.ink < kLeastFill * piece.hull_area) continue;
    for (PixelPoint& p : piece.hull) p = {(p.x + 0.5) * s - 0.5, (p.y + 0.5) * s - 0.5};
    piece.hull_area *= s * s;
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace polemarch::vision
