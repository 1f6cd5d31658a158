/// Figures of the advice and the rule a refusal names, one side of a limit and the other.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace edges_tests {

using namespace field;
using polemarch::engine::Advice;
using polemarch::engine::Meaning;

namespace {

/// The value of the advice line whose text begins so; -1 when there is none.
double value_of(const Advice& advice, const std::string& text) {
  for (const auto& line : advice.lines)
    if (line.reason.text.find(text) == 0) return line.reason.value.value_or(-1);
  return -1;
}
/// How far the advice lets the unit go: the labels of the reachable regions, in order.
std::vector<std::string> reaches(const Advice& advice) {
  std::vector<std::string> labels;
  for (const auto& shape : advice.shapes)
    if (shape.meaning == Meaning::LegalMove && (labels.empty() || labels.back() != shape.label)) labels.push_back(shape.label);
  return labels;
}
std::unique_ptr<Battle> ordered(int moves_left) {
  return in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 60, 270)},
                  {{"state", {{"units", {{"A1", {{"turn", {{"ordered", moves_left > 0}, {"moves_left", moves_left}}}}}}}}}});
}

}  // namespace

TEST_CASE("the chances of an order are those of two dice against the rating", "[hc][HC-CFG-01]") {
  auto b = in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 60, 270)});  // rating 8, within a step
  const Advice advice = b->advise({{"A1"}, std::nullopt}, Viewer::A);
  CHECK(value_of(advice, "chance of 1 move or more") == Approx(100.0 * 26 / 36).margin(0.06));   // 8 or less
  CHECK(value_of(advice, "chance of 2 moves or more") == Approx(100.0 * 15 / 36).margin(0.06));  // 6 or less
  CHECK(value_of(advice, "chance of 3 moves") == Approx(100.0 * 10 / 36).margin(0.06));          // 5 or less
}

TEST_CASE("reach is shown for the moves that are left, for three before an order", "[hc][HC-ORD-01]") {
  const auto shown = [](int moves_left) { return reaches(ordered(moves_left)->advise({{"A1"}, std::nullopt}, Viewer::A)).size(); };
  CHECK(shown(0) == 3);
  CHECK(shown(1) == 1);
  CHECK(shown(2) == 2);
}

TEST_CASE("an ordered move may be called one, another kind needs its own right", "[hc][HC-ORD-01][HC-ORD-25]") {
  auto with_kind = [](const std::string& as) {
    json j = move("A1", 20, 12);
    if (!as.empty()) j["as"] = as;
    return j;
  };
  CHECK(allowed(*ordered(1), with_kind("")));
  CHECK(allowed(*ordered(1), with_kind("ordered")));
  CHECK(refusal(*ordered(1), with_kind("free")) == "HC-ORD-13");
  CHECK(refusal(*ordered(0), with_kind("ordered")) == "HC-ORD-01");
  auto late = in_phase("shooting", {unit("A1", 20, 10)}, {unit("B1", 20, 60, 270)});
  CHECK(refusal(*late, with_kind("")) == "HC-SEQ-03");
  CHECK(refusal(*late, with_kind("ordered")) == "HC-SEQ-03");
  CHECK(refusal(*late, with_kind("free")) == "HC-ORD-25");
  CHECK(refusal(*late, with_kind("retirement")) == "HC-ORD-25");
}

TEST_CASE("what stands on the line from the centre of the front alone makes sight the players' question", "[hc][HC-VIS-02][HC-VIS-10]") {
  const auto shot = [](double x0, double x1) {
    const json post = {{{"id", "T"}, {"kind", "building"}, {"box", {x0, 24, x1, 25}}}};
    auto b = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 31, 270)}, {{"terrain", post}});
    return judged(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}})).ruling;
  };
  CHECK(shot(19.9, 20.1) == Ruling::TooCloseToCall);  // most of the target is seen, its middle is not
  CHECK(shot(20.6, 20.8) == Ruling::Allowed);
  CHECK(shot(18, 22) == Ruling::Refused);
}

TEST_CASE("a unit whose ranged values are none has none to shoot with, whatever it carries", "[hc][HC-SHO-T2]") {
  const json none{{"short_ranged", 0}, {"long_ranged", 0}};
  auto b = in_phase("shooting", {unit("A1", 20, 20, 90, none)}, {unit("B1", 20, 31, 270)});
  const Verdict verdict = judged(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  REQUIRE_FALSE(verdict.allowed());
  CHECK(verdict.reasons.front().rule == "HC-SHO-T2");
  CHECK(verdict.reasons.front().text == "it has no ranged value");
}

TEST_CASE("the log calls a unit by its id and its name, and by its id alone where they are the same", "[hc]") {
  auto b = in_phase("orders", {unit("A1", 20, 10, 90, {{"name", "Old guard"}}), unit("A2", 30, 10), general("GA", 20, 8)},
                    {unit("B1", 20, 60, 270)});
  const auto told = [&](const std::string& id) {
    json events = go(*b, act("order", {{"unit", id}, {"general", "GA"}}));
    for (const json& event : go(*b, answer("A", {3, 3}))) events.push_back(event);
    std::string text;
    for (const json& event : events) text += b->tell(event.dump()) + "\n";
    return text;
  };
  CHECK(told("A1").find("A1 Old guard") != std::string::npos);
  const std::string second = told("A2");
  CHECK(second.find("A2") != std::string::npos);
  CHECK(second.find("A2 A2") == std::string::npos);
}

}  // namespace edges_tests
