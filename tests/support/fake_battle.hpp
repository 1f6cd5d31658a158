#pragma once
/// A battle for tests of the assistant: a few units on a grid or on open ground, scripted offers, verdicts and waits. It keeps every
/// command it was given; poses in commands change its places. No rules.

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/core/battle.hpp"
#include "engine/core/leading.hpp"

namespace polemarch::test {

class FakeBattle : public engine::Battle, public engine::Leading {
 public:
  std::vector<engine::Place> standing;
  std::vector<engine::OwedPlacement> owing;
  std::vector<engine::Wait> open;
  std::vector<engine::Window> rights;
  std::vector<engine::OfferText> menu;
  engine::Advice shapes;
  std::vector<std::string> status{"Turn 1"};
  std::vector<std::string> spoken;  ///< every command submitted
  std::function<engine::Verdict(const nlohmann::json&)> rules = [](const nlohmann::json&) { return engine::allow(); };
  std::function<void(const nlohmann::json&)> obeyed;  ///< further effects of an accepted command

  /// Bases in a line to the right of the first, named "A1" or "A1.1", "A1.2" ...
  void add(const std::string& unit, Side side, int bases, Point at, Angle heading,
           Footprint footprint = {Outline::Rectangle, 40_mm, 30_mm}) {
    for (int i = 0; i < bases; ++i) {
      engine::Place place;
      place.unit = {unit};
      place.base = {bases == 1 ? unit : unit + "." + std::to_string(i + 1)};
      place.side = side;
      place.footprint = footprint;
      place.pose = {at.x + i * footprint.frontage, at.y, heading};
      standing.push_back(place);
    }
  }
  engine::Place& at(const std::string& base) {
    for (engine::Place& place : standing)
      if (place.base.text == base) return place;
    throw std::out_of_range(base);
  }

  engine::Happened happened(std::span<const std::string>) const override { return {}; }
  std::string clause(std::string_view) const override { return {}; }
  engine::Deed deed(std::string_view) const override { return engine::Deed::Other; }
  bool only_ends(std::string_view) const override { return false; }
  engine::Route route(std::string_view) const override { return {}; }
  engine::Gist gist(std::string_view) const override { return {}; }
  std::unique_ptr<engine::Battle> copy() const override { return std::make_unique<FakeBattle>(*this); }
  const engine::RulesetInfo& info() const override {
    static const engine::RulesetInfo info{"fake", "Fake Battle", "nobody", "v0", 1, ""};
    return info;
  }
  Result<engine::Outcome> submit(std::string_view text) override {
    const auto json = nlohmann::json::parse(text);
    spoken.emplace_back(text);
    engine::Outcome outcome;
    outcome.seq = ++seq_;
    outcome.verdict = rules(json);
    if (!outcome.verdict.allowed()) {
      refused_ = json;
      return outcome;
    }
    if (json["do"] == "rule") {
      outcome.ruled = true;
      obey(refused_);
    }
    obey(json);
    outcome.events.push_back(R"({"event":"done"})");
    outcome.lines.push_back(json["do"].get<std::string>() + " done");
    return outcome;
  }
  Result<engine::Verdict> judge(std::string_view text) const override { return rules(nlohmann::json::parse(text)); }
  Result<std::vector<std::string>> fold(std::string_view, std::span<const std::string>, bool) override {
    return std::vector<std::string>{};
  }
  Result<std::string> todays(std::string_view event) const override { return std::string(event); }
  std::int64_t seq() const override { return seq_; }
  std::vector<engine::Wait> waits(Viewer) const override { return open; }
  std::vector<engine::OwedPlacement> owed() const override { return owing; }
  std::vector<engine::Window> windows(Viewer) const override { return rights; }
  std::vector<engine::OfferText> offers(Viewer, const engine::About& about) const override {
    std::vector<engine::OfferText> out;
    const auto* unit = std::get_if<UnitId>(&about);
    for (const engine::OfferText& offer : menu) {
      const auto json = nlohmann::json::parse(offer.command);
      if (unit == nullptr || !json.contains("unit") || json["unit"] == unit->text) out.push_back(offer);
    }
    return out;
  }
  /// "to" is a box, "target" whom a charge goes up to, "facing" E or N, "path" a way; an offer that needs "poses" or "to" has a blank.
  engine::Lead lead(std::string_view text) const override {
    const auto json = nlohmann::json::parse(text);
    engine::Lead lead;
    lead.who = {{json.value("unit", "")}};
    lead.set_down = json["do"] == "place";
    if (json.contains("to")) lead.box = box_named(json["to"].get<std::string>());
    if (json["do"] == "charge") lead.against = {json.value("target", "")};
    if (json.contains("facing")) lead.facing = json["facing"] == "E" ? 0_deg : 90_deg;
    if (json.contains("path")) lead.by_way = json["do"].get<std::string>();
    for (const engine::OfferText& offer : menu)
      for (const engine::Need& need : offer.still_needed)
        if (nlohmann::json::parse(offer.command)["do"] == json["do"] && need.kind == engine::NeedKind::Pose)
          lead.blank = need.field == "to" ? engine::Blank::Point : engine::Blank::Poses;
    return lead;
  }
  engine::Advice advise(const engine::Selection&, Viewer) const override { return shapes; }
  std::vector<engine::Place> places() const override { return standing; }
  std::vector<std::string> describe(Viewer) const override { return status; }
  std::string say(std::string_view command) const override { return nlohmann::json::parse(command).value("do", std::string()); }
  engine::Now now() const override { return {1, Viewer::A, "", "order a unit"}; }
  std::optional<engine::Ending> ending() const override { return std::nullopt; }
  std::vector<engine::Figure> figures(const UnitId&, Viewer) const override { return {}; }
  std::vector<engine::Counter> counters() const override { return {}; }
  std::optional<Viewer> held_by() const override { return std::nullopt; }
  std::string state_text(Viewer) const override { return "{}"; }
  std::string sealed_state_text(const std::function<std::string(const std::string&, const std::string&)>&) const override { return "{}"; }
  std::string tell(std::string_view event) const override { return std::string(event); }
  std::optional<std::string> broken_invariant() const override { return std::nullopt; }

 private:
  void obey(const nlohmann::json& json) {
    if (!json.is_object()) return;
    if (json.contains("poses"))
      for (const auto& pose : json["poses"]) {
        engine::Place& place = at(pose["base"].get<std::string>());
        place.pose = {Length::from_mm(pose["x_mm"]), Length::from_mm(pose["y_mm"]), Angle::from_deg(pose["heading_deg"])};
        place.on_table = true;
      }
    if (json["do"] == "place" && json.contains("owed"))
      std::erase_if(owing,
                    [&](const engine::OwedPlacement& owed) { return "p" + std::to_string(owed.id) == json["owed"].get<std::string>(); });
    if (obeyed) obeyed(json);
  }
  std::int64_t seq_ = 0;
  nlohmann::json refused_;
};

}  // namespace polemarch::test
