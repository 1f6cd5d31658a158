#include "assistant/story/log_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "assistant/story/words.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::story {

using engine::Json;
using names::Namer;
using names::text_of;

Deed deed_of(const std::string& action, engine::Deed deed) {
  if (action == "answer") return Deed::Answer;
  if (action == "place") return Deed::Place;
  for (const std::string_view repair : {"undo", "rule", "amend", "take_off", "hold", "release"})
    if (action == repair) return Deed::Repair;
  switch (deed) {
    case engine::Deed::Move:
      return Deed::Move;
    case engine::Deed::Charge:
      return Deed::Charge;
    case engine::Deed::Fight:
      return Deed::Fight;
    case engine::Deed::Shoot:
      return Deed::Shoot;
    case engine::Deed::Rally:
      return Deed::Rally;
    case engine::Deed::Order:
      return Deed::Order;
    case engine::Deed::Place:
    case engine::Deed::Other:
      break;
  }
  return Deed::Other;
}

bool is_sealed_event(const std::string& event) { return event.starts_with(R"({"sealed":)"); }

Answered answer_of(const engine::Battle& battle, const Json& command, const Namer& namer) {
  std::vector<std::string> given;
  const auto list = [&](const char* name) {
    const auto at = command.find(name);
    return at != command.end() && at->is_array() ? *at : Json::array();
  };
  if (const std::string one = text_of(command, "choice"); !one.empty()) given.push_back(one);
  for (const Json& one : list("choices"))
    if (one.is_string()) given.push_back(one.get<std::string>());
  const bool chose = !given.empty();
  for (const char* name : {"dice", "cards", "values"})
    for (const Json& one : list(name))
      if (one.is_number_integer()) given.push_back(std::to_string(one.get<std::int64_t>()));
  if (given.empty()) return {};
  const std::string id = text_of(command, "wait");
  const std::vector<engine::Wait> open = battle.waits(Viewer::Both);
  const auto wait = std::find_if(open.begin(), open.end(), [&](const engine::Wait& one) {
    return id.empty() ? open.size() == 1 : id == "w" + std::to_string(one.id.number);
  });
  if (wait == open.end() || wait->audience != Viewer::Both || wait->kind == engine::WaitKind::Sealed) return {};
  for (std::string& key : given) {
    const auto option = std::find_if(wait->options.begin(), wait->options.end(), [&](const engine::Option& one) { return one.key == key; });
    if (option != wait->options.end()) key = option->text;
  }
  const bool asks = wait->question.ends_with("?");
  const std::string said = namer(joined(given));
  return {capital(namer(wait->question)) + (asks ? " " + capital(said) : ": " + said), chose};
}

engine::Reason reason_of(const Json& j) {
  engine::Reason reason{text_of(j, "rule"), text_of(j, "text"), {}, {}, text_of(j, "unit"), {}};
  const auto number = [&](const char* name) -> std::optional<double> {
    const auto at = j.find(name);
    return at != j.end() && at->is_number() ? std::optional<double>(at->get<double>()) : std::nullopt;
  };
  reason.value = number("value");
  reason.limit = number("limit");
  reason.sd = number("sd");
  return reason;
}

std::string ruled_clause(const engine::Battle& battle, const LogLine& line, const Namer& namer) {
  for (const std::string& event : line.events) {
    if (event.find("\"command\"") == std::string::npos) continue;
    const Json j = io::parsed(event);
    const auto at = j.find("command");
    if (at == j.end() || !(at->is_object() || at->is_string())) continue;
    const Json ruled = at->is_string() ? io::parsed_or_discarded(at->get<std::string>()) : *at;
    if (!ruled.is_object()) continue;
    std::string clause = battle.clause(ruled.dump());
    if (const std::string unit = text_of(ruled, "unit"); clause.empty() && text_of(ruled, "do") == "place" && !unit.empty())
      clause = namer(unit) + ", moved by hand";
    if (!clause.empty()) return std::string(line.ruled ? "the players rule that it stands: " : "the players leave it refused: ") + clause;
  }
  return {};
}

bool turned_on_the_spot(const Moment& moment) {
  const auto stays = [](const Shift& shift) {
    return shift.from.on_table && shift.to.on_table && shift.from.x == shift.to.x && shift.from.y == shift.to.y;
  };
  const bool plain = moment.clause.ends_with(" move") || moment.clause.ends_with(" moves");
  return plain && !moment.shifts.empty() && std::all_of(moment.shifts.begin(), moment.shifts.end(), stays);
}

std::string turned_words(const Story& story, const Moment& moment) {
  constexpr std::array<std::string_view, 8> kWinds{"E", "NE", "N", "NW", "W", "SW", "S", "SE"};
  const std::string& clause = moment.clause;
  std::string text = clause.substr(0, clause.rfind(' ')) + (clause.ends_with('s') ? " turns" : " turn");
  const double heading = moment.shifts.front().to.heading;
  const bool alike =
      std::all_of(moment.shifts.begin(), moment.shifts.end(), [&](const Shift& shift) { return shift.to.heading == heading; });
  if (story.table.grid && alike) text += " to face " + std::string(kWinds[static_cast<std::size_t>(std::lround(heading / 45)) % 8]);
  return text;
}

std::string with_small_boxes(const Story& story, std::string text) {
  if (!story.table.grid) return text;
  const auto letter = [&](std::size_t at) { return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0; };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] < 'A' || text[at] > 'Z' || (at > 0 && (letter(at - 1) || text[at - 1] == '('))) continue;
    std::size_t end = at + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    const bool box = end > at + 1 && end < at + 4 && !letter(end) && story.member({text.substr(at, end - at)}) == nullptr;
    if (box) text[at] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
  }
  return text;
}

}  // namespace polemarch::assistant::story
