#include "tests/engine/rulesets/to_the_strongest/oracle.hpp"

#include <algorithm>
#include <array>

namespace polemarch::to_the_strongest::test::oracle {
namespace {

constexpr std::array<std::array<int, 2>, 4> kAhead{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

Spot step(Spot from, int facing, int forward, int right = 0) {
  const auto& f = kAhead[static_cast<std::size_t>(facing)];
  const auto& r = kAhead[static_cast<std::size_t>((facing + 1) % 4)];
  return {from.col + f[0] * forward + r[0] * right, from.row + f[1] * forward + r[1] * right};
}
/// How far `spot` lies before (and to the right of) one at `of` facing so.
int before(Spot of, int facing, Spot spot) {
  const auto& f = kAhead[static_cast<std::size_t>(facing)];
  return (spot.col - of.col) * f[0] + (spot.row - of.row) * f[1];
}
int beside(Spot of, int facing, Spot spot) { return before(of, (facing + 1) % 4, spot); }
int apart(Spot a, Spot b) { return std::max(std::abs(a.col - b.col), std::abs(a.row - b.row)); }
bool parallel(int a, int b) { return a % 2 == b % 2; }

/// Light infantry, cavalry, camelry and chariots that friends pass: not the scythed ones.
bool makes_way(const Kind& kind) { return kind.light && !kind.scythed; }
/// May a friend be passed by a unit facing so? TTS-INT-01..04, TTS-AMB-134.
bool passes(const Piece& mover, int facing, const Piece& other) {
  return parallel(facing, other.facing) && (makes_way(*other.kind) || mover.kind->light);
}

/// Enemies whose zone holds the piece in that box. TTS-ZOC-01, TTS-ZOC-08.
std::vector<const Piece*> holders(const Position& position, const Piece& piece, Spot spot) {
  std::vector<const Piece*> out;
  for (const Piece& enemy : position.pieces)
    if (enemy.side != piece.side && step(enemy.at, enemy.facing, 1) == spot && (piece.kind->light || !enemy.kind->light))
      out.push_back(&enemy);
  return out;
}

bool fits(const Position& position, const Piece& piece, Spot spot, int facing) {
  int there = 0;
  for (const Piece* other : position.in(spot)) {
    if (other->id == piece.id) continue;
    if (other->side != piece.side || !parallel(other->facing, facing)) return false;
    const bool small_enough = piece.kind->deep ? makes_way(*other->kind) : !other->kind->deep || makes_way(*piece.kind);
    if (!small_enough) return false;
    ++there;
  }
  return there < 2;
}

/// Does the friend in its own box stand between it and a step that leads `forward` of it? TTS-INT-04.
bool mate_bars(const Position& position, const Piece& piece, int front, int forward) {
  const Piece* mate = position.mate(piece);
  if (mate == nullptr || forward == 0 || passes(piece, piece.facing, *mate)) return false;
  return forward > 0 ? front < 0 : front > 0;
}

/// A corner one cannot slip through. TTS-MOV-14, TTS-CHG-07.
bool shut(const Position& position, const Piece& piece, Spot spot, bool charging) {
  for (const Piece* other : position.in(spot)) {
    if (other->id == piece.id) continue;
    const bool own = other->side == piece.side;
    if (own && passes(piece, piece.facing, *other)) continue;
    if (!charging) return true;
    if (!other->kind->light || (own && other->kind->scythed)) return true;
  }
  return false;
}
bool slips_through(const Position& position, const Piece& piece, Spot from, Spot to, bool charging) {
  if (from.col == to.col || from.row == to.row) return true;
  return !(shut(position, piece, {from.col, to.row}, charging) && shut(position, piece, {to.col, from.row}, charging));
}

/// The position with the piece in that box, facing so.
Position moved(const Position& position, const Piece& piece, Spot spot, int facing) {
  Position then = position;
  for (Piece& it : then.pieces) {
    if (it.id != piece.id) {
      if (it.at == piece.at) it.front = 0;
      continue;
    }
    it.at = spot;
    it.facing = facing;
    it.front = 0;
  }
  for (Piece& it : then.pieces) {  // it comes in from behind and stays behind a formed friend; lights let it stand before or behind
    if (it.id != piece.id) continue;
    for (Piece& other : then.pieces)
      if (other.id != it.id && other.at == spot && other.side == it.side) {
        const bool before_it = it.kind->light;
        other.front = before_it == (other.facing == facing) ? -1 : 1;
        it.front = before_it ? 1 : -1;
        if (other.facing != facing) other.front = it.front;
      }
  }
  return then;
}

bool march_is_safe(const Position& position, const Piece& piece, const Way& way) {
  std::vector<Spot> boxes{piece.at};
  boxes.insert(boxes.end(), way.path.begin(), way.path.end());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Position then = i == 0 ? position : moved(position, piece, boxes[i], way.facing);
    for (const Piece& enemy : then.pieces) {
      if (enemy.side == piece.side) continue;
      if (apart(enemy.at, boxes[i]) <= 1) return false;  // TTS-MAR-02
      for (const Spot first : strikes_from(enemy, boxes[i]))
        if (!may_strike(then, enemy, first, boxes[i]).empty()) return false;  // TTS-MAR-03
      const int rows = before(enemy.at, enemy.facing, boxes[i]);
      if (enemy.kind->range == 0 || rows < 1 || rows > enemy.kind->range || std::abs(beside(enemy.at, enemy.facing, boxes[i])) > rows)
        continue;
      return false;  // TTS-MAR-04: callers lay out nobody between
    }
  }
  return true;
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = [] {
    std::vector<Kind> out;
    const auto add = [&](const char* word, bool mounted, bool light, bool deep) -> Kind& {
      Kind kind;
      kind.word = word;
      kind.mounted = mounted;
      kind.light = light;
      kind.deep = deep;
      out.push_back(kind);
      return out.back();
    };
    add("spearmen", false, false, false);
    add("warriors", false, false, true);
    add("hoplites", false, false, false).hoplite = true;
    add("light_infantry_javelin", false, true, false);
    add("indian_elephants", false, false, true).elephant = true;
    add("artillery", false, false, false).gun = true;
    add("war_wagons", false, false, true).wagon = true;
    add("cavalry", true, false, false).evading_horse = true;
    add("camelry", true, false, false).evading_horse = true;
    add("knights", true, false, false);
    add("light_cavalry", true, true, false);
    Kind& scythed = add("scythed_chariots", true, true, false);
    scythed.scythed = true;
    return out;
  }();
  return all;
}

std::vector<const Piece*> Position::in(Spot spot) const {
  std::vector<const Piece*> out;
  for (const Piece& piece : pieces)
    if (piece.at == spot) out.push_back(&piece);
  return out;
}
const Piece* Position::mate(const Piece& piece) const {
  for (const Piece* other : in(piece.at))
    if (other->id != piece.id) return other;
  return nullptr;
}
std::string Position::words() const {
  std::string out;
  for (const Piece& piece : pieces) {
    out += piece.id + " " + piece.kind->word + " " + piece.at.name() + " " + std::string(1, "NESW"[piece.facing]);
    if (piece.front != 0) out += piece.front > 0 ? " front" : " rear";
    out += "; ";
  }
  return out;
}

Position random_position(std::mt19937& dice) {
  const auto below = [&](int n) { return static_cast<int>(dice() % static_cast<unsigned>(n)); };
  Position position;
  std::array<int, 2> number{};
  const Spot middle{3 + below(5), 3 + below(5)};
  for (int i = 0; i < 3 + below(5); ++i) {
    Piece piece;
    const int side = i < 2 ? i : below(2);
    piece.side = side == 0 ? 'A' : 'B';
    piece.kind = &kinds()[static_cast<std::size_t>(below(static_cast<int>(kinds().size())))];
    piece.at = {middle.col - 2 + below(5), middle.row - 2 + below(5)};
    piece.facing = below(4);
    const std::vector<const Piece*> here = position.in(piece.at);
    if (!position.holds(piece.at) || !fits(position, piece, piece.at, piece.facing)) continue;
    piece.id = std::string(1, piece.side) + std::to_string(++number[static_cast<std::size_t>(side)]);
    if (here.size() == 1) {  // who faces like its mate stands behind or before it; face to face both stand before or both behind
      piece.front = below(2) == 0 ? 1 : -1;
      for (Piece& other : position.pieces)
        if (other.at == piece.at) other.front = other.facing == piece.facing ? -piece.front : piece.front;
    }
    position.pieces.push_back(piece);
  }
  return number[0] > 0 && number[1] > 0 ? position : random_position(dice);
}

std::vector<Way> ways(const Position& position, const Piece& piece) {
  std::vector<Way> out;
  const int f = piece.facing;
  const auto add = [&](Way way, bool may_march) {
    if (std::all_of(way.path.begin(), way.path.end(), [&](Spot spot) { return position.holds(spot); })) out.push_back(way);
    if (!may_march) return;
    way.march = true;
    way.path.push_back(step(way.path.back(), way.facing, 1));
    if (std::all_of(way.path.begin(), way.path.end(), [&](Spot spot) { return position.holds(spot); })) out.push_back(way);
  };
  const bool horse = piece.kind->mounted;
  for (const int turn : {1, 2, 3}) {
    const int facing = (f + turn) % 4;
    out.push_back({{}, facing, false, 't'});
    if (piece.kind->gun) continue;
    const Spot on = step(piece.at, facing, 1);
    if (horse) add({{on}, facing, false, 't'}, true);
    if (!horse && position.holds(on)) out.push_back({{on}, facing, true, 't'});  // the turn is its move, the box a march
  }
  if (piece.kind->gun) return out;
  const Spot one = step(piece.at, f, 1);
  add({{one}, f, false, 's'}, !horse);
  if (horse) add({{one, step(piece.at, f, 2)}, f, false, 's'}, true);
  for (const int right : {-1, 1}) {
    const Spot corner = step(piece.at, f, 1, right);
    add({{corner}, f, false, 'd'}, !horse);
    if (horse) add({{corner, step(corner, f, 1)}, f, false, 'd'}, true);
    add({{step(piece.at, f, 0, right)}, f, false, 'a'}, true);
  }
  for (const int facing : {f, (f + 2) % 4}) {
    add({{step(piece.at, f, -1)}, facing, false, 'b'}, facing != f && !horse);
    if (horse) add({{step(piece.at, f, -1), step(piece.at, f, -2)}, facing, false, 'b'}, facing != f);
  }
  if (horse && position.mate(piece) != nullptr) add({{one}, f, false, 'x'}, true);
  return out;
}

bool may_go(const Position& position, const Piece& piece, const Way& way) {
  const std::vector<const Piece*> held = holders(position, piece, piece.at);
  if (!held.empty()) {
    if (way.march) return false;
    const auto exerted_from = [&](Spot spot) {
      return std::count_if(held.begin(), held.end(), [&](const Piece* enemy) { return enemy->at == spot; });
    };
    const Piece* mate = position.mate(piece);
    const bool shielded = mate != nullptr && piece.front < 0 && !mate->kind->light;
    const bool turns_to_it = way.how == 't' && way.path.empty() && exerted_from(step(piece.at, way.facing, 1)) > 0;
    const bool steps_aside =
        way.how == 'a' && shielded && exerted_from(step(piece.at, piece.facing, 1)) == static_cast<std::ptrdiff_t>(held.size());
    if (!turns_to_it && !steps_aside && way.how != 'b') return false;
  }
  const Piece* mate = position.mate(piece);
  if (way.how == 't' && mate != nullptr && !parallel(mate->facing, way.facing)) return false;  // TTS-BOX-04, TTS-AMB-137
  Spot from = piece.at;
  for (std::size_t i = 0; i < way.path.size(); ++i) {
    const Spot spot = way.path[i];
    const bool last = i + 1 == way.path.size();
    if (i == 0) {
      const int front = way.how == 'x' ? -piece.front : piece.front;
      if (mate_bars(position, piece, front, before(piece.at, piece.facing, spot))) return false;
      if (piece.kind->hoplite && way.how == 'd' && beside(piece.at, piece.facing, spot) < 0) return false;
      if (!slips_through(position, piece, from, spot, false)) return false;
    }
    for (const Piece* other : position.in(spot)) {
      if (other->id == piece.id) continue;
      if (other->side != piece.side || !parallel(other->facing, way.facing)) return false;
      if (!last && !passes(piece, way.facing, *other)) return false;
    }
    if (last && !fits(position, piece, spot, way.facing)) return false;
    if (!last && !holders(position, piece, spot).empty()) return false;
    from = spot;
  }
  return !way.march || march_is_safe(position, piece, way);
}

std::vector<Spot> strikes_from(const Piece& piece, Spot spot) {
  std::vector<Spot> out;
  for (const int right : {-1, 0, 1}) {
    const Spot one = step(piece.at, piece.facing, 1, right);
    if (one == spot) out.push_back(piece.at);
    if (piece.kind->mounted && step(one, piece.facing, 1) == spot) out.push_back(one);
  }
  return out;
}

std::vector<const Piece*> may_strike(const Position& position, const Piece& piece, Spot first, Spot spot) {
  if (piece.kind->gun || piece.kind->wagon || !position.holds(spot)) return {};
  const bool two = !(first == piece.at);
  const Spot next = two ? first : spot;
  const Piece* mate = position.mate(piece);
  if (mate != nullptr && piece.front < 0 && !passes(piece, piece.facing, *mate)) return {};
  if (piece.kind->hoplite && beside(piece.at, piece.facing, next) < 0) return {};
  if (!slips_through(position, piece, piece.at, next, true)) return {};
  const auto held = holders(position, piece, piece.at);
  if (!held.empty() && (two || std::none_of(held.begin(), held.end(), [&](const Piece* enemy) { return enemy->at == spot; }))) return {};
  if (two) {
    if (!position.holds(first) || !fits(position, piece, first, piece.facing)) return {};
    for (const Piece* other : position.in(first))
      if (!passes(piece, piece.facing, *other)) return {};
    for (const Piece* enemy : holders(position, piece, first))
      if (!(enemy->at == spot)) return {};
  }
  std::vector<const Piece*> there;
  for (const Piece* other : position.in(spot))
    if (other->side != piece.side) there.push_back(other);
  if (there.empty()) return {};
  if (there.size() == 2) {
    const Piece &a = *there[0], &b = *there[1];
    const int forward = before(spot, a.facing, first);
    if (a.facing == b.facing) {
      const Piece* leading = a.front > 0 ? &a : &b;
      const Piece* following = a.front > 0 ? &b : &a;
      if (forward > 0) there = {leading};
      if (forward < 0 && beside(spot, a.facing, first) == 0) there = {following};
    } else if (forward != 0) {  // the nearer one
      there = {(a.front > 0) == (forward > 0) ? &a : &b};
    }
  }
  std::erase_if(there, [&](const Piece* target) {
    const bool frontal = before(spot, target->facing, first) > 0;
    return frontal && piece.kind->light && !piece.kind->scythed && !target->kind->light && !target->kind->elephant && !target->kind->gun;
  });
  return there;
}

Right may_evade(const Piece& target, const Piece& charger) {
  if (target.kind->scythed) return Right::None;
  if (target.kind->light) return charger.kind->light ? Right::May : Right::Must;
  return target.kind->evading_horse ? Right::May : Right::None;
}

std::vector<std::string> evades(const Position& before_it, const Piece& target, const Piece& charger, Spot from) {
  const Position position = from == charger.at ? before_it : moved(before_it, charger, from, charger.facing);
  std::vector<std::string> out;
  const auto offer = [&](const std::string& key) {
    if (std::find(out.begin(), out.end(), key) == out.end()) out.push_back(key);
  };
  const Piece* mate = position.mate(target);
  if (mate != nullptr && target.kind->light && !mate->kind->light) offer("behind");
  const auto slips_past = [&](const Piece& other) { return target.kind->light || makes_way(*other.kind); };
  const Spot rear = step(target.at, target.facing, -1);
  const Spot away{2 * target.at.col - from.col, 2 * target.at.row - from.row};
  for (const Spot first : {away, rear}) {
    const int forward = before(target.at, target.facing, first);
    if (mate != nullptr && !slips_past(*mate) && ((forward > 0 && target.front < 0) || (forward < 0 && target.front > 0))) continue;
    Spot spot = first;
    for (int hop = 0; hop < 2; ++hop) {
      if (!position.holds(spot)) {
        offer("off");
        break;
      }
      const auto there = position.in(spot);
      if (std::any_of(there.begin(), there.end(), [&](const Piece* it) { return it->side != target.side; })) break;
      if (fits(position, target, spot, target.facing)) {
        offer(spot.name());
        break;
      }
      const bool across = std::any_of(there.begin(), there.end(), [&](const Piece* it) { return !parallel(it->facing, target.facing); });
      const bool past_two = there.size() == 2 && std::all_of(there.begin(), there.end(), [&](const Piece* it) { return slips_past(*it); });
      if (!across && !past_two) break;
      spot = {spot.col + first.col - target.at.col, spot.row + first.row - target.at.row};
    }
  }
  return out;
}

}  // namespace polemarch::to_the_strongest::test::oracle
