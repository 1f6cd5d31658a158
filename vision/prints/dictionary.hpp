#pragma once
/// Square marker families as plain bit matrices. The words come from OpenCV's dictionaries (one adapter file, dictionary.cpp, hides
/// OpenCV 4.6 / 4.7+) or from a dictionary file in OpenCV's format. Reads a file only for FILE: names.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.hpp"

namespace polemarch::vision {

/// One code word: side*side bits, row by row from the upright print's top-left, most significant first; 1 = paper (white).
using CodeWord = std::uint64_t;

/// A family of square markers: one module of black border round side x side code modules.
struct Dictionary {
  std::string name;
  int side = 0;                 ///< code modules a row; the printed square is side + 2 modules
  std::vector<CodeWord> words;  ///< index = marker number
  int max_correction = 0;       ///< bits OpenCV would correct in this family (its own number; we do not use it to decide)
  int min_distance = 0;         ///< smallest number of differing bits between two words in any of the four turns (own turns included)

  bool bit(std::uint64_t word, int row, int column) const { return ((word >> (side * side - 1 - (row * side + column))) & 1U) != 0; }
};

/// How badly `seen` fits `word` when one thing lies over some modules, all brighter or all darker than they should be (a highlight, a
/// finger): modules that it explains count once, those the other way round three times.
int misfit_under_cover(std::uint64_t seen, std::uint64_t word);

/// Believed then: so small a residual at most, and so much less than every other word's.
constexpr int kMostUnderCover = 9, kLeadUnderCover = 6;

/// The word turned by `quarter_turns` x 90 degrees counter-clockwise (as the picture of it would be).
std::uint64_t turned(const Dictionary& dictionary, std::uint64_t word, int quarter_turns);

/// `name`: an OpenCV name (DICT_4X4_50 ... DICT_APRILTAG_36h11; case matters) or FILE:path.yml. A relative path is tried from
/// `folder`, then from the working directory. Error: one line that names the family and what may stand there.
Result<Dictionary> load_dictionary(std::string_view name, std::string_view folder = "");

/// What a dictionary file holds, in OpenCV's format (nmarkers, markersize, marker_0: "0101..." ...), up to 5,000 words. `name` is the
/// family's, `path` the file's for the one line of an error. Pure.
Result<Dictionary> dictionary_from_text(std::string_view text, std::string_view name, const std::string& path);

/// Every predefined family name.
std::vector<std::string> dictionary_names();

}  // namespace polemarch::vision
