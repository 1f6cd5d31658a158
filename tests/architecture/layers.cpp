#include "tests/architecture/layers.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>

namespace polemarch::architecture {
namespace {

/// What the files of a folder may include. The longest matching folder holds.
struct Row {
  std::string folder;
  std::vector<std::string> may;   ///< project folders or files
  std::string outside_forbidden;  ///< regex on <...> headers; empty = none
};

// Pictures, windows, networks, clocks, files, chance: each belongs to named rooms only.
const std::string kOpenCv = "opencv2/.*|apriltag.*";
const std::string kWindow = "backends/.*|imgui.*|GLFW/.*|GL/.*";
const std::string kNet = "zmq.*|httplib.*|lo/.*|sys/socket.h|netinet/.*|netdb.h|arpa/.*|poll.h|sys/epoll.h|sys/select.h";
const std::string kThreads = "thread|mutex|shared_mutex|condition_variable|atomic|future|semaphore|latch|barrier|stop_token|pthread.h";
const std::string kClock = "chrono|ctime|time.h|sys/time.h|sys/times.h";
const std::string kFiles = "fstream|filesystem|cstdio|stdio.h|iostream|unistd.h|fcntl.h|dirent.h|sys/stat.h|sys/mman.h|sys/file.h";
const std::string kChance = "random|sys/random.h";
const std::string kJson = "nlohmann/.*|valijson/.*";
const std::string kCairo = "cairo.*";

/// The engine may use these and nothing else of the standard library: what is not named touches the world, orders by address or hash, or
/// rounds differently on another machine.
const std::string kEnginesOwn =
    "algorithm|array|bit|cassert|cctype|charconv|cmath|compare|concepts|cstddef|cstdint|cstdlib|deque|functional|initializer_list|iterator|"
    "limits|list|map|memory|numbers|numeric|optional|queue|ranges|ratio|set|span|stack|stdexcept|string|string_view|tuple|type_traits|"
    "utility|variant|vector";

std::string any(std::initializer_list<std::string> parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : "|") + part;
  return out;
}

const std::vector<Row>& table() {
  static const std::vector<Row> rows = [] {
    const std::string world = any({kThreads, kClock, kFiles, kChance});
    const std::string no_device = any({kOpenCv, kWindow, kNet});
    return std::vector<Row>{
        {"models/", {"models/"}, any({no_device, world, kJson, kCairo})},
        {"models/io/", {"models/"}, any({no_device, world, kCairo})},
        {"vision/", {"models/", "vision/"}, any({kWindow, kCairo, "zmq.*"})},
        {"vision/pixels/", {"models/", "vision/pixels/"}, any({kWindow, kNet, kCairo, kChance})},
        {"vision/prints/",
         {"models/", "vision/pixels/", "vision/prints/"},
         any({kWindow, kNet, kCairo, "thread|future"})},  // books are drawn by seed
        {"vision/capture/", {"models/", "vision/pixels/", "vision/prints/", "vision/capture/"}, any({kWindow, kCairo, "zmq.*"})},
        {"vision/detect/", {"models/", "vision/pixels/", "vision/prints/", "vision/detect/"}, any({kWindow, kNet, kCairo, kThreads})},
        {"vision/track/",
         {"models/", "vision/pixels/", "vision/prints/", "vision/detect/", "vision/track/"},
         any({kWindow, kNet, kCairo, kThreads, kChance})},
        {"calibration/", {"models/", "vision/", "calibration/"}, any({kWindow, kNet, kThreads})},
        {"calibration/board/", {"models/", "vision/", "calibration/board/"}, any({kWindow, kNet, kThreads, kCairo})},
        {"calibration/lens/", {"models/", "vision/", "calibration/board/", "calibration/lens/"}, any({kWindow, kNet, kThreads, kCairo})},
        {"calibration/grid/",
         {"models/", "vision/", "calibration/board/", "calibration/lens/", "calibration/grid/"},
         any({kWindow, kNet, kThreads, kCairo})},
        {"calibration/table/",
         {"models/", "vision/", "calibration/board/", "calibration/lens/", "calibration/grid/", "calibration/table/"},
         any({kWindow, kNet, kThreads, kCairo})},
        {"calibration/sheets/", {"models/", "vision/", "calibration/board/", "calibration/sheets/"}, any({kWindow, kNet, kThreads})},
        {"engine/core/", {"models/", "engine/core/"}, ""},
        {"engine/geometry/", {"models/", "engine/core/", "engine/geometry/"}, kJson},
        {"engine/registry/", {"models/", "engine/"}, kJson},
        {"ui/",
         {"models/", "ui/", "engine/core/verdict.hpp", "engine/core/advice.hpp", "engine/core/showing.hpp"},
         any({kOpenCv, kNet, kJson})},
        {"assistant/", {"models/", "vision/", "calibration/", "engine/", "ui/", "assistant/"}, kOpenCv},
        {"assistant/session/", {"models/", "engine/", "assistant/names/", "assistant/session/"}, any({no_device, kCairo})},
        {"assistant/chance/", {"models/", "engine/", "assistant/chance/"}, any({no_device, kCairo})},
        {"assistant/names/",
         {"models/", "engine/core/telling.hpp", "assistant/names/"},
         any({no_device, kCairo, kThreads, kChance, "fstream"})},
        {"assistant/bus/", {"models/", "engine/", "assistant/session/", "assistant/bus/"}, any({kOpenCv, kWindow, kCairo})},
        {"assistant/story/",
         {"models/", "engine/core/", "engine/geometry/", "engine/registry/", "assistant/names/", "assistant/session/", "assistant/story/"},
         any({no_device, kCairo, kThreads, kChance})},
        {"assistant/observe/",
         {"models/", "engine/core/", "engine/geometry/", "ui/view_state.hpp", "assistant/observe/"},
         any({no_device, kThreads, kChance, "fstream"})},
        {"assistant/present/",
         {"models/", "engine/core/", "engine/geometry/", "ui/view_state.hpp", "ui/palette.hpp", "ui/seat.hpp", "ui/shapes.hpp",
          "assistant/names/", "assistant/present/"},
         any({no_device, kThreads, kChance, "fstream"})},
        {"assistant/paint/",
         {"models/", "ui/view_state.hpp", "ui/palette.hpp", "ui/seat.hpp", "ui/shapes.hpp", "ui/page/", "assistant/paint/"},
         no_device},
        {"assistant/eye/",
         {"models/", "vision/", "calibration/", "engine/core/", "engine/geometry/", "assistant/eye/"},
         any({kOpenCv, kWindow, kNet, kCairo})},
    };
  }();
  return rows;
}

/// Rooms of the assistant that none but play, cli and main know.
const std::vector<std::string> kOutermost{"assistant/cli/", "assistant/play/"};

std::optional<Row> row_of(const std::string& path) {
  static const std::string rulesets = "engine/rulesets/";
  if (path.starts_with(rulesets)) {
    const std::string folder = path.substr(0, path.find('/', rulesets.size()) + 1);
    return Row{folder, {"models/", "engine/core/", "engine/geometry/", folder}, ""};
  }
  const Row* best = nullptr;
  for (const Row& row : table())
    if (path.starts_with(row.folder) && (best == nullptr || row.folder.size() > best->folder.size())) best = &row;
  return best == nullptr ? std::nullopt : std::optional(*best);
}

bool is_project_header(const std::string& header) {
  for (const char* top : {"models/", "vision/", "calibration/", "engine/", "ui/", "assistant/", "tests/"})
    if (header.starts_with(top)) return true;
  return false;
}

/// JSON stays out of the rules themselves: in a ruleset only the text and data files read it.
bool may_hold_json(const std::string& path) {
  if (!path.starts_with("engine/rulesets/")) return true;
  const std::string name = std::filesystem::path(path).filename().string();
  return name.starts_with("text") || name.starts_with("data") || path.find("/text/") != std::string::npos;
}

bool is_json_header(const std::string& header) {
  return header.starts_with("models/io/") || header.starts_with("nlohmann/") || header == "engine/core/battle_of.hpp" ||
         (header.starts_with("engine/core/") && header.find("json") != std::string::npos);
}

/// The code of each line: comments and the insides of string literals are blanked, so that prose is not taken for a call.
std::vector<std::string> code_lines(const std::string& text) {
  std::vector<std::string> lines(1);
  enum class In { Code, Line, Block, String, Char } in = In::Code;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\n') {
      if (in == In::Line || in == In::String || in == In::Char) in = In::Code;
      lines.emplace_back();
      continue;
    }
    if (in == In::Code && c == '/' && next == '/') in = In::Line;
    if (in == In::Code && c == '/' && next == '*') {
      in = In::Block;
      ++i;
      continue;
    }
    if (in == In::Block && c == '*' && next == '/') {
      in = In::Code;
      ++i;
      continue;
    }
    const bool digit_before = !lines.back().empty() && std::isalnum(static_cast<unsigned char>(lines.back().back())) != 0;  // 1'000
    if (in == In::String || in == In::Char) {
      if (c == '\\') {
        ++i;
        continue;
      }
      if (c == (in == In::String ? '"' : '\'')) {
        in = In::Code;
        lines.back() += c;
      }
      continue;
    }
    if (in != In::Code) continue;
    lines.back() += c;
    if (c == '"' && !lines.back().starts_with("#")) in = In::String;
    if (c == '\'' && !digit_before) in = In::Char;
  }
  return lines;
}

struct Ban {
  std::regex found;
  std::string what;
};

/// What the engine may not call or name, whatever header brought it in.
const std::vector<Ban>& engine_bans() {
  static const std::vector<Ban> bans{
      // libm rounds the last bit differently from machine to machine; sqrt, fabs and the rounding family are exact.
      {std::regex(
           R"((^|[^\w.>:])(std::|::|__builtin_)?(sin|cos|tan|asin|acos|atan2?|sinh|cosh|tanh|asinh|acosh|atanh|exp2?|expm1|log2?|log10|log1p|pow|cbrt|hypot|erfc?|[lt]gamma|sincos)[fl]?\s*\()"),
       "the engine uses engine/geometry's own functions, not libm's"},
      {std::regex(R"(\bstd::(sin|cos|tan|asin|acos|atan2?|exp2?|log2?|log10|pow|cbrt|hypot)[fl]?\b\s*[^(\w\s])"),
       "the engine uses engine/geometry's own functions, not libm's"},
      {std::regex(R"((^|[^\w.>])(std::)?(rand|srand|rand_r|random|drand48|lrand48|arc4random\w*|getrandom|getentropy)\s*\()"),
       "the engine has no chance"},
      {std::regex(
           R"((^|[^\w.>])(std::)?(time|clock|gettimeofday|clock_gettime|localtime|gmtime|nanosleep|usleep|sleep)\s*\(\s*(\)|&|NULL|nullptr|0|CLOCK|\d))"),
       "the engine has no clock"},
      {std::regex(R"(\b(std::chrono|__DATE__|__TIME__|__TIMESTAMP__)\b)"), "the engine has no clock"},
      {std::regex(
           R"((^|[^\w.>])(std::)?(getenv|secure_getenv|setenv|system|fopen|freopen|popen|remove\s*\(\s*"|printf|fprintf|puts|fputs|scanf|abort|exit|quick_exit)\s*\()"),
       "the engine touches no environment, file or process"},
      {std::regex(R"(\bstd::(ifstream|ofstream|fstream|cout|cerr|clog|cin|filesystem)\b)"),
       "the engine touches no environment, file or process"},
      {std::regex(R"(\b(std::(thread|jthread|mutex|atomic\w*|async|future)|thread_local)\b)"), "the engine has no threads"},
      {std::regex(R"(\bunordered_(multi)?(map|set)\b)"), "the engine iterates in order: no unordered container"},
      {std::regex(R"(\breinterpret_cast\s*<\s*(std::)?u?intptr_t)"), "the engine does not order by address"},
      {std::regex(R"(\bextern\s+("|(double|float|int|long|void|char)\b))"), "the engine declares nothing from outside by hand"},
      {std::regex(R"(\basm\b\s*(volatile\s*)?\()"), "the engine has no assembly"},
  };
  return bans;
}

void check_include(const Row& row, const std::string& path, int number, const std::string& line, std::vector<Violation>& found) {
  static const std::regex include(R"(^\s*#\s*(include|include_next|import)\b\s*(.*)$)");
  static const std::regex plain(R"(^([<"])([^>"]+)[>"].*$)");
  std::smatch directive, match;
  if (!std::regex_search(line, directive, include)) return;
  const std::string what = directive[2];
  if (directive[1] != "include" || !std::regex_match(what, match, plain)) {
    found.push_back({path, number, "an include names its header plainly"});
    return;
  }
  const bool quoted = match[1] == "\"";
  const std::string header = match[2];
  if (header.find("..") != std::string::npos || (quoted && !is_project_header(header))) {
    found.push_back({path, number, "\"" + header + "\" is not named from the top of the house"});
    return;
  }
  if (is_json_header(header) && !may_hold_json(path))
    found.push_back({path, number, "only text and data files of a ruleset read JSON (" + header + ")"});
  if (is_project_header(header)) {
    const bool allowed = std::any_of(row.may.begin(), row.may.end(), [&](const std::string& folder) { return header.starts_with(folder); });
    if (!allowed) found.push_back({path, number, row.folder + " may not include " + header});
    if (path.starts_with("assistant/") && path != "assistant/main.cpp")
      for (const std::string& outer : kOutermost)
        if (header.starts_with(outer) && !path.starts_with("assistant/cli/") && !path.starts_with(outer))
          found.push_back({path, number, "nobody but cli includes " + outer});
    return;
  }
  if (path.starts_with("engine/")) {
    const std::string allowed = path.starts_with("engine/geometry/") ? any({kEnginesOwn, "boost/geometry.*"}) : any({kEnginesOwn, kJson});
    if (!std::regex_match(header, std::regex(allowed))) found.push_back({path, number, "the engine may not touch <" + header + ">"});
    return;
  }
  if (!row.outside_forbidden.empty() && std::regex_match(header, std::regex(row.outside_forbidden)))
    found.push_back({path, number, row.folder + " may not touch <" + header + ">"});
}

/// What sets one ruleset apart stands in its room (RulesetInfo, Measures, the doors): outside it nobody asks which one is played.
void check_named_rulesets(const std::string& path, const std::string& text, std::vector<Violation>& found) {
  if (path.starts_with("engine/rulesets/")) return;
  static const std::vector<std::string> keys{"\"blade_and_bow\"", "\"hail_caesar\"", "\"hoplomachia\"", "\"paean\"",
                                             "\"to_the_strongest\""};
  std::istringstream in(text);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const std::string code = line.substr(0, line.find("//"));
    if (std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return code.find(key) != std::string::npos; }))
      found.push_back({path, number, "what sets a ruleset apart stands in its room"});
  }
}

}  // namespace

std::vector<Violation> check_text(const std::string& path, const std::string& text) {
  std::vector<Violation> found;
  const std::optional<Row> row = row_of(path);
  if (!row) return found;
  check_named_rulesets(path, text, found);
  const bool engine = path.starts_with("engine/");
  int number = 0;
  for (const std::string& line : code_lines(text)) {
    ++number;
    check_include(*row, path, number, line, found);
    if (!engine || line.starts_with("#")) continue;
    for (const Ban& ban : engine_bans())
      if (std::regex_search(line, ban.found)) found.push_back({path, number, ban.what});
  }
  return found;
}

std::vector<Violation> check_cmake(const std::string& path, const std::string& text) {
  std::vector<Violation> found;
  std::istringstream in(text);
  std::string line;
  static const std::regex own(R"(^\s*(add_library|target_include_directories|include_directories|link_libraries|target_sources)\s*\()");
  static const std::regex linked(R"(^\s*target_link_libraries\s*\(\s*(\S+))");
  static const std::regex needs(R"(\bNEEDS\b.*\bpolemarch_)");
  for (int number = 1; std::getline(in, line); ++number) {
    const std::string code = line.substr(0, line.find('#'));
    std::smatch match;
    if (std::regex_search(code, match, own)) found.push_back({path, number, "a room is made by polemarch_room, not by " + match[1].str()});
    if (std::regex_search(code, match, linked) && match[1] != "polemarch")
      found.push_back({path, number, "a room is linked by polemarch_room's USES, which knows who may use whom"});
    if (std::regex_search(code, needs)) found.push_back({path, number, "a room of the house stands under USES, not NEEDS"});
  }
  return found;
}

std::vector<Violation> check_tree(const std::string& root) {
  std::vector<Violation> found;
  for (const char* top : {"models", "vision", "calibration", "engine", "ui", "assistant"}) {
    const std::filesystem::path folder = std::filesystem::path(root) / top;
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string extension = entry.path().extension().string();
      const bool cmake = entry.path().filename() == "CMakeLists.txt";
      const bool source = extension == ".hpp" || extension == ".cpp" || extension == ".h" || extension == ".inl" || extension == ".ipp";
      if (!cmake && !source) continue;
      std::ifstream in(entry.path());
      std::ostringstream text;
      text << in.rdbuf();
      const std::string path = std::filesystem::relative(entry.path(), root).string();
      if (source && extension != ".hpp" && extension != ".cpp") found.push_back({path, 1, "sources are called *.hpp and *.cpp"});
      for (Violation& violation : cmake ? check_cmake(path, text.str()) : check_text(path, text.str()))
        found.push_back(std::move(violation));
    }
  }
  return found;
}

}  // namespace polemarch::architecture
