/// The CMakeLists.txt of a room: it calls polemarch_room and what finds packages and data, and nothing else.
#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include "tests/architecture/layers.hpp"

namespace polemarch::architecture {
namespace {

struct Call {
  int number = 0;
  std::string name;  ///< in small letters, as CMake reads it
  std::vector<std::string> words;
};

/// Every command with its words, as CMake reads them: comments, quotes and brackets of any length are what they are to it.
class ListReader {
 public:
  explicit ListReader(const std::string& text) : text_(text) {}
  std::vector<Call> read() {
    while (at_ < text_.size()) outside();
    return std::move(calls_);
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  static bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  void step() { line_ += text_[at_++] == '\n' ? 1 : 0; }

  /// "[[" or "[==[" here: what stands up to its end.
  bool bracket(std::string& inside) {
    static const std::regex open(R"(^\[=*\[)");
    std::smatch match;
    const std::string rest = text_.substr(at_, 16);
    if (!std::regex_search(rest, match, open)) return false;
    std::string close = match.str();
    std::replace(close.begin(), close.end(), '[', ']');
    const std::size_t from = at_ + close.size(), end = std::min(text_.find(close, from), text_.size());
    inside = text_.substr(from, end - from);
    while (at_ < std::min(text_.size(), end + close.size())) step();
    return true;
  }
  void comment() {
    std::string inside;
    step();
    if (bracket(inside)) return;
    while (at_ < text_.size() && here() != '\n') step();
  }
  void outside() {
    if (here() == '#') return comment();
    if (!in_word(here())) return step();
    Call call{line_, {}, {}};
    for (; in_word(here()); step()) call.name += static_cast<char>(std::tolower(static_cast<unsigned char>(here())));
    while (here() == ' ' || here() == '\t') step();
    if (here() != '(') return;
    step();
    words(call);
    calls_.push_back(std::move(call));
  }
  void words(Call& call) {
    int depth = 1;
    std::string word;
    const auto end_word = [&] {
      if (!word.empty()) call.words.push_back(std::move(word));
      word.clear();
    };
    while (at_ < text_.size() && depth > 0) {
      std::string inside;
      if (here() == '#') {
        comment();
      } else if (here() == '"') {
        for (step(); at_ < text_.size() && here() != '"'; step()) {
          if (here() == '\\') word += here(), step();
          word += here();
        }
        step();
      } else if (word.empty() && bracket(inside)) {
        word = inside;
      } else {
        depth += here() == '(' ? 1 : here() == ')' ? -1 : 0;
        const bool parts = std::isspace(static_cast<unsigned char>(here())) != 0 || here() == '(' || here() == ')' || here() == ';';
        if (parts) end_word();
        if (!parts) word += here();
        step();
      }
    }
    end_word();
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Call> calls_;
};

bool begins(const std::string& word, const std::string& with) { return word.compare(0, with.size(), with) == 0; }

/// What a room links besides rooms. The engine and models link nothing.
bool may_need(const std::string& room, const std::string& package) {
  static const std::map<std::string, std::set<std::string>> packages{
      {"models_io", {"nlohmann_json::nlohmann_json"}},
      {"vision",
       {"opencv_core", "opencv_imgproc", "opencv_imgcodecs", "opencv_videoio", "opencv_calib3d", "opencv_aruco", "Threads::Threads"}},
      {"calibration", {"PkgConfig::CAIRO"}},
      {"ui", {"PkgConfig::IMGUI", "glfw", "OpenGL::GL"}},
      {"assistant",
       {"PkgConfig::ZMQ", "PkgConfig::SODIUM", "PkgConfig::LIBLO", "PkgConfig::HTTPLIB", "PkgConfig::CAIRO", "SQLite::SQLite3",
        "spdlog::spdlog_header_only"}}};
  const auto row = packages.find(room);
  return row != packages.end() && row->second.contains(package);
}

/// engine/core -> engine_core; a ruleset is called by its key.
std::string room_of(const std::string& path) {
  std::string folder = path.substr(0, path.find_last_of('/'));
  if (begins(folder, "engine/rulesets/")) return folder.substr(16);
  std::replace(folder.begin(), folder.end(), '/', '_');
  return folder;
}

class Walls {
 public:
  Walls(const std::string& path, std::vector<Violation>& found) : path_(path), room_(room_of(path)), found_(found) {}

  void judge(const Call& call) {
    number_ = call.number;
    static const std::set<std::string> quiet{"polemarch_embed", "polemarch_precompile", "polemarch_public_headers", "find_package",
                                             "find_path",       "pkg_check_modules"};
    const bool engine = begins(path_, "engine/");
    const bool own_program =
        path_ == "assistant/CMakeLists.txt" && !call.words.empty() && call.words.front() == "polemarch" &&
        (call.name == "add_executable" || call.name == "target_link_libraries" || call.name == "set_target_properties");
    if (call.name == "polemarch_room") return judge_room(call);
    if (own_program || (quiet.contains(call.name) && !(engine && call.name != "polemarch_embed"))) return;
    if (call.name == "file" && !call.words.empty() && begins(call.words.front(), "GLOB")) return;
    if (call.name == "add_subdirectory" && call.words.size() == 1 && is_below(call.words.front(), path_ == "engine/CMakeLists.txt")) return;
    if ((call.name == "foreach" || call.name == "endforeach") && path_ == "engine/CMakeLists.txt") return;
    if (call.name == "set_source_files_properties" && !engine) return judge_sources(call);
    wrong("a room is made and linked by polemarch_room, which knows who may use whom; it does not call " + call.name);
  }

 private:
  void wrong(const std::string& what) { found_.push_back({path_, number_, what}); }

  static bool is_below(const std::string& folder, bool over_rulesets) {
    if (over_rulesets && folder == "rulesets/${ruleset}") return true;
    return folder.find("..") == std::string::npos && folder.find('$') == std::string::npos && !begins(folder, "/");
  }
  /// How hard the compiler tries, in one build or in all.
  static bool is_effort(const std::string& flag) {
    static const std::regex effort(R"((\$<\$<CONFIG:Release>:)?-O[0123gs]>?)");
    return std::regex_match(flag, effort);
  }

  /// Files may have an effort of their own and stay out of batches.
  void judge_sources(const Call& call) {
    static const std::set<std::string> values{
        "ON", "OFF", "PROPERTIES", "COMPILE_OPTIONS", "SKIP_PRECOMPILE_HEADERS", "SKIP_UNITY_BUILD_INCLUSION"};
    for (const std::string& word : call.words)
      if (!word.ends_with(".cpp") && !values.contains(word) && !is_effort(word))
        return wrong("flags that change rounding or silence warnings have no place in a room (" + word + ")");
  }

  void judge_room(const Call& call) {
    static const std::set<std::string> parts{"NAME", "KIND", "SUBDIRS", "USES", "NEEDS", "FLAGS", "BATCH"};
    std::string part;
    for (const std::string& word : call.words) {
      if (parts.contains(word))
        part = word;
      else if (part == "NAME" && word != room_)
        return wrong("the room in this folder is called " + room_);
      else if (part == "KIND" && (word != "ruleset" || !begins(path_, "engine/rulesets/")))
        return wrong("rulesets alone share a row of the table of rooms");
      else if (part == "SUBDIRS" && !is_below(word, false))
        return wrong("a room compiles its own folders (" + word + ")");
      else if (part == "USES" && word.find('$') != std::string::npos && !(room_ == "engine_registry" && word == "${POLEMARCH_RULESETS}"))
        return wrong("rooms are named plainly (" + word + ")");
      else if (part == "NEEDS" && !may_need(room_, word))
        return wrong("this room has no use for " + word);
      else if (part == "FLAGS" && !is_effort(word))
        return wrong("flags that change rounding or silence warnings have no place in a room (" + word + ")");
    }
  }

  const std::string& path_;
  std::string room_;
  std::vector<Violation>& found_;
  int number_ = 0;
};

}  // namespace

std::vector<Violation> check_cmake(const std::string& path, const std::string& text) {
  std::vector<Violation> found;
  Walls walls(path, found);
  for (const Call& call : ListReader(text).read()) walls.judge(call);
  return found;
}

}  // namespace polemarch::architecture
