#include "assistant/story/build.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "assistant/names/namer.hpp"
#include "assistant/session/news.hpp"
#include "assistant/session/session.hpp"
#include "assistant/story/alike.hpp"
#include "assistant/story/camps.hpp"
#include "assistant/story/chapters.hpp"
#include "assistant/story/dealers.hpp"
#include "assistant/story/leaving.hpp"
#include "assistant/story/log_words.hpp"
#include "assistant/story/throw_words.hpp"
#include "assistant/story/ways.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/hidden.hpp"
#include "engine/core/json_types.hpp"
#include "engine/core/shows.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json_text.hpp"
#include "models/io/setup_table.hpp"

namespace polemarch::assistant::story {
namespace {

using engine::Json;
using names::Namer;
using names::text_of;

class Builder final : public Session::Visitor {
 public:
  Builder(Story& story, const std::string& path, const BuildSettings& settings) : story_(story), path_(path), settings_(settings) {}

  std::optional<InputError> begin(const Session& session) override {
    session_ = &session;
    const engine::RulesetInfo& info = session.battle().info();
    story_.ruleset = std::string(info.name);
    story_.ruleset_key = std::string(info.key);
    story_.turn_word = std::string(engine::measures_of(info.key).turn_word);
    story_.catalogue = session.header().catalogue;
    story_.created = session.header().created;
    story_.chain = session.chain();
    story_.log = std::filesystem::path(path_).filename().string();
    if (session.warning()) story_.warnings = {*session.warning()};
    const Json setup = io::parsed(session.setup());
    if (setup.contains("table"))
      if (auto table = io::table_of_battle(setup, path_)) story_.table = std::move(*table);
    names::Muster muster = names::muster_of(setup);
    story_.armies = muster.armies;
    story_.sides = muster.sides;
    story_.players = muster.players;
    story_.members = std::move(muster.members);
    story_.title = names::without_sample(text_of(setup, "name"));
    story_.title = capital(story_.title);
    if (story_.title.empty() || story_.title == "A sample battle") story_.title = story_.armies[0] + " against " + story_.armies[1];
    see_places(session.battle(), nullptr);
    if (story_.table.width.um <= 0) size_from_places(session.battle());
    for (const Member& member : story_.members) camp_of_roster(story_, setup.value("sides", Json::object()), member);
    see_marks(session.battle(), story_.markings);
    see_counters(session.battle(), story_.counted);
    finish_view(session.battle());
    return std::nullopt;
  }

  void before(const engine::Battle& battle, const LogLine& line, const CoursePlace& place) override {
    Moment moment;
    moment.seq = line.seq;
    moment.t = line.t;
    moment.asked_t = std::min(line.asked_t.value_or(place.asked_t), line.t);
    moment.order = line.order.value_or(place.order);
    moment.turn = line.turn.value_or(place.turn);
    moment.phase = line.turn ? line.phase : place.phase;
    moment.side = place.side;
    if (!line.side.empty())
      if (const auto side = viewer_named(line.side)) moment.side = *side;
    moment.by = line.by;
    moment.source = line.source;
    const Json command = io::parsed(line.command);
    const bool hidden = engine::is_sealed(command) || command.contains("secret");
    moment.action = hidden ? "" : text_of(command, "do");
    moment.ends = !hidden && battle.only_ends(line.command);
    moment.deed = hidden ? Deed::Answer : deed_of(moment.action, battle.deed(line.command));
    if (!hidden) {
      for (const char* name : {"unit", "general", "leader"})
        if (moment.unit.empty()) moment.unit = {text_of(command, name)};
      if (const auto units = command.find("units"); moment.unit.empty() && units != command.end() && units->is_array() && !units->empty())
        if (units->front().is_string()) moment.unit = {units->front().get<std::string>()};
      moment.target = {text_of(command, "target")};
      answered_ = moment.deed == Deed::Answer ? answer_of(battle, command, namer_) : Answered{};
      answered_.text = with_small_boxes(story_, std::move(answered_.text));
      moment.note = text_of(command, "reason");
      moment.clause = moment.action == "rule" ? ruled_clause(battle, line, namer_) : battle.clause(line.command);
      if (moment.clause.empty() && moment.deed != Deed::Answer && moment.deed != Deed::Place && moment.deed != Deed::Repair)
        moment.clause = namer_(battle.say(line.command));
      if (moment.clause.starts_with("the side ") && (line.by == "A" || line.by == "B"))
        moment.clause = namer_(line.by + moment.clause.substr(8));
    }
    const Json verdict = io::parsed(line.verdict);
    moment.ruling = text_of(verdict, "verdict");
    moment.ruled = line.ruled;
    if (const auto reasons = verdict.find("reasons"); reasons != verdict.end() && reasons->is_array())
      for (const Json& reason : *reasons) {
        moment.reasons.push_back(reason_of(reason));
        moment.reasons.back().text = namer_(moment.reasons.back().text);
      }
    if (!line.events.empty()) {
      std::vector<std::string> open;  // what is sealed in the log stays unread, whoever holds the keys
      for (const std::string& event : line.events) {
        if (is_sealed_event(event)) continue;
        open.push_back(event);
        finder_.hear(event);
        hear(event, moment);
      }
      if (!story_.table.grid) said_ = said_way(hidden ? engine::Route() : battle.route(line.command), open);
      engine::Happened happened = battle.happened(open);
      moment.throws = std::move(happened.throws);
      moment.losses = std::move(happened.losses);
      moment.charges = std::move(happened.charges);
      name_dealers(story_, moment);
      for (engine::Thrown& thrown : moment.throws) {
        tell_plainly(story_, thrown);
        for (std::vector<engine::ThrowRow>* rows : {&thrown.rows, &thrown.dice})
          for (engine::ThrowRow& row : *rows) row.text = namer_(row.text);
      }
    }
    story_.moments.push_back(std::move(moment));
  }

  void after(const engine::Battle& battle, const LogLine& line, const std::vector<std::string>& told) override {
    if (session_->warning()) story_.warnings = {*session_->warning()};  // a damaged seal is found on the way
    Moment& moment = story_.moments.back();
    const std::vector<engine::Gist> gists = gists_of(battle, line.events);
    std::vector<std::string> open = told;
    for (std::size_t i = 0; i < open.size() && i < line.events.size(); ++i)
      if (is_sealed_event(line.events[i]) || gists[i].news == engine::News::Aside) open[i].clear();
    std::vector<std::string> begun = open;  // a phase is told where nothing else is
    for (std::size_t i = 0; i < open.size() && i < gists.size(); ++i)
      if (gists[i].news == engine::News::Course) open[i].clear();
    std::vector<NewsLine> news = news_lines(gists, open);
    if (news.empty() && moment.clause.empty() && moment.throws.empty()) news = news_lines(gists, begun);
    if (!line.events.empty()) see_places(battle, &moment);  // first: a detachment has its name from its first line on
    for (NewsLine& one : news) one.text = namer_(one.text);
    for (NewsLine& one : merged_alike(story_, news)) {
      moment.told.push_back(std::move(one.text));
      moment.gists.push_back(one.gist);
    }
    // Values are told by their throw, or by what came of them.
    if (answered_.chose || (moment.throws.empty() && moment.told.empty())) moment.answer = std::move(answered_.text);
    answered_ = {};
    if (!line.events.empty()) {
      see_marks(battle, moment.markings);
      if (moment.deed == Deed::Move && moment.ruling == "allowed")
        moment.clause = turned_on_the_spot(moment) ? turned_words(story_, moment) : moment.clause + whereto(moment);
      if (moment.turn > 0 && moment.back_to < 0) tell_leaving(story_, battle.counters(), counted_, now_, moment);
      if (moment.back_to < 0 && !moment.shifts.empty()) moment.ways = finder_.ways(story_, moment.shifts, said_);
    }
    see_counters(battle, moment.counted);
    if (moment.back_to >= 0)
      for (auto earlier = story_.moments.rbegin() + 1; earlier != story_.moments.rend() && earlier->seq > moment.back_to; ++earlier)
        earlier->undone = true;
    if (settings_.progress && story_.moments.size() % 256 == 0) stopped_ = !settings_.progress(story_.moments.size());
    if (settings_.to && line.seq >= *settings_.to) stopped_ = true;
    finish_view(battle);
  }
  /// What hangs on more than one command, as far as the story goes: chapters, camps that are lost, sentences of the moments from `first`
  /// on.
  void settle(std::size_t first) {
    gather_chapters(story_);
    join_alternating(story_);
    lose_camps(story_);
    write_sentences_from(story_, first);
  }
  /// The last moment goes: what it led to does not fit the battle.
  void drop_last() { story_.moments.pop_back(); }
  bool enough() override { return stopped_ || (settings_.to && *settings_.to == 0); }

 private:
  /// A battle whose table says no size: as large as what its places need.
  void size_from_places(const engine::Battle& battle) {
    Length x = 1200_mm, y = 900_mm, box;
    for (const engine::Place& place : battle.places()) {
      x = std::max(x, place.pose.x);
      y = std::max(y, place.pose.y);
      for (const Point& corner : place.region) x = std::max(x, corner.x), y = std::max(y, corner.y);
      if (place.region.size() == 4) box = std::max(box, Length{std::abs(place.region[1].x.um - place.region[0].x.um)});
    }
    story_.table.width = x;
    story_.table.depth = y;
    if (box.um <= 0) return;
    const auto boxes = [&](Length along) { return static_cast<int>((along.um + box.um - 1) / box.um); };
    GridSpec grid;
    grid.columns = boxes(x);
    grid.rows = boxes(y);
    grid.box = box;
    story_.table.grid = grid;
    story_.table.width = {box.um * grid.columns};
    story_.table.depth = {box.um * grid.rows};
  }

  /// " to P9", " 4.9 in": where a move went or how far, of a clause that does not say.
  std::string whereto(const Moment& moment) const {
    if (moment.action != "move" || moment.clause.empty() || moment.clause.find(" to ") != std::string::npos) return {};
    if (moment.clause.find("off the table") != std::string::npos) return {};
    if (std::string box = finder_.goal(moment.unit); story_.table.grid && !box.empty()) {
      for (char& c : box)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));  // as all boxes in sentences: A7 may be a unit
      return " to " + box;
    }
    const auto far = std::find_if(moment.reasons.begin(), moment.reasons.end(), [](const engine::Reason& reason) {
      return reason.value && *reason.value > 0 && reason.limit && (reason.unit == "in" || reason.unit == "cm") &&
             *reason.value <= *reason.limit;
    });
    const bool said = moment.clause.find_first_of("0123456789") != std::string::npos;
    if (story_.table.grid || said || far == moment.reasons.end() || far->text.find("move") == std::string::npos) return {};
    return " " + number_text(*far->value) + " " + far->unit;
  }

  /// What an event says that no door of the battle does.
  void hear(const std::string& event, Moment& moment) {
    const bool undone = event.find("\"event\":\"undone\"") != std::string::npos;
    const bool placed = moment.deed == Deed::Place && event.find("\"event\":\"placed\"") != std::string::npos;
    const bool camp = event.find("\"event\":\"camp_placed\"") != std::string::npos;
    if (!undone && !placed && !camp) return;
    const Json j = io::parsed(event);
    if (undone && j.contains("to_seq")) moment.back_to = j["to_seq"].get<std::int64_t>();
    if (placed && moment.unit.empty()) moment.unit = {text_of(j, "unit")};
    if (camp) place_camp(story_, {text_of(j, "camp")}, text_of(j, "box") + text_of(j, "at"));
  }

  void see_marks(const engine::Battle& battle, std::vector<Marking>& markings) {
    const engine::Shows* room = engine::shows(battle);
    if (room == nullptr) return;
    marks_.resize(story_.members.size());
    for (std::uint32_t i = 0; i < story_.members.size(); ++i) {
      std::vector<engine::StateMark> now = room->marks(story_.members[i].unit, Viewer::Both);
      if (now == marks_[i]) continue;
      marks_[i] = now;
      markings.push_back({i, std::move(now)});
    }
  }

  void see_places(const engine::Battle& battle, Moment* moment) {
    std::uint32_t next = 0;  // bases are named in the same order each time
    std::vector<UnitId> units;
    for (const engine::Place& place : battle.places()) {
      if (units.empty() || units.back() != place.unit) units.push_back(place.unit);
      const bool as_before = next < story_.pieces.size() && story_.pieces[next].base == place.base;
      bool fresh = false;
      if (!as_before) {
        const auto [at, added] = pieces_.try_emplace(place.base, static_cast<std::uint32_t>(story_.pieces.size()));
        next = at->second;
        fresh = added;
      }
      const std::uint32_t piece = next++;
      const Standing here{place.on_table, place.pose.x.mm(), place.pose.y.mm(), place.pose.heading.deg()};
      if (fresh) {
        story_.pieces.push_back({place.base, place.unit, place.side, place.footprint, place.troops});
        if (story_.member(place.unit) == nullptr) {  // a detachment is called by what it was part of
          const std::string origin = place.unit.text.substr(0, place.unit.text.find_first_of(".-"));
          story_.members.push_back({place.unit, place.side, moment == nullptr ? place.unit.text : story_.name({origin}), "", true, ""});
        }
        now_.push_back(moment == nullptr ? here : Standing{});
        story_.start.push_back(now_.back());
      }
      Standing& known = now_[piece];
      if (known == here || (!known.on_table && !here.on_table)) continue;
      if (moment != nullptr) moment->shifts.push_back({piece, known, here});
      known = here;
    }
    if (moment == nullptr) namer_ = Namer(story_.sides, story_.members);
    if (units == units_) return;
    std::vector<UnitId> either = units;  // what a line tells may be gone behind it
    either.insert(either.end(), units_.begin(), units_.end());
    namer_.know_parts(either);
    units_ = std::move(units);
  }

  void see_counters(const engine::Battle& battle, std::vector<std::int16_t>& counted) {
    count(battle, counted);
    counted_ = counted;
  }
  void count(const engine::Battle& battle, std::vector<std::int16_t>& counted) {
    counted.assign(story_.counters.size(), 0);
    std::vector<bool> seen(story_.counters.size(), false);
    for (const engine::Counter& counter : battle.counters()) {
      const auto same = [&](const engine::Counter& known) { return known.side == counter.side && known.name == counter.name; };
      auto known = std::find_if(story_.counters.begin(), story_.counters.end(), same);
      if (known == story_.counters.end()) {
        story_.counters.push_back(counter);
        story_.counters.back().name = namer_(counter.name);
        known = story_.counters.end() - 1;
        counted.push_back(0);
        seen.push_back(false);
      }
      known->limit = counter.limit;
      const auto at = static_cast<std::size_t>(known - story_.counters.begin());
      counted[at] = static_cast<std::int16_t>(std::clamp(counter.value, -30000, 30000));
      seen[at] = true;
    }
  }

  void finish_view(const engine::Battle& battle) {
    story_.turn_now = battle.now().turn;
    story_.ending = battle.ending();
    if (story_.ending) story_.ending->text = namer_(story_.ending->text);
  }

  Story& story_;
  const std::string& path_;
  const BuildSettings& settings_;
  const Session* session_ = nullptr;
  std::map<BaseId, std::uint32_t> pieces_;
  std::vector<Standing> now_;
  std::vector<std::int16_t> counted_;                  ///< counters as they were last
  std::vector<std::vector<engine::StateMark>> marks_;  ///< one a member
  WayFinder finder_;
  SaidWay said_;               ///< by the command in hand and its events
  Answered answered_;          ///< by the command in hand
  std::vector<UnitId> units_;  ///< that have places, in their order
  Namer namer_;
  bool stopped_ = false;
};

/// The Telling of a log, or of a battle that has not begun.
class LogTelling final : public Telling {
 public:
  static Result<std::unique_ptr<LogTelling>> begin(const std::string& path, const BuildSettings& settings) {
    auto walk = Session::Walk::begin(path);
    if (!walk) return walk.error();
    std::unique_ptr<LogTelling> telling(new LogTelling(std::move(*walk), path, settings));
    if (auto wrong = telling->builder_.begin(telling->walk_->session())) return *wrong;
    telling->builder_.settle(0);
    if (telling->walk_->commands() == 0 || telling->builder_.enough()) telling->finish();
    return telling;
  }

  const Story& story() const override { return story_; }
  Story take() { return std::move(story_); }
  std::size_t commands() const override { return walk_->commands(); }
  bool whole() const override { return whole_; }
  std::optional<InputError> go_on(std::size_t commands) override {
    const std::size_t first = story_.moments.size();
    for (std::size_t i = 0; i < commands && !whole_; ++i) {
      if (auto wrong = walk_->next(builder_)) {
        finish();
        return wrong;
      }
      if (walk_->done() == walk_->commands() || builder_.enough()) finish();
    }
    if (!whole_) builder_.settle(first);
    return std::nullopt;
  }

 private:
  LogTelling(std::unique_ptr<Session::Walk> walk, const std::string& path, const BuildSettings& settings)
      : walk_(std::move(walk)), path_(path), settings_(settings), builder_(story_, path_, settings_) {}
  void finish() {
    whole_ = true;
    if (story_.moments.size() > walk_->done()) builder_.drop_last();
    builder_.settle(story_.moments.size());
    gather_acts(story_);
    write_sentences(story_);
    if (settings_.at_end) settings_.at_end(walk_->session().battle());
  }

  std::unique_ptr<Session::Walk> walk_;
  std::string path_;
  BuildSettings settings_;
  Story story_;
  Builder builder_;
  bool whole_ = false;
};

}  // namespace

Result<std::unique_ptr<Telling>> Telling::begin(const std::string& path) {
  auto telling = LogTelling::begin(path, {});
  if (!telling) return telling.error();
  return std::unique_ptr<Telling>(std::move(*telling));
}

Result<Story> story_of(const std::string& path, const BuildSettings& settings) {
  auto telling = LogTelling::begin(path, settings);
  if (!telling) return telling.error();
  while (!(*telling)->whole())
    if (auto wrong = (*telling)->go_on((*telling)->commands())) return *wrong;
  return (*telling)->take();
}

}  // namespace polemarch::assistant::story
