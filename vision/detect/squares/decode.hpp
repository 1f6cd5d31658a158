#pragma once
/// Which word of a family the fitted module values speak, and by how much. Pure.

#include <cstdint>
#include <optional>
#include <vector>

#include "vision/detect/squares/module_fit.hpp"
#include "vision/prints/dictionary.hpp"

namespace polemarch::vision {

/// The best word in the best turn. Chi-squares are in the values' own information times rms^2 (grey levels squared).
struct Reading {
  int number = -1;              ///< marker number
  int turn = 0;                 ///< quarter turns clockwise from the upright print to the quad's corner 0
  std::uint64_t seen_word = 0;  ///< the word as it lies in the quad
  double misfit = 0;            ///< chi-square of the best word
  double plain = 0;             ///< chi-square without any word: an even grey and a ramp
  double runner_up = 0;         ///< chi-square of the best word of another number or turn
  double gain = 0;              ///< white minus black by the best word
  int bits = 0;                 ///< code modules
};

/// A family prepared for reading: every word in its four turns.
class WordBook {
 public:
  explicit WordBook(Dictionary dictionary);
  const Dictionary& dictionary() const { return dictionary_; }

  /// Maximum likelihood over all words and turns (no hard bits). None when no word fits with a positive gain.
  std::optional<Reading> read(const ModuleFit& fit) const;

  /// The one word that explains the modules when something covers some of them (misfit_under_cover); `gain` as of read(). For strong
  /// families. None when another comes near.
  std::optional<Reading> read_under_cover(const ModuleFit& fit, double gain) const;

 private:
  struct Entry {
    std::uint64_t bits;
    int number, turn;
  };
  std::vector<const Entry*> short_list(const std::vector<double>& values) const;

  Dictionary dictionary_;
  std::vector<Entry> entries_;
};

}  // namespace polemarch::vision
