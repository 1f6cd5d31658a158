#include "assistant/play/text_screen.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "models/io/measured.hpp"

namespace polemarch::assistant::play {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kLogLines = 40;  ///< the last lines told

double tenths(double value) { return std::round(value * 10.0) / 10.0; }

OrderedJson entry(const ui::OptionView& option) {
  OrderedJson j{{"key", option.key}, {"text", option.text}, {"allowed", option.allowed}};
  j["why"] = option.allowed ? OrderedJson() : OrderedJson(option.detail.empty() ? "not now" : option.detail);
  if (!option.allowed && !option.rule.empty()) j["rule"] = option.rule;
  if (option.allowed && !option.detail.empty()) j["then"] = option.detail;
  if (!option.need.empty()) j["need"] = option.need;
  if (!option.chance.empty()) j["chance"] = option.chance;
  j["ends"] = option.ends;
  return j;
}

OrderedJson entries(const std::vector<ui::OptionView>& options) {
  OrderedJson list = OrderedJson::array();
  for (const ui::OptionView& option : options)
    if (!option.gives_up) list.push_back(entry(option));
  return list;
}

/// What is no way on: giving up, putting a value right.
OrderedJson repairs(const std::vector<ui::OptionView>& options) {
  OrderedJson list = OrderedJson::array();
  for (const ui::OptionView& option : options)
    if (option.gives_up) list.push_back({{"key", option.key}, {"text", option.text}});
  return list;
}

/// What adds up to a number: "modifier, on whose side, how much".
OrderedJson rows_json(const std::vector<ui::RowView>& shown) {
  OrderedJson list = OrderedJson::array();
  for (const ui::RowView& row : shown) list.push_back({{"text", row.text}, {"rule", row.rule}, {"value", row.value}});
  return list;
}

/// A throw before it is thrown: what it needs and why, and what may come of it.
OrderedJson odds_json(const ui::OddsView& shown) {
  OrderedJson outlooks = OrderedJson::array();
  for (const ui::OutlookView& outlook : shown.outlooks) outlooks.push_back({{"text", outlook.text}, {"per_mille", outlook.per_mille}});
  return {{"text", shown.title}, {"need", shown.need},   {"chance", shown.chance},    {"rows", rows_json(shown.rows)},
          {"of", shown.of},      {"outlooks", outlooks}, {"expected", shown.expected}};
}

/// The last result row by row.
OrderedJson card_json(const ui::ResultView& shown) {
  OrderedJson throws = OrderedJson::array();
  for (const ui::ThrowView& thrown : shown.throws) {
    OrderedJson values = OrderedJson::array();
    for (const auto& value : thrown.values) values.push_back({{"value", value.value}, {"good", value.good}, {"again", value.again}});
    throws.push_back({{"text", thrown.text},
                      {"need", thrown.need},
                      {"chance", thrown.aside},
                      {"values", std::move(values)},
                      {"rows", rows_json(thrown.rows)},
                      {"outcome", thrown.outcome}});
  }
  OrderedJson follows = OrderedJson::array();
  for (const ui::FollowView& follow : shown.follows) follows.push_back(follow.text);
  return {{"title", shown.title}, {"rows", rows_json(shown.rows)}, {"throws", std::move(throws)}, {"follows", std::move(follows)}};
}

OrderedJson question(const ui::QuestionView& asked) {
  OrderedJson options = OrderedJson::array();
  for (const ui::OptionView& option : asked.options) {
    OrderedJson j{{"key", option.key}, {"text", option.text}, {"allowed", option.allowed}};
    j["why"] = option.allowed || option.detail.empty() ? OrderedJson() : OrderedJson(option.detail);
    j["picked"] = option.picked;
    options.push_back(std::move(j));
  }
  return {{"id", asked.id},
          {"who", asked.who},
          {"text", asked.text},
          {"rule", asked.rule},
          {"sealed", asked.sealed},
          {"veiled", asked.veiled},
          {"takes_values", asked.takes_values},
          {"draws", asked.draws},
          {"count", asked.count},
          {"lowest", asked.lowest},
          {"highest", asked.highest},
          {"takes_text", asked.takes_text},
          {"most", asked.most},
          {"typed", asked.sealed ? std::string(asked.typed.size(), '*') : asked.typed},
          {"hint", asked.hint},
          {"options", std::move(options)},
          {"odds", asked.odds && !asked.veiled ? odds_json(*asked.odds) : OrderedJson()}};
}

OrderedJson units(const ui::ViewState& view) {
  OrderedJson list = OrderedJson::array();
  for (const ui::UnitView& unit : view.units) {
    OrderedJson j{{"unit", unit.unit.text}, {"name", unit.name}, {"side", name_of(unit.side)}};
    j["x_mm"] = unit.on_table ? OrderedJson(tenths(unit.at.x)) : OrderedJson();
    j["y_mm"] = unit.on_table ? OrderedJson(tenths(unit.at.y)) : OrderedJson();
    j["heading_deg"] = unit.on_table ? OrderedJson(tenths(unit.heading_deg)) : OrderedJson();
    j["on_table"] = unit.on_table;
    j["selected"] = unit.unit.text == view.selected;
    j["can"] = unit.can;
    list.push_back(std::move(j));
  }
  return list;
}

OrderedJson loose(const ui::ViewState& view) {
  OrderedJson list = OrderedJson::array();
  for (const ui::LooseView& marker : view.loose)
    list.push_back({{"marker", marker.marker}, {"x_mm", tenths(marker.at.x)}, {"y_mm", tenths(marker.at.y)}});
  return list;
}

/// Without names what lies face down.
OrderedJson hands(const ui::ViewState& view) {
  OrderedJson list = OrderedJson::array();
  for (const ui::HandView& hand : view.hands) {
    OrderedJson cards = OrderedJson::array();
    for (const ui::CardView& card : hand.cards) cards.push_back({{"name", card.name}, {"text", card.text}, {"playable", card.playable}});
    list.push_back({{"side", name_of(hand.side)}, {"text", hand.title}, {"open", hand.open}, {"cards", std::move(cards)}});
  }
  return list;
}

/// What is wrong with the camera; else whether what it does not see still stands there.
OrderedJson camera(const ui::ViewState& view) {
  if (view.trouble) return {{"title", view.trouble->title}, {"text", view.trouble->text}, {"options", entries(view.trouble->options)}};
  if (!view.unseen_question) return {};
  return {{"title", "Not in sight"}, {"text", view.unseen_question->text}, {"options", entries(view.unseen_question->options)}};
}

OrderedJson screen(const ui::ViewState& view) {
  OrderedJson j;
  j["title"] = view.title;
  j["now"] = view.now;
  j["question"] = view.question ? question(*view.question) : OrderedJson();
  j["menu"] = entries(view.menu);
  j["repairs"] = repairs(view.menu);
  j["units"] = units(view);
  j["loose"] = loose(view);
  j["hands"] = hands(view);
  j["camera"] = camera(view);
  j["selected"] = view.selected;
  j["result"] = view.result;
  j["card"] = view.card ? card_json(*view.card) : OrderedJson();
  OrderedJson why = OrderedJson::array();
  for (const ui::TextLine& line : view.why) why.push_back(line.text);
  j["why"] = std::move(why);
  j["why_rules"] = OrderedJson::array();
  for (const ui::TextLine& line : view.why) j["why_rules"].push_back(line.rule);
  j["offers"] = entries(view.offers);
  OrderedJson log = OrderedJson::array();
  const std::size_t from = view.log.size() > kLogLines ? view.log.size() - kLogLines : 0;
  for (std::size_t i = from; i < view.log.size(); ++i) log.push_back(view.log[i].text);
  j["log"] = std::move(log);
  OrderedJson notices = OrderedJson::array();
  for (const ui::TextLine& line : view.notices) notices.push_back(line.text);
  j["notices"] = std::move(notices);
  j["further"] = OrderedJson::array();
  for (const ui::OwedView& owed : view.owed)
    j["further"].push_back(owed.unit.text + ": " + owed.text + (owed.state.empty() ? "" : ", " + owed.state));
  for (const ui::TextLine& line : view.further) j["further"].push_back(line.text);
  j["windows"] = OrderedJson::array();
  for (const ui::TextLine& line : view.windows)
    j["windows"].push_back(line.until.empty() ? line.text : line.text + "   until " + line.until);
  j["ended"] = view.ended ? OrderedJson{{"winner", view.ended->winner}, {"text", view.ended->text}} : OrderedJson();
  return j;
}

/// What is drawn of a unit, each once with how often: "charge 4 in", charge_reach, twice.
OrderedJson drawn_json(const engine::Advice& advice) {
  OrderedJson list = OrderedJson::array();
  for (const engine::AdviceShape& shape : advice.shapes) {
    const std::string means(engine::name_of(shape.meaning));
    const auto same = std::find_if(list.begin(), list.end(), [&](const OrderedJson& one) {
      return one["means"] == means && one["text"] == shape.label && one["rule"] == shape.rule && one["about"] == shape.about;
    });
    if (same != list.end())
      (*same)["times"] = (*same)["times"].get<int>() + 1;
    else
      list.push_back({{"text", shape.label}, {"means", means}, {"rule", shape.rule}, {"about", shape.about}, {"times", 1}});
  }
  return list;
}

OrderedJson advice_json(const ui::ViewState& view, const engine::Advice& advice) {
  OrderedJson figures = OrderedJson::array(), lines = OrderedJson::array();
  for (const ui::FigureView& figure : view.figures) figures.push_back({{"text", figure.label}, {"value", figure.value}});
  for (const ui::TextLine& line : view.advice) lines.push_back({{"text", line.text}, {"rule", line.rule}});
  OrderedJson between;
  if (view.tip) between = {{"at", view.tip->at.text}, {"title", view.tip->title}, {"rows", rows_json(view.tip->rows)}};
  return {{"unit", view.selected},
          {"figures", std::move(figures)},
          {"lines", std::move(lines)},
          {"drawn", drawn_json(advice)},
          {"between", std::move(between)}};
}

std::string line_of(const OrderedJson& j) { return j.dump(-1, ' ', false, OrderedJson::error_handler_t::replace); }

const InputError kNoWish{
    R"(not understood: expected one of {"key":"e"}, {"select":"A1"}, {"advise":"A1"}, {"click":[x,y]}, {"drag":"A1","to":[x,y]}, {"quit":true})"};

std::optional<Vec2> place(const OrderedJson& j) {
  if (!j.is_array() || j.size() != 2 || !j[0].is_number() || !j[1].is_number()) return std::nullopt;
  const Vec2 at{j[0].get<double>(), j[1].get<double>()};
  if (!std::isfinite(at.x) || !std::isfinite(at.y)) return std::nullopt;
  return at;
}

}  // namespace

std::string text_screen(const ui::ViewState& view, std::int64_t number, std::int64_t after, const engine::Advice* advice) {
  OrderedJson j{{"screen", number}, {"after", after}};
  j.update(screen(view));
  j["advice"] = advice != nullptr && !view.selected.empty() ? advice_json(view, *advice) : OrderedJson();
  return line_of(j);
}

std::optional<UnitId> advice_wanted(std::string_view line) {
  if (!io::beyond(line, io::kMessageLimits).empty()) return std::nullopt;
  const OrderedJson j = OrderedJson::parse(line, nullptr, false);
  if (!j.is_object() || !j.contains("advise")) return std::nullopt;
  const auto at = j.find("at");
  return at != j.end() && at->is_string() ? UnitId{at->get<std::string>()} : UnitId{};
}

std::string text_of_view(const ui::ViewState& view) { return line_of(screen(view)); }

ui::KeyPress key_named(const std::string& name) {
  if (name.starts_with("Ctrl-")) return {.key = name.substr(5), .control = true};
  if (name.starts_with("Shift-")) return {.key = name.substr(6), .shift = true};
  return {.key = name};
}

Result<std::optional<Intent>> wish_of_line(std::string_view line, const ui::ViewState& view) {
  if (!io::beyond(line, io::kMessageLimits).empty()) return kNoWish;
  const OrderedJson j = OrderedJson::parse(line, nullptr, false);
  if (!j.is_object()) return kNoWish;
  if (const auto key = j.find("key"); key != j.end()) {
    if (!key->is_string() || key->get<std::string>().empty()) return kNoWish;
    return ui::intent_of(key_named(key->get<std::string>()), view);
  }
  const auto known = [&](const UnitId& id) {
    return std::any_of(view.units.begin(), view.units.end(), [&](const ui::UnitView& shown) { return shown.unit == id; });
  };
  if (const auto unit = j.find("select"); unit != j.end()) {
    if (!unit->is_string()) return kNoWish;
    const UnitId id{unit->get<std::string>()};
    if (!id.empty() && !known(id)) return InputError{"no unit " + id.text};
    return std::optional<Intent>(SelectUnit{id});
  }
  if (const auto unit = j.find("advise"); unit != j.end()) {
    if (!unit->is_string()) return kNoWish;
    const UnitId id{unit->get<std::string>()};
    if (!known(id)) return InputError{"no unit " + id.text + " to advise on"};
    if (const auto at = j.find("at"); at != j.end())
      if (!at->is_string() || !known({at->get<std::string>()}))
        return InputError{"no unit " + at->dump() + " to measure " + id.text + " against"};
    return std::optional<Intent>(SelectUnit{id});
  }
  if (const auto unit = j.find("add"); unit != j.end()) {
    if (!unit->is_string()) return kNoWish;
    return std::optional<Intent>(AddUnit{{unit->get<std::string>()}});
  }
  if (const auto click = j.find("click"); click != j.end()) {
    const auto at = place(*click);
    if (!at) return kNoWish;
    return std::optional<Intent>(SelectAt{*at});
  }
  if (const auto unit = j.find("drag"); unit != j.end()) {
    const auto to = j.contains("to") ? place(j["to"]) : std::nullopt;
    if (!unit->is_string() || !to) return kNoWish;
    DragUnit drag{{unit->get<std::string>()}, *to, {}};
    if (const auto heading = j.find("heading_deg"); heading != j.end()) {
      if (!heading->is_number()) return kNoWish;
      drag.heading_deg = std::fmod(std::fmod(heading->get<double>(), 360.0) + 360.0, 360.0);
    }
    return std::optional<Intent>(drag);
  }
  if (const auto quit = j.find("quit"); quit != j.end() && quit->is_boolean() && quit->get<bool>()) return std::optional<Intent>(Quit{});
  return kNoWish;
}

}  // namespace polemarch::assistant::play
