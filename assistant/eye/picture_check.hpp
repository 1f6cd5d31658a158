#pragma once
/// What is wrong with a picture as a whole, in words for the player: too bright, too dark, mirrored. Pure.

#include <optional>
#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"
#include "models/table.hpp"
#include "models/table_state.hpp"
#include "vision/track/tracker.hpp"

namespace polemarch::vision {
class SquareDetector;
}

namespace polemarch::assistant {

/// Middle grey levels of the border markers' paper and ink.
struct BorderLevels {
  int paper = 0, ink = 0;
};

/// Where the border markers in sight lie; none with fewer than three.
std::optional<BorderLevels> border_levels(const ImageView& gray, const std::vector<vision::BorderSeen>& border);

/// A notice when the paper is clipped (what is printed on it swells into the ink) or hardly lighter than the ink.
std::optional<TableNotice> light_complaint(const BorderLevels& levels);

/// A notice when hardly anything in the whole picture is light: no marker can be read then. A print's paper is light, whatever the mat.
std::optional<TableNotice> dark_complaint(const ImageView& gray);

/// Whether the border is found once the picture is mirrored.
bool shows_mirrored(vision::SquareDetector& reader, const Table& table, const ImageView& gray);

/// Three or more of the border's markers are in the picture twice: a second table has the same strip.
bool shows_two_tables(const Table& table, const std::vector<Detection>& found);

}  // namespace polemarch::assistant
