#include "assistant/story/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "assistant/session/battle_log.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/hash.hpp"
#include "assistant/story/packing.hpp"
#include "engine/registry/registry.hpp"

namespace polemarch::assistant::story {

// What a story is packed of (packing.hpp finds these by their types).
template <class Archive, class Id>
requires requires(Id id) { id.text; }
void fields(Archive& a, Id& id) { pack(a, id.text); }
template <class Archive>
void fields(Archive& a, Point& p) {
  pack(a, p.x, p.y);
}
template <class Archive>
void fields(Archive& a, Pose& p) {
  pack(a, p.x, p.y, p.heading);
}
template <class Archive>
void fields(Archive& a, Footprint& f) {
  pack(a, f.outline, f.frontage, f.depth);
}
template <class Archive>
void fields(Archive& a, TerrainPiece& t) {
  pack(a, t.id, t.kind, t.outline, t.height);
}
template <class Archive>
void fields(Archive& a, GridSpec& g) {
  pack(a, g.columns, g.rows, g.box, g.origin, g.rotation, g.sd_offset_mm, g.sd_rotation_deg, g.row_one_at_top);
}
template <class Archive>
void fields(Archive& a, MarkerId& m) {
  pack(a, m.number);
}
template <class Archive>
void fields(Archive& a, BorderMarker& b) {
  pack(a, b.marker, b.x_mm, b.y_mm, b.z_mm, b.heading_deg, b.size_mm, b.sd_mm, b.place_known);
}
template <class Archive>
void fields(Archive& a, Table& t) {
  pack(a, t.width, t.depth, t.border_family, t.border, t.terrain, t.grid, t.tolerance);
}
template <class Archive>
void fields(Archive& a, engine::ThrowRow& r) {
  pack(a, r.rule, r.text, r.value, r.whose, r.to_throw);
}
template <class Archive>
void fields(Archive& a, engine::Thrown& t) {
  pack(a, t.who, t.thrower, t.at, t.purpose, t.aim, t.rule, t.source, t.values, t.rerolled, t.need, t.better, t.counted, t.good, t.goes_on,
       t.rows, t.dice, t.per_mille, t.outcome);
}
template <class Archive>
void fields(Archive& a, engine::Lost& l) {
  pack(a, l.unit, l.bases, l.what, l.part, l.by, l.how, l.at, l.rule);
}
template <class Archive>
void fields(Archive& a, engine::Reason& r) {
  pack(a, r.rule, r.text, r.value, r.limit, r.unit, r.sd);
}
template <class Archive>
void fields(Archive& a, engine::Counter& c) {
  pack(a, c.side, c.name, c.value, c.limit, c.start, c.counts_down, c.rule);
}
template <class Archive>
void fields(Archive& a, engine::Ending& e) {
  pack(a, e.winner, e.text, e.rule);
}
template <class Archive>
void fields(Archive& a, Member& m) {
  pack(a, m.unit, m.side, m.name, m.type, m.fights, m.division);
}
template <class Archive>
void fields(Archive& a, Piece& p) {
  pack(a, p.base, p.unit, p.side, p.footprint, p.troops);
}
template <class Archive>
void fields(Archive& a, Standing& s) {
  pack(a, s.on_table, s.x, s.y, s.heading);
}
template <class Archive>
void fields(Archive& a, Shift& s) {
  pack(a, s.piece, s.from, s.to);
}
template <class Archive>
void fields(Archive& a, Way& w) {
  pack(a, w.unit, w.stations, w.forms);
}
template <class Archive>
void fields(Archive& a, engine::StateMark& m) {
  pack(a, m.glyph, m.count, m.word);
}
template <class Archive>
void fields(Archive& a, engine::Gist& g) {
  pack(a, g.news, g.glyph);
}
template <class Archive>
void fields(Archive& a, Marking& m) {
  pack(a, m.member, m.marks);
}
template <class Archive>
void fields(Archive& a, Camp& c) {
  pack(a, c.camp, c.side, c.x, c.y, c.lost);
}
template <class Archive>
void fields(Archive& a, Moment& m) {
  pack(a, m.seq, m.order, m.t, m.asked_t, m.by, m.source, m.turn, m.phase, m.side, m.deed, m.action, m.unit, m.target, m.clause, m.answer,
       m.sentence, m.ruling, m.ruled, m.ends, m.reasons, m.throws, m.losses, m.charges, m.shifts, m.ways, m.markings, m.told, m.gists,
       m.counted, m.back_to, m.undone, m.note);
}
template <class Archive>
void fields(Archive& a, Chapter& c) {
  pack(a, c.turn, c.side, c.first, c.last);
}
template <class Archive>
void fields(Archive& a, Act& act) {
  pack(a, act.chapter, act.moments, act.title, act.outcome, act.failed, act.cost);
}
template <class Archive>
void fields(Archive& a, Story& s) {
  pack(a, s.ruleset, s.ruleset_key, s.turn_word, s.catalogue, s.created, s.title, s.armies, s.sides, s.players, s.log, s.chain, s.table,
       s.members, s.pieces, s.start, s.markings, s.camps, s.counters, s.counted, s.moments, s.chapters, s.acts, s.turn_now, s.ending,
       s.warnings);
}

namespace {

/// Raised with every change of Story.
constexpr std::uint32_t kStoryVersion = 17;

/// Every index of a story that was read points somewhere.
bool sound(const Story& story) {
  if (story.start.size() != story.pieces.size()) return false;
  for (const Moment& moment : story.moments)
    for (const Shift& shift : moment.shifts)
      if (shift.piece >= story.pieces.size()) return false;
  const auto known = [&](const Marking& marking) {
    return marking.member < story.members.size() && std::all_of(marking.marks.begin(), marking.marks.end(), [](const auto& mark) {
             return static_cast<int>(mark.glyph) >= 0 && static_cast<int>(mark.glyph) < engine::kGlyphs;
           });
  };
  if (!std::all_of(story.markings.begin(), story.markings.end(), known)) return false;
  for (const Moment& moment : story.moments) {
    if (!std::all_of(moment.markings.begin(), moment.markings.end(), known)) return false;
    if (moment.gists.size() != moment.told.size()) return false;
    for (const engine::Gist& gist : moment.gists)
      if (gist.glyph && (static_cast<int>(*gist.glyph) < 0 || static_cast<int>(*gist.glyph) >= engine::kGlyphs)) return false;
    for (const Way& way : moment.ways)
      if (way.stations.size() < 2) return false;
  }
  for (const Chapter& chapter : story.chapters)
    if (chapter.first > chapter.last || chapter.last >= story.moments.size()) return false;
  for (const Act& act : story.acts) {
    if (act.moments.empty() || act.chapter >= story.chapters.size()) return false;
    for (const std::uint32_t at : act.moments)
      if (at >= story.moments.size()) return false;
  }
  return true;
}

/// What a cache is held against: the last chain of the log, which stands for all its bytes, and the facts its sentences were made with.
/// Empty where the log is not whole.
std::string stamp_of(const std::string& log) {
  const auto text = read_text_file(log);
  const auto chain = text ? whole_chain(*text) : std::nullopt;
  if (!chain) return {};
  std::string stamp = *chain;
  for (const auto& room : engine::rulesets()) stamp += " " + std::string(room.info().catalogue);
  return stamp;
}

constexpr std::size_t kMarkDigits = 64;

}  // namespace

std::string key_of_this_computer() {
  namespace fs = std::filesystem;
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  fs::path folder;
  if (config != nullptr && *config == '/') {
    folder = config;
  } else if (home != nullptr && *home == '/') {
    folder = fs::path(home) / ".config";
  } else {
    return {};
  }
  folder /= "polemarch";
  const std::string path = (folder / "stories.key").string();
  std::error_code ignored;
  constexpr std::size_t kBytes = 32;
  if (!fs::exists(path, ignored)) {
    fs::create_directories(folder, ignored);
    if (const auto made = make_whole_file(path, random_hex(kBytes), 0600)) ::close(*made);
  }
  const auto text = read_text_file(path);
  const auto bytes = text ? bytes_of_hex(*text) : std::nullopt;
  return bytes && bytes->size() == kBytes ? *bytes : std::string();
}

std::string cache_path(const std::string& log) { return log + ".story"; }

std::string packed(const Story& story) {
  Packer packer;
  Story copy = story;
  std::int64_t version = kStoryVersion;
  packer.number(version);
  fields(packer, copy);
  return std::move(packer.bytes);
}

std::optional<Story> unpacked(std::string_view bytes) {
  try {
    Unpacker unpacker(bytes);
    std::int64_t version = 0;
    unpacker.number(version);
    if (version != kStoryVersion) return std::nullopt;
    const auto story = std::make_unique<Story>();  // gcc 12 takes its empty optionals for uninitialised where they stand on the stack
    fields(unpacker, *story);
    if (!unpacker.at_end() || !sound(*story)) return std::nullopt;
    return std::move(*story);
  } catch (const Torn&) {
    return std::nullopt;
  }
}

std::optional<Story> cached_story(const std::string& log) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(cache_path(log), none)) return std::nullopt;
  std::ifstream file(cache_path(log), std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const auto size = static_cast<std::int64_t>(file.tellg());
  constexpr std::int64_t most = 64 << 20;
  if (size <= 0 || size > most) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  file.read(bytes.data(), size);
  const std::string stamp = stamp_of(log);
  const auto line = bytes.find('\0');
  if (!file || stamp.empty() || line == std::string::npos || bytes.compare(0, line, stamp) != 0) return std::nullopt;
  const std::string key = key_of_this_computer();
  const std::string_view rest = std::string_view(bytes).substr(line + 1);
  if (key.empty() || rest.size() < kMarkDigits) return std::nullopt;
  const std::string_view body = rest.substr(kMarkDigits);
  if (keyed_hash_hex(key, stamp + '\0' + std::string(body)) != rest.substr(0, kMarkDigits)) return std::nullopt;
  auto story = unpacked(body);
  if (!story || !stamp.starts_with(story->chain + ' ')) return std::nullopt;
  return story;
}

void keep_story(const std::string& log, const Story& story) {
  const std::string stamp = stamp_of(log);
  const std::string key = key_of_this_computer(), path = cache_path(log);
  if (!stamp.starts_with(story.chain + ' ')) return;  // the battle has gone on since it was told
  if (stamp.empty() || stamp.find('\0') != std::string::npos || key.empty()) return;
  const std::string body = packed(story);
  (void)write_unasked(path, stamp + '\0' + keyed_hash_hex(key, stamp + '\0' + body) + body);
}

namespace {

/// A story that is told already.
class KnownTelling final : public Telling {
 public:
  explicit KnownTelling(Story story) : story_(std::move(story)) {}
  const Story& story() const override { return story_; }
  std::size_t commands() const override { return story_.moments.size(); }
  std::optional<InputError> go_on(std::size_t) override { return std::nullopt; }
  bool whole() const override { return true; }

 private:
  Story story_;
};

}  // namespace

Result<std::unique_ptr<Telling>> quick_telling(const std::string& log) {
  if (auto known = cached_story(log)) return std::unique_ptr<Telling>(std::make_unique<KnownTelling>(std::move(*known)));
  return Telling::begin(log);
}

bool worth_keeping(const Story& story) { return story.moments.size() > 200; }

Result<Story> quick_story_of(const std::string& log, const BuildSettings& settings) {
  if (!settings.to)
    if (auto known = cached_story(log)) return std::move(*known);
  bool whole = true;
  BuildSettings watched = settings;
  if (settings.progress) watched.progress = [&](std::size_t done) { return whole = settings.progress(done); };
  auto story = story_of(log, watched);
  if (story && whole && !settings.to && worth_keeping(*story)) keep_story(log, *story);
  return story;
}

}  // namespace polemarch::assistant::story
