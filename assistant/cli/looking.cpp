#include "assistant/cli/looking.hpp"

#include <filesystem>
#include <iostream>
#include <utility>

#include "assistant/cli/cli.hpp"
#include "assistant/session/files.hpp"
#include "calibration/table/marker_check.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/camera_io.hpp"
#include "models/io/table_io.hpp"
#include "vision/pixels/picture.hpp"
#include "vision/prints/dictionary.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::assistant {

void add_looking_options(CLI::App& verb, LookingOptions& options) {
  verb.add_option("--source", options.source, "camera:0, a video, a photo, a folder of pictures, http://..., rtsp://..., sim:scene.json")
      ->required();
  verb.add_option("--table", options.table, "table.json: size, border markers, terrain")->required();
  verb.add_option("--camera", options.camera, "camera.json of polemarch calibrate; without it the lens is fitted to the border markers");
  verb.add_option(
      "--bases", options.bases,
      "bases.json; without it the bases that --table's file lists (a battle.json), else each marker is a base named by its number");
  verb.add_option("--family", options.family, "family of undeclared markers (default: the table's border family)");
  verb.add_option("--marker-mm", options.marker_mm, "size of undeclared markers, mm (default: measured from the picture)")
      ->check(between(2, 300, "mm"));
  verb.add_option("--print-scale", options.print_scale,
                  "printed over nominal size, e.g. .982 where the 200 mm line measures 196.4 (default: 1)")
      ->check(between(0.75, 1.25, ""));
}

std::vector<std::string> files_of_source(const std::string& source) {
  const std::string path = source.starts_with("sim:") ? source.substr(4) : source;
  std::vector<std::string> files{path};
  std::error_code none;
  for (std::filesystem::directory_iterator at(path, none), end; !none && at != end; at.increment(none))
    if (vision::is_picture_name(at->path().string())) files.push_back(at->path().string());
  return files;
}

Result<Looking> start_looking(const LookingOptions& options) {
  Looking looking;
  const auto table_text = read_text_file(options.table);
  if (!table_text) return table_text.error();
  auto table = io::table_from_text(*table_text, options.table);
  if (!table) return table.error();
  if (const auto wrong = calibration::border_problem(*table, options.table)) return *wrong;
  if (const auto note = calibration::border_note(*table, options.table)) std::cerr << "note: " << *note << "\n";
  const std::string& bases_file = options.bases.empty() && io::lists_bases(*table_text) ? options.table : options.bases;
  if (!bases_file.empty()) {
    const auto text = read_text_file(bases_file);
    if (!text) return text.error();
    auto bases = io::bases_from_text(*text, bases_file);
    if (!bases) return bases.error();
    if (const auto wrong = calibration::bases_problem(*bases, *table, bases_file)) return *wrong;
    for (const auto& [option, given] : {std::pair("--family", !options.family.empty()), {"--marker-mm", options.marker_mm > 0}})
      if (given && !bases->empty())
        return InputError{std::string(option) + ": is of markers without a base, and " + bases_file +
                          " says which marker each base has; leave it out"};
    looking.bases = std::move(*bases);
    for (BaseSpec& spec : looking.bases)
      if (!spec.mount.print_scale && options.print_scale != 1.0) spec.mount.print_scale = options.print_scale;
  }
  std::optional<Camera> camera;
  if (!options.camera.empty()) {
    const auto text = read_text_file(options.camera);
    if (!text) return text.error();
    auto read = io::read_camera(*text, options.camera);
    if (!read) return read.error();
    camera = std::move(read->camera);
  }
  EyeSettings settings;
  settings.track.loose_family = options.family.empty() ? table->border_family : options.family;
  settings.track.loose_size_mm = options.marker_mm;
  settings.registration.print_scale = options.print_scale;
  const bool border = !table->border.empty();
  if (!border && !camera)
    return InputError{options.table +
                      ": no border markers, so the table cannot be found (print them with polemarch markers, or give --camera)"};
  settings.trust_camera = !border;  // a camera.json with its pose is all there is
  if (looking.bases.empty()) {
    const std::string& family = settings.track.loose_family;
    if (vision::is_strip_family(family)) {
      if (const auto layout = vision::strip_layout(family); !layout) return layout.error();
    } else if (const auto dictionary = vision::load_dictionary(family); !dictionary) {
      return dictionary.error();
    }
  }
  vision::SourceSettings source_settings;
  source_settings.photo_frames = 3;  // what is seen once is not believed yet
  auto source = vision::open_source(options.source, source_settings);
  if (!source) return source.error();
  looking.source = std::move(*source);
  looking.table = *table;
  looking.eye = std::make_unique<TableEye>(std::move(*table), looking.bases, std::move(camera), settings);
  return looking;
}

std::string said_by(const std::string& source, const std::string& text) { return text.starts_with(source) ? text : source + ": " + text; }

std::optional<std::string> SourceWatch::news(const vision::Source& source) {
  const auto notice = vision::notice_of(source.status());
  const std::string text = notice ? notice->text : std::string();
  const bool first = text.empty() && !came_;
  came_ = came_ || text.empty();
  if (text == said_) return std::nullopt;
  said_ = text;
  return !text.empty() ? text : first ? "pictures come" : "pictures come again";
}

}  // namespace polemarch::assistant
