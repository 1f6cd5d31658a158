#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/names/namer.hpp"
#include "assistant/session/answers.hpp"
#include "assistant/session/unread.hpp"
#include "engine/core/json_types.hpp"
#include "models/io/json_text.hpp"
#include "models/io/limits.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {
namespace {

struct AdjudicateArguments {
  std::string battle;
  std::string commands = "-";
  std::string log;
  bool json = false;
};

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

/// The next line, read no further than a message may be long: what is longer is refused as one.
bool next_line(std::istream& in, std::string& line) {
  line.clear();
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (c == '\n') return true;
    line += static_cast<char>(c);
    if (line.size() > io::kMessageLimits.bytes) return true;
  }
  return !line.empty();
}

/// True when somebody listens at the other end of standard input and may give a command again; a file cannot.
bool gives_one_by_one() {
  struct stat status {};
  return ::fstat(STDIN_FILENO, &status) == 0 && !S_ISREG(status.st_mode);
}

int adjudicate(const AdjudicateArguments& arguments) {
  if (!arguments.log.empty() && !not_a_log(arguments.battle))
    return bad_input("--log " + arguments.log + ": " + arguments.battle + " is a log already and goes on in itself; leave --log out");
  if (const auto wrong = other_ending("--log", arguments.log, {".battle"})) return bad_input(wrong->line);
  auto session = Session::open(arguments.battle, arguments.log);
  if (!session) return bad_input(session.error().line);
  for (const std::string& line : unread_warnings(arguments.battle)) std::cerr << "polemarch: " << on_a_line(line) << "\n";
  if ((*session)->warning()) std::cerr << "polemarch: " << on_a_line(*(*session)->warning()) << "\n";
  std::ifstream file;
  if (arguments.commands != "-") {
    std::error_code none;
    if (std::filesystem::is_directory(arguments.commands, none)) return bad_input(arguments.commands + ": is a folder, expected a file");
    file.open(arguments.commands);
    if (!file) return bad_input(arguments.commands + ": cannot be read");
  }
  if (const auto notice = (*session)->take_notice()) std::cerr << "polemarch: " << on_a_line(*notice) << "\n";
  const bool may_repeat = arguments.commands == "-" && gives_one_by_one();
  std::istream& in = arguments.commands == "-" ? std::cin : file;
  const auto start = std::chrono::steady_clock::now();
  const double t0 = (*session)->last_t();
  const names::Namer namer(names::muster_of(io::parsed((*session)->setup())));
  bool refused = false, impossible = false, unwritten = false;
  std::string line;
  for (int number = 1; next_line(in, line); ++number) {
    if (is_blank(line) || line.front() == '#') continue;
    const double t = t0 + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const auto reply = reply_to(**session, line, "typed", t);
    const std::string place = arguments.commands + ": line " + std::to_string(number) + ": ";
    if (!reply && (*session)->may_be_given_again() && may_repeat) {  // no room on the disk: the command ends, the battle does not
      unwritten = true;
      std::cerr << "polemarch: " << on_a_line(place + reply.error().line) << "\n";
      if (arguments.json) std::cout << engine::canonical({{"error", reply.error().line}, {"give_again", true}}) << std::endl;
      continue;
    }
    if (!reply) return bad_input(place + reply.error().line);
    if (!reply->notice.empty()) std::cerr << "polemarch: " << on_a_line(reply->notice) << "\n";
    if (arguments.json) {
      std::cout << reply->json << std::endl;
    } else {
      for (const std::string& plain : reply->plain) std::cout << (plain.starts_with("  ? ") ? namer(plain) : plain) << "\n";
      std::cout << std::flush;
    }
    if (!std::cout) break;  // nobody would hear the answers
    refused = refused || reply->refused;
    if (reply->impossible) {
      impossible = true;
      std::cerr << "polemarch: " << on_a_line(place + reply->plain.front()) << "\n";
    }
  }
  if (in.bad() || (arguments.commands == "-" && std::ferror(stdin) != 0))
    return bad_input((arguments.commands == "-" ? "standard input" : arguments.commands) + ": cannot be read to its end");
  if (!std::cout) return bad_input("standard output cannot be written");
  if (const auto error = (*session)->finish()) return bad_input(error->line);
  return impossible || unwritten ? kBadInput : refused ? kRefused : kDone;
}

}  // namespace

Action add_adjudicate(CLI::App& program) {
  auto* verb = program.add_subcommand("adjudicate", "judge typed commands, no camera: one JSON object a line in, one a line out");
  auto arguments = std::make_shared<AdjudicateArguments>();
  verb->add_option("battle", arguments->battle, "battle.json to begin, or game.battle to go on with")->required();
  verb->add_option("--commands", arguments->commands,
                   "file of commands, one JSON object a line; - reads standard input, a pipe is read as it comes")
      ->capture_default_str();
  verb->add_option("--log", arguments->log, "write the battle down here (new file; a game.battle goes on in itself)");
  verb->add_flag("--json", arguments->json, "answer in JSON, one object a line");
  return [arguments] { return adjudicate(*arguments); };
}

}  // namespace polemarch::assistant
