#include "assistant/report/report.hpp"

#include <algorithm>
#include <map>

#include "assistant/paint/paint.hpp"
#include "assistant/present/table_scene.hpp"
#include "assistant/report/html.hpp"
#include "assistant/session/session.hpp"
#include "engine/core/json_types.hpp"
#include "models/io/setup_table.hpp"

namespace polemarch::assistant {

using engine::Json;
using namespace report;

namespace {

/// What stays the same from map to map.
struct Stage {
  Table table;
  std::vector<std::pair<UnitId, std::string>> names;
  std::array<std::string, 2> sides{"A", "B"};

  std::string name_of_unit(const std::string& unit) const {
    for (const auto& [id, name] : names)
      if (id.text == unit) return unit + " " + name;
    return unit;
  }
};

Result<Stage> stage_of(const std::string& setup_text, const std::string& name) {
  Stage stage;
  const Json setup = Json::parse(setup_text);
  if (setup.contains("table")) {
    auto table = io::table_of_battle(setup, name);
    if (!table) return table.error();
    stage.table = std::move(*table);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Json side = setup.value("sides", Json::object()).value(i == 0 ? "A" : "B", Json::object());
    stage.sides[i] = side.value("army", stage.sides[i]);
    for (const Json& unit : side.value("units", Json::array()))
      if (unit.contains("unit") && unit["unit"].is_string() && unit.contains("name") && unit["name"].is_string())
        stage.names.push_back({{unit["unit"].get<std::string>()}, unit["name"].get<std::string>()});
  }
  return stage;
}

std::string map_svg(const Stage& stage, const engine::Battle& battle) {
  present::Inputs inputs;
  inputs.battle = &battle;
  inputs.table = &stage.table;
  inputs.names = stage.names;
  inputs.side_names = stage.sides;
  inputs.words = present::words_of(battle.info().key);
  const Scene scene = present::scene_of(inputs);
  paint::PaintSettings settings;
  settings.px_per_mm = std::min(0.5, 800.0 / std::max(1.0, scene.width_mm));
  const paint::Bytes svg = paint::svg_of(scene, settings);
  std::string text(svg.begin(), svg.end());
  if (const auto start = text.find("<svg"); start != std::string::npos) text = text.substr(start);  // no XML prolog inside HTML
  return text;
}

/// Units that have at least one base on the table, with their side.
std::map<std::string, Side> standing(const engine::Battle& battle) {
  std::map<std::string, Side> units;
  for (const engine::Place& place : battle.places())
    if (place.on_table) units[place.unit.text] = place.side;
  return units;
}

struct Chapter {
  std::string title, map, rows;
  std::vector<std::string> losses;
};

/// Gathers the chapters while the log is folded.
class Telling {
 public:
  explicit Telling(Stage stage) : stage_(std::move(stage)) {}

  void see(const engine::Battle& battle, const LogLine* line, const std::vector<std::string>& told) {
    ending_ = battle.describe(Viewer::Both);
    const std::string title = ending_.empty() ? "The battle" : ending_.front();
    const auto here = standing(battle);
    if (line == nullptr) {
      chapters_.push_back({title, "", "", {}});
    } else {
      count(*line, told, here);
      if (title != chapters_.back().title) chapters_.push_back({title, "", "", {}});
    }
    standing_ = here;
    chapters_.back().map = map_svg(stage_, battle);
  }

  std::string html(const LogHeader& header, const std::optional<std::string>& warning) const;

 private:
  void count(const LogLine& line, const std::vector<std::string>& told, const std::map<std::string, Side>& here) {
    ++commands_;
    ruled_ += line.ruled ? 1 : 0;
    refused_ += Json::parse(line.verdict).value("verdict", "") == "refused" ? 1 : 0;
    chapters_.back().rows += ruling_row(line, told);
    for (const auto& [unit, side] : standing_) {
      if (here.contains(unit)) continue;
      chapters_.back().losses.push_back(stage_.name_of_unit(unit));
      lost_[side == Side::A ? 0 : 1].push_back(stage_.name_of_unit(unit));
    }
    for (const auto& [unit, side] : here)  // back after an undo
      if (!standing_.contains(unit)) std::erase(lost_[side == Side::A ? 0 : 1], stage_.name_of_unit(unit));
  }

  Stage stage_;
  std::vector<Chapter> chapters_;
  std::map<std::string, Side> standing_;
  std::array<std::vector<std::string>, 2> lost_;
  std::vector<std::string> ending_;
  int commands_ = 0, refused_ = 0, ruled_ = 0;
};

std::string Telling::html(const LogHeader& header, const std::optional<std::string>& warning) const {
  const std::string title = stage_.sides[0] + " against " + stage_.sides[1];
  std::string html = page_head(title) + "<h1>" + escaped(title) + "</h1>\n<p class=\"quiet\">" + escaped(header.ruleset) +
                     (header.created.empty() ? "" : ", " + escaped(header.created.substr(0, 10))) +
                     ". Players need their own copy of the rules; this page does not replace the book.</p>\n";
  if (warning) html += "<p><strong>" + escaped(*warning) + "</strong></p>\n";
  html += "<h2>How it ended</h2>\n<ul>";
  for (const std::string& line : ending_) html += "<li>" + escaped(line) + "</li>";
  html += "</ul>\n<p>" + std::to_string(commands_) + " commands, " + std::to_string(refused_) + " refused, " + std::to_string(ruled_) +
          " ruled by the players.</p>\n";
  for (std::size_t i = 0; i < 2; ++i)
    html += "<p>" + escaped(stage_.sides[i]) + " lost " +
            (lost_[i].empty() ? "nothing" : std::to_string(lost_[i].size()) + ": " + listed(lost_[i])) + ".</p>\n";
  for (const Chapter& chapter : chapters_) {
    html += "<h2>" + escaped(chapter.title) + "</h2>\n" + chapter.map + "\n";
    if (!chapter.losses.empty()) html += "<p>Lost: " + listed(chapter.losses) + ".</p>\n";
    if (chapter.rows.empty()) continue;
    html +=
        "<table><thead><tr><th>#</th><th>time</th><th>by</th><th>command</th><th>ruling</th><th>why and what "
        "happened</th></tr></thead><tbody>\n" +
        chapter.rows + "</tbody></table>\n";
  }
  return html + "</body></html>\n";
}

}  // namespace

Result<std::string> report_html(const std::string& path) {
  if (const auto wrong = not_a_log(path)) return *wrong;
  const auto whole = Session::open_read_only(path);
  if (!whole) return whole.error();
  auto stage = stage_of((*whole)->setup(), path);
  if (!stage) return stage.error();
  Telling telling(std::move(*stage));
  const auto header = Session::walk(path, [&](const engine::Battle& battle, const LogLine* line, const std::vector<std::string>& told) {
    telling.see(battle, line, told);
  });
  if (!header) return header.error();
  return telling.html(*header, (*whole)->warning());
}

}  // namespace polemarch::assistant
