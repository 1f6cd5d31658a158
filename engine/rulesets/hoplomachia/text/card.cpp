/// A unit card as JSON, in the words of HM-CARD-T1, with its ranges.
#include <cmath>

#include "engine/rulesets/hoplomachia/text/json_nouns.hpp"

namespace polemarch::hoplomachia {

using engine::FieldError;

namespace {

double in_inches(Length length) { return static_cast<double>(length.um) / 25400.0; }

void put_inches(Json& j, const char* name, const std::optional<Length>& value) {
  if (value) j[name] = in_inches(*value);
}
Length inches_from(const Json& j, const std::string& path, double most) {
  double in = 0;
  engine::read_at(j, path, in);
  if (in < 0 || in > most) throw FieldError("/" + path, "expected 0 to " + std::to_string(static_cast<int>(most)) + " inches (HM-CARD-T1)");
  return inches(in);
}
void get_inches(const Json& j, const char* name, std::optional<Length>& value, double most) {
  value.reset();
  const auto at = j.find(name);
  if (at == j.end() || at->is_null()) return;
  value = inches_from(*at, name, most);
}
void put_row(Json& j, const char* name, const std::vector<Length>& row) {
  if (row.empty()) return;
  Json values = Json::array();
  for (const Length value : row) values.push_back(in_inches(value));
  j[name] = values;
}
void get_row(const Json& j, const char* name, std::vector<Length>& row, double most) {
  row.clear();
  const auto at = j.find(name);
  if (at == j.end() || at->is_null()) return;
  if (!at->is_array() || at->size() != 6) throw FieldError("/" + std::string(name), "expected six values, for die 1 to 6 (HM-CARD-T1)");
  for (std::size_t i = 0; i < 6; ++i) row.push_back(inches_from((*at)[i], std::string(name) + "/" + std::to_string(i), most));
}
template <class T>
void get_six(const Json& j, const char* name, std::vector<T>& row) {
  engine::get_field(j, name, row);
  if (!row.empty() && row.size() != 6) throw FieldError("/" + std::string(name), "expected six values, for die 1 to 6 (HM-CARD-T1)");
}
void in_range(const char* name, const std::optional<int>& value, int least, int most) {
  if (value && (*value < least || *value > most))
    throw FieldError("/" + std::string(name), "expected " + std::to_string(least) + " to " + std::to_string(most) + " (HM-CARD-T1)");
}
void in_range(const char* name, const std::optional<ByCondition>& values, int least, int most) {
  if (values)
    for (const int value : *values) in_range(name, std::optional(value), least, most);
}

/// A threshold may be one number for all conditions.
void get_by_condition(const Json& j, const char* name, std::optional<ByCondition>& values) {
  values.reset();
  const auto at = j.find(name);
  if (at == j.end() || at->is_null()) return;
  if (at->is_number_integer()) {
    values.emplace();
    values->fill(at->get<int>());
    return;
  }
  values.emplace();
  engine::read_at(*at, name, *values);
}

/// The belos reaction chart as two tables, one a side, a row an intensity: the words of HM-CARD-T1.
void get_two_tables(const Json& j, std::vector<BelosRow>& rows) {
  if (!j.contains("belos_pass") && !j.contains("belos_fail")) return;
  std::vector<std::array<BelosCode, 4>> pass, fail;
  engine::get_field(j, "belos_pass", pass);
  engine::get_field(j, "belos_fail", fail);
  if (pass.size() != fail.size()) throw FieldError("/belos_fail", "expected as many intensities as \"belos_pass\" has (HM-CARD-T1)");
  rows.clear();
  for (std::size_t i = 0; i < pass.size(); ++i) rows.push_back({pass[i], fail[i]});
}

constexpr std::array<const char*, 4> kLines{"recovering", "charging", "melee", "katastrophe"};

}  // namespace

void to_json(Json& j, const UnitCard& v) {
  j = {{"id", v.id}, {"name", v.name}, {"class", v.troop}};
  if (!v.nation.empty()) j["nation"] = v.nation;
  if (v.sample) j["sample"] = true;
  if (v.epochs != std::array<bool, 5>{true, true, true, true, true}) j["epochs"] = v.epochs;
  put_inches(j, "mov_cf", v.mov_cf);
  put_inches(j, "mov_of", v.mov_of);
  put_inches(j, "mov_nf", v.mov_nf);
  for (const auto& [name, flag] : {std::pair{"long_spears", v.long_spears},
                                   {"rhomboid", v.rhomboid},
                                   {"wedge", v.wedge},
                                   {"ekdromoi", v.ekdromoi},
                                   {"hamippoi_allowed", v.hamippoi_allowed},
                                   {"core_allowed", v.core_allowed},
                                   {"mercenary", v.mercenary}})
    if (flag) j[name] = true;
  engine::put_field(j, "spear", v.spear);
  engine::put_field(j, "shield", v.shield);
  engine::put_field(j, "strength", v.strength);
  engine::put_field(j, "arete_threshold", v.arete_threshold);
  engine::put_field(j, "arete_modifier", v.arete_modifier);
  engine::put_field(j, "phobos", v.phobos);
  engine::put_field(j, "andreia", v.andreia);
  Json chart = Json::object();
  for (std::size_t i = 0; i < kLines.size(); ++i)
    if (v.andreia_chart[i]) chart[kLines[i]] = *v.andreia_chart[i];
  if (!chart.empty()) j["andreia_chart"] = chart;
  engine::put_field(j, "disarray_qualifier", v.disarray_qualifier);
  engine::put_field(j, "belos", v.belos);
  put_inches(j, "range", v.range);
  if (v.belos_shield != 0) j["belos_shield"] = v.belos_shield;
  engine::put_field(j, "belos_check", v.belos_check);
  engine::put_field(j, "belos_reactions", v.belos_reactions);
  put_row(j, "epi_charge", v.epi_charge);
  put_row(j, "epi_drift", v.epi_drift);
  engine::put_field(j, "epi_mqual", v.epi_mqual);
  engine::put_field(j, "epi_disarray", v.epi_disarray);
  engine::put_field(j, "mome", v.mome);
  engine::put_field(j, "othism", v.othism);
  if (v.max_depth != 2) j["max_depth"] = v.max_depth;
}

void from_json(const Json& j, UnitCard& v) {
  if (!j.is_object()) throw FieldError("", "expected a unit card");
  v = UnitCard{};
  engine::get_field_or_keep(j, "id", v.id);
  engine::get_field_or_keep(j, "name", v.name);
  engine::get_field_or_keep(j, "nation", v.nation);
  engine::get_field_or_keep(j, "sample", v.sample);
  engine::get_field_or_keep(j, "epochs", v.epochs);
  engine::get_field_or_keep(j, "class", v.troop);
  get_inches(j, "mov_cf", v.mov_cf, 20);
  get_inches(j, "mov_of", v.mov_of, 20);
  get_inches(j, "mov_nf", v.mov_nf, 20);
  engine::get_field_or_keep(j, "long_spears", v.long_spears);
  engine::get_field_or_keep(j, "rhomboid", v.rhomboid);
  engine::get_field_or_keep(j, "wedge", v.wedge);
  engine::get_field_or_keep(j, "ekdromoi", v.ekdromoi);
  engine::get_field_or_keep(j, "hamippoi_allowed", v.hamippoi_allowed);
  engine::get_field_or_keep(j, "core_allowed", v.core_allowed);
  engine::get_field_or_keep(j, "mercenary", v.mercenary);
  engine::get_field(j, "spear", v.spear);
  engine::get_field(j, "shield", v.shield);
  engine::get_field(j, "strength", v.strength);
  get_by_condition(j, "arete_threshold", v.arete_threshold);
  get_by_condition(j, "arete_modifier", v.arete_modifier);
  engine::get_field(j, "phobos", v.phobos);
  engine::get_field(j, "andreia", v.andreia);
  if (const auto chart = j.find("andreia_chart"); chart != j.end())
    for (std::size_t i = 0; i < kLines.size(); ++i)
      if (const auto row = chart->find(kLines[i]); row != chart->end()) {
        v.andreia_chart[i].emplace();
        engine::read_at(*row, std::string("andreia_chart/") + kLines[i], *v.andreia_chart[i]);
      }
  engine::get_field(j, "disarray_qualifier", v.disarray_qualifier);
  engine::get_field(j, "belos", v.belos);
  get_inches(j, "range", v.range, 30);
  engine::get_field_or_keep(j, "belos_shield", v.belos_shield);
  engine::get_field(j, "belos_check", v.belos_check);
  engine::get_field(j, "belos_reactions", v.belos_reactions);
  get_two_tables(j, v.belos_reactions);
  bool of_only = v.mov_of && !v.mov_cf;  // what the movement numbers say, or contradict
  engine::get_field_or_keep(j, "has_of_only", of_only);
  if (of_only && (v.mov_cf || !v.mov_of)) throw FieldError("/has_of_only", "expected OF without CF on such a card (HM-CARD-T1)");
  get_row(j, "epi_charge", v.epi_charge, 20);
  get_row(j, "epi_drift", v.epi_drift, 3);
  get_six(j, "epi_mqual", v.epi_mqual);
  get_six(j, "epi_disarray", v.epi_disarray);
  engine::get_field(j, "mome", v.mome);
  engine::get_field(j, "othism", v.othism);
  engine::get_field_or_keep(j, "max_depth", v.max_depth);
  in_range("spear", v.spear, 0, 15);
  in_range("shield", v.shield, 0, 15);
  in_range("strength", v.strength, 0, 15);
  in_range("arete_threshold", v.arete_threshold, 0, 15);
  in_range("arete_modifier", v.arete_modifier, -5, 5);
  in_range("phobos", v.phobos, 0, 6);
  in_range("andreia", v.andreia, 2, 12);
  in_range("disarray_qualifier", v.disarray_qualifier, 0, 20);
  in_range("belos", v.belos, 1, 8);
  in_range("belos_shield", std::optional(v.belos_shield), 0, 6);
  in_range("belos_check", v.belos_check, 1, 12);
  in_range("mome", v.mome, 0, 5);
  in_range("othism", v.othism, -2, 5);
  in_range("max_depth", std::optional(v.max_depth), 1, 4);
  for (const int points : v.epi_disarray) in_range("epi_disarray", std::optional(points), 0, 10);
}

}  // namespace polemarch::hoplomachia
