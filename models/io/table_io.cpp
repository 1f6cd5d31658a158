#include "models/io/table_io.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "models/border_layout.hpp"
#include "models/box_name.hpp"
#include "models/io/setup_table.hpp"

namespace polemarch::io {
namespace {

/// Twice the signed area, mm^2; positive for counter-clockwise.
double doubled_area(const std::vector<Point>& outline) {
  double sum = 0;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++)
    sum += outline[j].x.mm() * outline[i].y.mm() - outline[i].x.mm() * outline[j].y.mm();
  return sum;
}

std::string whole(double mm) { return std::to_string(std::lround(mm)); }

BorderMarker border_marker(const Json& j) {
  BorderMarker m;
  m.marker = {j.at("marker").get<int>()};
  m.size_mm = j.at("size_mm").get<double>();
  m.place_known = j.contains("x_mm") && j.contains("y_mm");
  m.x_mm = j.value("x_mm", 0.0);
  m.y_mm = j.value("y_mm", 0.0);
  m.z_mm = j.value("z_mm", 0.0);
  m.heading_deg = j.value("heading_deg", 90.0);
  m.sd_mm = j.value("sd_mm", 0.1);
  return m;
}

/// A rectangle in grid coordinates (mm along columns and rows from the outer corner of a1) as a polygon of the table.
std::vector<Point> on_grid(const GridSpec& grid, double x0, double y0, double x1, double y1) {
  const double turn = grid.rotation.deg() * 3.14159265358979323846 / 180.0, c = std::cos(turn), s = std::sin(turn);
  std::vector<Point> out;
  for (const auto& [x, y] : {std::pair{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}})
    out.push_back({grid.origin.x + Length::from_mm(c * x - s * y), grid.origin.y + Length::from_mm(s * x + c * y)});
  return out;
}

/// The polygon of a box ("c4") or of the line between two boxes ("c3/c4"); empty when the text is neither.
std::vector<Point> grid_outline(const GridSpec& grid, const std::string& text) {
  constexpr double kLineMm = 3.0;  // half the drawn width of a stream, a wall
  const auto slash = text.find('/');
  const double box = grid.box.mm();
  const auto first = box_named(text.substr(0, slash));
  if (!first) return {};
  const int column = first->column, row = rows_from_origin(grid, first->row);
  if (slash == std::string::npos) return on_grid(grid, column * box, row * box, (column + 1) * box, (row + 1) * box);
  const auto second = box_named(text.substr(slash + 1));
  if (!second) return {};
  if (column == second->column) {
    const double y = std::max(row, rows_from_origin(grid, second->row)) * box;
    return on_grid(grid, column * box, y - kLineMm, (column + 1) * box, y + kLineMm);
  }
  const double x = std::max(column, second->column) * box;
  return on_grid(grid, x - kLineMm, row * box, x + kLineMm, (row + 1) * box);
}

}  // namespace

Result<Table> table_from_json(const Json& value, std::string_view name) {
  const auto checked = validate_json(value, "table.schema.json", name);
  if (!checked) return checked.error();
  const Json& j = *checked;
  Table table;
  table.width = Length::from_mm(j.at("size_mm").at(0).get<double>());
  table.depth = Length::from_mm(j.at("size_mm").at(1).get<double>());
  table.border_family = j.value("border_family", table.border_family);
  table.tolerance = Length::from_mm(j.value("tolerance_mm", 3.0));
  std::set<int> seen;
  const Json border = j.value("border", Json::array());
  for (std::size_t i = 0; i < border.size(); ++i) {
    const Json& entry = border[i];
    table.border.push_back(border_marker(entry));
    const std::string place = std::string(name) + ": /border/" + std::to_string(i);
    if (entry.contains("x_mm") != entry.contains("y_mm"))
      return InputError{place + ": give both x_mm and y_mm, or neither (then it is fitted)"};
    constexpr double kFarOffMm = 1000.0;  // a frame round the mat may carry the strip; farther off a digit or a unit is wrong
    const BorderMarker& m = table.border.back();
    if (const double off = m.place_known ? mm_off_table(table, m.x_mm, m.y_mm) : 0; off > kFarOffMm)
      return InputError{place + ": marker " + std::to_string(m.marker.number) + " at " + whole(m.x_mm) + ", " + whole(m.y_mm) +
                        " mm lies " + whole(off) + " mm off the table of " + whole(table.width.mm()) + "x" + whole(table.depth.mm()) +
                        " mm; mend x_mm and y_mm (from side A's left corner) or size_mm"};
    if (!seen.insert(table.border.back().marker.number).second)
      return InputError{place + "/marker: marker " + std::to_string(table.border.back().marker.number) + " is listed twice"};
  }
  if (j.contains("grid")) {
    const Json& g = j.at("grid");
    GridSpec grid;
    grid.columns = g.at("columns").get<int>();
    grid.rows = g.at("rows").get<int>();
    grid.box = Length::from_mm(g.at("box_mm").get<double>());
    if (g.contains("origin_mm"))
      grid.origin = {Length::from_mm(g["origin_mm"].at(0).get<double>()), Length::from_mm(g["origin_mm"].at(1).get<double>())};
    grid.rotation = Angle::from_deg(g.value("rotation_deg", 0.0));
    grid.row_one_at_top = g.value("row_one", "bottom") == "top";
    grid.sd_offset_mm = g.value("sd_offset_mm", 0.0);
    grid.sd_rotation_deg = g.value("sd_rotation_deg", 0.0);
    table.grid = grid;
  }
  const Json terrain = j.value("terrain", Json::array());
  for (std::size_t i = 0; i < terrain.size(); ++i) {
    const Json& entry = terrain[i];
    TerrainPiece piece;
    piece.id = entry.value("id", "T" + std::to_string(i + 1));
    piece.kind = entry.at("kind").get<std::string>();
    piece.height = Length::from_mm(entry.value("height_mm", 0.0));
    const std::string place = std::string(name) + ": /terrain/" + std::to_string(i);
    for (const char* form : {"boxes", "edges"}) {  // rulesets on a grid name boxes or the lines between them
      for (const Json& label : entry.value(form, Json::array())) {
        if (!table.grid) return InputError{place + "/" + form + ": the table has no grid"};
        piece.outline = label.is_string() ? grid_outline(*table.grid, label.get<std::string>()) : std::vector<Point>{};
        if (piece.outline.empty()) return InputError{place + "/" + form + ": expected boxes such as \"c4\" or edges such as \"c3/c4\""};
        table.terrain.push_back(piece);
      }
    }
    if (!entry.contains("outline_mm")) continue;
    piece.outline.clear();
    for (const Json& p : entry.at("outline_mm"))
      piece.outline.push_back({Length::from_mm(p.at(0).get<double>()), Length::from_mm(p.at(1).get<double>())});
    const double area = doubled_area(piece.outline);
    if (area == 0) return InputError{place + "/outline_mm: the outline has no area"};
    if (area < 0) std::reverse(piece.outline.begin(), piece.outline.end());
    table.terrain.push_back(std::move(piece));
  }
  return table;
}

Result<Table> table_from_text(std::string_view text, std::string_view name) {
  const auto parsed = parse_json(text, name);
  if (!parsed) return parsed.error();
  if (parsed->is_object() && parsed->contains("ruleset") && parsed->contains("table"))  // a battle.json holds its table
    return table_of_battle(*parsed, std::string(name) + ": /table");
  return table_from_json(*parsed, name);
}

Json json_of(const Table& table) {
  Json j{{"v", 1},
         {"size_mm", {table.width.mm(), table.depth.mm()}},
         {"border_family", table.border_family},
         {"tolerance_mm", table.tolerance.mm()},
         {"border", Json::array()}};
  for (const BorderMarker& m : table.border) {
    Json entry{{"marker", m.marker.number}, {"size_mm", m.size_mm}, {"z_mm", m.z_mm}, {"heading_deg", m.heading_deg}, {"sd_mm", m.sd_mm}};
    if (m.place_known) {
      entry["x_mm"] = m.x_mm;
      entry["y_mm"] = m.y_mm;
    }
    j["border"].push_back(std::move(entry));
  }
  if (!table.terrain.empty()) j["terrain"] = Json::array();
  for (const TerrainPiece& piece : table.terrain) {
    Json outline = Json::array();
    for (const Point& p : piece.outline) outline.push_back({p.x.mm(), p.y.mm()});
    j["terrain"].push_back({{"id", piece.id}, {"kind", piece.kind}, {"height_mm", piece.height.mm()}, {"outline_mm", std::move(outline)}});
  }
  if (table.grid) {
    const GridSpec& g = *table.grid;
    j["grid"] = {{"columns", g.columns},
                 {"rows", g.rows},
                 {"box_mm", g.box.mm()},
                 {"origin_mm", {g.origin.x.mm(), g.origin.y.mm()}},
                 {"rotation_deg", g.rotation.deg()},
                 {"sd_offset_mm", g.sd_offset_mm},
                 {"sd_rotation_deg", g.sd_rotation_deg}};
  }
  return j;
}

}  // namespace polemarch::io
