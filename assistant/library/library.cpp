#include "assistant/library/library.hpp"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "assistant/session/battle_log.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/hash.hpp"
#include "assistant/session/session.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/cache.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/stats.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::library {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Entry::Side, lost, thrown, good, expected, variance, seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Entry::PhaseTime, phase, seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Entry, path, ruleset, title, created, armies, players, result, why, turns, turn_word, commands, seconds,
                                   sides, losses, phases, problem, start)

namespace {

using Json = nlohmann::json;

/// Raised with every change of the table; an older index is made anew.
constexpr int kIndexVersion = 8;

sqlite3* base_of(void* db) { return static_cast<sqlite3*>(db); }

bool run(sqlite3* db, const char* sql) { return sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK; }

class Statement {
 public:
  Statement(sqlite3* db, const char* sql) { sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr); }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  void bind(int at, const std::string& text) {
    sqlite3_bind_text(statement_, at, text.c_str(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
  bool row() { return (step_ = sqlite3_step(statement_)) == SQLITE_ROW; }
  bool done() { return (step_ = sqlite3_step(statement_)) == SQLITE_DONE; }
  /// The last row was the last, and not the last that could be read.
  bool ended() const { return step_ == SQLITE_DONE; }
  std::string text(int at) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, at));
    return bytes == nullptr ? std::string() : std::string(bytes);
  }
  explicit operator bool() const { return statement_ != nullptr; }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int step_ = SQLITE_OK;
};

/// What a row is marked with: SQLite finds damage of its pages, not of the texts in them.
/// A key of this computer's makes it, so that no stranger's index tells other results than the logs.
std::string mark_of(const std::string& path, const std::string& stamp, const std::string& told) {
  const std::string row = path + '\n' + stamp + '\n' + told;
  const std::string key = story::key_of_this_computer();
  return key.empty() ? hash_hex(row) : keyed_hash_hex(key, row);
}

std::string told_entry(const Entry& entry) { return Json(entry).dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Nothing where somebody wrote the row who is not this program.
std::optional<Entry> entry_of(const std::string& text) {
  try {
    return io::parsed(text).get<Entry>();
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// Every row can be read and says what was written, by a program that told battles as this one does.
bool rows_are_sound(sqlite3* db) {
  Statement all(db, "SELECT path, stamp, told, mark FROM battles");
  if (!all) return false;
  while (all.row())
    if (all.text(3) != mark_of(all.text(0), all.text(1), all.text(2)) || !entry_of(all.text(2))) return false;
  return all.ended();
}

/// Holds our table and nothing else, or nothing yet and then our table is made. Anything else is neither read nor written to: a view of
/// somebody's own may take for ever to read.
bool is_ours(sqlite3* db) {
  const std::string table = "CREATE TABLE battles(path TEXT PRIMARY KEY, stamp TEXT NOT NULL, told TEXT NOT NULL, mark TEXT NOT NULL)";
  std::string version, holds;
  {
    Statement number(db, "PRAGMA user_version");
    if (!number || !number.row()) return false;
    version = number.text(0);
    Statement parts(db, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL");
    while (parts && parts.row()) holds += parts.text(0);
    if (!parts.ended()) return false;
  }
  if (holds.empty() && version == "0")
    return run(db, table.c_str()) && run(db, ("PRAGMA user_version=" + std::to_string(kIndexVersion)).c_str());
  if (holds != table || version != std::to_string(kIndexVersion)) return false;
  Statement whole(db, "PRAGMA integrity_check(1)");  // pages that were overwritten are found before they are written to
  return whole && whole.row() && whole.text(0) == "ok" && rows_are_sound(db);
}

Entry read_entry(const std::string& folder, const std::string& path) {
  Entry entry;
  entry.path = path;
  const std::string file = folder + "/" + path;
  if (const auto wrong = not_a_log(file)) {
    entry.problem = wrong->line;
    return entry;
  }
  const auto told = story::story_of(file);
  if (!told) {
    entry.problem = told.error().line;
    return entry;
  }
  if (const auto text = read_text_file(file)) entry.start = hash_hex(std::string_view(*text).substr(0, text->find('\n')));
  entry.ruleset = told->ruleset;
  entry.title = told->title;
  entry.created = told->created;
  entry.armies = told->armies;
  entry.players = told->players;
  entry.result = !told->ending ? "open" : !told->ending->winner ? "draw" : std::string(name_of(*told->ending->winner));
  entry.why = told->ending ? told->ending->text : "";
  entry.turns = story::turns_of(*told);
  entry.turn_word = told->turn_word;
  entry.commands = static_cast<std::int64_t>(told->moments.size());
  entry.seconds = told->moments.empty() ? 0 : told->moments.back().t;
  const auto luck = story::luck_of(*told);
  const story::TimeOf time = story::time_of(*told);
  entry.losses.assign(static_cast<std::size_t>(entry.turns), {0, 0});
  for (std::size_t i = 0; i < 2; ++i) {
    entry.sides[i].thrown = luck[i].all.thrown;
    entry.sides[i].good = luck[i].all.good;
    entry.sides[i].expected = luck[i].all.expected;
    entry.sides[i].variance = luck[i].all.variance;
    entry.sides[i].seconds = time.sides[i].all();
  }
  for (const auto& [unit, did] : story::deeds_of(*told)) {  // whole units, those that left the table among them
    const story::Member* member = told->member(unit);
    if (did.lost_in < 0 || member == nullptr || !member->fights) continue;
    const std::size_t side = member->side == Side::A ? 0 : 1;
    const int turn = told->chapters[static_cast<std::size_t>(did.lost_in)].turn;
    ++entry.sides[side].lost;
    if (turn >= 1 && turn <= entry.turns) ++entry.losses[static_cast<std::size_t>(turn - 1)][side];
  }
  for (const auto& [phase, both] : time.phases)
    if (!phase.empty()) entry.phases.push_back({phase, both[0].all() + both[1].all()});
  return entry;
}

std::string small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}
bool part_of(const std::string& part, const std::string& whole) {
  return part.empty() || small_letters(whole).find(small_letters(part)) != std::string::npos;
}

bool is_date(const std::string& text) {
  if (text.size() != 10) return false;
  for (std::size_t i = 0; i < 10; ++i)
    if (i == 4 || i == 7 ? text[i] != '-' : !std::isdigit(static_cast<unsigned char>(text[i]))) return false;
  const int year = std::stoi(text), month = std::stoi(text.substr(5)), day = std::stoi(text.substr(8));
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12) return false;
  const bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day >= 1 && day <= kDays[static_cast<std::size_t>(month - 1)] + (leap ? 1 : 0);
}

bool wanted(const Entry& entry, const Search& search) {
  const bool any = search.army.empty() && search.ruleset.empty() && search.player.empty() && search.since.empty() && search.until.empty() &&
                   search.result.empty();
  if (!entry.problem.empty()) return any;
  const auto either = [&](const std::string& part, const std::array<std::string, 2>& both) {
    return part_of(part, both[0]) || part_of(part, both[1]);
  };
  if (!either(search.army, entry.armies) || !either(search.player, entry.players) || !part_of(search.ruleset, entry.ruleset)) return false;
  const std::string day = entry.created.substr(0, std::min<std::size_t>(10, entry.created.size()));
  if (!search.since.empty() && day < search.since) return false;
  if (!search.until.empty() && day > search.until) return false;
  const std::string& result = search.result;
  if (result.starts_with("won:") || result.starts_with("lost:")) {
    if (entry.result != "A" && entry.result != "B") return false;
    const bool a_won = entry.result == "A", won = result.starts_with("won:");
    return part_of(result.substr(result.find(':') + 1), entry.armies[a_won == won ? 0 : 1]);
  }
  if (result == "drawn") return entry.result == "draw";
  if (result == "open") return entry.result == "open";
  if (result == "over") return entry.result != "open";
  return true;
}

/// "g" of "on/a/stick/g.battle", and of "g.rescued-1.battle": a battle goes on under such a name where its log was lost.
std::string name_before_rescue(const Entry& entry) {
  const std::string name = std::filesystem::path(entry.path).stem().string();
  const auto rescued = name.rfind(".rescued-");
  return rescued == std::string::npos ? name : name.substr(0, rescued);
}
bool is_rescued(const Entry& entry) { return std::filesystem::path(entry.path).stem().string().find(".rescued-") != std::string::npos; }

/// Of battles with one first line the one of the shortest name is the battle itself; the others branch off it (`game-from-12`) or copy it.
/// Where it was rescued, the longest of those it goes on in is.
void name_origins(std::vector<Entry>& all) {
  std::map<std::string, std::vector<Entry*>> families;
  for (Entry& entry : all)
    if (!entry.start.empty()) families[entry.start].push_back(&entry);
  for (auto& [start, family] : families) {
    const auto rank = [](const Entry* entry) { return std::pair(entry->path.size(), entry->path); };
    const Entry* first = *std::min_element(family.begin(), family.end(), [&](const Entry* a, const Entry* b) { return rank(a) < rank(b); });
    const std::string name = name_before_rescue(*first);
    const auto goes_on = [&](const Entry* entry) { return entry == first || (is_rescued(*entry) && name_before_rescue(*entry) == name); };
    for (const Entry* entry : family)
      if (goes_on(entry) && entry->commands >= first->commands && entry != first) first = entry;
    for (Entry* entry : family)
      if (entry != first) entry->of = first->path, entry->is_beginning = is_rescued(*first) && name_before_rescue(*entry) == name;
  }
}

}  // namespace

std::string Entry::winner() const { return result == "A" ? armies[0] : result == "B" ? armies[1] : ""; }

Library::Library(Library&& other) noexcept
    : db_(std::exchange(other.db_, nullptr)), in_memory_(other.in_memory_), folder_(std::move(other.folder_)) {}
Library::~Library() { sqlite3_close(base_of(db_)); }

Result<Library> Library::open(const std::string& folder) {
  std::error_code wrong;
  if (!std::filesystem::is_directory(folder, wrong)) return InputError{folder + ": is no folder; give the folder your battles lie in"};
  Library out;
  out.folder_ = folder;
  sqlite3* db = nullptr;
  const auto usable = [&](const std::string& file) {
    sqlite3_close(db);
    db = nullptr;
    std::error_code none;
    const auto kind = std::filesystem::symlink_status(file, none).type();
    if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found) return false;
    if (sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK) return false;
    sqlite3_busy_timeout(db, 2000);
    return is_ours(db);
  };
  const std::string file = folder + "/battles.index";
  if (!usable(file)) {
    // Damaged, of another version, or in the way: an index is no more than the logs say.
    std::filesystem::remove(file, wrong);
    if (!usable(file) && !usable(":memory:")) {
      sqlite3_close(db);
      return InputError{file + ": no index can be made there, nor in memory"};
    }
  }
  out.db_ = db;
  return out;
}

bool Library::index_in_memory() {
  if (in_memory_) return false;
  in_memory_ = true;
  sqlite3_close(base_of(std::exchange(db_, nullptr)));
  sqlite3* db = nullptr;
  const bool made = sqlite3_open(":memory:", &db) == SQLITE_OK && is_ours(db);
  db_ = db;
  return made;
}

Result<IndexEnd> Library::refresh(const std::function<bool(const std::string&)>& progress) {
  sqlite3* db = base_of(db_);
  std::map<std::string, std::string> known;
  {
    Statement all(db, "SELECT path, stamp FROM battles");
    while (all && all.row()) known[all.text(0)] = all.text(1);
  }
  IndexEnd end;
  std::error_code wrong;
  std::vector<std::string> files;
  if (std::filesystem::directory_iterator(folder_, wrong); wrong) return InputError{folder_ + ": cannot be read: " + wrong.message()};
  for (std::filesystem::recursive_directory_iterator at(folder_, std::filesystem::directory_options::skip_permission_denied, wrong), last;
       !wrong && at != last; at.increment(wrong)) {
    const std::string path = at->path().lexically_relative(folder_).string();
    if (at->is_directory(wrong) && ::access(at->path().c_str(), R_OK | X_OK) != 0) end.shut.push_back(path);
    if (at->is_regular_file(wrong) && at->path().extension() == ".battle") files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  for (const std::string& path : files) {
    struct stat found {};
    if (::stat((folder_ + "/" + path).c_str(), &found) != 0) continue;
    const std::string stamp =
        std::to_string(found.st_size) + " " + std::to_string(found.st_mtim.tv_sec) + "." + std::to_string(found.st_mtim.tv_nsec);
    const auto before = known.find(path);
    if (before != known.end()) {
      const bool same = before->second == stamp;
      known.erase(before);
      if (same) {
        ++end.kept;
        continue;
      }
    }
    if (progress && !progress(path)) return end;
    const std::string told = told_entry(read_entry(folder_, path));
    Statement put(db, "INSERT OR REPLACE INTO battles(path,stamp,told,mark) VALUES(?,?,?,?)");
    int at = 0;
    for (const std::string& value : {path, stamp, told, mark_of(path, stamp, told)}) put.bind(++at, value);
    if (!put.done()) {  // a full disk, or one that may not be written to: the list needs no index
      if (!index_in_memory()) return InputError{folder_ + "/battles.index: cannot be written, and there is no memory for it"};
      return refresh(progress);
    }
    ++end.read;
  }
  for (const auto& [path, stamp] : known) {
    Statement drop(db, "DELETE FROM battles WHERE path=?");
    drop.bind(1, path);
    (void)drop.done();
    ++end.gone;
  }
  return end;
}

Result<std::vector<Entry>> Library::find(const Search& search) const {
  for (const auto& [name, date] : {std::pair{"--since", search.since}, std::pair{"--until", search.until}})
    if (!date.empty() && !is_date(date)) return InputError{std::string(name) + " " + date + ": expected a day such as 2026-11-21"};
  if (!search.since.empty() && !search.until.empty() && search.since > search.until)
    return InputError{"--since " + search.since + ": is after --until " + search.until};
  const std::string& result = search.result;
  const bool of_army = (result.starts_with("won:") || result.starts_with("lost:")) && !result.ends_with(':');
  if (!result.empty() && result != "drawn" && result != "open" && result != "over" && !of_army)
    return InputError{"--result " + result + ": expected won:ARMY, lost:ARMY, drawn, open or over"};
  std::vector<Entry> all, out;
  Statement row(base_of(db_), "SELECT told FROM battles ORDER BY path");
  while (row && row.row())
    if (auto entry = entry_of(row.text(0))) all.push_back(std::move(*entry));
  std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.created > b.created; });
  name_origins(all);
  for (Entry& entry : all)
    if (wanted(entry, search)) out.push_back(std::move(entry));
  return out;
}

}  // namespace polemarch::assistant::library
