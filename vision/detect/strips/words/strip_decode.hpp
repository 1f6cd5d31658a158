#pragma once
/// Which word a strip shows: maximum likelihood over the whole book in both directions, without deciding single bits. The noise of the
/// module values is coloured by the blur; comparing whole blurred words with the picture (matched filters) takes that into account. Pure.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "vision/detect/strips/words/strip_template.hpp"
#include "vision/detect/strips/words/strip_word_search.hpp"

namespace polemarch::vision {

/// One reading of a word: its id and whether the strip lies half a turn round.
struct StripReading {
  int id = -1;
  bool turned = false;
  StripWord word = 0;  ///< as it lies (turned words already turned)
  float score = 0;     ///< explained grey level energy, square root; only comparable at one place
};

/// Integrals over the strip and its margin (mm^2) of grey times each basis function: spine, the modules, 1 and the four outside levels.
constexpr int kOutside = 5;
constexpr std::size_t kPadded = 64;  // spine and modules in whole registers
static_assert(kPadded >= 1 + kMaxModules);
struct MatchedSums {
  std::array<float, kPadded> inner{};
  std::array<float, kOutside> outer{};
  float energy = 0;  ///< integral of grey squared
};

/// A stretch of a strip that is not looked at, mm along; nothing when from >= to.
struct StripHidden {
  double from = 0, to = 0;
};

/// All that decoding needs for one layout, book and blur. Costs about a millisecond to build; kept while the blur stays.
class StripDecoder {
 public:
  StripDecoder(const StripLayout& layout, const CodeBook& book, StripBlur blur, StripHidden hidden = {});
  const StripProfiles& profiles() const { return profiles_; }
  int modules() const { return modules_; }
  int ids() const { return ids_; }
  /// The area that scores are summed over, every place by its weight (print_weight).
  double weight_mm2() const { return weight_mm2_; }

  /// The best `n` readings, best first.
  std::vector<StripReading> decode(const MatchedSums& sums, int n) const;
  /// The best reading only.
  StripReading best(const MatchedSums& sums) const;
  /// The word, of this book or not, that explains most when at most so many modules of `from` are turned, one after the other; its id is
  /// -1.
  StripReading free_word(const MatchedSums& sums, StripWord from, int most = kMaxModules) const;
  /// What a word of this score leaves over: root mean square, grey levels.
  float unexplained(const MatchedSums& sums, float score) const;
  /// Energy that black and the outside levels alone leave over; score^2 is a part of it.
  float structure(const MatchedSums& sums) const;

 private:
  void whiten(const MatchedSums& sums, std::span<float, kPadded> h) const;
  float score(std::span<const float> h, std::size_t reading) const;

  StripProfiles profiles_;
  int modules_ = 0, ids_ = 0;
  double weight_mm2_ = 0;
  std::vector<float> gram_;                                // of spine and modules, what the outside levels account for taken off
  std::array<float, kOutside * kOutside> outer_factor_{};  // lower triangular
  std::vector<float> outer_to_inner_;                      // kOutside x kPadded: what to take off for black and outside levels
  std::vector<StripReading> readings_;                     // score unused
  std::vector<StripWord> words_;                           // of the readings, close together
  StripWordSearch search_;
  std::vector<float> norm_;  // 1 / sqrt(p' M p) of each reading
};

/// The outside functions at a place: 1, front, rear, left, right, from how far inside the strip it is along and across.
inline std::array<float, kOutside> outside_levels(float inside_along, float inside_across, float u, float v) {
  const float beyond = 1 - inside_across;
  const float ends = (1 - inside_along) * inside_across;
  return {1.0F, v > 0 ? beyond : 0.0F, v > 0 ? 0.0F : beyond, u < 0 ? ends : 0.0F, u < 0 ? 0.0F : ends};
}

}  // namespace polemarch::vision
