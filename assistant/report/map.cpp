#include "assistant/report/map.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "assistant/report/html.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::report {

using story::Moment;
using story::Shift;
using story::Standing;

namespace {

constexpr double kDisorderBelow = 52;  ///< under a unit's middle, units of the map
constexpr int kInMiddle = 18;          ///< so that the letters' middle is the unit's
constexpr double kSmallHalf = 22;      ///< half a base's depth that a number hides
constexpr double kWideFront = 150;     ///< bases of a unit in which its number hides none
constexpr double kBesides = 75;        ///< a leader nearer to a unit than that is with it

/// A unit's number on the map; half as wide as a phone draws it.
struct Label {
  double x = 0, y = 0, half = 0;
};
constexpr double kHalfLetter = 19;

/// Above or below where it would lie on one of those placed before it. The script does the same.
void set_apart(Label& label, std::vector<Label>& placed) {
  for (const double by : {0.0, 50.0, -50.0, 100.0, -100.0}) {
    const bool free = std::none_of(placed.begin(), placed.end(), [&](const Label& one) {
      return std::abs(one.x - label.x) < one.half + label.half && std::abs(one.y - label.y - by) < 48;
    });
    if (!free) continue;
    label.y += by;
    break;
  }
  placed.push_back(label);
}

/// The style of maps with the light page's colours, and the size of coordinates, in place of their names: drawing programs know no custom
/// properties.
std::string plain_style() {
  std::string style = map_style();
  const std::string page = colour_style() + style;
  for (std::size_t at = 0; (at = style.find("var(--", at)) != std::string::npos;) {
    const std::size_t end = style.find(')', at), known = page.find(style.substr(at + 4, end - at - 4) + ":");
    if (end == std::string::npos || known == std::string::npos) break;
    const std::size_t value = page.find(':', known) + 1;
    style.replace(at, end + 1 - at, page.substr(value, page.find_first_of(";}", value) - value));
  }
  return style;
}

}  // namespace

MapMaker::MapMaker(const story::Story& story) : story_(story) {
  width_ = std::max(1.0, story.table.width.mm());
  depth_ = std::max(1.0, story.table.depth.mm());
  grid_ = story.table.grid.has_value();
  scale_ = grid_ ? story.table.grid->box.mm() / 150.0 : width_ / 1800.0;
  std::map<UnitId, std::size_t> known;
  std::vector<double> fronts;  // one a unit, of all its bases
  for (const story::Piece& piece : story.pieces) {
    const auto [at, fresh] = known.try_emplace(piece.unit, units_.size());
    if (fresh) units_.push_back(piece.unit);
    grouped_ = grouped_ || !fresh;
    unit_of_.push_back(at->second);
    const story::Member* member = story.member(piece.unit);
    const bool leads = member != nullptr && !member->fights, camp = leads && member->name.ends_with("camp");
    const auto same = [&](const Symbol& symbol) {
      return symbol.side == piece.side && symbol.camp == camp && symbol.leader == (leads && !camp) &&
             (camp || symbol.footprint == piece.footprint);
    };
    auto symbol = std::find_if(symbols_.begin(), symbols_.end(), same);
    if (symbol == symbols_.end()) {
      symbols_.push_back({piece.footprint, piece.side, camp, leads && !camp});
      symbol = symbols_.end() - 1;
    }
    symbol_.push_back(static_cast<std::size_t>(symbol - symbols_.begin()));
    const double half = piece.footprint.depth.mm() / scale_ / 2;
    const bool small = !grid_ && half < kSmallHalf;
    if (fresh) leads_.push_back(leads);
    if (fresh) label_below_.push_back(!small ? kInMiddle : leads ? -static_cast<int>(half) - 14 : static_cast<int>(half) + 44);
    if (fresh) fronts.push_back(0);
    double& front = fronts[at->second];
    front += piece.footprint.frontage.mm() / scale_;
    if (!leads && front >= kWideFront) label_below_[at->second] = kInMiddle;  // bases show on both sides of it
  }
}

long MapMaker::turn_of(std::size_t piece, const Standing& at) const {
  const Symbol& symbol = symbols_[symbol_[piece]];
  return symbol.camp || (grid_ && symbol.leader) ? 0 : std::lround(std::fmod(450.0 - at.heading, 360.0)) % 360;
}

std::vector<int> MapMaker::disorder(const std::vector<std::vector<engine::StateMark>>& marks) const {
  std::vector<int> grades(units_.size(), 0);
  for (std::size_t m = 0; m < marks.size(); ++m) {
    const auto unit = std::find(units_.begin(), units_.end(), story_.members[m].unit);
    if (unit == units_.end()) continue;
    int& grade = grades[static_cast<std::size_t>(unit - units_.begin())];
    for (const engine::StateMark& mark : marks[m])
      for (const auto& [glyph, is] :
           {std::pair{engine::Glyph::Disordered, 1}, {engine::Glyph::DoublyDisordered, 2}, {engine::Glyph::TriplyDisordered, 3}})
        if (mark.glyph == glyph) grade = std::max(grade, is);
  }
  return grades;
}

std::string MapMaker::ways_of(std::size_t from, std::size_t to) const {
  std::string out;
  for (std::size_t m = from; m < to && m < story_.moments.size(); ++m)
    for (const story::Way& way : story_.moments[m].ways) {
      const auto unit = std::find(units_.begin(), units_.end(), way.unit);
      if (unit == units_.end()) continue;
      out += (out.empty() ? "[" : ",[") + std::to_string(unit - units_.begin()) + (way.forms ? ",1" : ",0");
      for (const Standing& at : way.stations)
        out += ",[" + whole(x_of(at.x)) + "," + whole(y_of(at.y)) + "," + whole(std::fmod(450.0 - at.heading, 360.0)) + "]";
      out += "]";
    }
  return out;
}

std::string MapMaker::camps(const MapNotes& notes) const {
  const std::size_t done = std::min(notes.first + notes.count, story_.moments.size());
  const std::int64_t now = done == 0 ? 0 : story_.moments[done - 1].seq;
  std::string svg;
  for (std::size_t i = 0; i < story_.camps.size(); ++i) {
    const story::Camp& camp = story_.camps[i];
    const bool lost = camp.lost != 0 && camp.lost <= now;
    double x = camp.x, y = camp.y;
    bool stands = false;  // its base is drawn with the others; the cross lies on it
    for (std::size_t piece = 0; piece < story_.pieces.size(); ++piece)
      if (story_.pieces[piece].unit == camp.camp && story_.start[piece].on_table)
        x = story_.start[piece].x, y = story_.start[piece].y, stands = true;
    svg += "<g class=\"camp" + std::string(camp.side == Side::A ? "" : " b") + (lost ? " taken" : "") + "\"" +
           (notes.id.empty() ? "" : " id=\"c" + std::to_string(i) + "\"") + " transform=\"translate(" + pair(x_of(x), y_of(y)) +
           ")\"><title>" + escaped(story_.name(camp.camp) + (lost ? ", lost" : "")) + "</title>" + (stands ? "" : "<use href=\"#tent\"/>") +
           "<path class=\"cross\" d=\"M-44-44L44 44M44-44L-44 44\"/></g>";
  }
  return svg;
}

std::vector<double> MapMaker::spread(const std::vector<Standing>& standing) const {
  std::vector<double> below(standing.size(), 0);
  if (!grid_) return below;
  std::map<std::pair<long, long>, std::vector<std::size_t>> boxes;
  for (std::size_t i = 0; i < standing.size(); ++i)
    if (standing[i].on_table && !leads_[unit_of_[i]])
      boxes[{std::lround(x_of(standing[i].x)), std::lround(y_of(standing[i].y))}].push_back(i);
  for (const auto& [place, pieces] : boxes)
    for (std::size_t k = 0; k < pieces.size(); ++k)
      below[pieces[k]] = (static_cast<double>(k) - (static_cast<double>(pieces.size()) - 1) / 2) * (pieces.size() > 2 ? 50 : 74);
  return below;
}

std::string MapMaker::bases(const std::vector<Standing>& standing, const MapNotes& notes) const {
  const bool titles = notes.titles, named = !notes.id.empty();
  const std::vector<int> disordered = disorder(story_.marks_after(notes.first + notes.count));
  struct Middle {
    double x = 0, y = 0;
    int count = 0;
    double turn = 0;
    Side side = Side::A;
    bool camp = false;
  };
  std::vector<Middle> middles(units_.size());
  const std::vector<double> below = spread(standing);
  std::string svg, labels;
  for (std::size_t i = 0; i < standing.size(); ++i) {
    if (!standing[i].on_table && !named) continue;
    const double x = x_of(standing[i].x), y = y_of(standing[i].y) + below[i];
    Middle& middle = middles[unit_of_[i]];
    if (standing[i].on_table) middle.x += x, middle.y += y, ++middle.count;
    middle.side = story_.pieces[i].side;
    const long turn = turn_of(i, standing[i]);
    middle.turn = static_cast<double>(turn);
    middle.camp = symbols_[symbol_[i]].camp;
    svg += "<use href=\"#b" + std::to_string(symbol_[i]) + "\" transform=\"translate(" + pair(x, y) + ")" +
           (turn == 0 ? "" : "rotate(" + std::to_string(turn) + ")") + "\"";
    if (named) svg += " id=\"p" + std::to_string(i) + "\"" + (standing[i].on_table ? "" : " class=\"out\"");
    if (titles) {
      const story::Member* member = story_.member(story_.pieces[i].unit);
      std::string name = story_.name(story_.pieces[i].unit);
      if (member != nullptr && !member->type.empty()) name += ", " + member->type;
      svg += "><title>" + escaped(name) + "</title></use>";
    } else {
      svg += "/>";
    }
  }
  std::vector<Label> placed;
  for (std::size_t u = 0; u < units_.size(); ++u) {
    const Middle& middle = middles[u];
    if (middle.count > 0 || named)
      if (const int grade = middle.count > 0 ? disordered[u] : 0; grade > 0 || named)
        labels += "<use href=\"#dis" + std::to_string(grade) + "\"" + (named ? " id=\"z" + std::to_string(u) + "\"" : "") + " x=\"" +
                  whole(middle.x / std::max(1, middle.count)) + "\" y=\"" + whole(middle.y / std::max(1, middle.count) + kDisorderBelow) +
                  "\"/>";
    constexpr std::size_t longest = 4;  // a longer one would lie over its neighbours; its name is a tip to point at
    if ((middle.count == 0 && !named) || units_[u].text.size() > longest || middle.camp) continue;
    const double n = std::max(1, middle.count);
    std::string marks = middle.side == Side::A ? "a" : "b";
    bool with_unit = false;
    for (std::size_t other = 0; leads_[u] && other < units_.size(); ++other)
      with_unit = with_unit || (!leads_[other] && middles[other].count > 0 &&
                                std::hypot(middles[other].x / middles[other].count - middle.x / n,
                                           middles[other].y / middles[other].count - middle.y / n) < kBesides);
    if (with_unit && !named) continue;
    if (leads_[u]) marks += " ld";
    if (!grid_ && label_below_[u] == kInMiddle) marks += " in";  // on its bases: written as on those of grids
    const bool sideways = grid_ && std::lround(middle.turn) % 180 == 90;
    if (units_[u].text.size() > (sideways ? 2U : 3U)) marks += " sm";
    const bool out = middle.count == 0 || with_unit;
    if (out) marks += " out";
    Label label{middle.x / n, middle.y / n + label_below_[u], kHalfLetter * static_cast<double>(units_[u].text.size())};
    if (!grid_ && !out) set_apart(label, placed);
    labels += "<text class=\"" + marks + "\"" + (named ? " id=\"t" + std::to_string(u) + "\"" : "") + " x=\"" + whole(label.x) + "\" y=\"" +
              whole(label.y) + "\">" + escaped(units_[u].text) + "</text>";
  }
  return svg + "<g aria-hidden=\"true\">" + labels + "</g>";  // the map's own sentence and its bases' names are read instead
}

std::string MapMaker::arrows(const MapNotes& notes, const std::vector<Standing>& standing) const {
  std::string moved, lost;
  struct Way {
    bool charge = false, back = false;
    bool bent = true;                               ///< its points are the way it went; taken back: straight from its start
    std::vector<std::pair<double, double>> points;  ///< stations of its moves
    Side side = Side::A;
  };
  std::map<std::size_t, Way> ways;
  std::vector<Standing> before = story_.places_after(notes.first);
  const std::vector<Standing> at_first = before;
  const auto middle = [&](const UnitId& unit, const std::vector<Standing>& places) -> std::optional<std::pair<double, double>> {
    double x = 0, y = 0;
    int count = 0;
    for (std::size_t i = 0; i < story_.pieces.size(); ++i)
      if (story_.pieces[i].unit == unit && places[i].on_table) x += x_of(places[i].x), y += y_of(places[i].y), ++count;
    if (count == 0) return std::nullopt;
    return std::pair{x / count, y / count};
  };
  for (std::size_t m = notes.first; m < notes.first + notes.count && m < story_.moments.size(); ++m) {
    const Moment& moment = story_.moments[m];
    if (!moment.undone && !moment.target.empty() && (moment.ruling == "allowed" || moment.ruled) &&
        (moment.deed == story::Deed::Shoot || moment.deed == story::Deed::Charge || moment.deed == story::Deed::Fight)) {
      const auto from = middle(moment.unit, before), to = middle(moment.target, before);
      if (from && to) {
        const double dx = to->first - from->first, dy = to->second - from->second, length = std::max(1.0, std::hypot(dx, dy));
        const double cut = moment.deed == story::Deed::Shoot ? 30 : std::min(70.0, length * 0.4);
        const story::Member* member = story_.member(moment.unit);
        moved += std::string("<path class=\"ar ") + (moment.deed == story::Deed::Shoot ? "shot" : "charge") +
                 (member != nullptr && member->side == Side::B ? " b" : "") + "\" d=\"M" + pair(from->first, from->second) + "L" +
                 pair(to->first - dx / length * cut, to->second - dy / length * cut) + "\"/>";
      }
    }
    for (const Shift& shift : moment.shifts) {
      const std::size_t unit = unit_of_[shift.piece];
      Way& way = ways[unit];
      way.side = story_.pieces[shift.piece].side;
      way.charge = way.charge || moment.deed == story::Deed::Charge;
      const bool whose = (moment.side == Viewer::A && way.side == Side::B) || (moment.side == Viewer::B && way.side == Side::A);
      way.back = way.back || whose;
      way.bent = way.bent && !moment.undone && moment.back_to < 0;
      before[shift.piece] = shift.to;
    }
    for (const story::Way& judged : moment.ways)
      for (const story::Standing& station : judged.stations)
        if (const auto unit = std::find(units_.begin(), units_.end(), judged.unit); unit != units_.end())
          ways[static_cast<std::size_t>(unit - units_.begin())].points.emplace_back(x_of(station.x), y_of(station.y));
    if (moment.undone) continue;
    for (const engine::Lost& loss : moment.losses) {
      const auto here = middle(loss.unit, before);
      auto was = middle(loss.unit, story_.places_after(m));
      if (!was) was = middle(loss.unit, at_first);
      if (!was || here || !loss.bases.empty()) continue;
      const bool taken = std::any_of(standing.begin(), standing.end(), [&](const Standing& one) {
        return one.on_table && std::hypot(x_of(one.x) - was->first, y_of(one.y) - was->second) < 60;
      });
      const story::Member* member = story_.member(loss.unit);
      const bool numbered = member == nullptr || member->fights;  // a leader has no number on the map
      if (taken)  // somebody stands there now: a small tag at the corner, never a label over a base
        lost += "<g class=\"lost tag\" transform=\"translate(" + pair(was->first + 66, was->second - 52) +
                ")\"><path d=\"M-14-14L14 14M14-14L-14 14\"/><text x=\"22\" y=\"13\">" + escaped(numbered ? loss.unit.text : member->name) +
                "</text></g>";
      else
        lost += "<g class=\"lost\" transform=\"translate(" + pair(was->first, was->second) +
                ")\"><rect x=\"-50\" y=\"-36\" width=\"100\" height=\"72\"/><path d=\"M-44-44L44 44M44-44L-44 44\"/><title>" +
                escaped(story_.name(loss.unit)) + " lost</title></g>";
    }
  }
  for (const auto& [unit, way] : ways) {
    const auto from = middle(units_[unit], at_first), to = middle(units_[unit], before);
    if (!from || !to || std::hypot(from->first - to->first, from->second - to->second) < 6) continue;
    // The tip stays clear of the base it leads to.
    std::pair<double, double> last = *from;
    std::string line = "M" + pair(from->first, from->second);
    for (const auto& point : way.bent ? way.points : decltype(way.points){})
      if (std::hypot(point.first - last.first, point.second - last.second) > 8 &&
          std::hypot(point.first - to->first, point.second - to->second) > 40)
        line += "L" + pair(point.first, point.second), last = point;
    const double dx = to->first - last.first, dy = to->second - last.second, length = std::max(1.0, std::hypot(dx, dy));
    const double cut = std::min(grid_ ? 58.0 : 26.0, length * 0.45) / length;
    moved += std::string("<path class=\"ar") +
             (way.charge ? " charge"
              : way.back ? " back"
                         : "") +
             (way.side == Side::B ? " b" : "") + "\" d=\"" + line + "L" + pair(to->first - dx * cut, to->second - dy * cut) + "\"/>";
  }
  return moved + lost;
}

std::string MapMaker::map(const std::vector<Standing>& standing, const MapNotes& notes) const {
  const double w = width_ / scale_, d = depth_ / scale_;
  const double left = grid_ ? 60 : 10, below = grid_ ? 60 : 10;
  const bool fine = grid_ && story_.table.grid->columns > 14;
  return "<svg class=\"map\"" + (notes.id.empty() ? "" : " id=\"" + notes.id + "\"") + (fine ? " style=\"--cs:56px\"" : "") +
         " viewBox=\"" + whole(-left) + " -10 " + whole(w + left + 10) + " " + whole(d + below + 10) + "\" role=\"img\" aria-label=\"" +
         escaped(notes.label) + "\"><use href=\"#ground\"/>" + camps(notes) + (notes.id.empty() ? "" : "<g id=\"" + notes.id + "-ways\">") +
         arrows(notes, standing) + (notes.id.empty() ? "" : "</g>") + "<g class=\"u" +
         std::string(fine    ? " fine"
                     : grid_ ? ""
                             : " free") +
         "\">" + bases(standing, notes) + "</g></svg>";
}

std::string MapMaker::whole_svg(const std::vector<Standing>& standing, const MapNotes& notes) const {
  std::string svg = map(standing, notes);
  const auto end = svg.find('>');
  svg.insert(end, " xmlns=\"http://www.w3.org/2000/svg\"");
  svg.insert(svg.find('>') + 1,
             "<title>" + escaped(notes.label) + "</title><style>" + plain_style() + "</style><defs>" + definitions() + "</defs>");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg + "\n";
}

std::string MapMaker::label(const std::vector<Standing>& standing, const std::string& when, const std::vector<std::string>& lost) const {
  std::array<std::vector<UnitId>, 2> here;
  for (std::size_t i = 0; i < standing.size(); ++i) {
    std::vector<UnitId>& mine = here[story_.pieces[i].side == Side::A ? 0 : 1];
    const story::Member* member = story_.member(story_.pieces[i].unit);
    if (standing[i].on_table && (member == nullptr || member->fights) &&
        std::find(mine.begin(), mine.end(), story_.pieces[i].unit) == mine.end())
      mine.push_back(story_.pieces[i].unit);
  }
  return "Map " + when + ": " + story::counted(here[0].size(), "unit") + " of " + story_.sides[0] + " and " +
         std::to_string(here[1].size()) + " of " + story_.sides[1] + " on the table" +
         (lost.empty() ? "" : "; lost: " + story::joined(lost)) + ".";
}

}  // namespace polemarch::assistant::report
