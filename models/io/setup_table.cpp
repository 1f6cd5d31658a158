#include "models/io/setup_table.hpp"

#include <algorithm>

#include "models/box_name.hpp"
#include "models/io/table_io.hpp"

namespace polemarch::io {

namespace {

Json corner(double x, double y) { return Json::array({x, y}); }

/// Rulesets on a grid name terrain by its boxes ("boxes": ["c4"]) or by the edges between boxes ("c3/c4"); drawn and measured it is a
/// polygon a box, or a narrow strip along the edge.
Json with_outlines(const Json& table) {
  if (!table.contains("terrain") || !table.contains("grid") || !table["grid"].is_object()) return table;
  const Json& grid = table["grid"];
  const double box = grid.value("box_mm", 0.0);
  const Json origin = grid.value("origin_mm", Json::array({0.0, 0.0}));
  const double ox = origin[0].get<double>(), oy = origin[1].get<double>();
  const GridSpec rows{.rows = grid.value("rows", 0), .row_one_at_top = grid.value("row_one", "bottom") == "top"};
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

}  // namespace

Result<Table> table_of_battle(const Json& setup, std::string_view name) {
  Json table = setup.at("table");
  if (table.is_object() && table.contains("grid") && table["grid"].is_object() && !table["grid"].contains("row_one")) {
    const Json map = setup.value("map", Json::object());
    const char* usual = setup.value("ruleset", "") == "blade_and_bow" ? "top" : "bottom";  // its printed maps count from the top
    table["grid"]["row_one"] = map.is_object() ? map.value("row_one", usual) : usual;
  }
  return table_from_json(with_outlines(table), name);
}

}  // namespace polemarch::io
