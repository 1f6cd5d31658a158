#include "vision/detect/strip_lines.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

void sum_three(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, std::uint16_t* out, int width) {
  for (int x = 0; x < width; ++x) out[x] = static_cast<std::uint16_t>(a[x] + b[x] + c[x]);
}

/// g + 2 (g - mean of 3x3), from the column sums of three rows.
void sharpen_row(const std::uint8_t* grey, const std::uint16_t* column_sum, std::uint8_t* sharp, int width) {
  for (int x = 1; x < width - 1; ++x) {
    const int nine = column_sum[x - 1] + column_sum[x] + column_sum[x + 1];
    const int value = 3 * grey[x] - ((nine * 14564) >> 16);
    sharp[x] = static_cast<std::uint8_t>(std::clamp(value, 0, 255));
  }
  sharp[0] = grey[0];
  sharp[width - 1] = grey[width - 1];
}

std::uint8_t mean_of(std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>((a + b + 1) >> 1); }

/// ridge = max(ridge, middle - max(side a, side b)); each side is the mean of two pixels.
void raise(const std::uint8_t* middle, const std::array<const std::uint8_t*, 4>& sides, std::uint8_t* ridge, int width) {
  const std::uint8_t *a = sides[0], *b = sides[1], *c = sides[2], *d = sides[3];
  for (int x = 0; x < width; ++x) {
    const std::uint8_t side = std::max(mean_of(a[x], b[x]), mean_of(c[x], d[x]));
    const auto over = static_cast<std::uint8_t>(middle[x] > side ? middle[x] - side : 0);
    ridge[x] = std::max(ridge[x], over);
  }
}

/// Bit by bit: which of 64 values exceed `limit`.
__attribute__((always_inline)) inline std::uint64_t above_body(const std::uint8_t* values, std::uint8_t limit) {
  std::uint64_t bits = 0;
  for (unsigned b = 0; b < 8; ++b) {
    std::uint64_t eight = 0;
    for (unsigned k = 0; k < 8; ++k) eight |= static_cast<std::uint64_t>(values[b * 8 + k] > limit ? 1U : 0U) << k;
    bits |= eight << (8 * b);
  }
  return bits;
}

void bits_plain(const std::uint8_t* values, std::uint8_t limit, std::uint64_t* bits, int words) {
  for (int w = 0; w < words; ++w) bits[w] = above_body(values + static_cast<std::ptrdiff_t>(w) * 64, limit);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void bits_wide(const std::uint8_t* values, std::uint8_t limit, std::uint64_t* bits, int words) {
  const __m256i top = _mm256_set1_epi8(static_cast<char>(limit));
  for (int w = 0; w < words; ++w) {
    std::uint64_t half[2];
    for (int h = 0; h < 2; ++h) {
      const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + static_cast<std::ptrdiff_t>(w) * 64 + 32 * h));
      const __m256i not_above = _mm256_cmpeq_epi8(_mm256_max_epu8(v, top), top);
      half[h] = static_cast<std::uint32_t>(~_mm256_movemask_epi8(not_above));
    }
    bits[w] = half[0] | (half[1] << 32);
  }
}
#endif

void compare(const std::uint8_t* ridge, std::uint8_t limit, std::uint64_t* bits, int words) {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  if (wide) return bits_wide(ridge, limit, bits, words);
#endif
  bits_plain(ridge, limit, bits, words);
}

}  // namespace

std::vector<LineFinder::Look> LineFinder::looks(const StripLayout& layout, double scale, int& reach) {
  const auto spine = layout.row_range(-1);
  // A bar is looked for where it meets its teeth: its middle is too close to the black below for a blurred picture.
  const double middle = layout.kind == StripKind::SideBar ? 0.0 : (spine.low + spine.high) / 2;
  const double above = (layout.depth_mm / 2 - layout.edge_mm / 2 - middle) * scale,
               below = (middle + layout.depth_mm / 2 - layout.edge_mm / 2) * scale;
  const bool even = std::abs(above - below) < 0.01;
  std::vector<Look> out;
  reach = 0;
  // Whole pixels near a wanted place: the pair (or one pixel twice) whose mean is nearest.
  const auto choose = [&](double x, double y, std::array<int, 2>& dx, std::array<int, 2>& dy) {
    double least = 1e9;
    for (int i = 0; i < 16; ++i) {
      for (int j = i; j < 16; ++j) {
        const int ax = static_cast<int>(std::floor(x)) - 1 + i % 4, ay = static_cast<int>(std::floor(y)) - 1 + i / 4;
        const int bx = static_cast<int>(std::floor(x)) - 1 + j % 4, by = static_cast<int>(std::floor(y)) - 1 + j / 4;
        const double off = std::hypot((ax + bx) / 2.0 - x, (ay + by) / 2.0 - y) + 0.12 * std::hypot(ax - bx, ay - by);
        if (off >= least) continue;
        least = off;
        dx = {ax, bx};
        dy = {ay, by};
      }
    }
    for (const int v : {dx[0], dx[1], dy[0], dy[1]}) reach = std::max(reach, std::abs(v));
  };
  const int directions = even ? 8 : 16;
  for (int k = 0; k < directions; ++k) {
    const double turn = 3.14159265358979 * k / 8, x = std::cos(turn), y = std::sin(turn);
    Look look{};
    choose(x * above, y * above, look.dx_a, look.dy_a);
    choose(-x * below, -y * below, look.dx_b, look.dy_b);
    out.push_back(look);
  }
  return out;
}

void LineFinder::sharpen(const ImageView& picture) {
  if (sharp_.width != picture.width || sharp_.height != picture.height) sharp_ = Image(picture.width, picture.height, 1);
  column_sum_.resize(at(picture.width));
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* above = picture.row(std::max(0, y - 1));
    const std::uint8_t* below = picture.row(std::min(picture.height - 1, y + 1));
    sum_three(above, picture.row(y), below, column_sum_.data(), picture.width);
    sharpen_row(picture.row(y), column_sum_.data(), sharp_.row(y), picture.width);
  }
}

void LineFinder::add_runs(Pass& pass, int y, int width) {
  const std::size_t first = pass.runs.size();
  std::size_t above = pass.above_from;
  // Words of 64 pixels: runs are where neighbouring bits differ.
  std::uint64_t carry = 0;
  std::int32_t open = -1;
  const int words = (width + 63) / 64;
  for (int w = 0; w < words; ++w) {
    const std::uint64_t bits = bright_[at(w)];
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
  // Standard deviation across. Generous: in a soft picture a spine has beside it whatever it flows together with.
  const double widest = (layout.kind == StripKind::SideBar ? 0.75 : 0.55) * breadth + 0.35;
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
  lines.assign(settings.contrasts.size(), {});
  int reach = 0;
  const std::vector<Look> ways = looks(layout, scale, reach);
  if (picture.width < 4 * reach + 16 || picture.height < 4 * reach + 16) return;
  sharpen(picture);
  const std::size_t padded = at((picture.width + 63) / 64 * 64 + 64);
  ridge_.assign(padded, 0);
  bright_.assign(padded / 64, 0);
  passes_.resize(settings.contrasts.size());
  for (Pass& pass : passes_) {
    pass.runs.clear();
    pass.parent.clear();
    pass.area.clear();
    pass.above_from = pass.above_to = 0;
  }
  const int width = picture.width - 2 * reach;
  for (int y = reach; y < picture.height - reach; ++y) {
    std::uint8_t* ridge = ridge_.data() + reach;
    std::fill(ridge_.begin(), ridge_.end(), std::uint8_t{0});
    const auto side = [&](int dx, int dy) { return sharp_.row(y + dy) + reach + dx; };
    for (const Look& w : ways) {
      raise(sharp_.row(y) + reach,
            {side(w.dx_a[0], w.dy_a[0]), side(w.dx_a[1], w.dy_a[1]), side(w.dx_b[0], w.dy_b[0]), side(w.dx_b[1], w.dy_b[1])}, ridge, width);
    }
    for (std::size_t t = 0; t < passes_.size(); ++t) {
      compare(ridge_.data(), static_cast<std::uint8_t>(settings.contrasts[t]), bright_.data(), static_cast<int>(padded / 64));
      add_runs(passes_[t], y, static_cast<int>(padded));
    }
  }
  for (std::size_t t = 0; t < passes_.size(); ++t) collect(passes_[t], scale, layout, settings, lines[t]);
}

}  // namespace polemarch::vision
