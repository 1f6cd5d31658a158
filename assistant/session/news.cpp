#include "assistant/session/news.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "assistant/session/hiding.hpp"
#include "engine/core/json_types.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

namespace {

/// "A takes 4 cards" of "A takes a card", told so often.
std::string of_cards(std::string line, std::size_t count) {
  constexpr std::string_view kOne = " a card";
  if (const std::size_t at = line.rfind(kOne); at != std::string::npos)
    line.replace(at, kOne.size(), " " + std::to_string(count) + " cards");
  return line;
}

/// "A1.8 Athenians is pushed back": what is told of a part of a unit that stands by itself, in the verbs that fights tell of several.
struct PartLine {
  std::string origin;  ///< "A1"
  int part = 0;
  std::string fate;  ///< of several: "are pushed back"
};
std::optional<PartLine> part_line(const std::string& line) {
  const auto digits = [&](std::size_t at) {
    while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0) ++at;
    return at;
  };
  if (line.empty() || (line[0] != 'A' && line[0] != 'B')) return std::nullopt;
  const std::size_t dot = digits(1), end = dot < line.size() && line[dot] == '.' ? digits(dot + 1) : dot;
  if (dot == 1 || end <= dot + 1 || end > dot + 4 || end >= line.size() || line[end] != ' ') return std::nullopt;
  for (const auto& [one, many] : {std::pair{" is ", "are "}, std::pair{" rallies ", "rally "}})
    if (const std::size_t verb = line.find(one, end); verb != std::string::npos)
      return PartLine{line.substr(0, dot), std::stoi(line.substr(dot + 1, end - dot - 1)),
                      many + line.substr(verb + std::string_view(one).size())};
  return std::nullopt;
}

/// "A1.5 to A1.8", "A1.2 and A1.5".
std::string parts_text(const std::string& origin, std::vector<int> parts) {
  std::sort(parts.begin(), parts.end());
  const auto id = [&](int part) { return origin + "." + std::to_string(part); };
  if (parts.size() > 2 && parts.back() - parts.front() + 1 == static_cast<int>(parts.size()))
    return id(parts.front()) + " to " + id(parts.back());
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + id(parts[i]);
  return text;
}

/// Parts of one unit with one fate are told in one line, "A1 (A1.5 to A1.8) are pushed back", where the first of them was.
std::vector<NewsLine> parts_together(const std::vector<NewsLine>& lines) {
  struct Fate {
    std::string words;
    std::vector<int> parts;
    std::size_t first;  ///< line
  };
  std::vector<NewsLine> out;
  for (std::size_t i = 0; i < lines.size();) {
    const auto first = part_line(lines[i].text);
    if (!first) {
      out.push_back(lines[i++]);
      continue;
    }
    std::vector<Fate> fates;
    for (; i < lines.size(); ++i) {
      const auto next = part_line(lines[i].text);
      if (!next || next->origin != first->origin) break;
      const auto same = std::find_if(fates.begin(), fates.end(), [&](const Fate& one) { return one.words == next->fate; });
      if (same == fates.end())
        fates.push_back({next->fate, {next->part}, i});
      else
        same->parts.push_back(next->part);
    }
    for (const Fate& fate : fates) {
      out.push_back(lines[fate.first]);
      if (fate.parts.size() > 1) out.back().text = first->origin + " (" + parts_text(first->origin, fate.parts) + ") " + fate.words;
    }
  }
  return out;
}

/// The event of an undo as JSON; null of any other.
engine::Json undone_in(const std::string& event) {
  if (event.find(R"("undone")") == std::string::npos) return {};
  engine::Json j = io::parsed_or_discarded(event);
  return j.is_object() && j.value("event", engine::Json()) == "undone" ? j : engine::Json();
}

}  // namespace

std::vector<engine::Gist> gists_of(const engine::Battle& battle, const std::vector<std::string>& events) {
  std::vector<engine::Gist> gists;
  for (const std::string& event : events) gists.push_back(battle.gist(event));
  return gists;
}

std::vector<NewsLine> news_lines(const std::vector<engine::Gist>& gists, const std::vector<std::string>& lines) {
  using engine::News;
  std::vector<NewsLine> news;
  const auto kind = [&](std::size_t i) { return i < gists.size() ? gists[i].news : News::Note; };
  const auto silent = [&](std::size_t i) { return lines[i].empty() || lines[i] == kSealedLine || kind(i) == News::Agenda; };
  const auto empty_phase = [&](std::size_t i) {  // the next began before anything happened in it
    if (kind(i) != News::Course) return false;
    for (std::size_t next = i + 1; next < lines.size(); ++next)
      if (!silent(next)) return kind(next) == News::Course;
    return false;
  };
  std::string last;
  std::size_t drawn = 1;  // cards of the last line
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (silent(i) || empty_phase(i)) continue;
    const bool again = !news.empty() && lines[i] == last;
    drawn = again ? drawn + 1 : 1;
    last = lines[i];
    if (!again)
      news.push_back({lines[i], i < gists.size() ? gists[i] : engine::Gist()});
    else if (kind(i) == News::Card)
      news.back().text = of_cards(lines[i], drawn);
  }
  return parts_together(news);
}

std::vector<std::string> news_of(const std::vector<engine::Gist>& gists, const std::vector<std::string>& lines) {
  std::vector<std::string> texts;
  for (NewsLine& line : news_lines(gists, lines)) texts.push_back(std::move(line.text));
  return texts;
}

std::vector<std::string> news_of(const Told& told, Viewer viewer) { return news_of(told.gists, seen_by(told, viewer).lines); }

void Undos::hear(std::int64_t seq, const std::vector<std::string>& events) {
  if (std::any_of(events.begin(), events.end(), [](const std::string& event) { return !undone_in(event).is_null(); })) seqs_.insert(seq);
}

void Undos::recount(const engine::Battle& battle, const std::vector<std::string>& events, std::vector<std::string>& lines) const {
  for (std::size_t i = 0; i < events.size() && i < lines.size(); ++i) {
    engine::Json event = undone_in(events[i]);
    const auto seqs = event.is_null() ? event.end() : event.find("seqs");
    if (seqs == event.end() || !seqs->is_array()) continue;
    engine::Json done = engine::Json::array();
    for (const engine::Json& seq : *seqs)
      if (!seq.is_number_integer() || !seqs_.contains(seq.get<std::int64_t>())) done.push_back(seq);
    if (done.size() == seqs->size()) continue;
    *seqs = std::move(done);
    lines[i] = battle.tell(engine::canonical(event));
  }
}

}  // namespace polemarch::assistant
