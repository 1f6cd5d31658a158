#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/session.hpp"
#include "engine/core/json_types.hpp"

namespace polemarch::assistant {
namespace {

struct ReplayArguments {
  std::string battle;
  bool verify = false;
  bool json = false;
  std::optional<std::int64_t> to;
};

int verify(const ReplayArguments& arguments) {
  if (const auto wrong = not_a_log(arguments.battle)) return bad_input(wrong->line);
  const auto found = Session::verify(arguments.battle);
  if (!found) return bad_input(found.error().line);
  if (arguments.json) {
    engine::Json out{{"same", found->same}, {"states_compared", found->states_compared}};
    if (!found->left_out.empty()) out["left_out"] = found->left_out;
    if (!found->same) out["first_difference"] = {{"seq", found->first_difference}, {"what", found->what}};
    std::cout << out.dump() << "\n";
  } else if (found->same) {
    std::cout << (found->left_out.empty() ? "every command is" : "what could be judged is") << " judged as it was"
              << (found->states_compared ? "" : " (states of another version: not compared)") << "\n";
  } else {
    std::cout << "seq " << found->first_difference << " differs: " << found->what << "\n";
  }
  if (!arguments.json)
    for (const std::string& what : found->left_out) std::cout << "left out: " << what << "\n";
  return found->same && found->left_out.empty() ? kDone : kRefused;
}

int replay(const ReplayArguments& arguments) {
  if (arguments.verify) return verify(arguments);
  if (const auto wrong = not_a_log(arguments.battle)) return bad_input(wrong->line);
  auto session = Session::open_read_only(arguments.battle, arguments.to);
  if (!session) return bad_input(session.error().line);
  if ((*session)->warning()) std::cerr << "polemarch: " << *(*session)->warning() << "\n";
  engine::Battle& battle = (*session)->battle();
  if (arguments.json) {
    engine::Json out{{"seq", battle.seq()}, {"state", (*session)->state_hash()}, {"describe", battle.describe(Viewer::Both)}};
    out["view"] = engine::Json::parse(battle.state_text(Viewer::Both));
    std::cout << out.dump() << "\n";
    return kDone;
  }
  for (const LogLine& line : (*session)->lines()) {
    const engine::Json verdict = engine::Json::parse(line.verdict);
    std::cout << line.seq << " " << line.by << " " << verdict.value("verdict", "") << (line.ruled ? " (ruled)" : "") << " "
              << engine::Json::parse(line.command).value("do", "sealed") << "\n";
    for (const std::string& event : line.events)
      if (const std::string told = battle.tell(event); !told.empty()) std::cout << "    " << told << "\n";
  }
  for (const std::string& said : battle.describe(Viewer::Both)) std::cout << said << "\n";
  return kDone;
}

}  // namespace

Action add_replay(CLI::App& program) {
  auto* verb = program.add_subcommand("replay", "fold a logged battle; --verify judges every command again with today's rules");
  auto arguments = std::make_shared<ReplayArguments>();
  verb->add_option("battle", arguments->battle, "a game.battle")->required();
  verb->add_flag("--verify", arguments->verify, "name the first command that is judged differently today");
  verb->add_option("--to", arguments->to, "stop after this seq");
  verb->add_flag("--json", arguments->json, "print the result as JSON");
  return [arguments] { return replay(*arguments); };
}

}  // namespace polemarch::assistant
