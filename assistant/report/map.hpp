#pragma once
/// Maps of a story as SVG: symbols and ground are defined once a page, a map says only who stands where. Pure text.
///
/// Units of a map: 150 a box on grids; on free tables 1800 over the table's width. y down.

#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::report {

/// What one map tells beside where everybody stands.
struct MapNotes {
  std::size_t first = 0, count = 0;  ///< moments whose moves, charges, shots and losses are drawn; it stands behind the last of them
  std::string label;                 ///< read aloud
  std::string id;                    ///< of the element; empty for none
  bool titles = false;               ///< names as tooltips
};

class MapMaker {
 public:
  explicit MapMaker(const story::Story& story);

  /// Symbols, patterns, ground: once a page, inside a hidden <svg>.
  std::string definitions() const;
  std::string map(const std::vector<story::Standing>& standing, const MapNotes& notes) const;
  /// A map that stands alone, with its colours inside: for a file of its own.
  std::string whole_svg(const std::vector<story::Standing>& standing, const MapNotes& notes) const;

  /// "Map after turn 7, Britons: 9 units of the Romans and 8 of the Britons; lost: Third cohort."
  std::string label(const std::vector<story::Standing>& standing, const std::string& when, const std::vector<std::string>& lost) const;

  /// Arrows and crosses of these moments alone.
  std::string ways(const std::vector<story::Standing>& standing, const MapNotes& notes) const { return arrows(notes, standing); }

  /// Where units went between two counts of moments and did not go straight, for the script: "[unit,[x,y,turn],...],..."; in a map's units.
  std::string ways_of(std::size_t from, std::size_t to) const;

  /// Table millimetres to a map's units.
  double x_of(double mm) const { return mm / scale_; }
  double y_of(double mm) const { return (depth_ - mm) / scale_; }
  /// Index of the unit of a piece, for the script.
  std::size_t unit_index(std::size_t piece) const { return unit_of_[piece]; }
  std::size_t units() const { return units_.size(); }
  /// Turn of a piece's sign on the map, degrees to the right; a tent always stands upright.
  long turn_of(std::size_t piece, const story::Standing& at) const;
  /// How far under a unit's middle its number is written, a map's units: beside a base too small for it.
  int label_below(std::size_t unit) const { return label_below_[unit]; }
  /// A leader or a camp: drawn beside who shares its place, and named only where it stands alone.
  bool leads(std::size_t unit) const { return leads_[unit]; }
  /// How disordered each unit is, 0 to 3, of the glyphs of all members.
  std::vector<int> disorder(const std::vector<std::vector<engine::StateMark>>& marks) const;
  /// A free table or bases in groups: labels stand apart from the bases.
  bool grouped() const { return grouped_; }

 private:
  /// How far each piece is drawn below its place, so that those who share a box stand one behind the other.
  std::vector<double> spread(const std::vector<story::Standing>& standing) const;
  std::string bases(const std::vector<story::Standing>& standing, const MapNotes& notes) const;
  std::string camps(const MapNotes& notes) const;
  std::string arrows(const MapNotes& notes, const std::vector<story::Standing>& standing) const;
  std::string ground() const;

  const story::Story& story_;
  double width_ = 1800, depth_ = 1200, scale_ = 1;
  bool grid_ = false, grouped_ = false;
  std::vector<UnitId> units_;
  std::vector<std::size_t> unit_of_;  ///< one a piece
  struct Symbol {
    Footprint footprint;
    Side side;
    bool camp = false, leader = false;
  };
  std::vector<Symbol> symbols_;
  std::vector<int> label_below_;     ///< one a unit
  std::vector<bool> leads_;          ///< one a unit
  std::vector<std::size_t> symbol_;  ///< one a piece
};

/// The style rules of maps; colours as custom properties of the page.
const char* map_style();
/// The page's colours, light and dark.
const char* colour_style();

}  // namespace polemarch::assistant::report
