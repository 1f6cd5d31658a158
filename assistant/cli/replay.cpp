#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/play.hpp"
#include "assistant/cli/progress.hpp"
#include "assistant/cli/signals.hpp"
#include "assistant/names/namer.hpp"
#include "assistant/paint/paint.hpp"
#include "assistant/play/replay_loop.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/report/report.hpp"
#include "assistant/session/branch.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/keys.hpp"
#include "assistant/session/session.hpp"
#include "assistant/story/cache.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/json_types.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {
namespace {

struct ReplayArguments {
  std::string battle, what_if, picture, spectate, token, size;
  bool verify = false, json = false, window = false, text = false;
  std::optional<std::int64_t> to;
};

int verify(const ReplayArguments& arguments) {
  const auto found = Session::verify(arguments.battle);
  if (!found) return bad_input(found.error().line);
  if (arguments.json) {
    engine::Json out{{"same", found->same}, {"states_compared", found->states_compared}};
    if (!found->left_out.empty()) out["left_out"] = found->left_out;
    if (!found->same) out["first_difference"] = {{"seq", found->first_difference}, {"what", found->what}};
    if (!found->same) out["differences"] = found->differences;
    std::cout << out.dump() << "\n";
  } else if (found->same) {
    std::cout << (found->left_out.empty() ? "every command is" : "what could be judged is") << " judged as it was"
              << (found->states_compared ? "" : " (states of another version: not compared)") << "\n";
  } else {
    std::cout << "seq " << found->first_difference << " differs: " << found->what << "\n";
    if (found->differences > 1)
      std::cout << "going on each time from what the log has, " << found->differences << " commands differ in all\n";
  }
  if (!arguments.json)
    for (const std::string& what : found->left_out) std::cout << "left out: " << what << "\n";
  return found->same && found->left_out.empty() ? kDone : kRefused;
}

int what_if(const ReplayArguments& arguments) {
  if (!arguments.to) return bad_input("--what-if: needs --to, the last command that is kept");
  if (const auto wrong = other_ending("--what-if", arguments.what_if, {".battle"})) return bad_input(wrong->line);
  if (const auto error = branch_log(arguments.battle, *arguments.to, arguments.what_if)) return bad_input(error->line);
  std::cout << arguments.what_if << ": the battle up to command " << *arguments.to << "; go on with polemarch play " << arguments.what_if
            << "\n";
  return kDone;
}

/// Two things asked for at once, or an option that what is asked for has no use for.
std::optional<InputError> at_odds(const ReplayArguments& arguments) {
  std::vector<std::string> ways;
  for (const auto& [given, name] : {std::pair{arguments.window, "--window"},
                                    {arguments.text, "--text"},
                                    {!arguments.picture.empty(), "--picture"},
                                    {!arguments.what_if.empty(), "--what-if"},
                                    {arguments.verify, "--verify"}})
    if (given) ways.emplace_back(name);
  if (ways.size() > 1) return InputError{ways[0] + " and " + ways[1] + ": one of them"};
  const std::string way = ways.empty() ? "replay as text lines" : ways[0];
  if (arguments.json && !ways.empty() && !arguments.verify) return InputError{"--json: means nothing with " + way};
  if (arguments.to && arguments.verify) return InputError{"--to: means nothing with --verify, which judges the whole log"};
  const bool shown = arguments.window || arguments.text;
  if (!arguments.spectate.empty() && !shown) return InputError{"--spectate: needs --window or --text, which the page follows"};
  if (!arguments.size.empty() && !arguments.window && arguments.picture.empty()) return InputError{"--size: needs --window or --picture"};
  if (!arguments.token.empty() && arguments.spectate.empty()) return InputError{"--token: needs --spectate"};
  return std::nullopt;
}

/// The battle as text, a line a command, and how it stands in the end.
int tell(const ReplayArguments& arguments) {
  if (arguments.to && *arguments.to < 0)  // says what its last is
    if (const auto session = Session::open_read_only(arguments.battle, arguments.to); !session) return bad_input(session.error().line);
  std::vector<std::string> standing;
  const auto read =
      told_in_sight(arguments.battle, false, arguments.to, [&](const engine::Battle& battle) { standing = battle.describe(Viewer::Both); });
  if (!read) return bad_input(read.error().line);
  if (!*read) return bad_input("stopped");
  const std::optional<story::Story>& told = *read;
  const std::int64_t last = told->moments.empty() ? 0 : told->moments.back().seq;
  if (arguments.to && *arguments.to > last)
    return bad_input(arguments.battle + ": has no seq " + std::to_string(*arguments.to) + "; its last is " + std::to_string(last));
  for (const std::string& warning : told->warnings) std::cerr << "polemarch: " << warning << "\n";
  std::size_t chapter = 0;
  for (std::size_t i = 0; i < told->moments.size(); ++i) {
    const story::Moment& moment = told->moments[i];
    if (chapter < told->chapters.size() && told->chapters[chapter].first == i)
      std::cout << story::title_of(*told, told->chapters[chapter++]) << "\n";
    std::cout << "  " << moment.seq << "  " << moment.sentence << (moment.ruled ? " (ruled by the players)" : "")
              << (moment.undone ? " (taken back later)" : "") << "\n";
  }
  const names::Namer named(told->sides, told->members);
  const std::string ending = told->ending ? story::ending_of(*told) : std::string();
  for (const std::string& line : standing)
    if (const std::string said = named(line); said.empty() || !ending.ends_with(said)) std::cout << story::capital(said) << "\n";
  if (!ending.empty()) std::cout << ending << "\n";
  return kDone;
}

int run_replay(const ReplayArguments& arguments) {
  if (const auto wrong = at_odds(arguments)) return bad_input(wrong->line);
  if (const auto wrong = not_a_log(arguments.battle)) return bad_input(wrong->line);
  if (arguments.verify) return verify(arguments);
  if (!arguments.what_if.empty()) return what_if(arguments);
  if (arguments.window || arguments.text || !arguments.picture.empty())
    return replay_battle(
        {arguments.battle, arguments.picture, arguments.spectate, arguments.token, arguments.size, arguments.text, arguments.to});
  if (arguments.json) {
    auto session = Session::open_read_only(arguments.battle, arguments.to);
    if (!session) return bad_input(session.error().line);
    if ((*session)->warning()) std::cerr << "polemarch: " << *(*session)->warning() << "\n";
    engine::Battle& battle = (*session)->battle();
    engine::Json out{{"seq", battle.seq()}, {"state", (*session)->state_hash()}, {"describe", battle.describe(Viewer::Both)}};
    out["view"] = io::parsed(battle.state_text(Viewer::Both));
    std::cout << out.dump() << "\n";
    return kDone;
  }
  return tell(arguments);
}

/// What the first screen needs: up to its moment; a picture is of a reel that is read.
std::optional<InputError> tell_as_far_as(story::Telling& telling, const ReplayScreen& screen) {
  const auto wanted = screen.picture.empty() ? static_cast<std::size_t>(screen.at.value_or(0)) : telling.commands();
  ProgressLine line(screen.battle);
  while (!telling.whole() && telling.story().moments.size() < wanted) {
    constexpr std::size_t step = 64;
    if (auto wrong = telling.go_on(step)) return wrong;
    if (!line(static_cast<double>(telling.story().moments.size()) / static_cast<double>(wanted))) return InputError{"stopped"};
  }
  return std::nullopt;
}

}  // namespace

int replay_battle(const ReplayScreen& screen) {
  if (const auto wrong = writes_over_input("--picture", screen.picture, files_of_log(screen.battle))) return bad_input(wrong->line);
  if (const auto wrong = other_ending("--picture", screen.picture, {".png"})) return bad_input(wrong->line);
  stop_on_signals();
  const auto begun = story::quick_telling(screen.battle);
  if (!begun) return bad_input(begun.error().line);
  story::Telling& telling = **begun;
  for (const std::string& warning : telling.story().warnings) std::cerr << "polemarch: " << warning << "\n";
  const auto last = static_cast<std::int64_t>(telling.commands());
  const auto size = picture_size(screen.size.empty() && !screen.picture.empty() ? "1920x1080" : screen.size);
  if (!size) return bad_input(size.error().line);
  if (screen.at && (*screen.at < 0 || *screen.at > last))
    return bad_input(screen.battle + ": has no seq " + std::to_string(*screen.at) + "; its last is " + std::to_string(last));
  if (const auto wrong = tell_as_far_as(telling, screen)) return bad_input(wrong->line);
  replay::Reel reel(telling.story(), replay::read_bookmarks(screen.battle));
  reel.go_to_seq(screen.at.value_or(0));
  if (!screen.picture.empty()) {
    const paint::Bytes png = paint::screen_png_of(replay::view_of(reel, {}), size->first, size->second);
    if (const auto error = write_text_file(screen.picture, std::string(png.begin(), png.end()))) return bad_input(error->line);
    std::cout << screen.picture << "\n";
    return kDone;
  }
  auto broadcast = play::Broadcast::open({{}, screen.spectate, {}, screen.token});
  if (!broadcast) return bad_input(broadcast.error().line);
  (screen.text ? std::cerr : std::cout) << broadcast->links() << std::flush;
  const play::ReplaySettings settings{
      .log = screen.battle, .telling = &telling, .width = size->first, .height = size->second, .write_report = [&screen] {
        return report_beside(screen.battle);
      }};
  const auto end = screen.text ? play::replay_as_text(reel, std::cout, settings, std::move(*broadcast))
                               : play::replay_in_window(reel, settings, std::move(*broadcast));
  if (!end)
    return bad_input(end.error().line.starts_with("no display") ? "no display to open a window on (use --text, or run under xvfb-run)"
                                                                : end.error().line);
  if (!end->go_on) return kDone;
  (screen.text ? std::cerr : std::cout) << "a new battle from here: " << *end->go_on << "\n";
  if (screen.text) return kDone;
  PlayArguments next;
  next.stage.battle = *end->go_on;
  return play_battle(next);
}

Action add_replay(CLI::App& program) {
  auto* verb = program.add_subcommand("replay", "a logged battle again: told, on the screen, or judged anew with --verify");
  auto arguments = std::make_shared<ReplayArguments>();
  verb->add_option("battle", arguments->battle, "a game.battle")->required();
  verb->add_flag("--window", arguments->window, "play it on the screen: by command, phase or turn, with bookmarks and losses to jump to");
  verb->add_flag("--text", arguments->text, "the same as JSON lines: screens on standard output, keys on standard input");
  verb->add_option("--picture", arguments->picture, "one picture of that screen (PNG), with --to of that moment");
  verb->add_option("--size", arguments->size, "of the window or the picture: width x height in pixels")
      ->default_str("1600x900, a picture 1920x1080");
  verb->add_option("--what-if", arguments->what_if, "a new battle file that goes on from --to; nothing that is there is written over");
  verb->add_flag("--verify", arguments->verify, "judge every command with today's rules, and name what is judged differently");
  verb->add_option("--to", arguments->to, "stop after this seq, or begin there on the screen");
  verb->add_flag("--json", arguments->json, "print the result as JSON");
  verb->add_option("--spectate", arguments->spectate, "a page for spectators that follows: a port, or address:port");
  verb->add_option("--token", arguments->token,
                   "word in the spectators' link, 16 letters or digits at least (default: one is made where needed)");
  return [arguments] { return run_replay(*arguments); };
}

}  // namespace polemarch::assistant
