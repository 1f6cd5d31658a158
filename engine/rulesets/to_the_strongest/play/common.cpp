#include "engine/rulesets/to_the_strongest/play/common.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/decks.hpp"

namespace polemarch::to_the_strongest {

static engine::Wait ask_deck(Side side, const std::string& player, std::string rule, std::string question, int count) {
  return engine::ask_cards(side, std::move(rule), std::move(question), activation_deck(side, player), count, kLowestCard, kHighestCard);
}
engine::Wait ask_deck(const Unfold& u, Side side, std::string rule, std::string question, int count) {
  return ask_deck(side, player_of(u.state(), side), std::move(rule), std::move(question), count);
}
engine::Wait ask_deck(const Unfold& u, const UnitId& who, std::string rule, std::string question, int count) {
  const Unit* it = u.state().unit(who);
  const Side side = it != nullptr ? it->side : general(u, who).side;
  return ask_deck(side, player_of(u.state(), side, who), std::move(rule), std::move(question), count);
}

void owe(Unfold& u, const UnitId& id, std::string rule, bool removed) {
  const Unit& it = unit(u, id);
  if (it.bases.empty()) return;
  engine::OwedPlacement owed{.unit = id, .bases = it.bases, .removed = removed, .who = viewer_of(it.side), .rule = std::move(rule)};
  if (!removed && it.box.somewhere()) owed.region = region_of(u.state(), it.box);
  u.emit(engine::owe(u.state().agenda, std::move(owed)));  // each stays owed until it is placed
}

void play_card(Unfold& u, Side side, const char* purpose, std::vector<UnitId> units, int card, int need, bool success, bool on_units,
               const std::vector<engine::Reason>& reasons, UnitId by_general) {
  const std::string player = player_of(u.state(), side, !by_general.empty() ? by_general : units.empty() ? UnitId{} : units.front());
  const DeckInUse used = deck_in_use(u.state(), side, player);
  const bool reshuffled = pile_is_out(used.deck, used.decks);
  CardTurned event{side, purpose, std::move(units), card, need, success, on_units, std::move(by_general), {}, reshuffled, {}};
  if (!player.empty()) event.player = player;
  for (const engine::Reason& reason : reasons) {
    const int value = static_cast<int>(reason.value.value_or(0));
    event.reasons.push_back(reason.rule + " " + reason.text + (value > 0 ? " +" : " ") + std::to_string(value));
  }
  u.emit(std::move(event));
}

void medals(Unfold& u, Side side, int change, std::string why, bool extra) {
  const SideState& mine = u.state().side(side);
  if (change > 0 && !extra && mine.medals == 0) {  // more may have been laid aside than there were: TTS-VP-09, TTS-VIC-01
    const int left = mine.starting_medals + mine.extra_medals - medals_gone(u.state(), side);
    change = std::clamp(left, 0, change);
  }
  if (change == 0) return;
  u.emit(MedalsSet{side, std::max(0, mine.medals + change), change, std::move(why), extra});
}

}  // namespace polemarch::to_the_strongest
