#include "tests/architecture/layers.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace polemarch::architecture {
namespace {

/// A folder and what its files may include from the project, and which outside headers they may not. The longest matching folder holds.
struct Row {
  std::string folder;
  std::vector<std::string> may;   ///< project folders
  std::string outside_forbidden;  ///< regex on <...> headers and on words of the text; empty = none
};

// Pictures, windows, networks, clocks, files, chance: each belongs to named rooms only.
const std::string kOpenCv = "opencv2/.*|apriltag.*";
const std::string kWindow = "imgui.*|GLFW/.*|GL/.*";
const std::string kNet = "zmq.*|httplib.*|lo/.*|sys/socket.*|netinet/.*|netdb.*";
const std::string kWorld = "fstream|filesystem|chrono|thread|mutex|atomic|future|random|ctime|time.h|cstdio|iostream|unistd.h|fcntl.h";
const std::string kUnordered = "unordered_map|unordered_set";
const std::string kJson = "nlohmann/.*|valijson/.*";

std::string any(std::initializer_list<std::string> parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : "|") + part;
  return out;
}

const std::vector<Row>& table() {
  static const std::vector<Row> rows = [] {
    const std::string engine = any({kOpenCv, kWindow, kNet, kWorld, kUnordered});
    std::vector<Row> r{
        {"models/", {"models/"}, any({kOpenCv, kWindow, kNet, kWorld, kJson, "cairo.*"})},
        {"models/io/", {"models/"}, any({kOpenCv, kWindow, kNet, kWorld, "cairo.*"})},
        {"vision/", {"models/", "vision/"}, any({kWindow, "cairo.*", "zmq.*"})},
        {"vision/detect/", {"models/", "vision/"}, any({kWindow, kNet, "cairo.*", "thread"})},  // code books are drawn from a seed
        {"vision/track/", {"models/", "vision/"}, any({kWindow, kNet, "cairo.*", "thread|random"})},
        {"calibration/", {"models/", "vision/", "calibration/"}, any({kWindow, kNet})},
        {"engine/core/", {"models/", "engine/core/"}, any({engine, "boost/.*"})},
        {"engine/geometry/", {"models/", "engine/core/", "engine/geometry/"}, any({engine, kJson})},
        {"engine/registry/", {"models/", "engine/"}, any({engine, kJson})},
        {"ui/", {"models/", "ui/", "engine/core/verdict.hpp", "engine/core/advice.hpp"}, any({kOpenCv, kNet, kJson})},
        {"assistant/", {"models/", "vision/", "calibration/", "engine/", "ui/", "assistant/"}, any({kOpenCv})},
        {"assistant/observe/",
         {"models/", "engine/core/", "engine/geometry/", "ui/view_state.hpp", "assistant/observe/"},
         any({kOpenCv, kWindow, kNet, "thread|random|fstream"})},
        {"assistant/present/",
         {"models/", "engine/core/", "engine/geometry/", "ui/view_state.hpp", "ui/palette.hpp", "ui/seat.hpp", "ui/shapes.hpp",
          "assistant/present/"},
         any({kOpenCv, kWindow, kNet, "thread|random|fstream"})},
        {"assistant/paint/",
         {"models/", "ui/view_state.hpp", "ui/palette.hpp", "ui/seat.hpp", "ui/shapes.hpp", "ui/page/", "assistant/paint/"},
         any({kOpenCv, kWindow, kNet})},
    };
    for (const std::string room : {"blade_and_bow", "hoplomachia", "to_the_strongest", "paean", "hail_caesar"}) {
      const std::string folder = "engine/rulesets/" + room + "/";
      r.push_back({folder, {"models/", "engine/core/", "engine/geometry/", folder}, any({engine, "boost/.*"})});
    }
    return r;
  }();
  return rows;
}

const Row* row_of(const std::string& path) {
  const Row* best = nullptr;
  for (const Row& row : table())
    if (path.starts_with(row.folder) && (best == nullptr || row.folder.size() > best->folder.size())) best = &row;
  return best;
}

bool is_project_header(const std::string& header) {
  for (const char* top : {"models/", "vision/", "calibration/", "engine/", "ui/", "assistant/", "tests/"})
    if (header.starts_with(top)) return true;
  return false;
}

/// JSON stays out of the rules themselves: in a ruleset and in core only the text and data files read it.
bool may_hold_json(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (path.starts_with("engine/rulesets/")) return name.starts_with("text") || name.starts_with("data");
  return true;
}

}  // namespace

std::vector<Violation> check_text(const std::string& path, const std::string& text) {
  std::vector<Violation> found;
  const Row* row = row_of(path);
  if (row == nullptr) return found;
  static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  const std::regex forbidden(row->outside_forbidden.empty() ? "$^" : row->outside_forbidden);
  std::istringstream in(text);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::smatch match;
    if (!std::regex_search(line, match, include)) continue;
    const std::string header = match[2];
    if (is_project_header(header)) {
      const bool allowed =
          std::any_of(row->may.begin(), row->may.end(), [&](const std::string& folder) { return header.starts_with(folder); });
      if (!allowed) found.push_back({path, number, row->folder + " may not include " + header});
      const bool json = header.starts_with("models/io/") || header == "engine/core/json_types.hpp" ||
                        header == "engine/core/telling_json.hpp" || header == "engine/core/json_fields.hpp" ||
                        header == "engine/core/battle_of.hpp";
      if (json && !may_hold_json(path))
        found.push_back({path, number, "only text*.cpp and data*.cpp of a ruleset read JSON (" + header + ")"});
    } else if (std::regex_match(header, forbidden)) {
      found.push_back({path, number, row->folder + " may not touch <" + header + ">"});
    } else if (path.starts_with("engine/rulesets/") && header.starts_with("nlohmann/") && !may_hold_json(path)) {
      found.push_back({path, number, "only text*.cpp and data*.cpp of a ruleset read JSON (" + header + ")"});
    }
  }
  // std::sin and friends may differ in the last bit between machines; the engine has its own. sqrt, fabs and the rounding family are exact.
  static const std::regex trigonometry(
      R"((^|[^\w.>:])(std::|::)?(sin|cos|tan|asin|acos|atan2?|sinh|cosh|tanh|asinh|acosh|atanh|exp2?|expm1|log2?|log10|log1p|pow|cbrt|hypot|erfc?|[lt]gamma)[fl]?\s*\()");
  static const std::regex chance(R"(\b(std::rand|srand|std::time|gettimeofday|clock_gettime)\s*\()");
  if (path.starts_with("engine/")) {
    std::istringstream again(text);
    for (int number = 1; std::getline(again, line); ++number) {
      const std::string code = line.substr(0, line.find("//"));
      if (std::regex_search(code, trigonometry))
        found.push_back({path, number, "the engine uses engine/geometry's own functions, not libm's"});
      if (std::regex_search(code, chance)) found.push_back({path, number, "the engine has no clock and no chance"});
    }
  }
  return found;
}

std::vector<Violation> check_tree(const std::string& root) {
  std::vector<Violation> found;
  for (const char* top : {"models", "vision", "calibration", "engine", "ui", "assistant"}) {
    const std::filesystem::path folder = std::filesystem::path(root) / top;
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".hpp" && extension != ".cpp") continue;
      std::ifstream in(entry.path());
      std::ostringstream text;
      text << in.rdbuf();
      for (Violation& violation : check_text(std::filesystem::relative(entry.path(), root).string(), text.str()))
        found.push_back(std::move(violation));
    }
  }
  return found;
}

}  // namespace polemarch::architecture
