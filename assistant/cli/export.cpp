#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/progress.hpp"
#include "assistant/export/film.hpp"
#include "assistant/export/mcap.hpp"
#include "assistant/export/texts.hpp"
#include "assistant/paint/paint.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/report/map.hpp"
#include "assistant/report/report.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/keys.hpp"
#include "assistant/session/session.hpp"
#include "assistant/story/photos.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant {
namespace {

struct ExportArguments {
  std::string battle, out, format;
  std::optional<std::int64_t> at;
  int width = 0;
  std::optional<double> seconds;
  bool light = false;
};

std::string format_of(const ExportArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format;
  std::string ending = std::filesystem::path(arguments.out).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending.empty() ? "" : ending.substr(1);
}

/// An option that the format has no use for.
std::optional<InputError> idle_option(const ExportArguments& arguments, const std::string& format) {
  struct Use {
    const char* option;
    bool given;
    std::vector<std::string> formats;
  };
  for (const Use& use : {Use{"--at", arguments.at.has_value(), {"png", "svg"}},
                         {"--width", arguments.width > 0, {"png", "gif", "mp4"}},
                         {"--seconds", arguments.seconds.has_value(), {"gif", "mp4"}},
                         {"--light", arguments.light, {"png", "gif", "mp4"}}})
    if (use.given && std::find(use.formats.begin(), use.formats.end(), format) == use.formats.end())
      return InputError{std::string(use.option) + ": means nothing for " + format + ", only for " + story::joined(use.formats)};
  return std::nullopt;
}

/// The photographs kept beside a log, the last of each chapter, as files of the folder `named` beside a Markdown file.
std::vector<exporting::Photo> add_photos(const story::Story& told, const std::string& folder, const std::string& log,
                                         std::vector<NamedText>& files) {
  std::vector<exporting::Photo> photos;
  const std::vector<KeptPhoto> kept = kept_photos(log);
  for (std::size_t c = 0; c < told.chapters.size(); ++c) {
    const story::Chapter& chapter = told.chapters[c];
    const KeptPhoto* last = nullptr;
    for (const KeptPhoto& photo : kept)
      if (photo.seq >= told.moments[chapter.first].seq && photo.seq <= told.moments[chapter.last].seq) last = &photo;
    if (last == nullptr) continue;
    const std::string name = "table-" + std::to_string(last->seq) + ".jpg";
    files.push_back({folder + "/" + name, last->jpeg});
    photos.push_back({c, last->seq, std::filesystem::path(folder).filename().string() + "/" + name});
  }
  return photos;
}

/// SVG maps of the folder beside a Markdown file, one a chapter.
void add_maps(const story::Story& told, const std::string& folder, std::vector<NamedText>& files) {
  const report::MapMaker maps(told);
  for (std::size_t c = 0; c < told.chapters.size(); ++c) {
    const story::Chapter& chapter = told.chapters[c];
    const auto standing = told.places_after(chapter.last + 1);
    const std::string label = maps.label(standing, "after " + story::title_of(told, chapter), story::losses_of(told, chapter));
    files.push_back({folder + "/" + std::to_string(c + 1) + ".svg",
                     maps.whole_svg(standing, {chapter.first, chapter.last - chapter.first + 1, label, {}, true})});
  }
}

/// Writes all of them or none, with their `folder`.
std::optional<InputError> write_all(const std::vector<NamedText>& files, const std::string& folder) {
  std::error_code none;
  const bool new_folder = std::filesystem::create_directories(folder, none);
  if (none) return InputError{folder + ": cannot be made (" + none.message() + ")"};
  auto wrong = write_text_files(files);
  if (wrong && new_folder) std::filesystem::remove(folder, none);
  return wrong;
}

/// Markdown: the pictures first, so that the text never names one that is not there.
std::optional<InputError> write_markdown(const story::Story& told, const std::string& out_file, const std::string& log) {
  const std::filesystem::path out(out_file);
  const std::string folder = (out.parent_path() / out.stem()).string() + "-pictures";
  std::vector<NamedText> files;
  add_maps(told, folder, files);
  const auto photos = add_photos(told, folder, log, files);
  const std::string name = std::filesystem::path(folder).filename().string();
  const auto map = [&](std::size_t c) { return name + "/" + std::to_string(c + 1) + ".svg"; };
  files.push_back({out_file, exporting::markdown_of(told, map, photos)});
  std::vector<std::string> outs;
  for (const NamedText& file : files) outs.push_back(file.path);
  if (auto wrong = any_writes_over_input("--out", outs, files_of_log(log))) return wrong;
  return write_all(files, folder);
}

int written(const std::optional<InputError>& error, const std::string& out) {
  if (error) return bad_input(error->line);
  std::cout << out << "\n";
  return kDone;
}

int film(const ExportArguments& arguments, const story::Story& told, bool gif) {
  exporting::FilmSettings settings;
  settings.light = arguments.light;
  settings.seconds_an_order = arguments.seconds.value_or(1.0);
  settings.width = arguments.width > 0 ? arguments.width / 2 * 2 : gif ? 960 : 1280;
  settings.height = settings.width * 9 / 16 / 2 * 2;
  ProgressLine progress(arguments.out);
  const auto end =
      (gif ? exporting::write_gif : exporting::write_mp4)(told, arguments.out, settings, [&](double share) { return progress(share); });
  if (end.error) return bad_input(end.error->line);
  if (!end.whole) {
    std::cerr << "polemarch: stopped, nothing was written\n";
    return kRefused;
  }
  std::cout << arguments.out << "\n";
  return kDone;
}

int export_battle(const ExportArguments& arguments) {
  if (const auto wrong = writes_over_input("--out", arguments.out, files_of_log(arguments.battle))) return bad_input(wrong->line);
  if (const auto wrong = not_a_log(arguments.battle)) return bad_input(wrong->line);
  const std::string format = format_of(arguments);
  constexpr std::array known{"html", "md", "txt", "csv", "gif", "mp4", "png", "svg", "mcap"};
  if (std::find(known.begin(), known.end(), format) == known.end())
    return bad_input("--out " + arguments.out +
                     ": expected a name ending in .html, .md, .txt, .csv, .gif, .mp4, .png, .svg or .mcap, or --format");
  if (const auto wrong = idle_option(arguments, format)) return bad_input(wrong->line);
  const auto read = told_in_sight(arguments.battle, true);
  if (!read) return bad_input(read.error().line);
  if (!*read) return bad_input("stopped, nothing was written");
  const std::optional<story::Story>& told = *read;
  for (const std::string& warning : told->warnings) std::cerr << "polemarch: " << warning << "\n";
  const auto last = static_cast<std::int64_t>(told->moments.size());
  if (arguments.at && (*arguments.at < 0 || *arguments.at > last))
    return bad_input(arguments.battle + ": has no seq " + std::to_string(*arguments.at) + "; its last is " + std::to_string(last));
  if (format == "gif" || format == "mp4") return film(arguments, *told, format == "gif");
  if (format == "html")
    return written(write_text_file(arguments.out, report_page(*told, {.photos = kept_photos(arguments.battle)})), arguments.out);
  if (format == "txt") return written(write_text_file(arguments.out, exporting::plain_text_of(*told)), arguments.out);
  if (format == "csv") return written(write_text_file(arguments.out, exporting::csv_of(*told)), arguments.out);
  if (format == "mcap")
    return written(write_text_file(arguments.out, exporting::mcap_of(*told, kept_photos(arguments.battle))), arguments.out);
  replay::Reel reel(*told);
  if (arguments.at) reel.go_to_seq(*arguments.at);
  if (format == "png") {
    ui::ViewState view = replay::view_of(reel, {.light = arguments.light});
    view.menu.clear();
    const int width = arguments.width > 0 ? arguments.width : 1920;
    const paint::Bytes png = paint::screen_png_of(view, width, width * 9 / 16);
    return written(write_text_file(arguments.out, std::string(png.begin(), png.end())), arguments.out);
  }
  if (format == "svg") {
    const report::MapMaker maps(*told);
    const auto standing = told->places_after(reel.at());
    const std::string when = reel.moment() == nullptr ? "before the first command" : "after command " + std::to_string(reel.seq());
    const std::size_t from = reel.at() == 0 ? 0 : reel.at() - 1;
    return written(
        write_text_file(arguments.out, maps.whole_svg(standing, {from, reel.at() - from, maps.label(standing, when, {}), {}, true})),
        arguments.out);
  }
  return written(write_markdown(*told, arguments.out, arguments.battle), arguments.out);
}

}  // namespace

Action add_export(CLI::App& program) {
  auto* verb = program.add_subcommand("export", "a logged battle as HTML, Markdown, plain text, CSV, GIF, MP4, PNG, SVG or MCAP");
  auto arguments = std::make_shared<ExportArguments>();
  verb->add_option("battle", arguments->battle, "a game.battle")->required();
  verb->add_option("--out", arguments->out, "file to write; its ending says what it is")->required();
  verb->add_option("--format", arguments->format, "html, md, txt, csv, gif, mp4, png, svg or mcap, where the ending does not say");
  verb->add_option("--at", arguments->at, "png, svg: the moment behind this seq (default: the end)");
  verb->add_option("--width", arguments->width, "png, gif, mp4: pixels (default 1920, 960, 1280); below 1280 the screen is made smaller")
      ->check(between(320, 3840, "pixels"));
  verb->add_option("--seconds", arguments->seconds, "gif, mp4: how long an order is shown (default 1)")->check(between(0.1, 20, "s"));
  verb->add_flag("--light", arguments->light, "png, gif, mp4: the light screen");
  return [arguments] { return export_battle(*arguments); };
}

}  // namespace polemarch::assistant
