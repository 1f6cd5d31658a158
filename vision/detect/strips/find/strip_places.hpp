#pragma once
/// Which of many places in a picture lie near one: numbers by square cells. Pixels. Pure.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace polemarch::vision {

class PlaceCells {
 public:
  /// Over a picture of this size; places up to `reach` apart are seen as near.
  PlaceCells(int width, int height, double reach)
      : inverse_(1 / std::max(4.0, reach)),
        columns_(static_cast<int>(width * inverse_) + 1),
        rows_(static_cast<int>(height * inverse_) + 1),
        cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}
  void add(double px, double py, std::size_t number) { cells_[cell(column(px), row(py))].push_back(number); }
  /// True when `is` holds for any number added at most `reach` away (and for some farther ones it is asked too).
  template <class Is>
  bool any_near(double px, double py, Is is) const {
    const int c = column(px), r = row(py);
    for (int y = std::max(0, r - 1); y <= std::min(rows_ - 1, r + 1); ++y) {
      for (int x = std::max(0, c - 1); x <= std::min(columns_ - 1, c + 1); ++x) {
        const auto& of = cells_[cell(x, y)];
        if (std::any_of(of.begin(), of.end(), is)) return true;
      }
    }
    return false;
  }

 private:
  int column(double px) const { return std::clamp(static_cast<int>(px * inverse_), 0, columns_ - 1); }
  int row(double py) const { return std::clamp(static_cast<int>(py * inverse_), 0, rows_ - 1); }
  std::size_t cell(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }

  double inverse_;
  int columns_, rows_;
  std::vector<std::vector<std::size_t>> cells_;
};

}  // namespace polemarch::vision
