#include "assistant/play/broadcast.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "assistant/play/page_state.hpp"

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

Result<Broadcast> Broadcast::open(const BroadcastSettings& settings) {
  Broadcast out;
  if (settings.publish.empty() && !settings.keys.empty()) return InputError{"--keys: they are for --publish, which is not given"};
  if (settings.spectate.empty() && !settings.token.empty()) return InputError{"--token: it is for --spectate, which is not given"};
  if (!settings.publish.empty()) {
    PublisherSettings to{settings.publish, {}, {}};
    if (!settings.keys.empty()) {
      auto keys = read_bus_key(settings.keys);
      if (!keys) return keys.error();
      to.keys = *keys;
    }
    auto publisher = Publisher::open(to);
    if (!publisher) return publisher.error();
    out.publisher_ = std::move(*publisher);
    if (to.keys) out.public_key_ = to.keys->open;
  }
  if (!settings.spectate.empty()) {
    auto spectator = Spectator::open({settings.spectate, settings.token});
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
    for (logged_ = std::max(logged_, view.log_before); logged_ < view.log_before + view.log.size(); ++logged_) {
      const ui::LogLine& line = view.log[logged_ - view.log_before];
      publisher_->publish("event", Json{{"seq", line.seq}, {"text", line.text}}.dump());
    }
    publisher_->publish("view", Json{{"lines", lines}}.dump());
  }
  if (spectator_) spectator_->show(page_state(view));
}

void Broadcast::show(const ui::ViewState& view, std::int64_t seq) {
  if (seq == seq_) return;
  seq_ = seq;
  if (publisher_) publisher_->publish("view", Json{{"lines", {view.now}}}.dump());
  if (spectator_) spectator_->show(page_state(view));
}

std::string Broadcast::links() const {
  std::string out;
  if (publisher_) out += "publishing on " + publisher_->endpoint() + (public_key_.empty() ? "" : ", public key " + public_key_) + "\n";
  if (spectator_) out += "spectators: " + spectator_->link() + "\n";
  return out;
}

}  // namespace polemarch::assistant::play
