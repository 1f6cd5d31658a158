#include "tests/engine/rulesets/to_the_strongest/game.hpp"

#include <sstream>
#include <stdexcept>

#include "engine/rulesets/to_the_strongest/text/setup.hpp"

namespace polemarch::to_the_strongest::test {
namespace {

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::stringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}
std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> parts;
  std::stringstream in(text);
  for (std::string part; in >> part;) parts.push_back(part);
  return parts;
}

Json value_of(const std::string& text) {
  if (text == "true") return true;
  if (text == "false") return false;
  if (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos) return std::stoi(text);
  if (text.find(',') != std::string::npos) return split(text, ',');
  return text;
}

void add_words(Json& j, const std::vector<std::string>& w, std::size_t from) {
  for (std::size_t i = from; i < w.size(); ++i) {
    const auto equals = w[i].find('=');
    if (equals != std::string::npos) {
      std::string key = w[i].substr(0, equals);
      Json value = value_of(w[i].substr(equals + 1));
      if (key == "formations" && !value.is_array()) value = Json::array({value});
      j[key] = value;
    } else if (w[i] == "front" || w[i] == "rear") {
      j["place"] = w[i];
    } else if (box_named(w[i])) {
      j["box"] = w[i];
    } else if (facing_named(w[i])) {
      j["facing"] = w[i];
    } else if (w[i] == "raw" || w[i] == "veteran") {
      j["grade"] = w[i];
    } else {
      j[w[i]] = true;
    }
  }
}

}  // namespace

Box at(const char* name) { return box_named(name).value(); }

Game::Game(const std::string& units, int columns, int rows, const std::string& more) {
  Json setup = Json::parse("{" + more + "}");
  setup["v"] = 1;
  setup["ruleset"] = "to_the_strongest";
  setup["table"] = {{"grid", {{"columns", columns}, {"rows", rows}, {"box_mm", 150}}}, {"terrain", Json::array()}};
  for (const char* side : {"A", "B"}) {
    Json& mine = setup["sides"][side];
    for (const char* list : {"units", "generals", "camps"})
      if (!mine.contains(list)) mine[list] = Json::array();
  }
  for (const std::string& item : split(units, ';')) {
    const std::vector<std::string> w = words(item);
    if (w.empty()) continue;
    if (w[0][0] != 'A' && w[0][0] != 'B') {  // terrain
      Json piece{{"kind", w[0]}};
      for (const std::string& where : split(w.at(1), ','))
        piece[where.find('/') == std::string::npos && where.find(':') == std::string::npos ? "boxes" : "edges"].push_back(where);
      setup["table"]["terrain"].push_back(piece);
      continue;
    }
    Json& side = setup["sides"][w[0].substr(0, 1)];
    Json j;
    add_words(j, w, 2);
    if (w.at(1) == "general") {
      j["general"] = w[0];
      side["generals"].push_back(j);
    } else if (w.at(1) == "camp") {
      j["camp"] = w[0];
      side["camps"].push_back(j);
    } else {
      j["unit"] = w[0];
      j["type"] = w[1];
      side["units"].push_back(j);
    }
  }
  auto state = Rules::initial(setup.dump(), "test");
  for (const char* side : {"A", "B"}) {  // a position drawn for one question may be worth less than a medal: it is given one
    const std::string short_of = "side " + std::string(side) + " would begin without a victory medal";
    if (state || state.error().line.find(short_of) == std::string::npos) continue;
    setup["sides"][side]["medals"] = 1;
    state = Rules::initial(setup.dump(), "test");
  }
  if (!state) throw std::runtime_error(state.error().line);
  state_ = std::move(*state);
}

Command Game::command(const std::string& order) {
  const std::vector<std::string> w = words(order);
  if (!order.empty() && order.front() == '{') return engine::variant_from_json<Command>(Json::parse(order), "do");
  Json j{{"do", w.at(0)}};
  std::size_t from = 1;
  if (w.size() > 1 && w[1].find('=') == std::string::npos) {
    const std::vector<std::string> ids = split(w[1], '+');
    if (ids.size() > 1) {
      j["units"] = ids;
    } else if (w[0] == "pass") {
      j["command"] = ids[0];
    } else if (w[0] == "replace" || w[0] == "command_move") {
      j["general"] = ids[0];
    } else {
      j["unit"] = ids[0];
    }
    from = 2;
  }
  for (std::size_t i = from; i < w.size(); ++i) {
    const auto equals = w[i].find('=');
    j[w[i].substr(0, equals)] = value_of(w[i].substr(equals + 1));
  }
  return engine::variant_from_json<Command>(j, "do");
}

std::string Game::rule(const std::string& order, Viewer by) const {
  const engine::Verdict verdict = Rules::judge(state_, by, command(order));
  if (verdict.allowed()) return "";
  return verdict.reasons.empty() ? "?" : verdict.reasons.front().rule.empty() ? verdict.reasons.front().text : verdict.reasons.front().rule;
}

int Game::need(const std::string& order) const {
  const Command c = command(order);
  const Worked worked = work_out(Board(state_), Viewer::Umpire, *order_in(c));
  if (!worked.verdict.allowed())
    throw std::runtime_error(order + ": " + worked.verdict.reasons.front().rule + " " + worked.verdict.reasons.front().text);
  return worked.plan.need;
}

Game& Game::apply(const Command& c, Viewer by) {
  const engine::Verdict verdict = Rules::judge(state_, by, c);
  if (!verdict.allowed()) throw std::runtime_error("refused: " + verdict.reasons.front().rule + " " + verdict.reasons.front().text);
  events_ = Rules::decide(state_, by, c);
  for (const Event& event : events_) state_ = Rules::evolve(std::move(state_), event);
  if (const auto broken = Rules::broken_invariant(state_)) throw std::runtime_error("broken: " + *broken);
  return *this;
}

Game& Game::give(const std::string& order, Viewer by) { return apply(command(order), by); }

Game& Game::cards(const std::vector<int>& values) {
  std::size_t next = 0;
  while (next < values.size()) {
    const std::vector<engine::Wait> open = state_.agenda.open_waits();
    if (open.empty() || !open.front().chance)
      throw std::runtime_error("no card is asked for: " + (open.empty() ? "nothing open" : open.front().question));
    const auto count = static_cast<std::size_t>(open.front().chance->count);
    engine::AnswerWait answer;
    answer.wait = open.front().id;
    for (std::size_t i = 0; i < count && next < values.size(); ++i) answer.answer.values.push_back(values[next++]);
    apply(answer, Viewer::Umpire);
  }
  return *this;
}

Game& Game::say(const std::string& choice, Viewer by) {
  engine::AnswerWait answer;
  answer.answer.choices = {choice};
  return apply(answer, by);
}

std::string Game::asks() const {
  const auto open = state_.agenda.open_waits();
  return open.empty() ? "" : open.front().rule;
}
std::string Game::question() const {
  const auto open = state_.agenda.open_waits();
  return open.empty() ? "" : open.front().question;
}
Viewer Game::asked() const { return state_.agenda.open_waits().at(0).who; }
std::vector<std::string> Game::options() const {
  std::vector<std::string> keys;
  const std::vector<engine::Wait> open = state_.agenda.open_waits();
  for (const engine::Option& option : open.at(0).options) keys.push_back(option.key);
  return keys;
}
bool Game::happened(const std::string& event_name) const {
  for (const Event& event : events_)
    if (std::visit([](const auto& e) { return std::string(std::decay_t<decltype(e)>::kName); }, event) == event_name) return true;
  return false;
}

std::string Game::json() const { return text_of(state_); }
std::string Game::text_of(const State& state) { return engine::canonical(Json(state)); }
State Game::read(const std::string& json) { return Json::parse(json).get<State>(); }
std::string Game::event_json(const Event& event) { return engine::canonical(engine::variant_to_json(event, "event")); }
Event Game::event_from(const std::string& json) { return engine::variant_from_json<Event>(Json::parse(json), "event"); }

}  // namespace polemarch::to_the_strongest::test
