#include "vision/detect/strip_lines.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

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

}  // namespace

void LineFinder::add_runs(Pass& pass, int y, int first_column, const std::uint64_t* row, int words) {
  const std::size_t first = pass.runs.size();
  std::size_t above = pass.above_from;
  // Words of 64 pixels: runs are where neighbouring bits differ.
  std::uint64_t carry = 0;
  std::int32_t open = -1;
  for (int w = 0; w <= words; ++w) {  // a word of nothing ends the last run
    const std::uint64_t bits = w < words ? row[w] : 0;
    std::uint64_t changes = bits ^ ((bits << 1) | carry);
    carry = bits >> 63;
    while (changes != 0) {
      const std::int32_t x = first_column + w * 64 + std::countr_zero(changes);
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
    const double half_trace = (xx + yy) / 2, spread = std::sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
    const double length = std::sqrt(12 * (half_trace + spread)), across = std::sqrt(std::max(0.0, half_trace - spread));
    if (length < settings.least_share * spine || length > 2.2 * spine || across > widest) continue;
    lines.push_back({x, y, 0.5 * std::atan2(2 * xy, xx - yy), length});
  }
}

void LineFinder::find(const ImageView& picture, const LocalScale& local, double scale, const StripLayout& layout,
                      const LineSettings& settings, std::vector<std::vector<BrightLine>>& lines) {
  lines.assign(settings.contrasts.size(), {});
  assert(settings.contrasts.size() <= static_cast<std::size_t>(RidgeFinder::kMostContrasts));
  if (!ridges_.begin(picture, local, layout)) return;
  bright_.resize(settings.contrasts.size() * at(ridges_.words()));
  passes_.resize(settings.contrasts.size());
  for (Pass& pass : passes_) {
    pass.runs.clear();
    pass.parent.clear();
    pass.area.clear();
    pass.above_from = pass.above_to = 0;
  }
  for (int y = ridges_.first_row(); y < ridges_.end_row(); ++y) {
    ridges_.row(y, settings.contrasts, bright_.data());
    for (std::size_t t = 0; t < passes_.size(); ++t)
      add_runs(passes_[t], y, ridges_.first_column(), bright_.data() + t * at(ridges_.words()), ridges_.words());
  }
  for (std::size_t t = 0; t < passes_.size(); ++t) collect(passes_[t], scale, layout, settings, lines[t]);
}

}  // namespace polemarch::vision
