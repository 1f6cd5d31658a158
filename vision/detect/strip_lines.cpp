#include "vision/detect/strip_lines.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace polemarch::vision {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::int32_t root_of(std::vector<std::int32_t>& parent, std::int32_t label) {
  while (parent[at(label)] != label) {
    parent[at(label)] = parent[at(parent[at(label)])];
    label = parent[at(label)];
  }
  return label;
}

std::int32_t root_of(const std::vector<std::int32_t>& parent, std::int32_t label) {
  while (parent[at(label)] != label) label = parent[at(label)];
  return label;
}

/// Adds each row's column-wise three-pixel sum to a sharpened row: g + 2 (g - mean of 3x3).
void sharpen(const std::uint8_t* grey, const std::uint16_t* column_sum, std::uint8_t* sharp, int width) {
  for (int x = 1; x < width - 1; ++x) {
    const int nine = column_sum[x - 1] + column_sum[x] + column_sum[x + 1];
    const int value = 3 * grey[x] - ((nine * 14564) >> 16);
    sharp[x] = static_cast<std::uint8_t>(std::clamp(value, 0, 255));
  }
  sharp[0] = sharp[width - 1] = 0;
}

void sum_three(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, std::uint16_t* out, int width) {
  for (int x = 0; x < width; ++x) out[x] = static_cast<std::uint16_t>(a[x] + b[x] + c[x]);
}

void compare(const std::uint8_t* sharp, const std::uint8_t* limit, std::uint8_t* bright, int width) {
  for (int x = 0; x < width; ++x) bright[x] = sharp[x] > limit[x] ? 1 : 0;
}

}  // namespace

void LineFinder::local_means(const ImageView& picture, double scale, const LineSettings& settings) {
  cell_ = scale > 1.3 ? 8 : 4;
  cells_x_ = (picture.width + cell_ - 1) / cell_;
  cells_y_ = (picture.height + cell_ - 1) / cell_;
  const int stride = cells_x_ + 1;
  cell_sums_.assign(at(stride * (cells_y_ + 1)), 0);
  std::vector<std::int32_t> row(at(cells_x_));
  column_sum_.resize(at(picture.width));
  for (int cy = 0; cy < cells_y_; ++cy) {
    std::fill(column_sum_.begin(), column_sum_.end(), std::uint16_t{0});
    for (int k = 0; k < cell_; ++k) {
      const std::uint8_t* p = picture.row(std::min(picture.height - 1, cy * cell_ + k));
      std::uint16_t* sum = column_sum_.data();
      for (int x = 0; x < picture.width; ++x) sum[x] = static_cast<std::uint16_t>(sum[x] + p[x]);
    }
    for (int cx = 0; cx < cells_x_; ++cx) {
      int sum = 0;
      for (int k = 0; k < cell_; ++k) sum += column_sum_[at(std::min(picture.width - 1, cx * cell_ + k))];
      row[at(cx)] = sum;
    }
    std::int32_t along = 0;
    for (int cx = 0; cx < cells_x_; ++cx) {
      along += row[at(cx)];
      cell_sums_[at((cy + 1) * stride + cx + 1)] = cell_sums_[at(cy * stride + cx + 1)] + along;
    }
  }
  passes_.resize(settings.thresholds.size());
  for (std::size_t t = 0; t < passes_.size(); ++t) {
    const int reach = std::max(1, static_cast<int>(std::lround((settings.thresholds[t].box_mm * scale / cell_ - 1) / 2)));
    auto& limits = passes_[t].limits;
    limits.resize(at(cells_x_ * cells_y_));
    for (int cy = 0; cy < cells_y_; ++cy) {
      const int y0 = std::max(0, cy - reach), y1 = std::min(cells_y_, cy + reach + 1);
      for (int cx = 0; cx < cells_x_; ++cx) {
        const int x0 = std::max(0, cx - reach), x1 = std::min(cells_x_, cx + reach + 1);
        const int sum = cell_sums_[at(y1 * stride + x1)] - cell_sums_[at(y0 * stride + x1)] - cell_sums_[at(y1 * stride + x0)] +
                        cell_sums_[at(y0 * stride + x0)];
        const int mean = sum / ((y1 - y0) * (x1 - x0) * cell_ * cell_);
        limits[at(cy * cells_x_ + cx)] = static_cast<std::uint8_t>(std::min(254, mean + settings.thresholds[t].above));
      }
    }
  }
}

void LineFinder::sharpen_row(const ImageView& picture, int y) {
  const std::uint8_t* above = picture.row(std::max(0, y - 1));
  const std::uint8_t* below = picture.row(std::min(picture.height - 1, y + 1));
  sum_three(above, picture.row(y), below, column_sum_.data(), picture.width);
  sharpen(picture.row(y), column_sum_.data(), sharp_.data(), picture.width);
}

void LineFinder::add_runs(Pass& pass, int y, int width) {
  const std::size_t first = pass.runs.size();
  std::size_t above = pass.above_from;
  // Words of 64 pixels: eight bytes of 0 or 1 become eight bits by one multiplication; runs are where neighbouring bits differ.
  std::uint64_t carry = 0;
  std::int32_t open = -1;
  const int words = (width + 63) / 64;
  for (int w = 0; w < words; ++w) {
    std::uint64_t bits = 0;
    for (int b = 0; b < 8; ++b) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, bright_.data() + w * 64 + b * 8, 8);
      bits |= ((eight * 0x0102040810204080ULL) >> 56) << (8 * b);
    }
    std::uint64_t changes = bits ^ ((bits << 1) | carry);
    carry = bits >> 63;
    while (changes != 0) {
      const std::int32_t x = w * 64 + std::countr_zero(changes);
      changes &= changes - 1;
      if (open < 0) {
        open = x;
        continue;
      }
      // A run open .. x-1 is complete: join it with those of the row above that touch it, corners included.
      std::int32_t label = -1;
      while (above < pass.above_to && pass.runs[above].to < open) ++above;
      for (std::size_t k = above; k < pass.above_to && pass.runs[k].from <= x; ++k) {
        const std::int32_t root = root_of(pass.parent, pass.runs[k].label);
        if (label < 0) {
          label = root;
        } else if (root != label) {
          const std::int32_t low = std::min(root, label), high = std::max(root, label);
          pass.parent[at(high)] = low;
          pass.area[at(low)] += pass.area[at(high)];
          label = low;
        }
      }
      if (label < 0) {
        label = static_cast<std::int32_t>(pass.parent.size());
        pass.parent.push_back(label);
        pass.area.push_back(0);
      }
      pass.area[at(label)] += x - open;
      pass.runs.push_back({y, open, x, label});
      open = -1;
    }
  }
  pass.above_from = first;
  pass.above_to = pass.runs.size();
}

void LineFinder::collect(const Pass& pass, double scale, const StripLayout& layout, const LineSettings& settings,
                         std::vector<BrightLine>& lines) {
  const double spine = (layout.length_mm - 2 * layout.end_mm) * scale;
  const double breadth = (layout.depth_mm - 2 * layout.edge_mm) * scale;
  const auto least = static_cast<std::int32_t>(settings.least_share * spine);
  const auto most = static_cast<std::int32_t>(2.2 * spine * (breadth + 1));
  slot_.assign(pass.parent.size(), -1);
  moments_.clear();
  for (const Run& run : pass.runs) {
    const std::int32_t root = root_of(pass.parent, run.label);
    const std::int32_t area = pass.area[at(root)];
    if (area < least || area > most) continue;
    if (slot_[at(root)] < 0) {
      slot_[at(root)] = static_cast<std::int32_t>(moments_.size());
      moments_.push_back({});
    }
    Moments& m = moments_[at(slot_[at(root)])];
    const double n = run.to - run.from, middle = (run.from + run.to - 1) / 2.0, y = run.y;
    m.n += n;
    m.x += n * middle;
    m.y += n * y;
    m.xx += n * (middle * middle + (n * n - 1) / 12);
    m.xy += n * middle * y;
    m.yy += n * y * y;
  }
  const double widest = 0.30 * breadth + 0.35;  // standard deviation across
  for (const Moments& m : moments_) {
    const double x = m.x / m.n, y = m.y / m.n;
    const double xx = m.xx / m.n - x * x, xy = m.xy / m.n - x * y, yy = m.yy / m.n - y * y;
    const double half_trace = (xx + yy) / 2, spread = std::hypot((xx - yy) / 2, xy);
    const double length = std::sqrt(12 * (half_trace + spread)), across = std::sqrt(std::max(0.0, half_trace - spread));
    if (length < settings.least_share * spine || length > 2.2 * spine || across > widest) continue;
    lines.push_back({x, y, 0.5 * std::atan2(2 * xy, xx - yy), length});
  }
}

void LineFinder::find(const ImageView& picture, double scale, const StripLayout& layout, const LineSettings& settings,
                      std::vector<std::vector<BrightLine>>& lines) {
  lines.assign(settings.thresholds.size(), {});
  if (picture.width < 16 || picture.height < 16) return;
  local_means(picture, scale, settings);
  const std::size_t padded = at((picture.width + 63) / 64 * 64 + 64);
  sharp_.assign(padded, 0);
  limit_row_.assign(padded * passes_.size(), 255);
  bright_.assign(padded, 0);
  for (Pass& pass : passes_) {
    pass.runs.clear();
    pass.parent.clear();
    pass.area.clear();
    pass.above_from = pass.above_to = 0;
  }
  for (int y = 0; y < picture.height; ++y) {
    sharpen_row(picture, y);
    for (std::size_t t = 0; t < passes_.size(); ++t) {
      std::uint8_t* limit = limit_row_.data() + t * padded;
      if (y % cell_ == 0) {
        const std::uint8_t* cells = passes_[t].limits.data() + at(y / cell_ * cells_x_);
        for (int cx = 0; cx < cells_x_; ++cx) std::memset(limit + cx * cell_, cells[cx], at(std::min(cell_, picture.width - cx * cell_)));
      }
      compare(sharp_.data(), limit, bright_.data(), static_cast<int>(padded));
      add_runs(passes_[t], y, static_cast<int>(padded));
    }
  }
  for (std::size_t t = 0; t < passes_.size(); ++t) collect(passes_[t], scale, layout, settings, lines[t]);
}

}  // namespace polemarch::vision
