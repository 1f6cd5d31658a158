#include "engine/geometry/compare.hpp"

#include <utility>

namespace polemarch::geometry {
namespace {

/// Is `margin` (limit minus value) surely not negative, surely negative, or neither?
engine::Ruling by_margin(std::int64_t margin, std::int64_t sd) {
  if (sd == 0) return margin >= 0 ? engine::Ruling::Allowed : engine::Ruling::Refused;
  if (margin * 1000 >= kSureMilli * sd) return engine::Ruling::Allowed;
  if (margin * 1000 <= -kSureMilli * sd) return engine::Ruling::Refused;
  return engine::Ruling::TooCloseToCall;
}

std::string tenths(std::int64_t um) {
  const bool negative = um < 0;
  const std::int64_t size = negative ? -um : um;
  const std::int64_t tenth = (size * 10 + 12700) / 25400;
  const std::string text = std::to_string(tenth / 10) + "." + std::to_string(tenth % 10);
  return negative && tenth != 0 ? "-" + text : text;
}

std::string millimetres_text(Length length) {
  const std::int64_t tenth = (length.um + (length.um < 0 ? -50 : 50)) / 100;
  const std::int64_t size = tenth < 0 ? -tenth : tenth;
  return (tenth < 0 ? "-" : "") + std::to_string(size / 10) + "." + std::to_string(size % 10) + " mm";
}

}  // namespace

engine::Ruling within(Measure value, Length limit) { return by_margin(limit.um - value.value.um, value.sd.um); }
engine::Ruling within(AngleMeasure value, Angle limit) { return by_margin(limit.mdeg - value.value.mdeg, value.sd.mdeg); }
engine::Ruling at_least(Measure value, Length limit) { return by_margin(value.value.um - limit.um, value.sd.um); }

engine::Ruling beyond(Measure value, Length limit) {
  switch (within(value, limit)) {
    case engine::Ruling::Allowed:
      return engine::Ruling::Refused;
    case engine::Ruling::Refused:
      return engine::Ruling::Allowed;
    case engine::Ruling::TooCloseToCall:
      break;
  }
  return engine::Ruling::TooCloseToCall;
}

engine::Ruling allowance(Measure moved, Length limit, Length tolerance) {
  const std::int64_t over = moved.value.um - limit.um - tolerance.um;
  return over > 0 && over * 1000 >= kSureMilli * moved.sd.um ? engine::Ruling::Refused : engine::Ruling::Allowed;
}

bool touching(Measure gap, Length tolerance) { return gap.value <= tolerance; }

engine::Verdict verdict_of(engine::Ruling ruling, std::string rule, std::string text, Measure value, Length limit, ShownIn unit) {
  const bool inches = unit == ShownIn::Inches;
  const auto show = [&](Length length) { return inches ? length.inches() : length.mm(); };
  text += inches ? ": " + inches_text(value.value) + " of " + inches_text(limit)
                 : ": " + millimetres_text(value.value) + " of " + millimetres_text(limit);
  engine::Reason reason{std::move(rule), std::move(text), show(value.value), show(limit), inches ? "in" : "mm", {}};
  if (value.sd.um != 0) reason.sd = show(value.sd);
  return {ruling, engine::Refusal::ByRule, {std::move(reason)}};
}

std::string inches_text(Length value) { return tenths(value.um) + " in"; }

std::string inches_text(Measure value) {
  if (value.sd.um == 0) return inches_text(value.value);
  const std::int64_t doubled = value.sd.um * 2;
  const std::string error = tenths(doubled) == "0.0" ? "0.1" : tenths(doubled);
  return tenths(value.value.um) + " +- " + error + " in";
}

}  // namespace polemarch::geometry
