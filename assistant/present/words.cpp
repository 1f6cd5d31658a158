/// Numbers, sides, units and reasons in words.
#include <cmath>
#include <cstdio>
#include <tuple>

#include "assistant/names/said_measure.hpp"
#include "assistant/present/parts.hpp"

namespace polemarch::assistant::present {

std::string with_capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string say_number(double value) {
  char text[32];
  const double tenths = std::round(value * 10) / 10;  // a half goes up, as the rooms write it: 20.25 is 20.3
  std::snprintf(text, sizeof text, std::abs(value - std::round(value)) < 1e-6 ? "%.0f" : "%.1f", tenths);
  return text;
}

std::string say_who(const Inputs& inputs, Viewer who) {
  switch (who) {
    case Viewer::A:
      return inputs.side_names[0];
    case Viewer::B:
      return inputs.side_names[1];
    case Viewer::Both:
      return "both sides";
    case Viewer::Umpire:
      return "umpire";
  }
  return {};
}

namespace {
/// What a die has to show: "needs" 5+, "B1 saves on" 4+.
bool says_need(const engine::Reason& reason) {
  return reason.unit.empty() && !reason.limit && (reason.text == "needs" || reason.text.ends_with(" on"));
}
/// A measure so near its limit that its error decides.
bool doubtful(const engine::Reason& reason) {
  constexpr double kSure = 3;  ///< standard deviations
  return reason.value && reason.limit && reason.sd && *reason.sd > 0 && std::abs(*reason.value - *reason.limit) <= kSure * *reason.sd;
}
/// A value as it is said with its unit: per cent as every chance is told, whole from ten on.
std::string say_value(double value, const std::string& unit) {
  return unit == "%" && value >= 10 ? std::to_string(std::lround(value)) : say_number(value);
}
/// The unit as it follows a number: "1 square", "0 of 1 box", "2 squares", "1 die".
std::string unit_of(double number, std::string unit) {
  if (std::abs(number - 1) < 1e-6 && unit == "dice") return "die";
  if (std::abs(number - 1) > 1e-6 || unit.size() < 4 || !unit.ends_with('s') || unit.ends_with("ss")) return unit;
  unit.resize(unit.size() - (unit.ends_with("xes") ? 2 : 1));
  return unit;
}
/// A limit worth saying: "7 cm aside", not "7 of 0 cm".
bool says_limit(const engine::Reason& reason) { return reason.limit && (*reason.limit != 0 || reason.unit.empty()); }
}  // namespace

bool comes_before(const UnitId& a, const UnitId& b) {
  const auto key = [](const UnitId& id) { return std::tuple{id.text.substr(0, id.text.find_first_of("0123456789")), id.text.size()}; };
  return key(a) == key(b) ? a < b : key(a) < key(b);
}

std::string say_reason(const engine::Reason& reason) {
  if (doubtful(reason)) {
    const std::string unit = reason.unit.empty() ? "" : " " + reason.unit;
    return names::without_measure(reason.text) + ": " + names::measured_text(*reason.value, *reason.sd) + unit + ", limit " +
           say_number(*reason.limit) + unit;
  }
  std::string text = reason.text;
  const auto has = [&](double number) { return text.find(say_number(number)) != std::string::npos; };
  if (reason.value && says_need(reason)) return text + " " + say_number(*reason.value) + "+";
  if (reason.value && !has(*reason.value)) {
    std::string value = say_value(*reason.value, reason.unit);
    if (says_limit(reason)) {
      value += " of " + say_number(*reason.limit);
    } else if (reason.unit.empty() && *reason.value > 0) {
      value = "+" + value;  // a modifier of a roll
    }
    text += " (" + value + (reason.unit.empty() ? "" : " " + unit_of(says_limit(reason) ? *reason.limit : *reason.value, reason.unit));
    if (reason.sd && *reason.sd > 0) text += " +/- " + say_number(1.96 * *reason.sd);
    text += ")";
  } else if (reason.value && reason.limit && !has(*reason.limit)) {
    text += " (limit " + say_number(*reason.limit) + (reason.unit.empty() ? "" : " " + unit_of(*reason.limit, reason.unit)) + ")";
  }
  return text;
}

ui::RowView row_of(const engine::Reason& reason) {
  ui::RowView row{.text = reason.text, .rule = reason.rule, .value = {}, .whose = {}};
  if (!reason.value) return row;
  if (reason.unit == "card" && reason.text == "needs " + say_number(*reason.value) + "+") return row;  // said
  // A number of its own, such as "rating of Consul: 8", is no modifier; "needs 8 or less" has said it.
  const std::string plain = say_number(*reason.value);
  if (reason.unit.empty() && !reason.limit && *reason.value > 0) {
    if (row.text.ends_with(" " + plain + " or less") || row.text.ends_with(" " + plain + " or more")) return row;
    if (row.text.ends_with(" " + plain)) {
      row.text.resize(row.text.size() - plain.size() - 1);
      if (row.text.ends_with(":")) row.text.pop_back();
      row.value = plain;
      return row;
    }
  }
  row.value = doubtful(reason) ? names::measured_text(*reason.value, *reason.sd) : say_value(*reason.value, reason.unit);
  if (doubtful(reason)) row.text = names::without_measure(row.text);
  if (says_limit(reason)) {
    row.value += " of " + say_number(*reason.limit);
  } else if (says_need(reason)) {
    row.value += "+";
  } else if (reason.unit.empty() && *reason.value > 0) {
    row.value = "+" + row.value;  // a modifier of a roll
  }
  if (!reason.unit.empty()) row.value += " " + unit_of(says_limit(reason) ? *reason.limit : *reason.value, reason.unit);
  // "small -1" and "gap 2.0 in" have said it: the number stands once, at the end of its row.
  if (row.text.size() > row.value.size() + 1 && row.text.ends_with(" " + row.value)) {
    row.text.resize(row.text.size() - row.value.size() - 1);
    if (row.text.ends_with(":")) row.text.pop_back();
  }
  // So it does where "nearest enemy: 8.7 in of 12.0 in" tells it with all its decimals; a band in which it lies is kept.
  const std::size_t colon = row.text.rfind(": ");
  if (colon == std::string::npos || reason.unit.empty() || !row.text.ends_with(" " + reason.unit)) return row;
  const std::string_view measured = std::string_view(row.text).substr(colon + 2);
  if (measured[0] >= '0' && measured[0] <= '9' && measured.find(" to ") == std::string_view::npos) row.text.resize(colon);
  return row;
}

std::string say_unit(const Inputs& inputs, const UnitId& unit) {
  const std::string name = inputs.namer == nullptr ? "" : inputs.namer->name(unit);
  return unit.text + (name.empty() ? "" : "  " + name);
}

std::string name_or_id(const Inputs& inputs, const UnitId& unit) {
  return inputs.namer == nullptr ? unit.text : (*inputs.namer)(unit.text);
}

std::string say_length(double mm, const engine::LengthUnit& unit) {
  char text[48];
  const double tens = std::pow(10, unit.decimals);  // a half goes up, as the rooms write it
  std::snprintf(text, sizeof text, "%.*f ", unit.decimals, std::round(mm / unit.one.mm() * tens + 1e-9) / tens);
  return text + std::string(unit.name);
}

}  // namespace polemarch::assistant::present
