#include "assistant/story/stats.hpp"

#include <algorithm>
#include <cmath>

#include "assistant/session/battle_log.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {

void Luck::add(const engine::Thrown& throw_) {
  if (!throw_.per_mille || throw_.need <= 0 || throw_.values.empty()) return;
  const double p = *throw_.per_mille / 1000.0;
  const int trials = throw_.counted == engine::Counted::Sum ? 1 : static_cast<int>(throw_.values.size());
  thrown += trials;
  good += throw_.good;
  expected += trials * p;
  variance += trials * p * (1 - p);
}
double Luck::sd() const { return std::sqrt(variance); }
double Luck::off() const { return variance < 1e-9 ? 0 : (good - expected) / sd(); }

std::string luck_word(const Luck& luck) {
  if (luck.variance < 0.7) return "too few throws to say";
  const double off = std::abs(luck.off());
  const std::string way = luck.off() < 0 ? "unlucky" : "lucky";
  if (off < 0.7) return "as expected";
  if (off < 1.3) return "a little " + way;
  return off < 2 ? way : "very " + way;
}

std::array<SideLuck, 2> luck_of(const Story& story) {
  std::array<SideLuck, 2> luck;
  for (const Moment& moment : story.moments) {
    if (moment.undone) continue;
    for (const engine::Thrown& thrown : moment.throws) {
      SideLuck& mine = luck[thrown.who == Side::A ? 0 : 1];
      const int before = mine.all.thrown;
      mine.all.add(thrown);
      if (mine.all.thrown == before) continue;
      mine.by_purpose[thrown.purpose].add(thrown);
      mine.course.push_back({mine.all.good - mine.all.expected, mine.all.sd()});
    }
  }
  return luck;
}

TimeOf time_of(const Story& story) {
  TimeOf time;
  time.chapters.assign(story.chapters.size(), 0);
  time.apart.resize(story.chapters.size());
  double last = 0;
  for (std::size_t c = 0; c < story.chapters.size(); ++c)
    for (std::uint32_t i = story.chapters[c].first; i <= story.chapters[c].last; ++i) {
      const Moment& moment = story.moments[i];
      double took = std::max(0.0, moment.t - std::max(last, std::min(moment.asked_t, moment.t)));
      last = std::max(last, moment.t);
      if (took > kPause) {
        time.paused += took;
        took = 0;
      }
      time.chapters[c] += took;
      if (moment.by != "A" && moment.by != "B") continue;
      const std::size_t side = moment.by == "A" ? 0 : 1;
      for (Spent* spent : {&time.sides[side], &time.phases[moment.phase][side], &time.apart[c][side]}) {
        if (!moment.throws.empty())
          spent->throwing += took;
        else if (moment.deed == Deed::Place)
          spent->putting += took;
        else
          spent->choosing += took;
      }
    }
  return time;
}

namespace {

/// The worst of a unit's disorder among its marks: 0 none, 1 to 3 disordered, 4 in rout; and what its rules call that.
std::pair<int, std::string_view> disorder_in(const std::vector<engine::StateMark>& marks) {
  std::pair<int, std::string_view> worst{0, {}};
  for (const engine::StateMark& mark : marks)
    for (const auto& [glyph, is] : {std::pair{engine::Glyph::Disordered, 1},
                                    {engine::Glyph::DoublyDisordered, 2},
                                    {engine::Glyph::TriplyDisordered, 3},
                                    {engine::Glyph::Routed, 4}})
      if (mark.glyph == glyph && is > worst.first) worst = {is, engine::words_of(mark)};
  return worst;
}

/// Where a unit was disordered, or worse than before; and what it is at the end.
void add_disorder(const Story& story, std::map<UnitId, UnitDeeds>& deeds) {
  std::vector<std::pair<int, std::string_view>> grades(story.members.size());
  for (const Marking& marking : story.markings) grades[marking.member] = disorder_in(marking.marks);
  for (std::size_t c = 0; c < story.chapters.size(); ++c)
    for (std::uint32_t i = story.chapters[c].first; i <= story.chapters[c].last; ++i)
      for (const Marking& marking : story.moments[i].markings) {
        const auto now = disorder_in(marking.marks);
        if (now.first > grades[marking.member].first && !story.moments[i].undone) deeds[story.members[marking.member].unit].hurt[c] = 'd';
        grades[marking.member] = now;
      }
  for (std::size_t m = 0; m < grades.size(); ++m)
    if (UnitDeeds& mine = deeds[story.members[m].unit]; grades[m].first > 0 && mine.fate == "stands") mine.fate = grades[m].second;
}

/// Not bases of it, nor ranks that count against its side.
bool takes_the_unit(const engine::Lost& lost) { return lost.bases.empty() && !lost.part; }

/// How each unit was lost last.
std::map<UnitId, std::string> how_lost(const Story& story) {
  std::map<UnitId, std::string> how;
  for (const Moment& moment : story.moments)
    for (const engine::Lost& lost : moment.losses)
      if (!moment.undone && !lost.part) how[lost.unit] = lost.how;
  return how;
}

bool is_done(const Moment& moment) { return !moment.undone && (moment.ruling == "allowed" || moment.ruled); }

/// An order came to nothing: its unit's own throw, or that of whoever ordered it, failed before it did anything.
bool came_to_nothing(const Story& story, const Act& act) {
  const Moment& order = story.moments[act.moments.front()];
  bool failed = false;
  for (const std::uint32_t at : act.moments) {
    const Moment& moment = story.moments[at];
    for (const engine::Thrown& thrown : moment.throws) {
      const bool blow = thrown.aim == engine::Aim::Blow || thrown.aim == engine::Aim::Shot;
      if (blow && thrown.thrower == order.unit) return false;
      const bool of_unit = thrown.thrower == order.unit || (thrown.aim == engine::Aim::Order && thrown.at == order.unit);
      failed = failed || (of_unit && !blow && thrown.aim != engine::Aim::Save && thrown.need > 0 && thrown.good == 0);
    }
    if (order.deed != Deed::Charge) continue;
    for (const Shift& shift : moment.shifts)
      if (story.pieces[shift.piece].unit == order.unit && shift.from.on_table && shift.to.on_table) return false;
  }
  return failed;
}

}  // namespace

std::vector<UnitId> charged_in(const Story& story, const Act& act) {
  std::vector<UnitId> charged;
  const auto add = [&](const UnitId& unit) {
    if (std::find(charged.begin(), charged.end(), unit) == charged.end()) charged.push_back(unit);
  };
  const Moment& order = story.moments[act.moments.front()];
  if (order.deed == Deed::Charge && is_done(order) && !order.unit.empty() && !came_to_nothing(story, act)) add(order.unit);
  for (const std::uint32_t at : act.moments)
    if (is_done(story.moments[at]))
      for (const UnitId& unit : story.moments[at].charges) add(unit);
  return charged;
}

UnitId shot_in(const Story& story, const Act& act) {
  const Moment& order = story.moments[act.moments.front()];
  return order.deed == Deed::Shoot && is_done(order) && !came_to_nothing(story, act) ? order.unit : UnitId();
}

std::map<UnitId, UnitDeeds> deeds_of(const Story& story) {
  std::map<UnitId, UnitDeeds> deeds;
  for (const Member& member : story.members)
    deeds[member.unit].life.assign(story.chapters.size(), ' '), deeds[member.unit].hurt.assign(story.chapters.size(), ' ');
  const auto mark = [&](const UnitId& unit, std::size_t chapter, char what) {
    constexpr std::string_view order = " mrscx";
    const auto found = deeds.find(unit);
    if (found == deeds.end() || chapter >= found->second.life.size()) return;
    char& now = found->second.life[chapter];
    if (order.find(what) > order.find(now)) now = what;
  };
  for (std::size_t c = 0; c < story.chapters.size(); ++c)
    for (std::uint32_t i = story.chapters[c].first; i <= story.chapters[c].last; ++i) {
      const Moment& moment = story.moments[i];
      if (moment.undone) continue;
      if (is_done(moment) && !moment.unit.empty() && deeds.contains(moment.unit)) {
        if (moment.deed == Deed::Move || moment.deed == Deed::Charge || moment.deed == Deed::Fight || moment.deed == Deed::Shoot ||
            moment.deed == Deed::Rally)
          ++deeds[moment.unit].orders;
        if (moment.deed == Deed::Rally) mark(moment.unit, c, 'r');
      }
      for (const Shift& shift : moment.shifts)
        if (shift.to.on_table && shift.from.on_table) mark(story.pieces[shift.piece].unit, c, 'm');
      for (const engine::Thrown& thrown : moment.throws) {
        if (!deeds.contains(thrown.thrower)) continue;
        UnitDeeds& mine = deeds[thrown.thrower];
        if (thrown.aim == engine::Aim::Save) {
          mine.saves += thrown.good;
          mine.saves_due += static_cast<int>(thrown.values.size());
        } else if ((thrown.aim == engine::Aim::Blow || thrown.aim == engine::Aim::Shot) && !thrown.goes_on) {
          mine.hits += thrown.good;
        }
      }
      for (const engine::Lost& lost : moment.losses) {
        if (!deeds.contains(lost.unit) || (lost.bases.empty() && !takes_the_unit(lost))) continue;
        deeds[lost.unit].lost_in = static_cast<int>(c);
        if (takes_the_unit(lost)) mark(lost.unit, c, 'x');
      }
    }
  for (const Act& act : story.acts) {
    for (const UnitId& unit : charged_in(story, act))
      if (deeds.contains(unit)) ++deeds[unit].charges, mark(unit, act.chapter, 'c');
    if (const UnitId unit = shot_in(story, act); deeds.contains(unit)) ++deeds[unit].shots, mark(unit, act.chapter, 's');
  }
  const std::vector<Standing> end = story.places_after(story.moments.size());
  std::map<UnitId, bool> stands;
  for (std::size_t i = 0; i < story.pieces.size(); ++i) stands[story.pieces[i].unit] = stands[story.pieces[i].unit] || end[i].on_table;
  const std::map<UnitId, std::string> how = how_lost(story);
  for (auto& [unit, mine] : deeds) {
    const auto here = stands.find(unit);
    if (here != stands.end() && here->second) mine.lost_in = -1;  // lost bases only, or is back again
    if (mine.lost_in >= 0) {
      const auto chapter = static_cast<std::size_t>(mine.lost_in);
      const auto known = how.find(unit);
      const bool left = known != how.end() && known->second == "off the table";
      mine.fate = (left ? "left the table, " : "lost, ") + turn_text(story, story.chapters[chapter].turn);
      if (here != stands.end()) mark(unit, chapter, 'x');  // its last base
    } else if (here != stands.end()) {
      mine.fate = here->second ? "stands" : "off the table";
    }
  }
  add_disorder(story, deeds);
  return deeds;
}

std::optional<int> left_of(const Story& story, Side side, std::size_t moments) {
  const std::size_t at = story.main_index(side);
  if (at >= story.counters.size()) return std::nullopt;
  const auto counted = [&](std::size_t behind) -> const std::vector<std::int16_t>& {
    return behind == 0 ? story.counted : story.moments[behind - 1].counted;
  };
  std::size_t known = moments;  // what a battle begins with may be rolled for: as it is first
  while (at >= counted(known).size() && known < story.moments.size()) ++known;
  if (at >= counted(known).size()) return std::nullopt;
  const engine::Counter& counter = story.counters[at];
  const int now = counted(known)[at];
  if (counter.counts_down) return now;
  return counter.limit ? std::optional<int>(*counter.limit - now) : std::nullopt;
}

std::vector<std::string> losses_of(const Story& story, const Chapter& chapter) {
  std::vector<std::string> lost;
  std::vector<engine::Lost> bases;
  std::vector<UnitId> whole;
  // Who runs may come to a halt and be himself again.
  const auto fate = [](const engine::Lost& loss) { return std::string(loss.how == "routed" ? " (routed)" : ""); };
  for (std::uint32_t i = chapter.first; i <= chapter.last; ++i)
    if (!story.moments[i].undone)
      for (const engine::Lost& loss : story.moments[i].losses) {
        if (!takes_the_unit(loss))
          bases.push_back(loss);
        else if (const auto same = std::find(whole.begin(), whole.end(), loss.unit); same == whole.end())
          whole.push_back(loss.unit), lost.push_back(story.name(loss.unit) + fate(loss));
        else  // routed, then eliminated: lost once
          lost[static_cast<std::size_t>(same - whole.begin())] = story.name(loss.unit) + fate(loss);
      }
  std::erase_if(bases, [&](const engine::Lost& part) {
    return std::find(whole.begin(), whole.end(), part.unit) != whole.end();  // they went with it
  });
  for (std::string& said : losses_text(story, bases)) lost.push_back(std::move(said));
  return lost;
}

}  // namespace polemarch::assistant::story
