#include "assistant/names/namer.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "engine/core/telling.hpp"
#include "engine/core/verbs.hpp"

namespace polemarch::assistant::names {

namespace {

bool part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.'; }

/// Behind the word that begins there; the end of a sentence or a dash is no part of it.
std::size_t end_of_word(const std::string& line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && part_of_word(line[end])) ++end;
  while (end > at + 1 && (line[end - 1] == '.' || line[end - 1] == '-')) --end;
  return end;
}

/// Nouns that end as a verb of one does: "A1 lochos 2", "A1 belos charge", "A1 taxis".
bool greek_noun(const std::string& word) {
  return word.ends_with("os") || word.ends_with("us") || (word.size() > 2 && word.ends_with("is"));
}

/// The verb of one that stands behind a blank at `end`, "shoots" of "A1 shoots at B3"; empty where another word stands there. `heads`: the
/// word may head what follows a colon, "A moves: A1", but not "A1 bases: 3".
std::string verb_behind(const std::string& line, std::size_t end, bool heads) {
  if (end >= line.size() || line[end] != ' ') return {};
  std::size_t word = end + 1;
  const auto letters = [&] {
    while (word < line.size() && std::islower(static_cast<unsigned char>(line[word])) != 0) ++word;
  };
  letters();
  if (line.compare(end, 4, " re-") == 0) ++word, letters();       // "A re-rolls"
  if (line.compare(end, 9, " counter ") == 0) ++word, letters();  // "A counter charges"
  std::string verb = line.substr(end + 1, word - end - 1);
  if (verb.size() < 2 || !verb.ends_with('s') || verb.ends_with("ss") || verb.ends_with("wards") || greek_noun(verb)) return {};
  constexpr std::array<std::string_view, 8> kHeads{"routs",   "evades",    "pursues", "shoots",
                                                   "charges", "withdraws", "splits",  "reverses"};  // "A1 routs: 6 in"
  heads = heads || std::find(kHeads.begin(), kHeads.end(), verb) != kHeads.end();
  if (word < line.size() && ((line[word] == ':' && !heads) || line[word] == '-')) return {};
  constexpr std::array<std::string_view, 9> kOthers{"as", "its", "this", "always", "sideways", "besides", "bases", "files", "ranks"};
  return std::find(kOthers.begin(), kOthers.end(), verb) == kOthers.end() ? verb : std::string();
}

/// True where a name at the end of `out` does not govern the verb behind it: "the camp of Slingers is lost".
bool behind_preposition(const std::string& out) {
  if (!out.ends_with(' ')) return false;
  const auto blank = out.find_last_of(' ', out.size() - 2);
  const std::size_t from = blank == std::string::npos || out.size() < 2 ? 0 : blank + 1;
  const std::string_view word = std::string_view(out).substr(from, out.size() - 1 - from);
  constexpr std::array<std::string_view, 22> kWords{"of",      "at",     "by",    "on",   "onto",   "in",     "into",   "to",
                                                    "for",     "from",   "with",  "near", "behind", "before", "beside", "base",
                                                    "against", "beyond", "under", "over", "off",    "past"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// "Does A1 test", "is A1 hidden": the verb that stands before a name at the end of `out` becomes that of many. True where one did.
bool verb_before(std::string& out) {
  constexpr std::array<std::array<std::string_view, 2>, 3> kAsked{{{"does ", "do "}, {"has ", "have "}, {"is ", "are "}}};
  for (const auto& [one, many] : kAsked) {
    if (out.size() < one.size()) continue;
    const std::size_t at = out.size() - one.size();
    const bool capital = std::isupper(static_cast<unsigned char>(out[at])) != 0;
    if (std::tolower(static_cast<unsigned char>(out[at])) != one[0] || out.compare(at + 1, std::string::npos, one.substr(1)) != 0) continue;
    if (at > 0 && !out.substr(0, at).ends_with(": ")) continue;  // it begins the sentence
    out.replace(at, one.size(), many);
    if (capital) out[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[at])));
    return true;
  }
  return false;
}

/// "its" told of many is "their"; behind "and" or a comma the verb goes on as theirs: "send their herald and are granted".
std::string of_many(const std::string& word, bool goes_on) {
  if (word == "its") return "their";
  if (word == "itself") return "themselves";
  constexpr std::array<std::string_view, 14> kVerbs{"is",    "has",      "was",  "does",  "moves", "turns",  "wheels",
                                                    "takes", "recovers", "goes", "halts", "joins", "drifts", "advances"};
  return goes_on && std::find(kVerbs.begin(), kVerbs.end(), word) != kVerbs.end() ? engine::verb_of_many(word) : word;
}

/// A target as rulebooks print it: "saves on 5 or more" is "saves on 5+", "each needs 2 or more" is "each needs 2+".
void print_targets(std::string& line) {
  constexpr std::string_view kOrMore = " or more";
  for (std::size_t at = line.find(kOrMore); at != std::string::npos; at = line.find(kOrMore, at + 1)) {
    std::size_t number = at;
    while (number > 0 && std::isdigit(static_cast<unsigned char>(line[number - 1])) != 0) --number;
    const std::string_view before = std::string_view(line).substr(0, number);
    if (number < at && (before.ends_with("needs ") || before.ends_with(" on ") || before.ends_with(", ")))
      line.replace(at, kOrMore.size(), "+");
  }
}

/// What a unit was part of when the battle began: A1 of "A1.3" and "A1-2".
std::string origin_of(const std::string& id) { return id.substr(0, id.find_first_of(".-")); }

/// A detachment that its line calls by the name of its origin, "A1.3 Tribal hoplites I".
bool part_called_by_name(const std::unordered_map<std::string, std::string>& names, const std::string& line, const std::string& id,
                         std::size_t end) {
  const auto origin = names.find(origin_of(id));
  return origin != names.end() && origin->first != id && end < line.size() && line[end] == ' ' &&
         line.compare(end + 1, origin->second.size(), origin->second) == 0;
}

/// Behind "Athenians (A1.5 to ": its bases are told by their ids alone.
bool among_bracketed(const std::string& out) {
  const std::size_t open = out.rfind('(');
  if (open == std::string::npos || open + 1 == out.size() || out.find(')', open) != std::string::npos) return false;
  std::size_t word = open + 1;
  while (word < out.size()) {
    const std::size_t end = std::min(out.find_first_of(" ,", word), out.size());
    const std::string one = out.substr(word, end - word);
    if (!one.empty() && one != "to" && one != "and" && one.find_first_of(".-") == std::string::npos) return false;
    word = end + 1;
  }
  return true;
}

/// Behind the name at the end of `out` stands its verb.
bool has_verb(const std::string& out, const std::string& name) {
  return !out.ends_with(name) && !out.ends_with('\'') && !out.ends_with("'s") && !out.ends_with(')');
}

}  // namespace

Namer::Namer(std::array<std::string, 2> sides, const std::vector<Member>& members) : sides_(std::move(sides)) {
  for (const Member& member : members) {
    whose_.emplace(member.unit.text, member.side);
    if (!member.fights) single_.insert(member.unit.text);
    if (!member.name.empty() && member.name != member.unit.text && names_.emplace(member.unit.text, member.name).second)
      ++given_[member.name];
  }
  for (const std::string& side : sides_)
    for (std::size_t at = 0; at < side.size() && side.size() > 1; ++at) {
      if (!part_of_word(side[at])) continue;
      const std::size_t end = end_of_word(side, at);
      if (end == at + 1 && (side[at] == 'A' || side[at] == 'B')) {
        holders_.push_back(side);
        break;
      }
      at = end - 1;
    }
}

const std::string& Namer::said_already(const std::string& line, std::size_t at) const {
  static const std::string kNone;
  for (const std::string& side : holders_)
    if (line.compare(at, side.size(), side) == 0 && (at + side.size() == line.size() || !part_of_word(line[at + side.size()]))) return side;
  return kNone;
}

void Namer::know_parts(const std::vector<UnitId>& units) {
  parts_.clear();
  for (const UnitId& unit : units)
    if (!names_.contains(unit.text) && names_.contains(origin_of(unit.text))) parts_.insert(unit.text);
}

/// "the 1st lochos", "the hamippoi": no longer, before " of ".
constexpr std::size_t kPartOf = 24;

std::optional<Side> Namer::speaks_of(const std::string& line) const {
  std::size_t from = 0;
  if (const std::size_t of = line.find(" of "); of < kPartOf && (line.starts_with("the ") || line.starts_with("The ")))
    from = of + 4;  // "the 1st lochos of B1 is broken"
  std::size_t end = from;
  while (end < line.size() && part_of_word(line[end])) ++end;
  const std::string first = line.substr(from, end - from);
  if (const std::string& side = said_already(line, from); !side.empty()) return side == sides_[0] ? Side::A : Side::B;
  if (first == sides_[0] || first == sides_[1]) return first == sides_[0] ? Side::A : Side::B;
  if (std::string named; (first == "A" || first == "B") && side_named(line, end, named)) return first == "A" ? Side::A : Side::B;
  auto unit = whose_.find(first);
  if (const std::size_t open = line.find(" ("); unit == whose_.end() && open != std::string::npos) {  // "Oak clan (B2) advances"
    const std::string id = line.substr(open + 2, std::min(line.find(')', open), line.size()) - open - 2);
    const auto named = names_.find(id);
    if (named != names_.end() && line.compare(0, open, named->second) == 0) unit = whose_.find(id);
  }
  if (unit == whose_.end()) unit = whose_.find(origin_of(first));
  return unit == whose_.end() ? std::nullopt : std::optional(unit->second);
}

std::set<UnitId> Namer::units_in(const std::string& line) const {
  std::set<UnitId> units;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!part_of_word(line[at])) continue;
    const std::size_t end = end_of_word(line, at);
    const std::string word = line.substr(at, end - at);
    if (whose_.contains(word) || parts_.contains(word)) units.insert({word});
    at = end - 1;
  }
  return units;
}

const std::string& Namer::name(const UnitId& unit) const {
  static const std::string kNone;
  auto named = names_.find(unit.text);
  if (named == names_.end()) named = names_.find(origin_of(unit.text));  // a detachment is called by what it was part of
  return named == names_.end() ? kNone : named->second;
}

bool Namer::side_named(const std::string& line, std::size_t& end, std::string& out) const {
  const bool first = line[end - 1] == 'A';
  const std::string& name = sides_[first ? 0 : 1];
  if (name.size() < 2) return false;
  if (out.ends_with("army ")) {  // "army A" is "the army of Greeks", which is one
    if (!out.ends_with("the army ")) out.insert(out.size() - 5, "the ");
    out += "of " + name;
    return true;
  }
  const bool said = out.ends_with("side ") || out.ends_with("Side ");  // "side A" is "Greeks"
  if (said) out.resize(out.size() - 5);
  if (line.compare(end, 2, "'s") == 0) {
    out += possessive(name);
    end += 2;
    return true;
  }
  // The article "A" has a noun behind it, and those of the rooms' lines do not end as a verb does.
  const std::string verb = verb_behind(line, end, true);
  const bool spaced = end < line.size() && line[end] == ' ';
  const bool counts = spaced && end + 1 < line.size() && std::isdigit(static_cast<unsigned char>(line[end + 1])) != 0;  // "A 3, B 2"
  const bool owned = out.ends_with(" of ");  // "the low hill of A in e3": no article stands there
  if (first && spaced && verb.empty() && !counts && !said && !owned && line.compare(end, 5, " and ") != 0 &&
      line.compare(end, 2, " (") != 0 && line.compare(end, 7, " first,") != 0)
    return false;
  const bool governs = !behind_preposition(out);  // "nothing of B is left"
  out += name;
  if (verb.empty()) return true;
  out += " " + (governs && engine::is_plural(name) ? engine::verb_of_many(verb) : verb);
  end += 1 + verb.size();
  return true;
}

void Namer::unit_named(const std::string& line, const std::string& id, std::size_t& end, std::string& out) const {
  const bool part = !names_.contains(id);
  const std::string& name = names_.at(part ? origin_of(id) : id);
  const bool alone = given_.at(name) == 1 && !part;
  bool bracketed = out.ends_with('(') || (part && among_bracketed(out));
  if (out.ends_with(name + " (") && end < line.size() && line[end] == ')') {  // "First cohort (A1)" is "A1"
    out.resize(out.size() - name.size() - 2);
    ++end;
    bracketed = false;
  }
  std::size_t next = end;  // so is "A1 First cohort"
  while (next < line.size() && line[next] == ' ') ++next;
  const std::size_t behind = next + name.size();
  if (next > end && line.compare(next, name.size(), name) == 0 &&
      (behind >= line.size() || !part_of_word(line[behind]) || line[behind] == '.'))
    end = behind;
  const std::size_t word = out.size() < 5 ? 0 : out.size() - 5;  // and "camp AC1", where the name ends so
  if (name.ends_with(" camp") && (out.compare(word, 5, "camp ") == 0 || out.compare(word, 5, "Camp ") == 0)) out.resize(word);
  const bool owner = line.compare(end, 2, "'s") == 0 && !bracketed;
  if (owner) end += 2;
  const bool governs = !owner && !bracketed && !behind_preposition(out), plural = engine::is_plural(name) && !single_.contains(id);
  const std::string verb = governs ? verb_behind(line, end, false) : std::string();
  out += alone ? name : bracketed ? id : name + " (" + id + ")";
  if (owner) out += alone && name.ends_with('s') ? "'" : "'s";
  if (verb.empty()) return;
  out += " " + (plural ? engine::verb_of_many(verb) : verb);
  end += 1 + verb.size();
}

std::string Namer::operator()(const std::string& line) const {
  std::string out;
  bool many = false;  // whose deed is told is a plural name: "its" is "their"
  for (std::size_t at = 0; at < line.size();) {
    if (!part_of_word(line[at])) {
      if (line[at] == '.' || line[at] == ';') many = false;
      out += line[at++];
      continue;
    }
    if (const std::string& side = said_already(line, at); !side.empty()) {
      out += side;
      at += side.size();
      continue;
    }
    const std::size_t end = end_of_word(line, at);
    const std::string word = line.substr(at, end - at);
    at = end;
    if (word == "A" || word == "B") {
      const std::string& name = sides_[word == "A" ? 0 : 1];
      if (side_named(line, at, out)) {
        many = engine::is_plural(name) && has_verb(out, name);
        continue;
      }
    }
    const bool number = word.find_first_not_of("0123456789") == std::string::npos;  // of a turn or of medals, whatever a unit's id is
    const bool whole = !number && names_.contains(word);
    if (whole || parts_.contains(word) || part_called_by_name(names_, line, word, at)) {
      const std::string& name = names_.at(whole ? word : origin_of(word));
      many = engine::is_plural(name) && !single_.contains(word);
      const bool asked = many && line.compare(at, 2, "'s") != 0 && verb_before(out);
      unit_named(line, word, at, out);
      many = many && (asked || has_verb(out, name));
    } else {
      out += many ? of_many(word, out.ends_with(" and ") || out.ends_with(", ")) : word;
    }
  }
  print_targets(out);
  return out;
}

}  // namespace polemarch::assistant::names
