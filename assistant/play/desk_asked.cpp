/// What the desk asks of the battle for the screen, once a command and selection, not once a picture.
#include "assistant/play/desk.hpp"
#include "assistant/present/measuring.hpp"
#include "assistant/present/table_scene.hpp"
#include "assistant/session/hiding.hpp"
#include "engine/core/beside.hpp"
#include "engine/core/hidden.hpp"
#include "models/box_name.hpp"
#include "models/io/json_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace polemarch::assistant::play {

namespace {

/// What a side may know alone once it is done, such as the counter under the salpinx, is not picked from a list that both sides see: it
/// stands behind the button that asks the others to look away. That there is such a choice everybody may know.
void make_out_of_sight(const engine::Battle& battle, present::SideOffers& mine) {
  for (engine::OfferText& offer : mine.offers) {
    if (offer.audience != Viewer::Both || !offer.verdict.allowed()) continue;
    engine::Json command = io::parsed(offer.command);
    command["by"] = name_of(mine.who);
    if (audiences_of(battle, command.dump()).allowed != mine.who) continue;
    offer.audience = mine.who;
    mine.hides = true;
  }
}

/// What both sides see of a side's offers: where a verdict goes by what is hidden, so that who knows everything and who knows what is
/// public would give another, it is the latter's.
void judge_openly(const engine::Battle& battle, const engine::About& about, std::vector<engine::OfferText>& offers) {
  const std::vector<engine::OfferText> known = battle.offers(Viewer::Umpire, about), open = battle.offers(Viewer::Both, about);
  const auto in = [](const std::vector<engine::OfferText>& all, const engine::OfferText& offer) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const engine::OfferText& other) { return other.command == offer.command; });
    return same == all.end() ? nullptr : &*same;
  };
  const auto why = [](const engine::Verdict& verdict) { return verdict.reasons.empty() ? std::string() : verdict.reasons.front().text; };
  for (engine::OfferText& offer : offers) {
    const engine::OfferText *to_umpire = in(known, offer), *to_both = in(open, offer);
    if (offer.audience != Viewer::Both || to_umpire == nullptr || to_both == nullptr) continue;
    const engine::Verdict &all = to_umpire->verdict, &some = to_both->verdict;
    if (all.allowed() != some.allowed() || why(all) != why(some)) offer.verdict = some;
  }
}

/// Before the battle: where {"do":"place"}, which every ruleset shares, puts a unit down, as its box or the middle of its bases.
void mark_place(const Table& table, const nlohmann::json& command, engine::OfferMark& mark) {
  if (mark.pose || !mark.region.empty() || command.value("do", std::string()) != "place" || !command.contains("poses")) return;
  double x = 0, y = 0, count = 0, heading = 0;
  for (const nlohmann::json& base : command["poses"]) {
    x += base.value("x_mm", 0.0), y += base.value("y_mm", 0.0), ++count;
    heading = base.value("heading_deg", 0.0);
  }
  if (count == 0) return;
  const auto box = table.grid ? box_at(*table.grid, x / count, y / count) : std::nullopt;
  const auto middle = box ? middle_of(*table.grid, *box) : std::nullopt;
  if (!middle) {
    mark.pose = Pose{Length::from_mm(x / count), Length::from_mm(y / count), Angle::from_deg(heading)};
    return;
  }
  const Length half = table.grid->box / 2;
  mark.region = {{middle->x - half, middle->y - half},
                 {middle->x + half, middle->y - half},
                 {middle->x + half, middle->y + half},
                 {middle->x - half, middle->y + half}};
}

/// Endings that only both sides together may agree on: a draw, time called.
void add_endings_of_both(const engine::Battle& battle, std::vector<present::SideOffers>& sides) {
  present::SideOffers both{Viewer::Both, {}, false};
  for (engine::OfferText& offer : battle.offers(Viewer::Both, engine::AboutNothing{})) {
    const auto is_yes = [](const engine::Need& need) { return need.kind == engine::NeedKind::Yes; };
    const bool ending = offer.verdict.allowed() && std::any_of(offer.still_needed.begin(), offer.still_needed.end(), is_yes);
    const bool known = std::any_of(sides.begin(), sides.end(), [&](const present::SideOffers& mine) {
      return std::any_of(mine.offers.begin(), mine.offers.end(), [&](const auto& other) { return other.command == offer.command; });
    });
    if (ending && !known) both.offers.push_back(std::move(offer));
  }
  if (!both.offers.empty()) sides.push_back(std::move(both));
}

/// Which card of its hand each offer uses.
void name_cards(const engine::Battle& battle, present::SideOffers& mine) {
  const engine::Beside* room = engine::beside(battle);
  if (room == nullptr) return;
  for (const engine::OfferText& offer : mine.offers) {
    engine::Json command = io::parsed(offer.command);
    command["by"] = name_of(mine.who);
    mine.cards.push_back(room->card_of(command.dump()));
  }
}

}  // namespace

bool Desk::hides_from_all(Viewer side) const {
  return hand_shown_ != side && engine::hides_something(io::parsed(session_.battle().state_text(Viewer::Both)), side);
}

const Desk::Asked& Desk::ask_about_selection() const {
  const engine::Battle& battle = session_.battle();
  if (asked_.seq == battle.seq() && asked_.selection.unit == selection_.unit && asked_.selection.target == selection_.target &&
      asked_.group == group_)
    return asked_;
  asked_ = {battle.seq(), selection_, group_, {}, {}, {}, {}};
  if (selection_.unit.empty()) return asked_;
  asked_.advice = battle.advise(selection_, settings_.viewer);
  add_enemy_zones(asked_.advice);
  present::add_advice(asked_.overlay, asked_.advice);
  Viewer owner = settings_.viewer;  // both at one screen: what its owner may do with it
  if (owner == Viewer::Both)
    for (const engine::Place& place : battle.places())
      if (place.unit == selection_.unit) owner = viewer_of(place.side);
  asked_.offers = battle.offers(owner, selection_.unit);
  if (settings_.viewer == Viewer::Both && hides_from_all(owner)) judge_openly(battle, selection_.unit, asked_.offers);
  const engine::Beside* beside = engine::beside(battle);
  const bool setting_up = beside != nullptr && !beside->placing().turns.empty();
  if (!group_.empty()) asked_.offers = orders_of_group(asked_.offers, owner);
  for (const engine::OfferText& offer : asked_.offers) {
    nlohmann::json spoken = io::parsed(offer.command);
    spoken["by"] = name_of(owner);
    asked_.marks.push_back(engine::mark_of(battle, spoken.dump()));
    if (setting_up) mark_place(table_, spoken, asked_.marks.back());
  }
  return asked_;
}

/// Who may move has to know where enemies stop it: their zones take the place of its own.
void Desk::add_enemy_zones(engine::Advice& advice) const {
  const auto zone = [](const engine::AdviceShape& shape) {
    return shape.meaning == engine::Meaning::ZocStrong || shape.meaning == engine::Meaning::ZocWeak ||
           shape.meaning == engine::Meaning::ZocBond;
  };
  const auto moves = [](const engine::AdviceShape& shape) { return shape.meaning == engine::Meaning::LegalMove; };
  for (engine::AdviceShape& shape : advice.shapes)
    if (zone(shape) && shape.about.empty()) shape.about = selection_.unit.text;
  if (std::none_of(advice.shapes.begin(), advice.shapes.end(), zone) || std::none_of(advice.shapes.begin(), advice.shapes.end(), moves))
    return;
  const engine::Battle& battle = session_.battle();
  const std::vector<engine::Place> places = battle.places();
  std::optional<Side> mine;
  for (const engine::Place& place : places)
    if (place.unit == selection_.unit) mine = place.side;
  std::vector<engine::AdviceShape> zones;
  std::set<UnitId> asked;
  for (const engine::Place& place : places) {
    if (!place.on_table || place.side == mine || !asked.insert(place.unit).second) continue;
    for (engine::AdviceShape& shape : battle.advise({place.unit, std::nullopt}, settings_.viewer).shapes) {
      if (!zone(shape)) continue;
      shape.about = place.unit.text;
      zones.push_back(std::move(shape));
    }
  }
  if (zones.empty()) return;
  std::erase_if(advice.shapes, zone);
  advice.shapes.insert(advice.shapes.begin(), zones.begin(), zones.end());
}

const Desk::Both& Desk::ask_about_both() const {
  const engine::Battle& battle = session_.battle();
  const UnitId at = pointed_.empty() ? selection_.target.value_or(UnitId{}) : pointed_;
  if (both_.seq == battle.seq() && both_.of == selection_.unit && both_.at == at) return both_;
  both_ = {battle.seq(), selection_.unit, at, {}, {}};
  if (selection_.unit.empty() || at.empty() || at == selection_.unit) return both_;
  const std::vector<engine::AdviceLine> alone = battle.advise({selection_.unit, std::nullopt}, settings_.viewer).lines;
  const auto known = [&](const engine::AdviceLine& line) {
    return std::any_of(alone.begin(), alone.end(), [&](const engine::AdviceLine& other) {
      return other.reason.rule == line.reason.rule && other.reason.text == line.reason.text && other.reason.value == line.reason.value;
    });
  };
  engine::Advice said = battle.advise({selection_.unit, at}, settings_.viewer);
  for (engine::AdviceLine& line : said.lines)
    if (!known(line)) both_.lines.push_back(std::move(line));
  for (engine::AdviceShape& shape : said.shapes)
    if (present::is_sight_wedge(shape) && shape.about == at.text) both_.sight.push_back(std::move(shape));
  return both_;
}

const Desk::Menu& Desk::ask_menu() const {
  const engine::Battle& battle = session_.battle();
  if (menu_.seq == battle.seq() && menu_.hand_shown == hand_shown_) return menu_;
  menu_ = {battle.seq(), {}, {}, hand_shown_};
  const bool one_side = settings_.viewer == Viewer::A || settings_.viewer == Viewer::B;
  const engine::Json open = one_side ? engine::Json() : io::parsed(battle.state_text(Viewer::Both));
  const auto hides = [&](Viewer side) {
    return settings_.viewer == Viewer::Both && hand_shown_ != side && engine::hides_something(open, side);
  };
  for (const Viewer who : {Viewer::A, Viewer::B})
    if (!one_side || who == settings_.viewer) {
      menu_.sides.push_back({who, battle.offers(who, engine::AboutNothing{}), engine::hides_something(open, who)});
      if (!one_side) make_out_of_sight(battle, menu_.sides.back());
      if (hides(who)) judge_openly(battle, engine::AboutNothing{}, menu_.sides.back().offers);
      if (one_side || hand_shown_ == who) name_cards(battle, menu_.sides.back());
    }
  if (!one_side) add_endings_of_both(battle, menu_.sides);
  if (!battle.waits(Viewer::Umpire).empty()) return menu_;  // the answer comes first
  for (const engine::OwedPlacement& owed : battle.owed())
    if (!owed.removed) ++menu_.can[owed.unit];
  std::set<UnitId> counted;
  for (const engine::Place& place : battle.places()) {
    if (!counted.insert(place.unit).second) continue;
    int& can = menu_.can[place.unit];
    if (one_side && viewer_of(place.side) != settings_.viewer) continue;
    const Viewer owner = viewer_of(place.side);
    std::vector<engine::OfferText> offers = battle.offers(owner, place.unit);
    if (hides(owner)) judge_openly(battle, place.unit, offers);
    for (const engine::OfferText& offer : offers)
      can += offer.verdict.allowed() && offer.whole && (one_side || offer.audience == Viewer::Both || offer.audience == hand_shown_);
  }
  return menu_;
}

const std::vector<std::vector<Point>>& Desk::next_places() const {
  const engine::Battle& battle = session_.battle();
  if (next_places_.seq == battle.seq()) return next_places_.regions;
  next_places_ = {battle.seq(), {}};
  const engine::Beside* beside = engine::beside(battle);
  if (beside == nullptr || !table_.grid || !battle.waits(Viewer::Umpire).empty()) return next_places_.regions;
  const engine::PlacingOrder order = beside->placing();
  const auto now = [](const engine::PlacingTurn& turn) { return turn.when == engine::PlacingTurn::When::Now && !turn.left.empty(); };
  const auto turn = std::find_if(order.turns.begin(), order.turns.end(), now);
  if (turn == order.turns.end() || std::count_if(order.turns.begin(), order.turns.end(), now) > 1) return next_places_.regions;
  const Viewer who = viewer_of(turn->side);
  if (settings_.viewer != Viewer::Both && settings_.viewer != who) return next_places_.regions;
  for (const engine::OfferText& offer : battle.offers(who, turn->left.front())) {
    if (!offer.verdict.allowed() || !engine::may_know(settings_.viewer, offer.audience)) continue;
    engine::Json spoken = io::parsed(offer.command);
    spoken["by"] = name_of(who);
    engine::OfferMark mark = engine::mark_of(battle, spoken.dump());
    mark_place(table_, spoken, mark);
    if (mark.region.size() == 4) next_places_.regions.push_back(std::move(mark.region));
  }
  return next_places_.regions;
}

}  // namespace polemarch::assistant::play
