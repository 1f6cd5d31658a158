#include "tests/architecture/layers.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>

#include "tests/architecture/bans.hpp"
#include "tests/architecture/code_text.hpp"

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
const std::string kWaiting = "thread|shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token|pthread.h";
const std::string kClock = "chrono|ctime|time.h|sys/time.h|sys/times.h";
const std::string kSystem =  // cstdio stays: it writes numbers into text
    "fstream|iostream|unistd.h|fcntl.h|dirent.h|sys/stat.h|sys/mman.h|sys/file.h|sys/ioctl.h|csignal|signal.h|spawn.h|dlfcn.h|sys/wait.h";
const std::string kChance = "random|sys/random.h";
const std::string kJson = "nlohmann/.*|valijson/.*";
const std::string kCairo = "cairo.*";

/// Engine and models may use these and nothing else of the standard library: what is not named touches the world, orders by address or
/// hash, or rounds differently on another machine.
const std::string kPure =
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
    const std::string no_device = any({kOpenCv, kWindow, kNet});
    const std::string apart = any({kThreads, kClock, kChance});  // values in, values out
    const std::string eye = any({kWindow, kNet, kCairo, apart, kSystem});
    return std::vector<Row>{
        {"models/", {"models/"}, kJson},
        {"models/io/", {"models/"}, ""},
        {"vision/pixels/", {"models/", "vision/pixels/"}, any({kWindow, kNet, kCairo, kChance, kWaiting, kClock})},
        {"vision/prints/",
         {"models/", "vision/pixels/", "vision/prints/"},
         any({kWindow, kNet, kCairo, kWaiting, kClock})},  // books are drawn by seed
        {"vision/capture/", {"models/", "vision/pixels/", "vision/prints/", "vision/capture/"}, any({kWindow, kCairo, kChance, "zmq.*"})},
        {"vision/capture/simulator/",
         {"models/", "vision/pixels/", "vision/prints/", "vision/capture/simulator/"},
         any({kWindow, kNet, kCairo, kThreads, kClock})},  // noise is drawn by seed
        {"vision/detect/squares/", {"models/", "vision/pixels/", "vision/prints/", "vision/detect/squares/"}, eye},
        {"vision/detect/strips/plane/", {"models/", "vision/pixels/", "vision/prints/", "vision/detect/strips/plane/"}, eye},
        {"vision/detect/strips/words/",
         {"models/", "vision/pixels/", "vision/prints/", "vision/detect/strips/plane/", "vision/detect/strips/words/"},
         eye},
        {"vision/detect/strips/find/", {"models/", "vision/pixels/", "vision/prints/", "vision/detect/strips/find/"}, eye},
        {"vision/detect/strips/align/",
         {"models/", "vision/pixels/", "vision/prints/", "vision/detect/strips/plane/", "vision/detect/strips/words/",
          "vision/detect/strips/find/", "vision/detect/strips/align/"},
         eye},
        {"vision/detect/strips/fit/",
         {"models/", "vision/pixels/", "vision/prints/", "vision/detect/strips/plane/", "vision/detect/strips/words/",
          "vision/detect/strips/fit/"},
         eye},
        {"vision/detect/strips/", {"models/", "vision/pixels/", "vision/prints/", "vision/detect/strips/"}, eye},
        {"vision/detect/rings/", {"models/", "vision/pixels/", "vision/prints/", "vision/detect/strips/", "vision/detect/rings/"}, eye},
        {"vision/track/change/", {"models/", "vision/pixels/", "vision/track/change/"}, eye},
        {"vision/track/fit/", {"models/", "vision/pixels/", "vision/prints/", "vision/track/fit/"}, eye},
        {"vision/track/kinds/",
         {"models/", "vision/pixels/", "vision/prints/", "vision/detect/", "vision/track/change/", "vision/track/fit/",
          "vision/track/kinds/"},
         eye},
        {"vision/track/followed/",
         {"models/", "vision/pixels/", "vision/prints/", "vision/track/change/", "vision/track/fit/", "vision/track/followed/"},
         eye},
        {"vision/track/", {"models/", "vision/pixels/", "vision/prints/", "vision/detect/", "vision/track/"}, eye},
        {"calibration/board/", {"models/", "vision/", "calibration/board/"}, any({kWindow, kNet, apart, kSystem, kCairo})},
        {"calibration/lens/",
         {"models/", "vision/", "calibration/board/", "calibration/lens/"},
         any({kWindow, kNet, apart, kSystem, kCairo})},
        {"calibration/grid/",
         {"models/", "vision/", "calibration/board/", "calibration/lens/", "calibration/grid/"},
         any({kWindow, kNet, apart, kSystem, kCairo})},
        {"calibration/table/",
         {"models/", "vision/", "calibration/board/", "calibration/lens/", "calibration/grid/", "calibration/table/"},
         any({kWindow, kNet, apart, kSystem, kCairo})},
        {"calibration/sheets/", {"models/", "vision/", "calibration/board/", "calibration/sheets/"}, any({kWindow, kNet, apart, kSystem})},
        {"engine/core/", {"models/", "engine/core/"}, ""},
        {"engine/geometry/", {"models/", "engine/core/verdict.hpp", "engine/core/overloaded.hpp", "engine/geometry/"}, kJson},
        {"engine/registry/", {"models/", "engine/core/", "engine/rulesets/", "engine/registry/"}, kJson},
        {"ui/",
         {"models/", "ui/", "engine/core/verdict.hpp", "engine/core/advice.hpp", "engine/core/gist.hpp", "engine/core/showing.hpp"},
         any({kOpenCv, kNet, kJson, kCairo, apart, kSystem, "filesystem"})},
        // The fonts are files.
        {"ui/page_painter.cpp",
         {"models/", "ui/", "engine/core/verdict.hpp", "engine/core/advice.hpp", "engine/core/gist.hpp", "engine/core/showing.hpp"},
         any({kOpenCv, kNet, kJson, kCairo, apart, "filesystem"})},
        {"assistant/main.cpp", {"assistant/cli/"}, any({no_device, kCairo})},
        {"assistant/cli/",
         {"models/", "vision/", "calibration/", "engine/core/", "engine/geometry/", "engine/registry/", "ui/", "assistant/"},
         kOpenCv},
        {"assistant/play/",
         {"models/", "vision/", "calibration/", "engine/core/", "engine/geometry/", "engine/registry/", "ui/", "assistant/"},
         kOpenCv},
        {"assistant/session/",
         {"models/", "engine/core/", "engine/geometry/", "engine/registry/", "assistant/names/", "assistant/session/"},
         any({no_device, kCairo})},
        {"assistant/chance/", {"models/", "engine/core/", "assistant/chance/"}, any({no_device, kCairo})},
        {"assistant/names/",
         {"models/", "engine/core/telling.hpp", "engine/core/verbs.hpp", "assistant/names/"},
         any({no_device, kCairo, apart, kSystem, "filesystem"})},
        {"assistant/bus/", {"models/", "engine/core/", "assistant/session/", "assistant/bus/"}, any({kOpenCv, kWindow, kCairo})},
        {"assistant/story/",
         {"models/", "engine/core/", "engine/geometry/", "engine/registry/", "assistant/names/", "assistant/session/", "assistant/story/"},
         any({no_device, kCairo, apart})},
        {"assistant/replay/",
         {"models/", "engine/core/", "engine/geometry/", "engine/registry/", "ui/view_state.hpp", "assistant/names/", "assistant/session/",
          "assistant/story/", "assistant/present/", "assistant/replay/"},
         any({no_device, kCairo, apart, kSystem})},
        {"assistant/report/",
         {"models/", "engine/core/", "assistant/names/", "assistant/session/", "assistant/story/", "assistant/report/"},
         any({no_device, kCairo, apart, kSystem})},
        {"assistant/library/",
         {"models/", "engine/core/", "assistant/names/", "assistant/session/", "assistant/story/", "assistant/report/",
          "assistant/library/"},
         any({no_device, kCairo, apart})},
        {"assistant/export/",
         {"models/", "engine/core/", "vision/capture/", "assistant/names/", "assistant/session/", "assistant/story/", "assistant/paint/",
          "assistant/replay/", "assistant/export/"},
         any({kOpenCv, kWindow, kNet, kThreads, kChance})},
        {"assistant/observe/",
         {"models/", "engine/core/", "engine/geometry/", "ui/view_state.hpp", "assistant/observe/"},
         any({no_device, kCairo, apart, kSystem, "filesystem"})},
        {"assistant/present/",
         {"models/", "engine/core/", "engine/geometry/", "ui/view_state.hpp", "ui/palette.hpp", "ui/seat.hpp", "ui/shapes.hpp",
          "assistant/names/", "assistant/present/"},
         any({no_device, kCairo, apart, kSystem, "filesystem"})},
        {"assistant/paint/",
         {"models/", "ui/view_state.hpp", "ui/palette.hpp", "ui/seat.hpp", "ui/shapes.hpp", "ui/page/", "assistant/paint/"},
         any({no_device, apart})},
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
    const std::size_t end = path.find('/', rulesets.size());
    if (end == std::string::npos) return std::nullopt;  // beside the rooms
    const std::string folder = path.substr(0, end + 1);
    return Row{folder, {"models/", "engine/core/", "engine/geometry/", folder}, ""};
  }
  const Row* best = nullptr;
  for (const Row& row : table())
    if (path.starts_with(row.folder) && (best == nullptr || row.folder.size() > best->folder.size())) best = &row;
  return best == nullptr ? std::nullopt : std::optional(*best);
}

bool is_in_the_house(const std::string& path) {
  for (const char* top : {"models/", "vision/", "calibration/", "engine/", "ui/", "assistant/"})
    if (path.starts_with(top)) return true;
  return false;
}

bool is_project_header(const std::string& header) { return is_in_the_house(header) || header.starts_with("tests/"); }

/// JSON stays out of the rules themselves: a ruleset reads it in text/ (a small one in text.cpp) and data/. Of models only models/io does,
/// and geometry knows none.
bool may_hold_json(const std::string& path) {
  static const std::regex texts(R"(engine/rulesets/\w+/((text|data)/.*|text\.[ch]pp))");
  if (path.starts_with("engine/rulesets/")) return std::regex_match(path, texts);
  if (path.starts_with("models/")) return path.starts_with("models/io/");
  return !path.starts_with("engine/geometry/") && !path.starts_with("engine/registry/");
}

bool is_json_header(const std::string& header) {
  return header.starts_with("models/io/") || header.starts_with("nlohmann/") || header == "engine/core/battle_of.hpp" ||
         (header.starts_with("engine/core/") && header.find("json") != std::string::npos);
}

void check_include(const Row& row, const std::string& path, int number, const std::string& line, std::vector<Violation>& found) {
  static const std::regex include(R"(^\s*#\s*(include|include_next|import|embed)\b\s*(.*)$)");
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
  if (header.find("..") != std::string::npos || header.starts_with("/") || (quoted && !is_project_header(header))) {
    found.push_back({path, number, "\"" + header + "\" is not named from the top of the house"});
    return;
  }
  if (is_json_header(header) && !may_hold_json(path)) found.push_back({path, number, "this file reads no JSON (" + header + ")"});
  if (is_project_header(header)) {
    if (!header.ends_with(".hpp")) found.push_back({path, number, "headers are called *.hpp (" + header + ")"});
    const bool allowed = std::any_of(row.may.begin(), row.may.end(), [&](const std::string& folder) { return header.starts_with(folder); });
    if (!allowed) {
      found.push_back({path, number, row.folder + " may not include " + header});
      return;
    }
    if (path.starts_with("assistant/") && path != "assistant/main.cpp")
      for (const std::string& outer : kOutermost)
        if (header.starts_with(outer) && !path.starts_with("assistant/cli/") && !path.starts_with(outer))
          found.push_back({path, number, "nobody but cli includes " + outer});
    return;
  }
  if (path.starts_with("engine/") || path.starts_with("models/")) {
    const std::string allowed = path.starts_with("engine/geometry/") ? any({kPure, "boost/geometry.*"}) : any({kPure, kJson});
    if (!std::regex_match(header, std::regex(allowed)) && !is_json_header(header))
      found.push_back({path, number, row.folder + " may not touch <" + header + ">"});
    return;
  }
  if (!row.outside_forbidden.empty() && std::regex_match(header, std::regex(row.outside_forbidden)))
    found.push_back({path, number, row.folder + " may not touch <" + header + ">"});
}

/// "key::" or "namespace key", the key a whole word.
bool speaks_of(const std::string& code, const std::string& key) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = code.find(key); at != std::string::npos; at = code.find(key, at + 1)) {
    const std::size_t after = code.find_first_not_of(" \t", at + key.size());
    if ((at > 0 && is_word(code[at - 1])) || (at + key.size() < code.size() && is_word(code[at + key.size()]))) continue;
    if (after != std::string::npos && code.compare(after, 2, "::") == 0) return true;
    if (code.substr(0, at).find("namespace") != std::string::npos) return true;
  }
  return false;
}

/// What sets one ruleset apart stands in its room (RulesetInfo, Measures, the doors): outside it nobody asks which one is played, and no
/// room speaks of another.
void check_rulesets(const std::string& path, const CodeLine& line, const std::vector<std::string>& rulesets,
                    std::vector<Violation>& found) {
  static const std::string rooms = "engine/rulesets/";
  if (path.starts_with("engine/registry/") || line.directive) return;
  for (const std::string& key : rulesets) {
    if (path.starts_with(rooms + key + "/")) continue;
    if (!path.starts_with(rooms) && !line.strings.empty() && ("\n" + line.strings + "\n").find("\n" + key + "\n") != std::string::npos)
      found.push_back({path, line.number, "what sets a ruleset apart stands in its room"});
    if (speaks_of(line.code, key)) found.push_back({path, line.number, "only the registry and its own room name " + key});
  }
}

/// Spellings that a reader of text takes for something else.
void check_plain(const std::string& path, const CodeLine& line, std::vector<Violation>& found) {
  static const std::regex module(R"(^\s*(export\s+)?(import\s*[<"]|(import|module)\s+[\w.]+\s*;))");
  const bool may_be = line.code.find("import") != std::string::npos || line.code.find("module") != std::string::npos;
  if (may_be && std::regex_search(line.code, module)) found.push_back({path, line.number, "headers are included, not imported"});
  if (line.code.find("%:") != std::string::npos) found.push_back({path, line.number, "# is written #"});
}

/// What a header is kept out for is kept out by name too.
Kept kept_from(const Row& row, const std::string& path) {
  const bool engine = path.starts_with("engine/"), pure = engine || path.starts_with("models/");
  const std::regex forbidden(row.outside_forbidden);
  const auto forbids = [&](const char* header) { return pure || std::regex_match(header, forbidden); };
  return {.chance = forbids("random"),
          .clock = forbids("chrono"),
          .threads = forbids("mutex"),
          .world = forbids("fstream"),
          .files = forbids("filesystem"),
          .engine = engine,
          .plain = pure};
}

/// Json by its name, whatever header brought it.
void check_json(const std::string& path, const CodeLine& line, std::vector<Violation>& found) {
  if (may_hold_json(path) || line.directive) return;
  for (const Token& token : tokens_of(line))
    if (token.text == "Json" || token.text == "nlohmann") {
      found.push_back({path, line.number, "this file reads no JSON (" + token.text + ")"});
      return;
    }
}

}  // namespace

std::vector<Violation> check_text(const std::string& path, const std::string& text, const std::vector<std::string>& rulesets) {
  std::vector<Violation> found;
  const std::optional<Row> row = row_of(path);
  if (!row) {
    if (is_in_the_house(path)) found.push_back({path, 1, "it stands in no room"});
    return found;
  }
  const std::vector<CodeLine> lines = code_lines(text);
  for (const CodeLine& line : lines) {
    check_rulesets(path, line, rulesets, found);
    check_plain(path, line, found);
    check_json(path, line, found);
    if (line.directive) check_include(*row, path, line.number, line.code, found);
  }
  const Kept kept = kept_from(*row, path);
  for (Violation& violation : named_in_vain(path, lines, kept)) found.push_back(std::move(violation));
  if (kept.plain)
    for (Violation& violation : lasting_variables(path, lines)) found.push_back(std::move(violation));
  return found;
}

std::vector<std::string> rulesets_in(const std::string& root) {
  std::vector<std::string> keys;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(root) / "engine/rulesets"))
    if (entry.is_directory()) keys.push_back(entry.path().filename().string());
  std::sort(keys.begin(), keys.end());
  return keys;
}

namespace {

/// What a room's folder holds: sources, their lists, and data.
bool may_stand(const std::filesystem::path& path) {
  static const std::vector<std::string> kinds{".hpp", ".cpp", ".md", ".json", ".csv", ".png"};
  if (path.filename() == "CMakeLists.txt") return true;
  if (path.extension() == ".cmake") return path.parent_path() == "models";  // embeds data
  return std::find(kinds.begin(), kinds.end(), path.extension().string()) != kinds.end();
}

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void check_folder(const std::filesystem::path& root, const std::string& top, const std::vector<std::string>& rulesets,
                  std::vector<Violation>& found) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
    if (!entry.is_regular_file()) continue;
    const std::filesystem::path below = std::filesystem::relative(entry.path(), root);
    const std::string path = below.string(), extension = below.extension().string();
    if (!may_stand(below)) found.push_back({path, 1, "sources are called *.hpp and *.cpp, and nothing else stands in a room but its data"});
    std::vector<Violation> more;
    if (below.filename() == "CMakeLists.txt") more = check_cmake(path, read(entry.path()));
    if (extension == ".hpp" || extension == ".cpp") {
      more = check_text(path, read(entry.path()), rulesets);
      if (!std::filesystem::exists(entry.path().parent_path() / "README.md")) more.push_back({path, 1, "its folder has no README.md"});
    }
    found.insert(found.end(), more.begin(), more.end());
  }
}

/// Sources at the top, or in a folder that is no room.
void check_beside(const std::filesystem::path& root, std::vector<Violation>& found) {
  const auto tell = [&](const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    if (extension == ".hpp" || extension == ".cpp" || extension == ".h" || extension == ".cc")
      found.push_back({std::filesystem::relative(path, root).string(), 1, "it stands in no room"});
  };
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file()) tell(entry.path());
    if (!entry.is_directory() || is_in_the_house(name + "/") || name == "tests" || name.starts_with("build") || name.starts_with("."))
      continue;
    for (const auto& below : std::filesystem::recursive_directory_iterator(entry.path())) tell(below.path());
  }
}

}  // namespace

std::vector<Violation> check_tree(const std::string& root) {
  std::vector<Violation> found;
  const std::vector<std::string> rulesets = rulesets_in(root);
  for (const char* top : {"models", "vision", "calibration", "engine", "ui", "assistant"})
    if (std::filesystem::exists(std::filesystem::path(root) / top)) check_folder(root, top, rulesets, found);
  check_beside(root, found);
  return found;
}

}  // namespace polemarch::architecture
