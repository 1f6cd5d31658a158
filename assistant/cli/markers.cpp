#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

#include "assistant/cli/cli.hpp"
#include "assistant/cli/marking.hpp"
#include "assistant/cli/new_battle.hpp"
#include "assistant/session/files.hpp"
#include "calibration/board/pictures.hpp"
#include "calibration/sheets/army_markers.hpp"
#include "calibration/sheets/board_sheet.hpp"
#include "calibration/sheets/border_strip.hpp"
#include "calibration/sheets/marker_sheet.hpp"
#include "calibration/sheets/strip_items.hpp"
#include "models/border_layout.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"
#include "models/io/table_io.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::assistant {
namespace {

struct MarkersOptions {
  std::string out, army, paper = "a4", family, base = "40x40", size, table, table_out, bases_out, board, measure;
  int first = 0, count = 6, marker = -1;
  bool no_border = false, no_board = false, no_jig = false, no_units = false;
  double ruler_mm = 200, sd_mm = 0.3;
  MarkingOptions marking;
};

Result<Footprint> base_size(const std::string& text) {
  double frontage = 0, depth = 0;
  char tail = 0;
  if (text.find_first_not_of("0123456789.x") != std::string::npos || text.starts_with("0x") ||
      std::count(text.begin(), text.end(), 'x') > 1)  // sscanf would read hexadecimal ones
    return InputError{"--base " + text + ": expected FRONTAGExDEPTH in mm (60x30), or one diameter for round bases (25)"};
  if (std::sscanf(text.c_str(), "%lfx%lf%c", &frontage, &depth, &tail) == 2 && frontage >= 5 && depth >= 5 && frontage <= 600 &&
      depth <= 600) {
    return Footprint{Outline::Rectangle, Length::from_mm(frontage), Length::from_mm(depth)};
  }
  if (std::sscanf(text.c_str(), "%lf%c", &frontage, &tail) == 1 && frontage >= 5 && frontage <= 600) {
    return Footprint{Outline::Circle, Length::from_mm(frontage), Length::from_mm(frontage)};
  }
  return InputError{"--base " + text + ": expected FRONTAGExDEPTH in mm (60x30), or one diameter for round bases (25)"};
}

const std::string kSquares = "DICT_APRILTAG_36h11";  // unless another family is named

/// The family that bases carry: as named, squares where a mount of squares is named, else a strip or ring that the camera can read.
/// `mount` is set to what holds it.
Result<std::string> wanted_family(const MarkersOptions& options, const Footprint& footprint, const std::optional<Table>& table,
                                  std::string& mount) {
  mount = options.marking.mount;
  if (!options.family.empty()) {
    if (mount.empty() || mount == "strip") mount = vision::is_strip_family(options.family) ? "strip" : "tail25";
    return options.family;
  }
  if (!mount.empty() && mount != "strip") return kSquares;
  const Length width = table ? table->width : Length::from_mm(6 * 304.8), depth = table ? table->depth : Length::from_mm(4 * 304.8);
  const auto camera = camera_sharpness(options.marking, width, depth);
  if (!camera) return camera.error();
  const auto choice = calibration::choose_strip(footprint, *camera, options.marking.depth_mm);
  if (!choice.family.empty()) {
    std::cout << choice.family << ": " << choice.reason << "\n";
    mount = "strip";
    return choice.family;
  }
  if (mount == "strip") return InputError{"--mount strip: " + choice.reason};
  std::cout << kSquares << " on tail tabs: " << choice.reason << "\n";
  mount = "tail25";
  return kSquares;
}

/// Where a marker sits on a base that lies in the printed jig.
int measure(const MarkersOptions& options, const Footprint& footprint) {
  if (options.marker < 0) return bad_input("--measure needs --marker N: the number on the base in the jig");
  const auto pictures = calibration::load_pictures(options.measure);
  if (!pictures) return bad_input(pictures.error().line);
  for (const auto& picture : *pictures) {
    if (!picture.why_not.empty()) return bad_input(picture.name + ": " + picture.why_not);
    const auto found = calibration::find_square_markers(picture.gray.view(), options.family.empty() ? kSquares : options.family);
    const auto mount = calibration::measure_mount(found, footprint, {options.marker}, 0);
    if (!mount) return bad_input(picture.name + ": " + mount.error().line);
    io::Json json = io::json_of(*mount);
    json["family"] = options.family.empty() ? kSquares : options.family;
    std::cout << json.dump() << "\n";
  }
  return kDone;
}

/// Whether the text is a battle, which brings its own table: its border is printed with its bases.
bool holds_table(const std::string& text) {
  if (!io::beyond(text, io::kFileLimits).empty()) return false;  // whoever reads it will say so
  const io::Json value = io::parsed_or_discarded(text);
  return value.is_object() && value.contains("table") && value["table"].is_object();
}

/// What the sheet is called: the battle's or army's name, else the file's.
std::string name_of_army(const std::string& text, const std::string& file) {
  const io::Json value = io::parsed_or_discarded(text);
  for (const char* field : {"name", "army"})
    if (value.is_object() && value.contains(field) && value[field].is_string()) return value[field].get<std::string>();
  return std::filesystem::path(file).filename().string();
}

/// Bases that stand in a file bear what it says: another mount is given to them where the battle is made.
std::optional<InputError> mount_problem(const MarkersOptions& options, const std::string& text,
                                        const std::vector<calibration::UnitMarker>& units) {
  using calibration::Mounting;
  const io::Json value = io::parsed_or_discarded(text);
  if (!value.is_object() || !value.contains("bases")) return std::nullopt;
  const std::string& mount = options.marking.mount;
  const auto as_said = [&](const calibration::UnitMarker& unit) {
    if (!options.family.empty() && unit.mount.family != options.family) return false;
    if (mount.empty()) return true;
    const Mounting is = calibration::mounting_of(unit);
    if (mount == "strip") return is == Mounting::Strip || is == Mounting::Ring;
    return is == (mount.starts_with("tail") ? Mounting::TailTab : mount.starts_with("sabot") ? Mounting::Tile : Mounting::Disc);
  };
  const auto other = std::ranges::find_if_not(units, as_said);
  if (other == units.end()) return std::nullopt;
  const std::string said = !mount.empty() ? "--mount " + mount : "--family " + options.family;
  return InputError{said + ": " + options.army + " says what its bases bear (" + other->base + ": " + other->mount.family +
                    "); leave it out, or make the battle anew with polemarch new --mount"};
}

/// The table whose border is printed and written: given, laid out for a size, or the battle's own.
Result<std::optional<Table>> wanted_table(const MarkersOptions& options) {
  const bool from_army = options.table.empty() && options.size.empty() && !options.army.empty();
  const std::string& file = from_army ? options.army : options.table;
  if (!file.empty()) {
    const auto text = read_text_file(file);
    if (!text) return text.error();
    if (from_army && !holds_table(*text)) return std::optional<Table>();
    auto table = io::table_from_text(*text, file);
    if (!table) return table.error();
    return std::optional<Table>(std::move(*table));
  }
  if (options.size.empty()) return std::optional<Table>();
  const auto size = table_size_from(options.size);
  if (!size) return size.error();
  Table table = table_with_border(size->width, size->depth);
  if (!options.family.empty() && !vision::is_strip_family(options.family))
    table.border_family = options.family;  // strips keep it of squares
  return std::optional<Table>(std::move(table));
}

/// Whether something asked for would be written over what is read, or over something else asked for.
std::optional<InputError> outputs_problem(const MarkersOptions& options) {
  const std::vector<std::string> inputs{options.army, options.table, options.marking.camera, options.measure};
  std::vector<std::pair<std::string, std::string>> outs{
      {"--out", options.out}, {"--table-out", options.table_out}, {"--bases-out", options.bases_out}};
  for (std::size_t i = 0; i < outs.size(); ++i) {
    if (auto wrong = writes_over_input(outs[i].first, outs[i].second, inputs)) return wrong;
    for (std::size_t k = 0; k < i; ++k)
      if (!outs[i].second.empty() && outs[i].second == outs[k].second)
        return InputError{outs[i].first + " " + outs[i].second + ": is " + outs[k].first + " too; give each a name of its own"};
  }
  return std::nullopt;
}

int run_markers(const MarkersOptions& options) {
  if (const auto wrong = outputs_problem(options)) return bad_input(wrong->line);
  const auto footprint = base_size(options.base);
  if (!footprint) return bad_input(footprint.error().line);
  if (!options.measure.empty()) return measure(options, *footprint);
  if (options.out.empty() && options.table_out.empty() && options.bases_out.empty())
    return bad_input("markers: name the sheet to write with --out sheet.pdf");
  if (!options.table_out.empty() && options.table.empty() && options.size.empty() && options.army.empty())
    return bad_input("--table-out needs --size, e.g. --size 6x4ft, or a battle.json as --army");
  calibration::MarkerSheet wanted;
  const auto paper = calibration::paper_named(options.paper);
  if (!paper) return bad_input(paper.error().line);
  wanted.page.paper = *paper;
  auto table = wanted_table(options);
  if (!table) return bad_input(table.error().line);
  std::string mount;
  const auto wanted_name = wanted_family(options, *footprint, *table, mount);
  if (!wanted_name) return bad_input(wanted_name.error().line);
  const std::string& named = *wanted_name;
  const auto family = calibration::family_size(named);
  if (!family) return bad_input(family.error().line);
  if (vision::is_strip_family(named)) {
    const auto fits = calibration::strip_mount(*footprint, named, {0});
    if (!fits && !options.army.empty()) return bad_input(fits.error().line);
  }

  calibration::ArmyDefaults defaults;
  defaults.footprint = *footprint;
  defaults.family = named;
  defaults.first_marker = options.first;
  defaults.base_height_mm = options.marking.base_height_mm;
  defaults.mounting = mount == "disc"                            ? calibration::Mounting::Disc
                      : mount == "sabot25" || mount == "sabot20" ? calibration::Mounting::Tile
                                                                 : calibration::Mounting::TailTab;
  defaults.tab_mm = mount == "tail20" || mount == "sabot20" ? 20 : 25;
  if (!options.army.empty()) {
    const auto text = read_text_file(options.army);
    if (!text) return bad_input(text.error().line);
    auto units = calibration::army_markers(*text, options.army, defaults);
    if (!units) return bad_input(units.error().line);
    if (const auto wrong = mount_problem(options, *text, *units)) return bad_input(wrong->line);
    wanted.units = std::move(*units);
    wanted.page.title = name_of_army(*text, options.army) + ": " + std::to_string(wanted.units.size()) + " markers";
    if (!wanted.units.empty() && !wanted.units.front().id_known)
      std::cout << options.army << " gives no ids: the markers bear the names; a battle calls the units A1, A2 ... or B1, B2 ... in this "
                << "order\n";
  } else if (!options.no_units) {
    wanted.units = calibration::sample_markers(named, options.first, options.count);
  }
  const double scale = options.ruler_mm / calibration::kCheckLineMm;
  if (*table) {
    if (!options.no_border) wanted.border = **table;
    **table = calibration::border_as_printed(**table, scale, options.sd_mm);
  }
  calibration::BoardSpec board = calibration::default_board();
  if (!options.board.empty()) {
    const auto named = calibration::parse_board(options.board);
    if (!named) return bad_input(named.error().line);
    board = *named;
  }
  if (!options.no_board) wanted.board = board;
  wanted.jig = !options.no_jig;

  if (!options.out.empty()) {
    if (const auto wrong = other_ending("--out", options.out, {".pdf"})) return bad_input(wrong->line);
    if (wanted.units.empty() && !wanted.border && !wanted.board && !wanted.jig)
      return bad_input("markers: nothing is left to print; leave one of --no-units, --no-border, --no-board and --no-jig out");
    const auto pages = calibration::marker_sheet(wanted);
    if (!pages) return bad_input(pages.error().line);
    const auto pdf = calibration::write_pdf(*pages, wanted.page.title);
    if (!pdf) return bad_input(options.out + ": " + pdf.error().line);
    if (const auto error = write_text_file(options.out, *pdf)) return bad_input(error->line);
    std::cout << options.out << ": " << pages->size() << (pages->size() == 1 ? " page" : " pages")
              << ". Print at 100 % and check the 200 mm lines with a ruler.\n";
  }
  if (!options.table_out.empty()) {
    if (!*table) return bad_input("--table-out needs --size, e.g. --size 6x4ft, or a battle.json as --army");
    if (const auto error = write_text_file(options.table_out, io::json_of(**table).dump(1) + "\n")) return bad_input(error->line);
    std::cout << options.table_out << ": the table with its printed border\n";
  }
  if (!options.bases_out.empty()) {
    for (calibration::UnitMarker& unit : wanted.units)
      if (options.ruler_mm != calibration::kCheckLineMm) unit.mount.print_scale = scale;
    if (const auto error = write_text_file(options.bases_out, calibration::bases_text(wanted.units))) return bad_input(error->line);
    std::cout << options.bases_out << ": the bases with their markers\n";
  }
  return kDone;
}

}  // namespace

Action add_markers(CLI::App& program) {
  auto options = std::make_shared<MarkersOptions>();
  CLI::App* verb = program.add_subcommand("markers", "print markers, border strip, calibration board and base jig in true size (PDF)");
  verb->add_option("--out", options->out, "sheet.pdf to write");
  verb->add_option("--army", options->army, "battle.json, bases.json or a roster (JSON, CSV): its markers with the units' names");
  verb->add_option("--paper", options->paper, "a4 or letter")->capture_default_str();
  verb->add_option("--family", options->family,
                   "marker family: a strip or ring (STRIP40x6, RING32 ...) or an OpenCV dictionary name; not named: what --mount says");
  verb->add_option("--mount", options->marking.mount,
                   "strip (default): on the rear edge, or a ring on a round base, of the kind the camera can read, and squares where it "
                   "cannot; squares: tail25, tail20 (tabs behind the base), sabot25, sabot20 (tile on a corner), disc")
      ->check(CLI::IsMember({"tail25", "tail20", "sabot25", "sabot20", "disc", "strip"}));
  verb->add_option("--base", options->base, "for rosters: size of a base in mm, frontage x depth, or one diameter")->capture_default_str();
  add_marking_options(*verb, options->marking);
  verb->add_option("--first", options->first, "first number for units that name none")->capture_default_str()->check(CLI::Range(0, 100000));
  verb->add_option("--count", options->count, "without --army: so many of each kind")->capture_default_str()->check(CLI::Range(1, 200));
  auto* size =
      verb->add_option("--size", options->size,
                       "print the border strip of a table of this size: 6x4ft, 180x120cm ... (default: the table of a battle.json)");
  verb->add_option("--table", options->table, "print the border strip of this table.json instead")->excludes(size);
  verb->add_option("--board", options->board, "calibration board (see calibrate --help); default charuco:6x7:30:22:DICT_4X4_50");
  verb->add_flag("--no-units", options->no_units, "no sample markers when there is no --army");
  verb->add_flag("--no-border", options->no_border, "leave the border strip out");
  verb->add_flag("--no-board", options->no_board, "leave the calibration board out");
  verb->add_flag("--no-jig", options->no_jig, "leave the base jig out");
  verb->add_option("--table-out", options->table_out,
                   "table.json that fits the printed border strip (of --size, --table or a battle.json)");
  verb->add_option("--bases-out", options->bases_out, "bases.json that fits the printed markers");
  verb->add_option("--ruler", options->ruler_mm,
                   "what the 200 mm line measures on your print, mm; written into --table-out and --bases-out")
      ->capture_default_str()
      ->check(between(150, 250, "mm"));
  verb->add_option("--laid-sd", options->sd_mm,
                   "how exactly the border strip is laid, mm (one standard deviation); written into --table-out")
      ->capture_default_str()
      ->check(between(0.01, 50, "mm"));
  auto* measure = verb->add_option("--measure", options->measure,
                                   "picture of a base in the printed jig: tells the marker's mount (with --base and --marker)");
  verb->add_option("--marker", options->marker, "with --measure: the number on the base")->needs(measure);
  return [options] { return run_markers(*options); };
}

}  // namespace polemarch::assistant
