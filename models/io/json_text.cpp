#include "models/io/json_text.hpp"

#include <nlohmann/json.hpp>

namespace polemarch::io {

nlohmann::json parsed(std::string_view text) { return nlohmann::json::parse(text); }

nlohmann::json parsed_or_discarded(std::string_view text) { return nlohmann::json::parse(text, nullptr, false); }

}  // namespace polemarch::io
