#pragma once
/// What the lines of a log meant when they were written: whom a fight was against, what a question asked, what fell, the battle does not
/// know any more at its end. Pure.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assistant/names/namer.hpp"
#include "assistant/play/in_vain.hpp"
#include "assistant/session/session.hpp"
#include "engine/core/showing.hpp"
#include "engine/core/telling.hpp"

namespace polemarch::assistant::play {

/// A command of a log as it was given.
struct CommandThen {
  bool open = false;  ///< all may know it; else nothing of it stands here but what its events told
  bool answers = false;
  std::string words, plain;       ///< in players' words; as the room calls it
  std::string chosen;             ///< the option an answer picked
  std::string moment;             ///< whose move of which phase it was
  bool throws_in_battle = false;  ///< it answered dice or cards, once the battle had begun
  bool places = false;            ///< it put a unit somewhere
  UnitId acts;                    ///< who was ordered
  engine::OfferMark leads;        ///< where that leads
  Route route;                    ///< of an order that leads somewhere; its card is named by whoever shows it
  bool settled = false;           ///< nothing was asked for any more once it was done
  bool in_vain = false;           ///< it was the last answer to such an order, and nobody went
  std::vector<engine::Thrown> throws;
  std::vector<std::optional<std::string>> told;  ///< a line an event; nothing where one holds what only one side may know
};

class ToldThen : public Session::Visitor {
 public:
  explicit ToldThen(const names::Namer& namer) : namer_(namer) {}
  void before(const engine::Battle& battle, const LogLine& line, const CoursePlace& place) override;
  void after(const engine::Battle& battle, const LogLine& line, const std::vector<std::string>& told) override;
  /// Of the command `seq`; where the log could not be walked: nothing of it.
  CommandThen of(std::int64_t seq) const;

 private:
  const names::Namer& namer_;
  std::map<std::int64_t, CommandThen> commands_;
  std::optional<Route> under_way_;
};

}  // namespace polemarch::assistant::play
