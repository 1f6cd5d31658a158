#pragma once
/// Counters, cards and terrain chart as people type them in: JSON lists, whole JSON files, or tables (CSV). For text/ only. Pure.

#include "models/io/json.hpp"

namespace polemarch::blade_and_bow {

/// Puts JSON lists in the place of typed sheets in a setup: /types, /deck, /map/kinds and /sides/A|B/types may be
/// {"file": NAME, "text": TEXT} with TEXT a CSV table or a JSON file of the same content. Throws engine::FieldError naming the file, its
/// line and column, and the mend.
void unfold_sheets(nlohmann::json& setup);

/// One sheet: a CSV of counters (a row a printed side), of cards (sixty rows) or of terrain kinds. `name` is for errors.
nlohmann::json counters_from_csv(std::string_view text, std::string_view name);
nlohmann::json cards_from_csv(std::string_view text, std::string_view name);
nlohmann::json kinds_from_csv(std::string_view text, std::string_view name);

}  // namespace polemarch::blade_and_bow
