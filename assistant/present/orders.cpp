/// The orders of the selected unit, and what it is told of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "assistant/present/order_pages.hpp"
#include "assistant/present/parts.hpp"
#include "assistant/present/throws.hpp"
#include "engine/core/verbs.hpp"
#include "models/box_name.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::present {

namespace {

/// "move to d3" and who goes too: ", with Archers (A8)", or " and Archers (A8)" behind the generals that are named already.
std::string and_with(const std::string& order, const std::string& who) {
  return order + (order.find(", with ") == std::string::npos ? ", with " : " and ") + who;
}

/// "First cohort (A1): charge B2" under the heading A1 is "charge B2"; "First cohort (A1) and Archers (A8): move to d3" is "move to d3,
/// with Archers (A8)", and "A1 and A8: move to d3", who have no names, is "move to d3, with A8".
std::string without_unit(std::string text, const UnitId& unit) {
  const std::size_t both = text.find(" and "), said = text.find(": ");
  if (both != std::string::npos && said != std::string::npos && both < said && text.find(' ') == both &&
      text.find(' ', both + 5) == said + 1) {
    const std::string first = text.substr(0, both), second = text.substr(both + 5, said - both - 5);
    if (first == unit.text || second == unit.text) return and_with(text.substr(said + 2), first == unit.text ? second : first);
  }
  const std::size_t colon = text.find("): ");
  if (colon == std::string::npos || colon > 80) return text;
  const std::string id = "(" + unit.text + ")", who = text.substr(0, colon + 1);
  std::string rest = text.substr(colon + 3);
  const std::string_view link = ") and ";
  const std::size_t at = who.find(id), second = who.find(link);
  if (at == std::string::npos) return text;
  if (second == std::string::npos) return rest;
  return and_with(rest, at < second ? who.substr(second + link.size()) : who.substr(0, second + 1));
}

/// "and joins Spartans" behind "give up command" is "and join Spartans".
std::string further_verbs(std::string rest) {
  constexpr std::string_view kAnd = " and ";
  for (const std::string_view verb : {"joins", "moves", "leaves"})
    if (const std::size_t at = rest.find(std::string(kAnd) + std::string(verb)); at != std::string::npos)
      rest.replace(at + kAnd.size(), verb.size(), engine::verb_of_many(std::string(verb)));
  return rest;
}

/// What the unit itself does, as an order to it: "attack B3" of "A1 attacks B3", or of "A1 Hoplites attacks B3", under the heading A1.
std::string as_order(const Inputs& inputs, std::string text) {
  const UnitId& unit = inputs.selection.unit;
  if (!text.starts_with(unit.text + " ")) return text;
  std::size_t from = unit.text.size() + 1;
  const std::string name = inputs.namer == nullptr ? std::string() : inputs.namer->name(unit) + " ";
  if (name.size() > 1 && text.compare(from, name.size(), name) == 0) from += name.size();
  const std::size_t end = std::min(text.find_first_of(" ,:", from), text.size());
  const std::string verb = text.substr(from, end - from), many = engine::verb_of_many(verb);
  const bool word = !verb.empty() && verb.front() >= 'a' && verb.front() <= 'z' && verb != "and";  // "A1 and A2 ..." is no order to A1
  return !word || many == verb ? text : many + further_verbs(text.substr(end));
}

/// Where the order leads on the table and what it needs.
void point(ui::OptionView& option, const engine::OfferMark& mark) {
  option.target = mark.target;
  for (const Point p : mark.region) option.region.push_back({p.x.mm(), p.y.mm()});
  if (mark.pose) {
    constexpr double kReach = 30;  // mm round the middle of the place
    const Vec2 at{mark.pose->x.mm(), mark.pose->y.mm()};
    option.region = {
        {at.x - kReach, at.y - kReach}, {at.x + kReach, at.y - kReach}, {at.x + kReach, at.y + kReach}, {at.x - kReach, at.y + kReach}};
  }
  if (mark.need > 0) option.need = say_need(mark.need, mark.or_less ? engine::Better::Low : engine::Better::High);
  option.need_card = mark.cards;
  if (mark.per_mille) option.chance = say_chance(*mark.per_mille);
}

/// The middle of the place an order leads to, mm.
std::optional<Vec2> place_of(const engine::OfferMark& mark) {
  if (mark.pose) return Vec2{mark.pose->x.mm(), mark.pose->y.mm()};
  if (mark.region.size() != 4) return std::nullopt;
  return Vec2{(mark.region[0].x.mm() + mark.region[2].x.mm()) / 2, (mark.region[0].y.mm() + mark.region[2].y.mm()) / 2};
}

/// Which way a place lies from where a unit stands: 0 ahead, by quarters of a half turn, to 4 back; 5 where it leads to no place of its
/// own.
std::size_t way_to(const engine::OfferMark& mark, const Pose& stands) {
  const auto at = place_of(mark);
  if (!at) return 5;
  const double dx = at->x - stands.x.mm(), dy = at->y - stands.y.mm();
  if (std::hypot(dx, dy) < 10) return 5;
  constexpr double kDegree = std::numbers::pi / 180;
  const double off = std::abs(std::remainder(std::atan2(dy, dx) - stands.heading.deg() * kDegree, 2 * std::numbers::pi)) / kDegree;
  return off < 20 ? 0 : off < 70 ? 1 : off < 110 ? 2 : off < 160 ? 3 : 4;
}

/// An order that ends in the box it leads to, with where that is: "move to d3, ahead".
std::string place_words(const ui::OptionView& option, const engine::OfferMark& mark, const Pose& stands, const GridSpec& grid) {
  constexpr std::array<std::string_view, 5> kWays{", ahead", ", ahead {}", ", to the {}", ", back {}", ", back"};
  const std::size_t way = way_to(mark, stands);
  const auto at = place_of(mark);
  const auto box = at ? box_at(grid, at->x, at->y) : std::nullopt;
  if (!box || way >= kWays.size() || !option.text.ends_with("to " + say_box(*box))) return option.text;
  const double heading = stands.heading.deg() * std::numbers::pi / 180;
  const bool left = std::cos(heading) * (at->y - stands.y.mm()) > std::sin(heading) * (at->x - stands.x.mm());
  std::string words(kWays[way]);
  if (const std::size_t side = words.find("{}"); side != std::string::npos) words.replace(side, 2, left ? "left" : "right");
  return option.text + words;
}

/// How much an order says beside where it leads: a plain move comes before one that faces about, stands behind a friend, leaves the table
/// or moves nobody ("disrupt itself").
std::size_t besides(std::string_view words) {
  std::size_t count = 0;
  for (const std::string_view last : {"off the table", " itself"}) count += words.find(last) != std::string_view::npos ? 3 : 0;
  count += static_cast<std::size_t>(std::count(words.begin(), words.end(), ','));  // "wheel left, advance", "with Cassius"
  for (const std::string_view more : {" facing ", " in front", " behind"}) count += words.find(more) != std::string_view::npos;
  return count;
}

/// An order ends at this point of the table.
bool ends_at(const engine::OfferMark& mark, Vec2 at) {
  ui::OptionView option;
  point(option, mark);
  return ui::contains(option.region, at);
}

/// Its bases that the rules have elsewhere than the table: they stand where they are owed.
std::vector<ui::OptionView> placements(const Inputs& inputs) {
  std::vector<ui::OptionView> placed;
  std::size_t bases = 0;
  for (const engine::Place& place : inputs.battle->places()) bases += place.unit == inputs.selection.unit;
  for (const engine::OwedPlacement& owed : inputs.battle->owed()) {
    if (owed.unit != inputs.selection.unit) continue;
    std::string who = "it";
    if (owed.bases.size() < bases) {  // some of its bases
      who = owed.bases.size() == 1 ? "base" : "bases";
      for (const BaseId& base : owed.bases) who += " " + base.text;
    }
    const bool many = who.starts_with("bases");
    const std::string where = owed.removed ? "off the table" : many ? "on their ghosts" : "on its ghost";
    const std::string does = owed.removed ? (many ? " are " : " is ") : many ? " stand " : " stands ";
    const std::string text = who + does + where;
    if (std::any_of(placed.begin(), placed.end(), [&](const ui::OptionView& other) { return other.text == text; })) continue;
    placed.push_back({.key = {},
                      .text = text,
                      .allowed = true,
                      .detail = {},
                      .intent = GiveCommand{R"({"by":"both","do":"place","owed":"p)" + std::to_string(owed.id) + "\"}"}});
    placed.back().group = name_of_group(engine::Deed::Place);
  }
  return placed;
}

/// What the order of its orders rests on.
struct Stands {
  std::optional<Pose> pose;  ///< on a grid, as the rules have it, wherever a hand holds it now
  bool waits = false;        ///< beside the table
  bool faces = true;         ///< a token has no front
  bool deploying = false;
};

Stands standing(const Inputs& inputs, const ui::ViewState& view) {
  Stands stands;
  if (inputs.table->grid)
    for (const engine::Place& place : inputs.battle->places())
      if (place.unit == inputs.selection.unit && place.on_table && !stands.pose) stands.pose = place.pose;
  for (const ui::UnitView& unit : view.units)
    if (unit.unit == inputs.selection.unit) stands.waits |= !unit.on_table, stands.faces &= !unit.round;
  stands.deploying = inputs.battle->now().turn == 0;
  return stands;
}

/// What is done to the enemy or ends at the place that was clicked comes first, then one kind of order after the other.
std::array<std::size_t, 5> place_among_orders(const Inputs& inputs, const Stands& stands, const engine::OfferText& offer,
                                              const engine::OfferMark& mark) {
  const bool aimed = (inputs.selection.target && mark.target == *inputs.selection.target) || (inputs.place && ends_at(mark, *inputs.place));
  // Who stands is seldom put elsewhere; who waits beside the table is to be placed first.
  const engine::Deed group = group_of(offer.deed, stands.deploying);
  const std::size_t turn = group == engine::Deed::Place && stands.waits ? 0 : place_of_group(group) + 1;
  std::array<std::size_t, 5> order{static_cast<std::size_t>(rank_of(offer)), aimed ? 0U : 1U, turn, 0, 0};
  if (stands.pose) order[3] = besides(without_unit(offer.text, inputs.selection.unit)), order[4] = way_to(mark, *stands.pose);
  return order;
}

ui::OptionView order_of(const Inputs& inputs, const ui::ViewState& view, const Stands& stands, const engine::OfferText& offer,
                        const engine::OfferMark& mark) {
  ui::OptionView option = option_of(offer);
  point(option, mark);
  if (inputs.viewer != Viewer::Umpire && view.selected_side)
    option.intent = wish_of(offer, spoken_by(inputs.viewer == Viewer::Both ? viewer_of(*view.selected_side) : inputs.viewer, offer));
  option.text = as_order(inputs, without_unit(std::move(option.text), inputs.selection.unit));
  option.group = name_of_group(group_of(offer.deed, stands.deploying));
  if (stands.pose && stands.faces) option.text = place_words(option, mark, *stands.pose, *inputs.table->grid);
  return option;
}

void fill_orders(const Inputs& inputs, ui::ViewState& view) {
  const std::vector<engine::OfferText> asked =
      inputs.offers != nullptr ? std::vector<engine::OfferText>() : inputs.battle->offers(inputs.viewer, inputs.selection.unit);
  const std::vector<engine::OfferText>& offers = inputs.offers != nullptr ? *inputs.offers : asked;
  std::vector<engine::OfferMark> own;
  if (inputs.offer_marks == nullptr)
    for (const engine::OfferText& offer : offers) own.push_back(engine::mark_of(*inputs.battle, spoken_by(Viewer::Umpire, offer)));
  const std::vector<engine::OfferMark>& marks = inputs.offer_marks != nullptr ? *inputs.offer_marks : own;
  std::vector<std::pair<const engine::OfferText*, const engine::OfferMark*>> ordered;
  for (std::size_t i = 0; i < offers.size(); ++i) ordered.emplace_back(&offers[i], &marks[i]);
  const Stands stands = standing(inputs, view);
  const auto rank = [&](const auto& one) { return place_among_orders(inputs, stands, *one.first, *one.second); };
  std::stable_sort(ordered.begin(), ordered.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  for (const auto& [offer, mark] : ordered) {
    if (!shown_here(inputs, *offer)) continue;
    ui::OptionView option = order_of(inputs, view, stands, *offer, *mark);
    const bool told = std::any_of(view.offers.begin(), view.offers.end(), [&](const ui::OptionView& other) {
      return other.text == option.text && other.allowed == option.allowed;  // nobody could tell the two apart
    });
    if (!told) view.offers.push_back(std::move(option));
  }
}

}  // namespace

void fill_selection(const Inputs& inputs, ui::ViewState& view) {
  if (inputs.selection.unit.empty()) return;
  view.selected = inputs.selection.unit.text;
  view.selected_title = say_unit(inputs, inputs.selection.unit);
  view.group.assign(inputs.group.begin(), inputs.group.end());
  for (const ui::UnitView& unit : view.units)
    if (unit.unit == inputs.selection.unit) view.selected_side = unit.side;
  for (const engine::Figure& figure : inputs.battle->figures(inputs.selection.unit, inputs.viewer))
    view.figures.push_back({figure.value, figure.label});
  const engine::Advice own_advice = inputs.advice != nullptr ? engine::Advice() : inputs.battle->advise(inputs.selection, inputs.viewer);
  for (const engine::AdviceLine& line : (inputs.advice != nullptr ? *inputs.advice : own_advice).lines)
    view.advice.push_back({say_reason(line.reason), Tone::Text, line.reason.rule});
  // While an answer is awaited its keys mean the answer: a list of orders would only bury the question.
  if (view.question && !view.question->aside) return;
  if (inputs.help_level != ui::HelpLevel::Measure) fill_orders(inputs, view);
  add_marker_order(inputs, view.offers);
  const auto refused = [](const ui::OptionView& offer) { return !offer.allowed; };
  // Behind the orders: it goes by itself once it is seen, and no digit moves then.
  const std::vector<ui::OptionView> placed = placements(inputs);
  view.offers.insert(std::find_if(view.offers.begin(), view.offers.end(), refused), placed.begin(), placed.end());
  // Beside a throw that is told, or for fingers, a page has fewer orders.
  page_orders(view, inputs.offer_page, inputs.touch || (inputs.card && !inputs.card->throws.empty()) ? kShortPage : kPage);
  const auto waits = inputs.battle->waits(inputs.viewer);
  const Viewer turn = waits.empty() ? inputs.battle->now().who : waits.front().who;
  if (view.offers.empty() && view.selected_side && (turn == Viewer::A || turn == Viewer::B) && turn != viewer_of(*view.selected_side))
    view.advice.insert(view.advice.begin(), {"nothing to do with it now: " + say_who(inputs, turn) +
                                                 (turn == inputs.battle->now().who ? " to play" : " to answer"),
                                             Tone::Text,
                                             {}});
}

}  // namespace polemarch::assistant::present
