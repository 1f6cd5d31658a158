#include "assistant/play/broadcast.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "assistant/paint/paint.hpp"

namespace polemarch::assistant::play {

namespace {

using Json = nlohmann::json;

double rounded(double value) { return std::round(value * 1000.0) / 1000.0; }

}  // namespace

std::string table_line(const TableState& table) {
  Json bases = Json::array();
  for (const ObservedBase& base : table.bases)
    bases.push_back({{"base", base.base.text},
                     {"marker", base.marker.number},
                     {"x_mm", rounded(base.x_mm)},
                     {"y_mm", rounded(base.y_mm)},
                     {"heading_deg", rounded(base.heading_deg)},
                     {"sd_mm", rounded(std::sqrt(std::max(0.0, (base.own_cov[0] + base.own_cov[4]) / 2)))},
                     {"sd_deg", rounded(std::sqrt(std::max(0.0, base.own_cov[8])))},
                     {"state", name_of(base.state)}});
  return Json{{"frame", table.frame}, {"t", rounded(table.t)}, {"bases", std::move(bases)}}.dump();
}

Result<Broadcast> Broadcast::open(const std::string& publish, const std::string& spectate) {
  Broadcast out;
  if (!publish.empty()) {
    auto publisher = Publisher::open(publish);
    if (!publisher) return publisher.error();
    out.publisher_ = std::move(*publisher);
  }
  if (!spectate.empty()) {
    auto spectator = Spectator::open(spectate);
    if (!spectator) return spectator.error();
    out.spectator_ = std::move(*spectator);
  }
  return out;
}

void Broadcast::tell(const Desk& desk, const std::optional<Look>& look) {
  if (!publisher_ && !spectator_) return;
  const double t = desk.seconds();
  if (publisher_ && look && t - table_t_ >= 0.1) {
    table_t_ = t;
    publisher_->publish("table", table_line(look->table));
  }
  const std::int64_t seq = desk.battle().seq();
  if (seq == seq_ && t - view_t_ < 2.0) return;
  seq_ = seq;
  view_t_ = t;
  const ui::ViewState view = desk.public_view();
  std::vector<std::string> lines = view.status;
  if (view.question) lines.push_back(view.question->who + ": " + view.question->text);
  if (publisher_) {
    for (; logged_ < view.log.size(); ++logged_)
      publisher_->publish("event", Json{{"seq", view.log[logged_].seq}, {"text", view.log[logged_].text}}.dump());
    publisher_->publish("view", Json{{"lines", lines}}.dump());
  }
  if (spectator_) {
    paint::PaintSettings settings;
    settings.px_per_mm = 0.6;
    const paint::Bytes svg = paint::svg_of(view.scene, settings);
    SpectatorView page{std::string(svg.begin(), svg.end()), lines, {}};
    for (const ui::LogLine& line : view.log) page.log.push_back(std::to_string(line.seq) + "  " + line.text);
    spectator_->show(std::move(page));
  }
}

std::string Broadcast::links() const {
  std::string out;
  if (publisher_) out += "publishing on " + publisher_->endpoint() + "\n";
  if (spectator_) out += "spectators: " + spectator_->link() + "\n";
  return out;
}

}  // namespace polemarch::assistant::play
