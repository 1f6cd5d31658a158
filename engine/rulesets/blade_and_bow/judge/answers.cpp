/// What people say for an answer, brought to the keys of the question. Only words; no rule is decided here.
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"

namespace polemarch::blade_and_bow {
namespace {

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

constexpr std::array<std::string_view, 5> kDeclines{"pass", "accept", "no", "stand", "delay"};  ///< keys that let things be
constexpr std::array<std::string_view, 9> kNo{"no", "n", "pass", "keep", "stay", "stop", "decline", "none", "false"};
constexpr std::array<std::string_view, 5> kYes{"yes", "y", "advance", "continue", "true"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const engine::Option* declining_option(const engine::Wait& wait) {
  for (const engine::Option& option : wait.options)
    if (among(kDeclines, option.key)) return &option;
  return nullptr;
}

/// The last square of a way such as "F7-F8".
std::string end_of(const std::string& key) { return key.substr(key.rfind('-') == std::string::npos ? 0 : key.rfind('-') + 1); }

std::string key_for(const engine::Wait& wait, const std::string& said) {
  const std::string word = lowered(said);
  for (const auto& matches : {+[](const engine::Option&o, const std::string&w) { return lowered(o.key) == w; },
                              +[](const engine::Option&o, const std::string&w) { return lowered(o.text) == w; },
                              +[](const engine::Option&o, const std::string&w) { return lowered(end_of(o.key)) == w; }})
    for (const engine::Option& option : wait.options)
      if (matches(option, word)) return option.key;
  if (const engine::Option* no = declining_option(wait); no != nullptr && among(kNo, word)) return no->key;
  if (among(kYes, word))
    for (const engine::Option& option : wait.options)
      if (option.key == "yes") return option.key;
  return said;
}

}  // namespace

engine::AnswerWait understood(const State& state, Viewer by, engine::AnswerWait answer) {
  engine::Verdict problem;
  const std::vector<engine::Wait> open = state.agenda.open_waits();
  const engine::Wait* wait = engine::wait_for(open, by, answer, problem);
  if (wait == nullptr || wait->options.empty()) return answer;
  if (wait->most > 1 && answer.answer.choices.empty())  // of several to pick none is picked
    if (const engine::Option* no = declining_option(*wait)) answer.answer.choices = {no->key};
  for (std::string& choice : answer.answer.choices) choice = key_for(*wait, choice);
  return answer;
}

std::optional<engine::AnswerWait> declining(const State& state, Viewer by) {
  engine::AnswerWait answer;
  engine::Verdict problem;
  const std::vector<engine::Wait> open = state.agenda.open_waits();
  const engine::Wait* wait = engine::wait_for(open, by, answer, problem);
  const engine::Option* no = wait == nullptr ? nullptr : declining_option(*wait);
  if (no == nullptr) return std::nullopt;
  answer.wait = wait->id;
  answer.answer.choices = {no->key};
  return answer;
}

std::optional<MoveLeader> leader_move(const State& state, const MoveUnits& command) {
  if (command.moves.size() != 1 || find_leader(state, command.moves.front().unit) == nullptr) return std::nullopt;
  const UnitMove move = located(state, command.moves.front());
  if (!move.to) return std::nullopt;
  return MoveLeader{move.unit, *move.to};
}

}  // namespace polemarch::blade_and_bow
