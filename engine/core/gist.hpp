#pragma once
/// What a command or an event is about, for whoever tells a battle of any ruleset. Each type says it beside its name: `static constexpr
/// Deed kDeed = Deed::Move;`, `static constexpr News kNews = News::Course;`, `static constexpr Glyph kGlyph = Glyph::Routed;`, or by the
/// functions deed(), news() and glyph() where it turns on what the command or event holds. Pure.

#include <optional>

#include "engine/core/glyph.hpp"

namespace polemarch::engine {

/// What somebody is told to do; orders stand together by it.
enum class Deed { Other, Place, Move, Charge, Fight, Shoot, Rally, Order };

/// What an event is to a reader.
enum class News {
  Note,      ///< goes along with something else
  Agenda,    ///< asked, answered, owed: it stands on the screen while it is open
  Course,    ///< a phase or a turn begins
  Aside,     ///< other lines say it too
  Throw,     ///< dice or cards fell; the throw itself says it too
  Card,      ///< a card changes hands; several in a row are told once with their number
  Result,    ///< what has become of somebody
  Decision,  ///< who won
  Loss,      ///< somebody or something is gone
};

struct Gist {
  News news = News::Note;
  std::optional<Glyph> glyph;  ///< what has become of a unit
  bool operator==(const Gist&) const = default;
};

template <class Command>
Deed deed_in(const Command& command) {
  if constexpr (requires { Command::kDeed; }) {
    return Command::kDeed;
  } else if constexpr (requires { command.deed(); }) {
    return command.deed();
  } else {
    return Deed::Other;
  }
}

/// A command that does nothing but close a phase, turn, activation or action says `static constexpr bool kOnlyEnds = true`.
template <class Command>
constexpr bool only_ends_in(const Command&) {
  return requires { Command::kOnlyEnds; };
}

/// One that closes something says that, or `static constexpr bool kEnds = true` where it does more.
template <class Command>
constexpr bool ends_in(const Command& command) {
  return only_ends_in(command) || requires { Command::kEnds; };
}

template <class Event>
Gist gist_in(const Event& event) {
  Gist gist;
  if constexpr (requires { Event::kNews; }) {
    gist.news = Event::kNews;
  } else if constexpr (requires { event.news(); }) {
    gist.news = event.news();
  }
  if constexpr (requires { Event::kGlyph; }) {
    gist.glyph = Event::kGlyph;
  } else if constexpr (requires { event.glyph(); }) {
    gist.glyph = event.glyph();
  }
  if (gist.news == News::Loss && !gist.glyph) gist.glyph = Glyph::Gone;
  return gist;
}

}  // namespace polemarch::engine
