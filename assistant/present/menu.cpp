/// What may be done: the orders of the selected unit and what belongs to no unit, each with a key.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

#include "assistant/present/order_pages.hpp"
#include "assistant/present/parts.hpp"
#include "assistant/present/throws.hpp"
#include "engine/core/repair.hpp"
#include "engine/core/verbs.hpp"
#include "models/box_name.hpp"
#include "models/io/json_text.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::present {

bool open_amending(const Inputs& inputs, std::vector<ui::OptionView>& menu);  // wishes.cpp

namespace {

/// "First cohort (A1): charge B2" under the heading A1 is "charge B2"; "First cohort (A1) and Archers (A8): move to d3" is "move to d3,
/// with Archers (A8)".
std::string without_unit(std::string text, const UnitId& unit) {
  const std::size_t colon = text.find("): ");
  if (colon == std::string::npos || colon > 80) return text;
  const std::string id = "(" + unit.text + ")", who = text.substr(0, colon + 1), rest = text.substr(colon + 3);
  const std::string_view link = ") and ";
  const std::size_t at = who.find(id), second = who.find(link);
  if (at == std::string::npos) return text;
  if (second == std::string::npos) return rest;
  return rest + ", with " + (at < second ? who.substr(second + link.size()) : who.substr(0, second + 1));
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
  const bool word = !verb.empty() && verb.front() >= 'a' && verb.front() <= 'z';
  return !word || many == verb ? text : many + text.substr(end);
}

ui::OptionView option_of(const engine::OfferText& offer) {
  ui::OptionView option;
  option.text = offer.text;
  option.intent = wish_of(offer, offer.command);
  option.allowed = offer.verdict.allowed() && (offer.whole || std::holds_alternative<FillIn>(option.intent));
  option.ends = offer.ends;
  if (!offer.verdict.allowed()) {
    option.detail = offer.verdict.reasons.empty() ? "not now" : say_reason(offer.verdict.reasons.front());
    if (!offer.verdict.reasons.empty()) option.rule = offer.verdict.reasons.front().rule;
  } else {
    for (const engine::Need& need : offer.still_needed)
      option.detail += (option.detail.empty() ? (offer.whole ? "then " : "needs ") : ", ") + need.word;
    const bool by_hand = !offer.whole && std::any_of(offer.still_needed.begin(), offer.still_needed.end(),
                                                     [](const engine::Need& need) { return need.kind == engine::NeedKind::Pose; });
    if (by_hand && !option.allowed) option.detail = "put it where it is to stand";
  }
  return option;
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

/// The command as this side gives it: a command may name an enemy, so its unit does not say who speaks.
std::string spoken_by(Viewer who, const engine::OfferText& offer) {
  nlohmann::json command = io::parsed(offer.command);
  command["by"] = name_of(who);
  return command.dump();
}

/// What ends the battle before its time: kept behind one entry, the last of the menu, beside what puts right by hand.
bool gives_up(const engine::OfferText& offer) {
  return offer.still_needed.size() == 1 && offer.still_needed.front().kind == engine::NeedKind::Yes;
}
constexpr std::string_view kGivingUp = "give up", kAmending = "put right";

void fold_giving_up(const Inputs& inputs, std::vector<ui::OptionView> ways, std::vector<ui::OptionView>& menu) {
  if (inputs.battle->ending()) return;
  if (inputs.menu_group != kGivingUp) {
    if (!menu.empty() && menu.back().text == "back") return;  // a fold that is open stands alone
    menu.push_back({.key = {},
                    .text = (ways.empty() ? "" : std::string(kGivingUp) + ", ") + std::string(kAmending) + " ...",
                    .allowed = true,
                    .detail = {},
                    .intent = OpenMenu{std::string(kGivingUp)},
                    .gives_up = true});
    return;
  }
  if (!inputs.selection.unit.empty()) {
    const std::string lost =
        engine::take_off_command(inputs.viewer == Viewer::Umpire ? Viewer::Umpire : Viewer::Both, inputs.selection.unit);
    if (const auto may = inputs.battle->judge(lost); may && may->allowed())
      ways.push_back({.key = {},
                      .text = "take " + inputs.selection.unit.text + " off the table, lost",
                      .allowed = true,
                      .detail = {},
                      .intent = GiveCommand{lost}});
  }
  ways.push_back({.key = {}, .text = "put a value right ...", .allowed = true, .detail = {}, .intent = OpenMenu{std::string(kAmending)}});
  ways.push_back({.key = {}, .text = "back", .allowed = true, .detail = {}, .intent = OpenMenu{}});
  menu = std::move(ways);
}

/// An order ends at this point of the table.
bool ends_at(const engine::OfferMark& mark, Vec2 at) {
  ui::OptionView option;
  point(option, mark);
  return ui::contains(option.region, at);
}

int rank_of(const engine::OfferText& offer) {
  if (offer.verdict.allowed()) return offer.whole ? 0 : 1;
  return offer.verdict.may_be_overruled() ? 2 : 3;
}

/// Not shown twice: both sides may say the same thing where it is nobody's turn alone.
struct MenuEntry {
  Viewer who;
  engine::OfferText offer;
  std::string card;  ///< of the hand that it uses
};

std::vector<MenuEntry> entries_of(const Inputs& inputs) {
  const Viewer turn = inputs.battle->now().who;
  std::vector<MenuEntry> entries;
  for (const SideOffers& mine : inputs.menu)
    for (std::size_t i = 0; i < mine.offers.size(); ++i) {
      const engine::OfferText& offer = mine.offers[i];
      if (!shown_here(inputs, offer)) continue;
      const bool out_of_turn = (turn == Viewer::A || turn == Viewer::B) && mine.who != turn && inputs.menu.size() > 1;
      if (out_of_turn) {
        const auto same = [&](const MenuEntry& other) { return other.offer.command == offer.command; };
        if (!offer.verdict.allowed() || std::any_of(entries.begin(), entries.end(), same)) continue;
      }
      MenuEntry entry{mine.who, offer, i < mine.cards.size() ? mine.cards[i] : std::string()};
      const auto alike = [&](const MenuEntry& other) {  // two cards of one title in a hand: nobody could tell them apart
        return other.who == entry.who && !other.card.empty() && other.card != entry.card && other.offer.text == offer.text &&
               other.offer.verdict.allowed() == offer.verdict.allowed();
      };
      if (entry.card.empty() || std::none_of(entries.begin(), entries.end(), alike)) entries.push_back(std::move(entry));
    }
  return entries;
}

/// What several things may be done with a card of the hand is one entry, which opens the card.
std::optional<ui::OptionView> card_entry(const Inputs& inputs, const MenuEntry& entry, const std::vector<MenuEntry>& all) {
  const auto same = [&](const MenuEntry& other) {
    return other.who == entry.who && other.card == entry.card && other.offer.verdict.allowed();
  };
  if (entry.card.empty() || !entry.offer.verdict.allowed() || std::count_if(all.begin(), all.end(), same) < 2) return std::nullopt;
  const Side side = entry.who == Viewer::A ? Side::A : Side::B;
  return ui::OptionView{.key = {},
                        .text = card_name(inputs, side, entry.card) + " ...",
                        .allowed = true,
                        .detail = {},
                        .intent = ChooseOption{"card", std::string(name_of(side)) + ":" + entry.card}};
}

}  // namespace

/// Whose eyes an offer is for, and whether they may see it on this screen.
bool shown_here(const Inputs& inputs, const engine::OfferText& offer) {
  if (offer.audience == Viewer::Both || inputs.viewer == Viewer::Umpire || inputs.viewer == offer.audience) return true;
  return inputs.viewer == Viewer::Both && inputs.hand_shown == offer.audience;
}

ui::OptionView entry_of(Viewer who, const engine::OfferText& offer) {
  ui::OptionView option = option_of(offer);
  option.intent = wish_of(offer, spoken_by(who, offer));
  return option;
}

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
  std::vector<ui::OptionView> placed;  // behind the orders: it goes by itself once it is seen, and no digit moves then
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
  if (inputs.help_level != ui::HelpLevel::Measure) {
    const std::vector<engine::OfferText> asked =
        inputs.offers != nullptr ? std::vector<engine::OfferText>() : inputs.battle->offers(inputs.viewer, inputs.selection.unit);
    const std::vector<engine::OfferText>& offers = inputs.offers != nullptr ? *inputs.offers : asked;
    std::vector<engine::OfferMark> own;
    if (inputs.offer_marks == nullptr)
      for (const engine::OfferText& offer : offers) own.push_back(engine::mark_of(*inputs.battle, spoken_by(Viewer::Umpire, offer)));
    const std::vector<engine::OfferMark>& marks = inputs.offer_marks != nullptr ? *inputs.offer_marks : own;
    std::vector<std::pair<const engine::OfferText*, const engine::OfferMark*>> ordered;
    for (std::size_t i = 0; i < offers.size(); ++i) ordered.emplace_back(&offers[i], &marks[i]);
    std::optional<Pose> stands;  // as the rules have it, wherever a hand holds it now
    if (inputs.table->grid)
      for (const engine::Place& place : inputs.battle->places())
        if (place.unit == inputs.selection.unit && place.on_table && !stands) stands = place.pose;
    const bool waits = std::any_of(view.units.begin(), view.units.end(),
                                   [&](const ui::UnitView& unit) { return unit.unit == inputs.selection.unit && !unit.on_table; });
    const bool faces = std::none_of(view.units.begin(), view.units.end(), [&](const ui::UnitView& unit) {
      return unit.unit == inputs.selection.unit && unit.round;  // a token has no front
    });
    const bool deploying = inputs.battle->now().turn == 0;
    // What is done to the enemy or ends at the place that was clicked comes first, then one kind of order after the other.
    const auto rank = [&](const auto& one) {
      const bool aimed = (inputs.selection.target && one.second->target == *inputs.selection.target) ||
                         (inputs.place && ends_at(*one.second, *inputs.place));
      const std::string words = without_unit(one.first->text, inputs.selection.unit);
      // Who stands is seldom put elsewhere; who waits beside the table is to be placed first.
      const engine::Deed group = group_of(one.first->deed, deploying);
      const std::size_t turn = group == engine::Deed::Place && waits ? 0 : place_of_group(group) + 1;
      std::array<std::size_t, 5> order{static_cast<std::size_t>(rank_of(*one.first)), aimed ? 0U : 1U, turn, 0, 0};
      if (stands) order[3] = besides(words), order[4] = way_to(*one.second, *stands);
      return order;
    };
    std::stable_sort(ordered.begin(), ordered.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    for (const auto& [offer, mark] : ordered) {
      if (!shown_here(inputs, *offer)) continue;
      ui::OptionView option = option_of(*offer);
      point(option, *mark);
      if (inputs.viewer != Viewer::Umpire && view.selected_side)
        option.intent = wish_of(*offer, spoken_by(inputs.viewer == Viewer::Both ? viewer_of(*view.selected_side) : inputs.viewer, *offer));
      option.text = without_unit(std::move(option.text), inputs.selection.unit);
      option.group = name_of_group(group_of(offer->deed, deploying));
      option.text = as_order(inputs, std::move(option.text));
      if (stands && faces) option.text = place_words(option, *mark, *stands, *inputs.table->grid);
      const bool told = std::any_of(view.offers.begin(), view.offers.end(), [&](const ui::OptionView& other) {
        return other.text == option.text && other.allowed == option.allowed;  // nobody could tell the two apart
      });
      if (!told) view.offers.push_back(std::move(option));
    }
  }
  add_marker_order(inputs, view.offers);
  const auto refused = [](const ui::OptionView& offer) { return !offer.allowed; };
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

namespace {

bool has_window(const Inputs& inputs, Viewer who) {
  const std::vector<engine::Window> windows = inputs.battle->windows(inputs.viewer);
  return std::any_of(windows.begin(), windows.end(), [&](const engine::Window& window) { return window.who == who; });
}

}  // namespace

void fill_menu(const Inputs& inputs, ui::ViewState& view) {
  if (inputs.help_level == ui::HelpLevel::Measure) return;
  const bool asked = view.question && !view.question->aside;
  std::vector<MenuEntry> entries = entries_of(inputs);
  const Viewer turn = inputs.battle->now().who;  // who has to do something now comes first
  const auto rank = [&](const MenuEntry& entry) { return std::pair{rank_of(entry.offer), entry.who != turn}; };
  std::stable_sort(entries.begin(), entries.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  std::vector<ui::OptionView> giving_up;
  for (const MenuEntry& entry : entries) {
    if (gives_up(entry.offer)) {
      if (asked || !entry.offer.verdict.allowed()) continue;
      giving_up.push_back(entry_of(entry.who, entry.offer));
      std::string& text = giving_up.back().text;
      if (!text.starts_with("A ") && !text.starts_with("B ")) text = say_who(inputs, entry.who) + ": " + text;
      continue;
    }
    if (auto card = card_entry(inputs, entry, entries)) {
      const auto told = std::any_of(view.menu.begin(), view.menu.end(), [&](const auto& other) { return other.text == card->text; });
      if (!told) view.menu.push_back(std::move(*card));
      continue;
    }
    ui::OptionView option = entry_of(entry.who, entry.offer);
    const auto same =
        std::count_if(entries.begin(), entries.end(), [&](const auto& other) { return other.offer.text == entry.offer.text; });
    const auto one_side = [](Viewer who) { return who == Viewer::A || who == Viewer::B; };
    const bool of_others = one_side(turn) && one_side(entry.who) && entry.who != turn;  // though it is not their turn
    if (same > 1 || of_others) option.text = say_who(inputs, entry.who) + ": " + option.text;
    // A card of the hand may be played into a question, and who has a right to interrupt may use it.
    const bool interrupts = entry.offer.audience != Viewer::Both || has_window(inputs, entry.who);
    if (asked && option.allowed && !interrupts) option.allowed = false, option.detail = "first answer the question";
    view.menu.push_back(std::move(option));
  }
  if (inputs.viewer == Viewer::Both && inputs.hand_shown != Viewer::Both) view.looks = inputs.hand_shown == Viewer::A ? Side::A : Side::B;
  if (inputs.viewer == Viewer::Both)
    for (const bool to_play : {true, false})
      for (const SideOffers& mine : inputs.menu)
        if (mine.hides && (mine.who == turn) == to_play)  // whether there is anything to do with it is for its owner to see
          view.menu.push_back({.key = {},
                               .text = say_who(inputs, mine.who) +
                                       (inputs.hand_shown == mine.who ? ": cover it again" : ": show what is secret (others look away)"),
                               .allowed = true,
                               .detail = {},
                               .intent = LookAtHand{mine.who == Viewer::A ? Side::A : Side::B}});
  if (!asked) fold_menu(inputs, view.menu);
  if (!asked) add_marker_entry(inputs, view.menu);
  if (!asked && !open_amending(inputs, view.menu)) fold_giving_up(inputs, std::move(giving_up), view.menu);
  std::string taken;
  if (view.question)
    for (const ui::OptionView& option : view.question->options)
      if (option.key.size() == 1) taken += option.key;
  if (asked && view.question->takes_values) taken += view.question->highest > 10 ? "ajqkv" : "av";  // they type a court card or roll
  letter_options(view.menu, taken, inputs.letters, inputs.side_names);
}

}  // namespace polemarch::assistant::present
