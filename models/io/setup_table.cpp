#include "models/io/setup_table.hpp"

#include <algorithm>

#include "models/box_name.hpp"
#include "models/data/data.hpp"
#include "models/io/table_io.hpp"

namespace polemarch::io {

namespace {

Json corner(double x, double y) { return Json::array({x, y}); }

/// Rulesets on a grid name terrain by its boxes ("boxes": ["c4"]) or by the edges between boxes ("c3/c4"); drawn and measured it is a
/// polygon a box, or a narrow strip along the edge.
Json with_outlines(const Json& table) {
  if (!table.contains("terrain") || !table.contains("grid") || !table["grid"].is_object()) return table;
  const Json& grid = table["grid"];
  const Json origin = grid.value("origin_mm", Json::array({0.0, 0.0})), row_one = grid.value("row_one", Json("bottom"));
  const auto number = [&](const char* key) { return !grid.contains(key) || grid[key].is_number(); };
  const bool corner_told = origin.is_array() && origin.size() == 2 && origin[0].is_number() && origin[1].is_number();
  if (!number("box_mm") || !number("rows") || !corner_told) return table;  // the schema says what is wrong
  const double box = grid.value("box_mm", 0.0);
  const double ox = origin[0].get<double>(), oy = origin[1].get<double>();
  const GridSpec rows{.rows = grid.value("rows", 0), .row_one_at_top = row_one == "top"};
  const auto row_of = [&](const BoxName& name) { return rows_from_origin(rows, name.row); };
  Json out = table;
  out["terrain"] = Json::array();
  const auto add = [&](const std::string& kind, double x0, double y0, double x1, double y1) {
    out["terrain"].push_back({{"kind", kind}, {"outline_mm", {corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)}}});
  };
  const auto add_box = [&](const std::string& kind, const Json& name) {
    const auto at = name.is_string() ? box_named(name.get<std::string>()) : std::nullopt;
    if (at) add(kind, ox + at->column * box, oy + row_of(*at) * box, ox + (at->column + 1) * box, oy + (row_of(*at) + 1) * box);
  };
  const auto add_edge = [&](const std::string& kind, const Json& name) {
    const std::string text = name.is_string() ? name.get<std::string>() : "";
    const auto slash = text.find('/');
    if (slash == std::string::npos) return;
    const auto a = box_named(text.substr(0, slash)), b = box_named(text.substr(slash + 1));
    if (!a || !b) return;
    constexpr double kHalf = 5.0;
    const double x = ox + std::max(a->column, b->column) * box, y = oy + std::max(row_of(*a), row_of(*b)) * box;
    if (a->column == b->column) {
      add(kind, ox + a->column * box, y - kHalf, ox + (a->column + 1) * box, y + kHalf);
    } else {
      add(kind, x - kHalf, oy + row_of(*a) * box, x + kHalf, oy + (row_of(*a) + 1) * box);
    }
  };
  if (table["terrain"].is_object()) {  // {"wood": ["c4", "c5"]}
    for (const auto& [kind, boxes] : table["terrain"].items())
      for (const Json& name : boxes) add_box(kind, name);
    return out;
  }
  for (const Json& piece : table["terrain"]) {
    if (!piece.is_object() || piece.contains("outline_mm")) {
      out["terrain"].push_back(piece);
      continue;
    }
    const std::string kind = piece.value("kind", std::string("terrain"));
    if (piece.contains("box")) add_box(kind, piece["box"]);
    for (const Json& name : piece.value("boxes", Json::array())) add_box(kind, name);
    if (piece.contains("edge")) add_edge(kind, piece["edge"]);
    for (const Json& name : piece.value("edges", Json::array())) add_edge(kind, name);
  }
  return out;
}

/// Where row 1 lies when nobody says: as the schema of the ruleset's battles has it for its printed maps, else at side A's edge.
std::string usual_row_one(const std::string& ruleset) {
  const std::string_view schema = find_embedded(data::embedded_files(), ruleset + "_battle.schema.json");
  const Json::json_pointer at("/properties/map/properties/row_one/default");
  return schema.empty() ? "bottom" : Json::parse(schema).value(at, "bottom");
}

}  // namespace

Result<Table> table_of_battle(const Json& setup, std::string_view name) {
  Json table = setup.at("table");
  if (table.is_object() && table.contains("grid") && table["grid"].is_object() && !table["grid"].contains("row_one")) {
    const auto map = setup.find("map"), ruleset = setup.find("ruleset");
    const bool said = map != setup.end() && map->is_object() && map->contains("row_one");
    const bool named = ruleset != setup.end() && ruleset->is_string();
    table["grid"]["row_one"] = said ? map->at("row_one") : Json(usual_row_one(named ? ruleset->get<std::string>() : ""));
  }
  return table_from_json(with_outlines(table), name);
}

}  // namespace polemarch::io
