#include "assistant/play/stage.hpp"

#include "assistant/session/files.hpp"
#include "assistant/session/ties.hpp"
#include "calibration/table/marker_check.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/setup_table.hpp"
#include "models/io/table_io.hpp"

namespace polemarch::assistant::play {

namespace {

Result<Table> table_in(const StageSettings& settings, const io::Json& setup) {
  if (!settings.table_file.empty()) {
    const auto text = read_text_file(settings.table_file);
    if (!text) return text.error();
    return io::table_from_text(*text, settings.table_file);
  }
  if (!setup.contains("table")) return InputError{settings.battle + ": /table: expected the table's size and border"};
  return io::table_of_battle(setup, settings.battle + ": /table");
}

/// The table, with a border that can be read.
Result<Table> table_for(const StageSettings& settings, const io::Json& setup) {
  auto table = table_in(settings, setup);
  if (!table) return table;
  const std::string file = settings.table_file.empty() ? settings.battle + ": /table" : settings.table_file;
  if (auto wrong = calibration::border_problem(*table, file)) return *wrong;
  return table;
}

Result<std::vector<BaseSpec>> bases_for(const StageSettings& settings, const io::Json& setup) {
  if (!settings.bases_file.empty()) {
    const auto text = read_text_file(settings.bases_file);
    if (!text) return text.error();
    return io::bases_from_text(*text, settings.bases_file);
  }
  if (!setup.contains("bases")) return std::vector<BaseSpec>{};  // without markers: the manual source needs none
  return io::bases_from_json(io::Json{{"bases", setup["bases"]}}, settings.battle);
}

}  // namespace

Result<Stage> set_stage(const StageSettings& settings) {
  auto session = Session::open(settings.battle);
  if (!session) return session.error();
  const auto setup = io::parse_json((*session)->setup(), settings.battle);
  if (!setup) return setup.error();
  auto table = table_for(settings, *setup);
  if (!table) return table.error();
  auto bases = bases_for(settings, *setup);
  if (!bases) return bases.error();
  const std::string& bases_file = settings.bases_file.empty() ? settings.battle : settings.bases_file;
  bases = with_ties(std::move(*bases), (*session)->ties(), settings.battle);
  if (!bases) return bases.error();
  if (auto wrong = calibration::bases_problem(*bases, *table, bases_file)) return *wrong;
  if (!settings.log.empty() && (*session)->log_path().empty())
    if (auto wrong = (*session)->begin_log(settings.log)) return *wrong;
  return Stage{std::move(*session), std::move(*table), std::move(*bases)};
}

}  // namespace polemarch::assistant::play
