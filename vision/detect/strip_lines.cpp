#include "vision/detect/strip_lines.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "vision/track/simd.hpp"

namespace polemarch::vision {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::int32_t root_of(std::int32_t* parent, std::int32_t label) {
  while (parent[label] != label) {
    parent[label] = parent[parent[label]];
    label = parent[label];
  }
  return label;
}

constexpr double kLongest = 2.2;  // spines that a line may be long
constexpr int kSplits = 3;        // what flowed together is halved, each half again, and again

/// Four words.
typedef std::uint64_t W4 __attribute__((vector_size(32)));
POLEMARCH_INLINE void load(const std::uint64_t* from, W4& to) { __builtin_memcpy(&to, from, sizeof to); }

/// spread: the bits and their neighbours to the left and right; sides: the neighbours only. Words before and after the row are read.
POLEMARCH_INLINE void spread_row_body(const std::uint64_t* bits, int words, std::uint64_t* spread, std::uint64_t* sides) {
  for (int w = 0; w < words; w += 4) {
    W4 before, here, after;
    load(bits + w - 1, before);
    load(bits + w, here);
    load(bits + w + 1, after);
    const W4 side = (here << 1) | (before >> 63) | (here >> 1) | (after << 63), all = side | here;
    __builtin_memcpy(sides + w, &side, sizeof side);
    __builtin_memcpy(spread + w, &all, sizeof all);
  }
}
POLEMARCH_DISPATCH(void, spread_row, (const std::uint64_t* bits, int words, std::uint64_t* spread, std::uint64_t* sides),
                   (bits, words, spread, sides))

/// Bits that have a neighbour.
POLEMARCH_INLINE void keep_joined_body(std::uint64_t* bits, const std::uint64_t* sides, const std::uint64_t* above,
                                       const std::uint64_t* below, int words) {
  for (int w = 0; w < words; w += 4) {
    W4 here, side, up, down;
    load(bits + w, here);
    load(sides + w, side);
    load(above + w, up);
    load(below + w, down);
    here &= side | up | down;
    __builtin_memcpy(bits + w, &here, sizeof here);
  }
}
POLEMARCH_DISPATCH(void, keep_joined,
                   (std::uint64_t * bits, const std::uint64_t* sides, const std::uint64_t* above, const std::uint64_t* below, int words),
                   (bits, sides, above, below, words))

}  // namespace

void LineFinder::add_runs(Pass& pass, int y, int first_column, const std::uint64_t* row, int words) {
  // Room for the most runs a row can have; written through plain pointers.
  const std::size_t most = 32 * at(words) + 1, first = pass.count;
  if (first + most > pass.runs.size()) {
    pass.runs.resize(2 * (first + most));
    pass.parent.resize(pass.runs.size());
  }
  Run* const runs = pass.runs.data();
  std::int32_t* const parent = pass.parent.data();
  const Run *above = runs + pass.above_from, *const above_end = runs + pass.above_to;
  Run* out = runs + first;
  std::int32_t labels = pass.labels;
  // Words of 64 pixels: runs are where neighbouring bits differ.
  std::uint64_t carry = 0;
  std::int32_t open = -1;
  for (int w = 0; w <= words; ++w) {  // a word of nothing ends the last run
    const std::uint64_t bits = w < words ? row[w] : 0;
    if ((bits | carry) == 0) continue;
    std::uint64_t changes = bits ^ ((bits << 1) | carry);
    carry = bits >> 63;
    const std::int32_t column = first_column + w * 64;
    while (changes != 0) {
      const std::int32_t x = column + std::countr_zero(changes);
      changes &= changes - 1;
      if (open < 0) {
        open = x;
        continue;
      }
      // A run open .. x-1 is complete: join it with those of the row above that touch it, corners included.
      while (above < above_end && above->to < open) ++above;
      std::int32_t label = labels;
      if (above < above_end && above->from <= x) {
        label = root_of(parent, above->label);
        for (const Run* k = above + 1; k < above_end && k->from <= x; ++k) {
          const std::int32_t root = root_of(parent, k->label);
          parent[std::max(root, label)] = std::min(root, label);
          label = std::min(root, label);
        }
      } else {
        parent[labels++] = label;
      }
      *out++ = {y, open, x, label};
      open = -1;
    }
  }
  pass.labels = labels;
  pass.count = static_cast<std::size_t>(out - runs);
  pass.above_from = first;
  pass.above_to = pass.count;
}

void LineFinder::Moments::add(const Run& run) {
  const double count = run.to - run.from, middle = (run.from + run.to - 1) / 2.0, row = run.y;
  n += count;
  x += count * middle;
  y += count * row;
  xx += count * (middle * middle + (count * count - 1) / 12);
  xy += count * middle * row;
  yy += count * row * row;
}

LineFinder::Shape LineFinder::shape_of(const Moments& m, const Limits& limits, BrightLine& line) {
  const double x = m.x / m.n, y = m.y / m.n;
  const double xx = m.xx / m.n - x * x, xy = m.xy / m.n - x * y, yy = m.yy / m.n - y * y;
  const double half_trace = (xx + yy) / 2, spread = std::sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
  const double length = std::sqrt(12 * (half_trace + spread)), across = std::sqrt(std::max(0.0, half_trace - spread));
  line = {x, y, 0.5 * std::atan2(2 * xy, xx - yy), length};
  if (length < limits.shortest) return Shape::Short;
  return length > limits.longest || across > limits.widest ? Shape::Broad : Shape::Line;
}

void LineFinder::split(std::span<Run> runs, const Limits& limits, int depth, std::vector<BrightLine>& lines) {
  Moments m;
  for (const Run& run : runs) m.add(run);
  BrightLine line;
  if (m.n < limits.least) return;
  const Shape shape = shape_of(m, limits, line);
  line.piece = true;
  if (shape == Shape::Line) lines.push_back(line);
  if (shape != Shape::Broad || depth == 0) return;
  const double c = std::cos(line.angle), s = std::sin(line.angle);
  const auto middle = std::partition(
      runs.begin(), runs.end(), [&](const Run& run) { return c * ((run.from + run.to - 1) / 2.0 - line.px) + s * (run.y - line.py) < 0; });
  split({runs.begin(), middle}, limits, depth - 1, lines);
  split({middle, runs.end()}, limits, depth - 1, lines);
}

void LineFinder::collect(const Pass& pass, const Limits& limits, std::vector<BrightLine>& lines) {
  // By label: its first one's area, then which of the moments it adds to. A parent comes before its children.
  const std::size_t labels = at(pass.labels);
  area_.assign(labels, 0);
  slot_.resize(labels);
  for (std::size_t label = 0; label < labels; ++label) {
    const std::size_t parent = at(pass.parent[label]);
    slot_[label] = parent == label ? static_cast<std::int32_t>(label) : slot_[parent];
  }
  for (std::size_t i = 0; i < pass.count; ++i) area_[at(slot_[at(pass.runs[i].label)])] += pass.runs[i].to - pass.runs[i].from;
  moments_.clear();
  for (std::size_t label = 0; label < labels; ++label) {
    if (const std::size_t root = at(slot_[label]); root != label) {
      slot_[label] = slot_[root];
    } else if (area_[label] < limits.least || area_[label] > limits.most) {
      slot_[label] = -1;
    } else {
      slot_[label] = static_cast<std::int32_t>(moments_.size());
      moments_.push_back({});
    }
  }
  for (std::size_t i = 0; i < pass.count; ++i) {
    const std::int32_t slot = slot_[at(pass.runs[i].label)];
    if (slot >= 0) moments_[at(slot)].add(pass.runs[i]);
  }
  // What flowed together with something else is taken apart: by component where its runs begin, then the runs.
  broad_.assign(moments_.size(), -1);
  std::vector<std::vector<Run>> apart;
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    BrightLine line;
    const Shape shape = shape_of(moments_[i], limits, line);
    if (shape == Shape::Line) lines.push_back(line);
    if (shape != Shape::Broad || limits.splits == 0) continue;
    broad_[i] = static_cast<std::int32_t>(apart.size());
    apart.emplace_back();
  }
  if (apart.empty()) return;
  for (std::size_t i = 0; i < pass.count; ++i) {
    const std::int32_t slot = slot_[at(pass.runs[i].label)];
    if (slot < 0 || broad_[at(slot)] < 0) continue;
    constexpr std::int32_t kPiece = 6;  // px: longer runs are cut, so that a cut across them divides them
    for (std::int32_t from = pass.runs[i].from; from < pass.runs[i].to; from += kPiece)
      apart[at(broad_[at(slot)])].push_back({pass.runs[i].y, from, std::min(from + kPiece, pass.runs[i].to), 0});
  }
  for (std::vector<Run>& runs : apart) split(runs, limits, limits.splits, lines);
}

void LineFinder::find(const ImageView& picture, const LocalScale& local, double scale, const StripLayout& layout,
                      const LineSettings& settings, std::vector<std::vector<BrightLine>>& lines) {
  lines.assign(settings.contrasts.size(), {});
  assert(settings.contrasts.size() <= static_cast<std::size_t>(RidgeFinder::kMostContrasts));
  if (!ridges_.begin(picture, local, layout)) return;
  // Three rows of bits with room to both sides, their spreads, and the sides of the middle one.
  const int flat = static_cast<int>(settings.contrasts.size()) * ridges_.words(), room = 8;
  for (auto* rows : {&bright_, &spread_}) {
    rows->resize(3);
    for (auto& row : *rows) row.assign(at(flat + 2 * room), 0);
  }
  sides_.resize(3);
  for (auto& row : sides_) row.assign(at(flat + 2 * room), 0);
  passes_.resize(settings.contrasts.size());
  for (Pass& pass : passes_) {
    pass.count = pass.above_from = pass.above_to = 0;
    pass.labels = 0;
  }
  // A pixel alone is no line and most of what noise leaves: only those with neighbours are joined to runs.
  const int first = ridges_.first_row(), end = ridges_.end_row();
  const auto of = [&](std::vector<std::vector<std::uint64_t>>& rows, int y) { return rows[at(y - first + 1) % 3].data() + room; };
  for (int y = first; y <= end; ++y) {
    if (y < end) {
      ridges_.row(y, settings.contrasts, of(bright_, y));
      spread_row(of(bright_, y), flat, of(spread_, y), of(sides_, y));
    } else {
      std::fill_n(of(spread_, y), flat, 0);
    }
    if (y == first) continue;
    keep_joined(of(bright_, y - 1), of(sides_, y - 1), of(spread_, y - 2), of(spread_, y), flat);
    for (std::size_t t = 0; t < passes_.size(); ++t)
      add_runs(passes_[t], y - 1, ridges_.first_column(), of(bright_, y - 1) + t * at(ridges_.words()), ridges_.words());
  }
  const double spine = (layout.length_mm - 2 * layout.end_mm) * scale, breadth = (layout.depth_mm - 2 * layout.edge_mm) * scale;
  Limits limits;
  limits.shortest = settings.least_share * spine;
  limits.longest = kLongest * spine;
  // Standard deviation across. Generous: in a soft picture a spine has beside it whatever it flows together with.
  limits.widest = (layout.kind == StripKind::SideBar ? 0.75 : 0.55) * breadth + 0.35;
  limits.least = static_cast<std::int32_t>(limits.shortest);
  limits.splits = layout.kind == StripKind::SideBar ? 0 : kSplits;  // bars' words differ too little for more places
  limits.most = static_cast<std::int32_t>(limits.longest * (breadth + 1));
  for (std::size_t t = 0; t < passes_.size(); ++t) collect(passes_[t], limits, lines[t]);
}

}  // namespace polemarch::vision
