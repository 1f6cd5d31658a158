#pragma once
/// One pass of a strip's fit over its pixels: what each unknown changes in each pixel, and the sums of all their products. Pure.

#include <array>
#include <cstddef>
#include <vector>

#include "vision/detect/strips/fit/strip_fit.hpp"
#include "vision/detect/strips/fit/strip_frame.hpp"

namespace polemarch::vision {

/// The unknowns. A plain pass knows one level beside each long side; a fine one also how it changes along the strip.
enum StripUnknown : int {
  kShiftU,
  kShiftV,
  kTurn,
  kBlack,
  kGain,
  kFront,
  kRear,
  kLeft,
  kRight,
  kFrontAlong,
  kRearAlong,
};
constexpr int kPlainUnknowns = kFrontAlong;
constexpr int kFineUnknowns = kRearAlong + 1;

constexpr float kTurnScale = 0.1F;    // keeps the turn's column as large as the others
constexpr float kAlongPerMm = 0.05F;  // the same for what changes along
constexpr float kFineOutside = 5.0F;  // how much noisier than print a fine pass takes what lies beside it (a plain one: print_weight)

/// Sums over the pixels of weight times column times column, upper triangle; the grey level is the column after the unknowns.
struct StripSums {
  std::array<std::array<float, kFineUnknowns + 1>, kFineUnknowns + 1> sum{};
  float weight = 0;
  int unknowns = kPlainUnknowns;
  double get(int i, int j) const {
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
    return static_cast<double>(i <= j ? sum[a][b] : sum[b][a]);
  }
};

/// Shifts are towards +u and +v of `frame`, as shares of the gain.
StripSums pass_over(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame, bool fine);

/// Columns of so many pixels, kept near the processor while they are multiplied: one an unknown, the grey level last; and their weights.
inline constexpr std::size_t kPassBlock = 256;
template <int N>
struct StripBlock {
  // NOLINTBEGIN(modernize-avoid-c-arrays): no initialisation wanted, and std::array warns about the alignment of vectors
  alignas(32) float of[N][kPassBlock];
  alignas(32) float weight[kPassBlock];
  // NOLINTEND(modernize-avoid-c-arrays)
};
/// What a fine pass filled, block by block.
using StripColumns = std::vector<StripBlock<kFineUnknowns + 1>>;

/// A fine pass that keeps its columns.
StripSums fine_pass_over(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                         StripColumns& columns);

/// A fine pass's solution, and the rows of the inverse of its sums that belong to place and direction.
struct StripSolution {
  std::array<float, kFineUnknowns> value{};
  std::array<std::array<float, kFineUnknowns>, 3> inverse{};
};

/// How far the residual of each pixel pulls (shift u, shift v, turn), in the units of the pass. Longer than there are pixels.
using StripPulls = std::array<std::vector<float>, 3>;
/// Of `count` pixels, from the columns of their fine pass.
void pulls_of(const StripColumns& columns, std::size_t count, const StripSolution& solution, StripPulls& out);

}  // namespace polemarch::vision
