#include "vision/detect/strips/find/strip_lines.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

std::int32_t root_of(std::int32_t* parent, std::int32_t label) {
  while (parent[label] != label) {
    parent[label] = parent[parent[label]];
    label = parent[label];
  }
  return label;
}

constexpr std::int32_t kBeyond = 1 << 30;  // a column beyond all
constexpr double kLongest = 2.2;           // spines that a line may be long
constexpr int kSplits = 3;                 // what flowed together is halved, each half again, and again

}  // namespace

namespace {

/// A row's bits and what was made of the rows before it.
struct RunsJob {
  const std::uint64_t* row;
  int words;
  std::int32_t y, first_column;
  const BitRun* above;          // of the row above, which ends with one beyond all columns
  BitRun* out;                  // room for the most runs a row can have and one beyond the last
  std::int32_t *parent, *area;  // by label
  std::int32_t labels;
};

/// Which of up to 64 words from `row` on hold bits, and which have their last bit set.
struct WordsSeen {
  std::uint64_t any = 0, last = 0;
};

WordsSeen words_seen_plain(const std::uint64_t* row, int words) {
  WordsSeen seen;
  for (int w = 0; w < words; ++w) {
    seen.any |= static_cast<std::uint64_t>(row[w] != 0 ? 1 : 0) << w;
    seen.last |= (row[w] >> 63) << w;
  }
  return seen;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) WordsSeen words_seen_wide(const std::uint64_t* row, int words) {
  WordsSeen seen;
  int w = 0;
  for (; w + 4 <= words; w += 4) {
    const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + w));
    const __m256i none = _mm256_cmpeq_epi64(four, _mm256_setzero_si256());
    seen.any |= static_cast<std::uint64_t>(15 & ~_mm256_movemask_pd(_mm256_castsi256_pd(none))) << w;
    seen.last |= static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(four))) << w;
  }
  if (w < words) {
    const WordsSeen rest = words_seen_plain(row + w, words - w);
    seen.any |= rest.any << w;
    seen.last |= rest.last << w;
  }
  return seen;
}
#endif

WordsSeen words_seen(const std::uint64_t* row, int words) {
#if defined(__x86_64__)
  if (has_avx2()) return words_seen_wide(row, words);
#endif
  return words_seen_plain(row, words);
}

POLEMARCH_INLINE void runs_of_row_body(RunsJob& job) {
  const BitRun* above = job.above;
  BitRun* out = job.out;
  std::int32_t *const parent = job.parent, *const area = job.area;
  std::int32_t labels = job.labels;
  // A run is complete: join it with those of the row above that touch it, corners included.
  const auto complete = [&](std::int32_t from, std::int32_t to) {
    while (above->to < from) ++above;
    std::int32_t label = labels;
    if (above->from <= to) {
      label = root_of(parent, above->label);
      for (const BitRun* k = above + 1; k->from <= to; ++k) {
        const std::int32_t root = root_of(parent, k->label);
        parent[std::max(root, label)] = std::min(root, label);
        label = std::min(root, label);
      }
      area[label] += to - from;
    } else {
      parent[label] = label;
      area[label] = to - from;
      ++labels;
    }
    *out++ = {job.y, from, to, label};
  };
  // Words are looked at that hold bits or follow one whose last bit is set; 64 at a time.
  std::uint64_t carry = 0;
  std::int32_t open = 0;
  for (int block = 0; block <= job.words; block += 64) {
    const WordsSeen seen = words_seen(job.row + block, std::min(64, job.words - block));
    for (std::uint64_t visit = seen.any | (seen.last << 1) | (carry != 0 ? 1 : 0); visit != 0; visit &= visit - 1) {
      const int w = block + std::countr_zero(visit);
      const std::uint64_t bits = w < job.words ? job.row[w] : 0;  // a word of nothing ends the last run
      const std::uint64_t before = (bits << 1) | carry;
      std::uint64_t starts = bits & ~before, ends = before & ~bits;
      const std::int32_t column = job.first_column + w * 64;
      if (carry != 0 && ends != 0) {
        complete(open, column + std::countr_zero(ends));
        ends &= ends - 1;
      }
      for (; ends != 0; starts &= starts - 1, ends &= ends - 1)
        complete(column + std::countr_zero(starts), column + std::countr_zero(ends));
      if (starts != 0) open = column + std::countr_zero(starts);
      carry = bits >> 63;
    }
  }
  *out++ = {job.y, kBeyond, kBeyond, -1};
  job.out = out;
  job.labels = labels;
}

POLEMARCH_DISPATCH(void, runs_of_row, (RunsJob & job), (job))

}  // namespace

void LineFinder::add_runs(Pass& pass, int y, int first_column, const std::uint64_t* row, int words) {
  const std::size_t most = 32 * at(words) + 2, first = pass.count;
  if (first + most > pass.runs.size()) {
    pass.runs.resize(2 * (first + most));
    pass.parent.resize(pass.runs.size());
    pass.area.resize(pass.runs.size());
  }
  Run* const runs = pass.runs.data();
  RunsJob job{row, words, y, first_column, runs + pass.above_from, runs + first, pass.parent.data(), pass.area.data(), pass.labels};
  runs_of_row(job);
  pass.labels = job.labels;
  pass.count = static_cast<std::size_t>(job.out - runs);
  pass.above_from = first;
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
  if (length < limits.shortest) return Shape::Short;
  line = {x, y, 0.5 * std::atan2(2 * xy, xx - yy), length};
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

void LineFinder::collect(Pass& pass, const Limits& limits, std::vector<BrightLine>& lines) {
  // A label's parent comes before it. Areas to the roots; then, by label, which of the moments it adds to.
  const std::size_t labels = at(pass.labels);
  for (std::size_t label = labels; label-- > 0;) {
    if (const std::size_t parent = at(pass.parent[label]); parent != label) pass.area[parent] += pass.area[label];
  }
  slot_.resize(labels + 1);
  slot_[0] = -1;  // of the ends of rows
  std::int32_t* const slot_of = slot_.data() + 1;
  moments_.clear();
  for (std::size_t label = 0; label < labels; ++label) {
    if (const std::size_t parent = at(pass.parent[label]); parent != label) {
      slot_of[label] = slot_of[parent];
    } else if (pass.area[label] < limits.least || pass.area[label] > limits.most) {
      slot_of[label] = -1;
    } else {
      slot_of[label] = static_cast<std::int32_t>(moments_.size());
      moments_.push_back({});
    }
  }
  // Only runs of pieces of the right size are looked at from here on; their labels become slots.
  Run* const runs = pass.runs.data();
  std::size_t count = 0;
  for (std::size_t i = 0; i < pass.count; ++i) {
    Run run = runs[i];
    run.label = slot_of[run.label];
    runs[count] = run;
    count += run.label >= 0 ? 1 : 0;
  }
  Moments* const moments = moments_.data();
  for (std::size_t i = 0; i < count; ++i) moments[runs[i].label].add(runs[i]);
  // What flowed together with something else is taken apart: its runs side by side, component by component.
  broad_.assign(moments_.size(), -1);
  ends_.clear();
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    BrightLine line;
    const Shape shape = shape_of(moments_[i], limits, line);
    if (shape == Shape::Line) lines.push_back(line);
    if (shape != Shape::Broad) continue;
    broad_[i] = static_cast<std::int32_t>(ends_.size());
    ends_.push_back(0);
  }
  if (ends_.empty()) return;
  constexpr std::int32_t kPiece = 6;  // px: longer runs are cut, so that a cut across them divides them
  const std::int32_t* const broad = broad_.data();
  std::size_t of_broad = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Run run = runs[i];
    run.label = broad[run.label];
    runs[of_broad] = run;
    of_broad += run.label >= 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < of_broad; ++i)
    ends_[at(runs[i].label)] += static_cast<std::size_t>((runs[i].to - runs[i].from + kPiece - 1) / kPiece);
  std::size_t total = 0;
  for (std::size_t& end : ends_) end = std::exchange(total, total + end);  // where each begins; its end once it is filled
  apart_.resize(total);
  for (std::size_t i = 0; i < of_broad; ++i) {
    std::size_t& next = ends_[at(runs[i].label)];
    for (std::int32_t from = runs[i].from; from < runs[i].to; from += kPiece)
      apart_[next++] = {runs[i].y, from, std::min(from + kPiece, runs[i].to), 0};
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    split(std::span(apart_).subspan(begin, end - begin), limits, kSplits, lines);
    begin = end;
  }
}

void LineFinder::find(const ImageView& picture, const LocalScale& local, double scale, const StripLayout& layout, const LinesWanted& wanted,
                      std::vector<std::vector<BrightLine>>& lines) {
  lines.assign(wanted.contrasts.size(), {});
  assert(wanted.contrasts.size() <= static_cast<std::size_t>(RidgeFinder::kMostContrasts));
  if (!ridges_.begin(picture, local, layout)) return;
  const double spine = (layout.length_mm - 2 * layout.end_mm) * scale, breadth = (layout.depth_mm - 2 * layout.edge_mm) * scale;
  Limits limits;
  limits.shortest = wanted.least_share * spine;
  limits.longest = kLongest * spine;
  // Standard deviation across. Generous: in a soft picture a spine has beside it whatever it flows together with.
  limits.widest = 0.55 * breadth + 0.35;
  limits.least = static_cast<std::int32_t>(limits.shortest);
  limits.most = static_cast<std::int32_t>(limits.longest * (breadth + 1));
  // Lines reach over more than a crumb in x or y, whichever way they lie.
  const int flat = static_cast<int>(wanted.contrasts.size()) * ridges_.words();
  filter_.begin(flat, limits.shortest < std::numbers::sqrt2 * (CrumbFilter::kCrumb + 1));
  passes_.resize(wanted.contrasts.size());
  for (Pass& pass : passes_) {
    if (pass.runs.empty()) pass.runs.resize(1);
    pass.runs[0] = {0, kBeyond, kBeyond, -1};
    pass.count = 1;
    pass.above_from = 0;
    pass.labels = 0;
  }
  const int first = ridges_.first_row(), end = ridges_.end_row();
  for (int y = first; y < end + CrumbFilter::kDelay; ++y) {
    if (y < end)
      ridges_.row(y, wanted.contrasts, filter_.next());
    else
      std::fill_n(filter_.next(), flat, 0);
    const std::uint64_t* kept = filter_.push();
    if (y - CrumbFilter::kDelay < first) continue;
    for (std::size_t t = 0; t < passes_.size(); ++t)
      add_runs(passes_[t], y - CrumbFilter::kDelay, ridges_.first_column(), kept + t * at(ridges_.words()), ridges_.words());
  }
  for (std::size_t t = 0; t < passes_.size(); ++t) collect(passes_[t], limits, lines[t]);
}

}  // namespace polemarch::vision
