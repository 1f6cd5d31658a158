#pragma once
/// The words with the largest (h0 + sum of h_i over its white modules) * norm among a thousand, many times a frame. A rough score of
/// eight bits (one part in 250 of what the modules can make of a difference), 32 words at a time where the processor can, tells which
/// words are worth adding up exactly. Pure.

#include <cstdint>
#include <span>
#include <vector>

#include "vision/prints/strip_book.hpp"

namespace polemarch::vision {

/// Modules of the largest code, rounded up to whole bytes.
constexpr int kMaxModules = 56;

class StripWordSearch {
 public:
  StripWordSearch() = default;
  StripWordSearch(std::span<const StripWord> words, std::span<const float> norms);
  /// Index of the word with the best rough score. `h`: the spine's value, then one a module, kMaxModules of them.
  std::size_t best(std::span<const float> h) const;
  /// Every word that may be among the `n` best, in order of their index; usually a few more than n. At most kLanes for n.
  void candidates(std::span<const float> h, std::size_t n, std::vector<std::size_t>& out) const;

  static constexpr std::size_t kNibbles = kMaxModules / 4;
  static constexpr std::size_t kBlock = 32;  ///< words scored at once
  static constexpr std::size_t kLanes = 16;  ///< of them in one register
  /// What one search looks up: by nibble of a word its rough share, 0 and more; all shares of a word together stay under 256.
  struct Tables {
    alignas(16) std::uint8_t of[kNibbles][16];  // NOLINT(modernize-avoid-c-arrays): aligned rows
    std::int16_t first;                         ///< what every word has, in steps of the score
    std::int16_t step;                          ///< steps of the score to a rough step, times 512
  };
  /// The best score and its word in each lane.
  struct Best {
    std::int16_t score[kLanes];  // NOLINT(modernize-avoid-c-arrays): stored from a register
    std::int16_t block[kLanes];  // NOLINT(modernize-avoid-c-arrays): half blocks of 16 words
  };

 private:
  std::size_t words_ = 0, used_ = 0;   // used nibbles of a word
  std::vector<std::uint8_t> nibbles_;  // per block of 32 words: a row a nibble of 32 bytes
  std::vector<std::int16_t> norms_;    // per word, 1 << 14 is the largest
};

}  // namespace polemarch::vision
