/// Reads a battle's setup: table, cards and charts, sides with units and strategoi, and a battle half-way. Format: README.md.
#include <algorithm>
#include <set>

#include "engine/rulesets/hoplomachia/data/data.hpp"
#include "engine/rulesets/hoplomachia/play/play.hpp"
#include "engine/rulesets/hoplomachia/text/json_state.hpp"
#include "engine/rulesets/hoplomachia/text/roster_cards.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"
#include "models/io/json.hpp"
#include "models/io/json_text.hpp"
#include "models/io/table_io.hpp"

namespace polemarch::hoplomachia {

using engine::FieldError;
using engine::get_field_or_keep;

namespace {

const Json& shipped_charts() {
  static const Json charts = io::parsed(find_embedded(data::embedded_files(), "hoplomachia_charts.json"));
  return charts;
}

/// HM-TROOP-34, HM-AMB-86: these nations always, Athenians and Lakonians late, others where the card has it for the epoch.
bool may_have_hamippoi(const UnitCard& card, const std::string& nation, int epoch) {
  const bool by_card = card.hamippoi_allowed && epoch >= 1 && epoch <= 5 && card.epochs[static_cast<std::size_t>(epoch - 1)];
  const bool always = nation == "Syracusan" || nation == "Boeotian" || nation == "Theban" || nation == "Thessalian";
  const bool late = nation == "Athenian" || nation == "Lakonian" || nation == "Spartan";
  return by_card || always || (late && epoch >= 4);
}

struct Sizes {
  int figure_mm = 15;
  Length depth;
};

/// Where a unit lies in ambush from the start (HM-GEN-18); null: hidden, at a place that is not known here.
void read_hideout(Taxis& unit, const UnitId& id, const Json& j) {
  const auto at = j.find("hideout");
  if (unit.hidden && (j.contains("poses") || j.contains("at")))
    throw FieldError(j.contains("at") ? "/at" : "/poses", "a hidden unit lies where \"hideout\" says: give its poses there");
  if (at == j.end()) return;
  unit.hidden = true;
  engine::Secret<std::vector<engine::PlacedBase>> hideout{
      .id = id.text + ".hideout", .owner = viewer_of(unit.side), .range = "a place", .revealed = false, .value = std::nullopt};
  if (!at->is_null()) {
    std::vector<engine::PlacedBase> poses;
    engine::get_field(j, "hideout", poses);
    std::set<BaseId> bases;
    for (const Lochos& lochos : unit.lochoi)
      for (const Stand& stand : lochos.stands) bases.insert(stand.base);
    for (const engine::PlacedBase& placed : poses)
      if (bases.erase(placed.base) == 0) throw FieldError("/hideout", "the unit has no base " + placed.base.text + ", or has it twice");
    if (!bases.empty()) throw FieldError("/hideout", "where does " + bases.begin()->text + " lie?");
    hideout.value = std::move(poses);
  }
  unit.hideout = std::move(hideout);
}

void read_unit(State& state, const CardTexts& cards, Side side, const UnitId& id, const Json& j) {
  Taxis unit;
  unit.side = side;
  get_field_or_keep(j, "name", unit.name);
  unit.card = card_for(state, cards, j, id);
  const UnitCard& card = state.cards.at(unit.card);
  unit.troop = card.troop;
  unit.nation = card.nation.empty() ? state.armies[side].nation : card.nation;
  get_field_or_keep(j, "nation", unit.nation);
  unit.arrangement = card.disciplined() ? Arrangement::CF : card.mov_nf ? Arrangement::NF : Arrangement::OF;
  get_field_or_keep(j, "arrangement", unit.arrangement);
  unit.baggage = unit.troop == TroopClass::Baggage;
  unit.core = unit.troop == TroopClass::Hoplite;
  get_field_or_keep(j, "core", unit.core);
  get_field_or_keep(j, "allied_to", unit.allied_to);
  get_field_or_keep(j, "commander", unit.commander);
  get_field_or_keep(j, "hidden", unit.hidden);
  get_field_or_keep(j, "enters", unit.enters);
  if (unit.name.empty()) unit.name = card.name.empty() ? id.text : card.name;

  int figure_mm = 15, bases = 1, depth = 1;
  get_field_or_keep(j, "figure_mm", figure_mm);
  if (figure_mm != 6 && figure_mm != 10 && figure_mm != 15 && figure_mm != 25)
    throw FieldError("/figure_mm", "expected 6, 10, 15 or 25 (HM-SCALE-03)");
  const bool single = !card.disciplined() || card.rhomboid || card.wedge;
  depth = single ? 1 : 2;
  get_field_or_keep(j, "bases", bases);
  if (bases < 1 || bases > 60) throw FieldError("/bases", "expected 1 to 60 bases");
  if (bases < depth) depth = bases;
  get_field_or_keep(j, "ranks", depth);
  if (depth < 1 || depth > 4 || depth > bases) throw FieldError("/ranks", "expected 1 to 4 ranks, no more than bases (HM-AMB-50)");
  Length stand_depth = 20_mm;
  if (card.rhomboid || card.wedge) stand_depth = 40_mm;
  get_field_or_keep(j, "depth_mm", stand_depth);
  if (stand_depth < 5_mm || stand_depth > 300_mm) throw FieldError("/depth_mm", "expected 5 to 300 mm");
  const Footprint footprint{Outline::Rectangle, frontage_of(figure_mm), stand_depth};

  // Bases are numbered from the front rank's left to its right, then the next rank; lochoi count from the right.
  const int files = (bases + depth - 1) / depth;
  if (card.troop == TroopClass::Peltaste && card.disciplined() && !card.mercenary && files > 5)
    throw FieldError("/bases", "expected 1 to 5 lochoi: their owner groups these peltastes so (HM-AMB-87)");
  std::vector<int> markers;
  get_field_or_keep(j, "markers", markers);
  unit.lochoi.resize(static_cast<std::size_t>(files));
  for (int i = 0; i < bases; ++i) {
    Stand stand{.base = {id.text + "." + std::to_string(i + 1)}, .footprint = footprint};
    if (static_cast<std::size_t>(i) < markers.size()) stand.marker = MarkerId{markers[static_cast<std::size_t>(i)]};
    unit.lochoi[static_cast<std::size_t>(files - 1 - i % files)].stands.push_back(std::move(stand));
  }
  bool hamippoi = false;
  get_field_or_keep(j, "hamippoi", hamippoi);
  if (hamippoi && !may_have_hamippoi(card, unit.nation, state.battle.epoch))
    throw FieldError("/hamippoi",
                     unit.nation + " horse has none in this epoch (HM-TROOP-34); \"hamippoi_allowed\" on its card says otherwise");
  std::vector<int> epilektoi;
  get_field_or_keep(j, "epilektoi", epilektoi);
  for (Lochos& lochos : unit.lochoi) lochos.hamippoi = hamippoi;
  for (const int at : epilektoi) {
    if (at < 0 || at >= files) throw FieldError("/epilektoi", "expected numbers of lochoi, from the right from 0");
    unit.lochoi[static_cast<std::size_t>(at)].epilektoi = true;
  }

  read_hideout(unit, id, j);
  const Angle heading = side == Side::A ? 90_deg : 270_deg;
  for (const engine::PlacedBase& placed : formed(unit, unit.arrangement, {}, heading))
    for (Lochos& lochos : unit.lochoi)
      for (Stand& stand : lochos.stands)
        if (stand.base == placed.base) stand.at = placed.at;
  std::vector<engine::PlacedBase> poses;
  get_field_or_keep(j, "poses", poses);
  if (const auto at = j.find("at"); at != j.end()) {
    Pose pose{{}, {}, heading};
    engine::read_at(*at, "at", pose);
    if (!at->is_object() || !at->contains("heading_deg")) pose.heading = heading;
    poses = formed(unit, unit.arrangement, pose.centre(), pose.heading);
  }
  std::set<BaseId> placed_bases;
  for (const engine::PlacedBase& placed : poses) {
    bool found = false;
    for (Lochos& lochos : unit.lochoi)
      for (Stand& stand : lochos.stands)
        if (stand.base == placed.base) stand.at = placed.at, found = true;
    if (!found) throw FieldError("/poses", "the unit has no base " + placed.base.text);
    placed_bases.insert(placed.base);
  }
  for (Lochos& lochos : unit.lochoi)
    if (std::all_of(lochos.stands.begin(), lochos.stands.end(), [&](const Stand& s) { return placed_bases.contains(s.base); }))
      lochos.fate = Fate::Sound;
  bool leads = false;
  engine::get_field_or_keep(j, "strategos", leads);
  if (leads) {
    Strategos who{.side = side, .name = "strategos of " + id.text, .nation = unit.nation, .in = {id, 0}};
    state.strategoi[id.text + "-strategos"] = std::move(who);
  }
  state.units[id] = std::move(unit);
}

void read_strategoi(State& state, Side side, const Json& list, const std::string& path) {
  if (!list.is_array()) throw FieldError(path, "expected a list of strategoi");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& j = list[i];
    const std::string here = path + "/" + std::to_string(i);
    if (!j.is_object()) throw FieldError(here, "expected a strategos");
    try {
      Strategos who{.side = side, .nation = state.armies[side].nation};
      std::string key;
      engine::get_field(j, "strategos", key);
      if (!is_valid_id(key)) throw FieldError("/strategos", "expected a name of 1 to 32 letters, digits, '_', '.' or '-'");
      who.name = key;
      get_field_or_keep(j, "name", who.name);
      get_field_or_keep(j, "nation", who.nation);
      get_field_or_keep(j, "hegemon", who.hegemon);
      engine::get_field(j, "character", who.character);
      engine::get_field(j, "stance", who.stance);
      get_field_or_keep(j, "rhetoria_allowed", who.rhetoria_allowed);
      engine::get_field(j, "unit", who.in.unit);
      get_field_or_keep(j, "lochos", who.in.at);
      const auto unit = state.units.find(who.in.unit);
      if (unit == state.units.end() || unit->second.side != side) throw FieldError("/unit", "the side has no unit " + who.in.unit.text);
      if (who.in.at < 0 || static_cast<std::size_t>(who.in.at) >= unit->second.lochoi.size())
        throw FieldError("/lochos", "expected the number of a lochos, from the right from 0");
      if (!state.strategoi.emplace(key, std::move(who)).second) throw FieldError("/strategos", key + " is there twice");
    } catch (const FieldError& error) {
      throw FieldError(here + error.path, error.what());
    }
  }
}

void read_army(State& state, Side side, const Json& j) {
  Army& army = state.armies[side];
  get_field_or_keep(j, "army", army.name);
  get_field_or_keep(j, "nation", army.nation);
  get_field_or_keep(j, "home_city", army.home_city);
  get_field_or_keep(j, "allies", army.allies);
  get_field_or_keep(j, "role", army.role);
  army.spartan = army.nation == "Spartan" || army.nation == "Spartiate";
  army.thracian = army.nation == "Thracian";
  army.hellenic = !army.thracian && army.nation != "Persian";  // HM-AMB-93
  get_field_or_keep(j, "hellenic", army.hellenic);
  get_field_or_keep(j, "thracian", army.thracian);
  get_field_or_keep(j, "spartan", army.spartan);
  engine::get_field(j, "plan", army.plan);
  engine::get_field(j, "formation", army.formation);
  if (army.home_city.empty()) army.home_city = army.nation;
  std::string track = "Panhellenic";
  if (const auto own = j.find("track"); own != j.end()) {
    if (own->is_object()) {
      engine::read_at(*own, "track", army.track);
      track.clear();
    } else {
      engine::read_at(*own, "track", track);
    }
  }
  if (!track.empty()) {
    const auto at =
        std::find_if(state.charts.tracks.begin(), state.charts.tracks.end(), [&](const AreteTrack& t) { return t.name == track; });
    if (at == state.charts.tracks.end()) throw FieldError("/track", "there is no arete track " + track);
    army.track = *at;
  }
}

void read_side(State& state, CardTexts cards, Side side, const Json& j) {
  const std::string path = "/sides/" + std::string(name_of(side));
  if (!j.is_object()) throw FieldError(path, "expected an army");
  try {
    read_army(state, side, j);
    if (const auto own = j.find("cards"); own != j.end()) add_cards(cards, *own, "/cards");
  } catch (const FieldError& error) {
    throw FieldError(path + error.path, error.what());
  }
  const auto units = j.find("units");
  if (units == j.end()) throw FieldError(path, "needs \"units\"");
  if (!units->is_array()) throw FieldError(path + "/units", "expected a list of units");
  for (std::size_t i = 0; i < units->size(); ++i) {
    const Json& one = (*units)[i];
    const std::string here = path + "/units/" + std::to_string(i);
    try {
      if (!one.is_object()) throw FieldError("", "expected a unit");
      UnitId id;
      engine::get_field(one, "unit", id);
      if (id.empty()) throw FieldError("/unit", "expected an id of 1 to 32 letters, digits, '_', '.' or '-'");
      if (state.units.contains(id)) throw FieldError("/unit", id.text + " is there twice");
      read_unit(state, cards, side, id, one);
    } catch (const FieldError& error) {
      throw FieldError(here + error.path, error.what());
    }
  }
  if (const auto list = j.find("strategoi"); list != j.end()) read_strategoi(state, side, *list, path + "/strategoi");
  // A side without a hegemon is commanded by its first strategos.
  const bool named = std::any_of(state.strategoi.begin(), state.strategoi.end(),
                                 [&](const auto& entry) { return entry.second.side == side && entry.second.hegemon; });
  if (!named)
    for (auto& [key, who] : state.strategoi)
      if (who.side == side) {
        who.hegemon = true;
        break;
      }
  state.armies[side].stands_at_start = stands_of(state, side);
}

/// Cards of units that come on by an optional rule: Hellenic psiloi without javelins (HM-OPT6-03), psiloi on a wall (HM-AMB-91).
void add_cards_of_options(State& state, const CardTexts& cards) {
  if (!state.options.lakonian_ekdromoi && !state.options.wall_shoots) return;
  const std::string usual = shipped_cards().at("usual").at("psiloi").get<std::string>();
  UnitCard card = cards.at(usual).get<UnitCard>();
  if (state.options.wall_shoots) state.cards.emplace(usual, card);
  if (!state.options.lakonian_ekdromoi) return;
  card.id = "lakonian-ekdromoi";
  card.name = "Lakonian ekdromoi";
  card.belos.reset();
  card.range.reset();
  state.cards.emplace(card.id, card);
}

State read_setup(const Json& setup, const Table& table) {
  State state;
  state.width = table.width;
  state.depth = table.depth;
  state.tolerance = table.tolerance;
  if (const auto options = setup.find("options"); options != setup.end()) engine::read_at(*options, "options", state.options);
  if (const auto battle = setup.find("battle"); battle != setup.end()) engine::read_at(*battle, "battle", state.battle);
  Json charts = shipped_charts();
  if (const auto own = setup.find("charts"); own != setup.end()) {
    if (!own->is_object()) throw FieldError("/charts", "expected charts");
    charts["sample"] = false;
    for (const auto& [key, value] : own->items()) {
      if (value.is_null())
        charts.erase(key);  // they have none: it is asked for
      else
        charts[key] = value;
    }
  }
  engine::read_at(charts, "charts", state.charts);
  for (std::size_t i = 0; i < table.terrain.size(); ++i) {
    const TerrainPiece& piece = table.terrain[i];
    const auto& kinds = state.charts.terrain;
    if (std::none_of(kinds.begin(), kinds.end(), [&](const TerrainKind& k) { return k.kind == piece.kind; })) {
      std::string known;
      for (const TerrainKind& k : kinds) known += (known.empty() ? "" : ", ") + k.kind;
      throw FieldError("/table/terrain/" + std::to_string(i) + "/kind", "unknown kind; there are " + known + " (add yours in charts)");
    }
    state.terrain.push_back({piece.id.empty() ? piece.kind + std::to_string(i + 1) : piece.id, piece.kind, piece.outline, piece.height});
  }
  CardTexts cards;
  add_cards(cards, shipped_cards().at("cards"), "/cards");
  if (const auto own = setup.find("cards"); own != setup.end()) add_cards(cards, *own, "/cards");
  if (!setup.contains("sides") || !setup["sides"].is_object()) throw FieldError("", "needs \"sides\"");
  for (const Side side : {Side::A, Side::B}) {
    const std::string key(name_of(side));
    if (!setup["sides"].contains(key)) throw FieldError("/sides", "needs \"" + key + "\"");
    read_side(state, cards, side, setup["sides"][key]);
  }
  add_cards_of_options(state, cards);
  for (const Side side : {Side::A, Side::B}) {
    state.armies[side].senior = senior_taxis(state, side);
    const Json& j = setup["sides"][std::string(name_of(side))];
    Army& army = state.armies[side];
    if (j.contains("arete")) {
      engine::get_field(j, "arete", army.arete);
      army.base_die = 0;
      army.breakfast = army.breakfast.value_or(false);
      army.hieres = army.hieres.value_or(0);
      army.rhetoria_asked = true;
      for (auto& [key, who] : state.strategoi) {  // what comes before the battle is done
        if (who.side != side) continue;
        who.character = who.character.value_or(Character::FellowHoplite);
        who.stance = who.stance.value_or(Stance::Philos);
      }
    }
    std::optional<bool> breakfast;
    engine::get_field(j, "breakfast", breakfast);
    if (breakfast) army.breakfast = breakfast;
    bool all = true;
    for (const auto& [id, unit] : state.units) all = all && (unit.side != side || unit.on_table() || unit.hidden);
    army.ready = all;
  }
  if (const auto half_way = setup.find("state"); half_way != setup.end()) {
    engine::set_over(*half_way, state);
    if (const auto at = half_way->find("at"); at != half_way->end() && at->contains("phase")) return state;  // it stands there
  }
  return state;
}

}  // namespace

Result<State> Rules::initial(std::string_view setup_json, std::string_view name) {
  auto setup = io::parse_json(setup_json, name);
  if (!setup) return setup.error();
  if (!setup->is_object() || !setup->contains("table")) return InputError{std::string(name) + ": /: needs \"table\""};
  auto table = io::table_from_json(setup->at("table"), std::string(name) + ": /table");
  if (!table) return table.error();
  auto state = engine::guarded(name, [&] { return read_setup(*setup, *table); });
  if (!state) return state.error();
  if (const auto broken = broken_invariant(*state)) return InputError{std::string(name) + ": /state: " + *broken};
  // What needs nobody is played at once: the battle begins at its first question or choice.
  Unfold u(*state, Viewer::Umpire);
  u.run();
  return u.state();
}

}  // namespace polemarch::hoplomachia
