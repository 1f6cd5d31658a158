#include "calibration/table/marker_check.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "calibration/board/square_markers.hpp"
#include "models/border_layout.hpp"
#include "vision/prints/dictionary.hpp"

namespace polemarch::calibration {
namespace {

std::string numbers_of(const std::string& family, int count) { return family + " has the numbers 0 to " + std::to_string(count - 1); }

bool has(int count, MarkerId marker) { return marker.number >= 0 && marker.number < count; }

}  // namespace

std::optional<InputError> border_problem(const Table& table, const std::string& file) {
  if (table.border.empty()) return std::nullopt;
  const auto dictionary = vision::load_dictionary(table.border_family);
  if (!dictionary) return InputError{file + ": /border_family: " + dictionary.error().line};
  const auto count = static_cast<int>(dictionary->words.size());
  for (const BorderMarker& m : table.border)
    if (!has(count, m.marker))
      return InputError{file + ": /border: marker " + std::to_string(m.marker.number) + ": " + numbers_of(table.border_family, count)};
  return std::nullopt;
}

std::optional<std::string> border_note(const Table& table, const std::string& file) {
  constexpr double kBesideMm = 50.0;
  const BorderMarker* farthest = nullptr;
  double most = kBesideMm;
  int outside = 0;
  for (const BorderMarker& m : table.border) {
    if (!m.place_known) continue;
    const double off = mm_off_table(table, m.x_mm, m.y_mm);
    outside += off > kBesideMm ? 1 : 0;
    if (off > most) most = off, farthest = &m;
  }
  if (farthest == nullptr) return std::nullopt;
  char text[200];
  std::snprintf(
      text, sizeof text,
      ": /border: %d of %zu markers lie outside the table of %.0fx%.0f mm, marker %d by %.0f mm; places count from side A's left corner",
      outside, table.border.size(), table.width.mm(), table.depth.mm(), farthest->marker.number, most);
  return file + text;
}

std::optional<InputError> bases_problem(const std::vector<BaseSpec>& bases, const Table& table, const std::string& file) {
  std::map<std::string, int> counts;
  for (const BaseSpec& base : bases) {
    const std::string where = file + ": base " + base.base.text + ": ", &family = base.mount.family;
    if (!counts.contains(family)) {
      const auto count = family_size(family);
      if (!count) return InputError{where + count.error().line};
      counts[family] = *count;
    }
    const std::string number = "marker " + std::to_string(base.mount.marker.number);
    if (!has(counts[family], base.mount.marker)) return InputError{where + number + ": " + numbers_of(family, counts[family])};
    if (family != table.border_family) continue;
    if (std::ranges::any_of(table.border, [&](const BorderMarker& m) { return m.marker == base.mount.marker; }))
      return InputError{where + number + " is one of the table's border; give the base another number"};
  }
  return std::nullopt;
}

}  // namespace polemarch::calibration
