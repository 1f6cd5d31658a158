#include "vision/detect/components.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "vision/detect/homography.hpp"

namespace polemarch::vision {

namespace {

/// Twice the size, bilinear, so that pixel x of the result lies at (x + .5) / 2 - .5 of the source.
void double_size(const ImageView& source, std::vector<std::uint8_t>& out) {
  const int w = source.width, h = source.height;
  out.resize(static_cast<std::size_t>(w) * 2 * static_cast<std::size_t>(h) * 2);
  for (int y = 0; y < 2 * h; ++y) {
    const int near = y / 2;
    const int far = std::clamp(near + ((y & 1) != 0 ? 1 : -1), 0, h - 1);
    const std::uint8_t* a = source.row(near);
    const std::uint8_t* b = source.row(far);
    std::uint8_t* o = out.data() + static_cast<std::ptrdiff_t>(y) * 2 * w;
    const auto mixed = [&](int x) { return 3 * a[x] + b[x]; };
    int before = mixed(0);
    int here = before;
    for (int x = 0; x < w; ++x) {
      const int after = mixed(std::min(x + 1, w - 1));
      o[2 * x] = static_cast<std::uint8_t>((3 * here + before + 8) >> 4);
      o[2 * x + 1] = static_cast<std::uint8_t>((3 * here + after + 8) >> 4);
      before = here;
      here = after;
    }
  }
}

/// Convex hull (monotone chain), clockwise on screen.
std::vector<PixelPoint> convex_hull(std::vector<PixelPoint>& points) {
  std::sort(points.begin(), points.end(), [](PixelPoint a, PixelPoint b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<PixelPoint> hull;
  const auto build = [&](auto first, auto last) {
    const std::size_t base = hull.size();
    for (auto p = first; p != last; ++p) {
      while (hull.size() >= base + 2 && cross(hull.back() - hull[hull.size() - 2], *p - hull.back()) <= 1e-9) hull.pop_back();
      hull.push_back(*p);
    }
    hull.pop_back();
  };
  build(points.begin(), points.end());
  build(points.rbegin(), points.rend());
  return hull;
}

}  // namespace

void PieceFinder::threshold(const ImageView& gray, const ThresholdPass& pass) {
  const int w = gray.width, h = gray.height;
  const int r = std::min({pass.radius, (w - 1) / 2, (h - 1) / 2});
  mask_.resize(static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
  column_.assign(static_cast<std::size_t>(w), 0);
  prefix_.assign(static_cast<std::size_t>(w) + 1, 0);
  const auto add_row = [&](int y) {
    const std::uint8_t* row = gray.row(y);
    for (int x = 0; x < w; ++x) column_[static_cast<std::size_t>(x)] += row[x];
  };
  for (int y = 0; y < r; ++y) add_row(y);
  for (int y = 0; y < h; ++y) {
    if (y + r < h) add_row(y + r);
    if (y - r - 1 >= 0) {
      const std::uint8_t* row = gray.row(y - r - 1);
      for (int x = 0; x < w; ++x) column_[static_cast<std::size_t>(x)] -= row[x];
    }
    std::uint32_t sum = 0;
    for (int x = 0; x < w; ++x) {
      sum += column_[static_cast<std::size_t>(x)];
      prefix_[static_cast<std::size_t>(x) + 1] = sum;
    }
    const int rows = std::min(y + r, h - 1) - std::max(y - r, 0) + 1;
    const std::uint8_t* row = gray.row(y);
    std::uint8_t* out = mask_.data() + static_cast<std::ptrdiff_t>(y) * w;
    const auto test = [&](int x, int x0, int x1) {
      const int area = rows * (x1 - x0);
      const auto total = static_cast<int>(prefix_[static_cast<std::size_t>(x1)] - prefix_[static_cast<std::size_t>(x0)]);
      out[x] = (row[x] + pass.offset) * area < total ? 1 : 0;
    };
    for (int x = 0; x < r; ++x) test(x, 0, std::min(w, x + r + 1));
    const int area = rows * (2 * r + 1);
    const std::uint32_t* p0 = prefix_.data();
    const std::uint32_t* p1 = prefix_.data() + 2 * r + 1;
    for (int x = r; x < w - r; ++x) out[x] = (row[x] + pass.offset) * area < static_cast<int>(p1[x - r] - p0[x - r]) ? 1 : 0;
    for (int x = std::max(r, w - r); x < w; ++x) test(x, x - r, w);
  }
}

int PieceFinder::root(int label) {
  while (parent_[static_cast<std::size_t>(label)] != label) {
    auto& up = parent_[static_cast<std::size_t>(label)];
    up = parent_[static_cast<std::size_t>(up)];
    label = up;
  }
  return label;
}

std::vector<Piece> PieceFinder::find(const ImageView& given, const ThresholdPass& pass, const PieceLimits& limits) {
  assert(given.channels == 1 && (pass.enlarge == 1 || pass.enlarge == 2));
  std::vector<Piece> pieces;
  if (given.width < 8 || given.height < 8) return pieces;
  ImageView gray = given;
  if (pass.enlarge == 2) {
    double_size(given, enlarged_);
    gray = {enlarged_.data(), given.width * 2, given.height * 2, static_cast<std::ptrdiff_t>(given.width) * 2, 1};
  }
  threshold(gray, pass);

  // Runs of ink, joined with those of the row above (4-connected: corners that only touch stay apart).
  runs_.clear();
  parent_.clear();
  std::size_t above = 0, above_end = 0;
  for (int y = 0; y < gray.height; ++y) {
    const std::uint8_t* row = mask_.data() + static_cast<std::ptrdiff_t>(y) * gray.width;
    const std::size_t first = runs_.size();
    std::size_t up = above;
    int x = 0;
    while (x < gray.width) {
      const auto* start = static_cast<const std::uint8_t*>(std::memchr(row + x, 1, static_cast<std::size_t>(gray.width - x)));
      if (start == nullptr) break;
      const int x0 = static_cast<int>(start - row);
      const auto* stop = static_cast<const std::uint8_t*>(std::memchr(start, 0, static_cast<std::size_t>(gray.width - x0)));
      const int x1 = stop == nullptr ? gray.width : static_cast<int>(stop - row);
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
      }
      runs_.push_back({y, x0, x1, label});
      x = x1;
    }
    above = first;
    above_end = runs_.size();
  }

  // Bounding boxes first, so that hulls are built only where they matter.
  struct Box {
    int x0 = 1 << 30, x1 = 0, y0 = 1 << 30, y1 = 0, ink = 0, index = -1;
  };
  std::vector<Box> boxes(parent_.size());
  for (Run& run : runs_) {
    run.label = root(run.label);
    Box& b = boxes[static_cast<std::size_t>(run.label)];
    b.x0 = std::min(b.x0, run.x0);
    b.x1 = std::max(b.x1, run.x1);
    b.y0 = std::min(b.y0, run.y);
    b.y1 = std::max(b.y1, run.y + 1);
    b.ink += run.x1 - run.x0;
  }
  std::vector<std::vector<PixelPoint>> edges;
  std::vector<const Box*> kept;
  const int least = limits.least_side * pass.enlarge;
  for (Box& b : boxes) {
    const int bw = b.x1 - b.x0, bh = b.y1 - b.y0;
    if (bw < least || bh < least) continue;
    if (bw > limits.most_share * gray.width && bh > limits.most_share * gray.height) continue;
    b.index = static_cast<int>(kept.size());
    kept.push_back(&b);
  }
  edges.resize(kept.size());
  std::vector<int> last_row(kept.size(), -1);
  for (const Run& run : runs_) {  // row extremes are enough for the hull
    const Box& b = boxes[static_cast<std::size_t>(run.label)];
    if (b.index < 0) continue;
    auto& e = edges[static_cast<std::size_t>(b.index)];
    const PixelPoint left{run.x0 - 0.5, static_cast<double>(run.y)};
    const PixelPoint right{run.x1 - 0.5, static_cast<double>(run.y)};
    auto& row = last_row[static_cast<std::size_t>(b.index)];
    if (row == run.y) {
      e.back() = right;
    } else {
      e.push_back(left);
      e.push_back(right);
      row = run.y;
    }
  }
  const double s = 1.0 / pass.enlarge;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    auto& e = edges[i];
    const auto cap = [&](std::size_t at, double dy) {  // outer edge of the first and last row
      PixelPoint a = e[at], b = e[at + 1];
      e.push_back({a.x + 0.5, a.y + dy});
      e.push_back({b.x - 0.5, b.y + dy});
    };
    const std::size_t rows = e.size();
    cap(0, -0.5);
    cap(rows - 2, 0.5);
    Piece piece;
    piece.hull = convex_hull(e);
    piece.ink = kept[i]->ink;
    for (std::size_t k = 0; k < piece.hull.size(); ++k)
      piece.hull_area += 0.5 * cross(piece.hull[k], piece.hull[(k + 1) % piece.hull.size()]);
    if (piece.ink < limits.least_fill * piece.hull_area) continue;
    for (PixelPoint& p : piece.hull) p = {(p.x + 0.5) * s - 0.5, (p.y + 0.5) * s - 0.5};
    piece.hull_area *= s * s;
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace polemarch::vision
