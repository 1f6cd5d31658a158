#include "models/io/table_io.hpp"

#include <algorithm>
#include <set>

namespace polemarch::io {
namespace {

/// Twice the signed area, mm^2; positive for counter-clockwise.
double doubled_area(const std::vector<Point>& outline) {
  double sum = 0;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++)
    sum += outline[j].x.mm() * outline[i].y.mm() - outline[i].x.mm() * outline[j].y.mm();
  return sum;
}

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
    if (!seen.insert(table.border.back().marker.number).second)
      return InputError{place + "/marker: marker " + std::to_string(table.border.back().marker.number) + " is listed twice"};
  }
  const Json terrain = j.value("terrain", Json::array());
  for (std::size_t i = 0; i < terrain.size(); ++i) {
    const Json& entry = terrain[i];
    TerrainPiece piece;
    piece.id = entry.value("id", "T" + std::to_string(i + 1));
    piece.kind = entry.at("kind").get<std::string>();
    piece.height = Length::from_mm(entry.value("height_mm", 0.0));
    for (const Json& p : entry.at("outline_mm"))
      piece.outline.push_back({Length::from_mm(p.at(0).get<double>()), Length::from_mm(p.at(1).get<double>())});
    const double area = doubled_area(piece.outline);
    if (area == 0) return InputError{std::string(name) + ": /terrain/" + std::to_string(i) + "/outline_mm: the outline has no area"};
    if (area < 0) std::reverse(piece.outline.begin(), piece.outline.end());
    table.terrain.push_back(std::move(piece));
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
    grid.sd_offset_mm = g.value("sd_offset_mm", 0.0);
    grid.sd_rotation_deg = g.value("sd_rotation_deg", 0.0);
    table.grid = grid;
  }
  return table;
}

Result<Table> table_from_text(std::string_view text, std::string_view name) {
  const auto parsed = parse_json(text, name);
  if (!parsed) return parsed.error();
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
