#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/looking.hpp"
#include "assistant/cli/play.hpp"
#include "assistant/cli/signals.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/screen.hpp"
#include "assistant/play/script.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/text_loop.hpp"
#include "assistant/report/report.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/keys.hpp"
#include "assistant/session/unread.hpp"
#include "assistant/story/cache.hpp"
#include "calibration/table/marker_check.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {

Result<std::pair<int, int>> picture_size(const std::string& text) {
  if (text.empty()) return std::pair{1600, 900};
  int width = 0, height = 0, read = 0;
  const bool whole = std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &read) == 2 && read == static_cast<int>(text.size());
  if (!whole || width < 640 || height < 400 || width > 7680 || height > 4320)
    return InputError{"--size " + text + ": expected width x height in pixels from 640x400 to 7680x4320, e.g. 1920x1080"};
  return std::pair{width, height};
}

namespace {

Result<play::Script> script_from(const std::string& path) {
  if (path.empty()) return play::Script{};
  const auto text = read_text_file(path);
  if (!text) return text.error();
  return play::Script::from_text(*text, path);
}

/// A new battle is logged beside its battle.json, or into the headless folder.
std::string log_for(const PlayArguments& arguments) {
  const std::filesystem::path battle(arguments.stage.battle);
  const std::filesystem::path folder = arguments.headless.empty() ? battle.parent_path() : std::filesystem::path(arguments.headless);
  std::filesystem::path log = folder / battle.stem();
  log += ".battle";
  for (int number = 2; !is_free_for_a_log(log.string()); ++number) {
    log = folder / battle.stem();
    log += "-" + std::to_string(number) + ".battle";
  }
  return log.string();
}

/// The log of a new battle, begun when nothing else keeps the battle from beginning.
std::optional<InputError> begin_log(Session& session, const PlayArguments& arguments) {
  if (!session.log_path().empty()) return std::nullopt;  // it goes on in its own
  std::optional<InputError> wrong;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string log = log_for(arguments);
    wrong = session.begin_log(log);
    if (!wrong || !is_taken(*wrong)) return wrong;  // else another program began one of that name
  }
  return wrong;
}

/// A run without a window writes over nothing that it reads: its pictures, its report and its diary have names of their own choice.
std::optional<InputError> headless_over_input(const PlayArguments& arguments) {
  std::vector<std::string> outs, inputs = files_of_source(arguments.source);
  for (const std::string& file : files_of_log(arguments.stage.battle)) inputs.push_back(file);
  inputs.insert(inputs.end(), {arguments.script, arguments.stage.table_file, arguments.stage.bases_file, arguments.camera, arguments.keys});
  std::error_code none;
  if (!arguments.headless.empty())
    for (std::filesystem::directory_iterator at(arguments.headless, none), end; !none && at != end; at.increment(none))
      if (play::HeadlessRun::writes(at->path().filename().string())) outs.push_back(at->path().string());
  return any_writes_over_input("--headless", outs, inputs);
}

int write_report(const std::string& log, const std::string& dir) {
  if (log.empty()) return kDone;
  const auto html = report_html(log);
  if (!html) return bad_input(html.error().line);
  if (const auto error = write_text_file(dir + "/report.html", *html)) return bad_input(error->line);
  return kDone;
}

/// The table is left: keys into the log of a battle that is over, and its story beside it, so that a long one is told at once.
int leave_table(Session& session) {
  if (const auto unfinished = session.finish()) return bad_input(unfinished->line);
  if (!session.log_path().empty()) (void)story::quick_story_of(session.log_path());  // a log that cannot be told is named when it is opened
  return kDone;
}

/// Two things asked for at once, or an option that what is asked for has no use for.
std::optional<InputError> at_odds(const PlayArguments& arguments) {
  const bool headless = !arguments.headless.empty();
  if (headless && arguments.text) return InputError{"--text and --headless: one of them"};
  if (arguments.projector && (headless || arguments.text))
    return InputError{std::string("--projector: means nothing with ") + (headless ? "--headless" : "--text") + ", which opens no window"};
  if (arguments.seconds > 0 && !headless) return InputError{"--seconds: needs --headless"};
  if (!arguments.text) return std::nullopt;
  if (arguments.keep_pictures) return InputError{"--keep-pictures: --text keeps no pictures; leave one of them out"};
  if (!arguments.script.empty()) return InputError{"--script: means nothing with --text, which takes its lines on standard input"};
  if (!arguments.size.empty()) return InputError{"--size: means nothing with --text, which draws no picture"};
  return std::nullopt;
}

}  // namespace

int play_battle(const PlayArguments& arguments) {
  if (const auto wrong = at_odds(arguments)) return bad_input(wrong->line);
  const auto level = ui::help_level_named(arguments.help_level);
  if (!level) return bad_input("--help-level " + arguments.help_level + ": expected measure, advise or umpire");
  const auto size = picture_size(arguments.size);
  if (!size) return bad_input(size.error().line);
  auto script = script_from(arguments.script);
  if (!script) return bad_input(script.error().line);
  if (!arguments.headless.empty()) {
    std::error_code made;
    std::filesystem::create_directories(arguments.headless, made);
    if (made) return bad_input(arguments.headless + ": cannot be made (" + made.message() + ")");
  }
  const bool headless = !arguments.headless.empty();
  if (const auto wrong = headless_over_input(arguments)) return bad_input(wrong->line);
  // What a script does belongs to what the pictures show: then none of them may be left out.
  auto source = play::open_eye({arguments.source, arguments.camera, arguments.fps, !headless, !arguments.script.empty()});
  if (!source) return bad_input(source.error().line);
  auto broadcast = play::Broadcast::open({arguments.publish, arguments.spectate, arguments.keys, arguments.token});
  if (!broadcast) return bad_input(broadcast.error().line);
  (arguments.text ? std::cerr : std::cout) << broadcast->links() << std::flush;
  auto stage = play::set_stage(arguments.stage);
  if (!stage) return bad_input(stage.error().line);
  const std::string& table_file = arguments.stage.table_file.empty() ? arguments.stage.battle : arguments.stage.table_file;
  if (const auto note = calibration::border_note(stage->table, table_file)) std::cerr << "note: " << on_a_line(*note) << "\n";
  for (const std::string& line : unread_warnings(arguments.stage.battle)) std::cerr << "polemarch: " << on_a_line(line) << "\n";
  if (const auto& warning = stage->session->warning()) std::cerr << "polemarch: " << on_a_line(*warning) << "\n";
  if (!headless && stage->session->battle().ending() && !stage->session->log_path().empty()) {
    if (const auto unfinished = stage->session->finish()) std::cerr << "polemarch: " << on_a_line(unfinished->line) << "\n";
    stage->session.reset();  // nothing more is written to it
    *broadcast = play::Broadcast{};
    return replay_battle({arguments.stage.battle, {}, arguments.spectate, arguments.token, arguments.size, arguments.text, {}});
  }
  play::DeskSettings settings;
  settings.help_level = *level;
  settings.roll_for_all = arguments.roll;
  settings.write_report = [&session = *stage->session] { return report_beside(session.log_path()); };
  play::Desk desk(*stage->session, stage->table, stage->bases, settings);
  if (const auto wrong = script->wrong_for(desk.view().units)) return bad_input(wrong->line);
  auto feed = play::make_feed(std::move(*source), *stage);
  if (!feed) return bad_input(table_file + ": " + feed.error().line);
  if (const auto wrong = begin_log(*stage->session, arguments)) return bad_input(wrong->line);
  stop_on_signals();
  outlive_readers();
  const auto keep =
      arguments.keep_pictures ? play::KeptPictures([&session = *stage->session] { return session.log_path(); }) : play::KeptPictures();
  if (arguments.text) {
    play::run_text(desk, **feed, std::cout, std::move(*broadcast));
    return leave_table(*stage->session);
  }
  if (!headless) {
    const auto trouble = play::run_window(desk, **feed, {arguments.projector, keep, arguments.stage.battle, size->first, size->second},
                                          std::move(*script), std::move(*broadcast));
    if (trouble) stage->session->forget_beginning();
    const int left = leave_table(*stage->session);
    return trouble ? bad_input(trouble->line) : left;
  }
  play::HeadlessRun run(
      {.dir = arguments.headless, .width = size->first, .height = size->second, .stop_after_s = arguments.seconds, .keep = keep}, desk,
      **feed, std::move(*script), std::move(*broadcast));
  if (const auto trouble = run.run()) return bad_input(trouble->line);
  if (const auto unfinished = stage->session->finish()) return bad_input(unfinished->line);
  const std::string log = stage->session->log_path();
  if (!run.whole()) return kBadInput;
  const int reported = write_report(log, arguments.headless);
  if (reported != kDone) return reported;
  std::cout << run.pictures() << " pictures, report.html" << (log.empty() ? "" : ", " + log) << "\n";
  if (run.script().done()) return kDone;
  std::cerr << "polemarch: " << run.script().pending() << "\n";
  return kRefused;
}

Action add_play(CLI::App& program) {
  auto* verb = program.add_subcommand("play", "the assistant at the table: window, overlay, panels");
  auto arguments = std::make_shared<PlayArguments>();
  verb->add_option("battle", arguments->stage.battle, "battle.json, or a game.battle to go on with")->required();
  verb->add_option("--source", arguments->source,
                   "camera:0, a video, a photo, a folder of pictures, http://..., rtsp://..., sim:scene.json or manual:")
      ->capture_default_str();
  verb->add_option("--headless", arguments->headless, "no window: pictures, the log and a report into this folder");
  verb->add_flag(
      "--text", arguments->text,
      "no window: screens as JSON lines on standard output, wishes as JSON lines on standard input (keys, clicks, advice of a unit)");
  verb->add_option("--script", arguments->script, "headless: keys and answers with their times, JSON Lines");
  verb->add_option("--seconds", arguments->seconds, "headless: end after so many seconds of the source (default: its end)")
      ->check(between(0.1, 1e6, "s"));
  verb->add_option("--fps", arguments->fps, "pictures a second of a folder")->check(between(0.01, 1000, "a second"))->capture_default_str();
  verb->add_option("--size", arguments->size, "of the window, or of the pictures: width x height in pixels")->default_str("1600x900");
  verb->add_flag("--roll", arguments->roll, "the program rolls every die and draws every card");
  verb->add_option("--help-level", arguments->help_level, "measure, advise or umpire")->capture_default_str();
  verb->add_option("--table", arguments->stage.table_file, "table.json instead of the battle's table");
  verb->add_option("--bases", arguments->stage.bases_file, "bases.json instead of the battle's bases");
  verb->add_option("--camera", arguments->camera, "camera.json from calibrate; without it lens and pose come from the border markers");
  verb->add_option("--publish", arguments->publish, "tell other programs over ZeroMQ: a port, or tcp://address:port");
  verb->add_option("--spectate", arguments->spectate, "a page for spectators: a port, or address:port");
  verb->add_option("--keys", arguments->keys, "secret key that --publish encrypts with, from polemarch keys; needed beyond this computer");
  verb->add_option("--token", arguments->token, "word in the spectators' link, 16 letters or digits at least; needed beyond this computer");
  verb->add_flag("--keep-pictures", arguments->keep_pictures,
                 "keep a picture of the table at every command, cut to the table, beside the log (default: none is kept)");
  verb->add_flag("--projector", arguments->projector, "a second window for a projector over the table");
  return [arguments] { return play_battle(*arguments); };
}

}  // namespace polemarch::assistant
