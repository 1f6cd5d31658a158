#pragma once
/// The word with the largest (h0 + sum of h_i over its white modules) * norm among a thousand, many times a frame. Scores are taken in
/// 16-bit steps (one part in 8,000 of the largest possible sum), 16 words at a time where the processor can. Pure.

#include <cstdint>
#include <span>
#include <vector>

#include "vision/detect/strip_book.hpp"

namespace polemarch::vision {

/// Modules of the largest code, rounded up to whole bytes.
constexpr int kMaxModules = 56;

class StripWordSearch {
 public:
  StripWordSearch() = default;
  StripWordSearch(std::span<const StripWord> words, std::span<const float> norms);
  /// Index of the best word. `h`: the spine's value, then one a module.
  std::size_t best(std::span<const float> h) const;

 private:
  std::size_t words_ = 0, used_ = 0;   // used nibbles of a word
  std::vector<std::uint8_t> nibbles_;  // per block of 16 words: a row a nibble of 16 bytes
  std::vector<std::int16_t> norms_;    // per word, 1 << 14 is the largest
};

}  // namespace polemarch::vision
