/// What picking an offer wishes for.
#include <optional>
#include <string>
#include <utility>

#include "assistant/present/parts.hpp"
#include "engine/core/needs.hpp"
#include "models/intent.hpp"

namespace polemarch::assistant::present {

namespace {

/// What the words that a player types become in the command; nothing where the need is not one of words.
std::optional<FillIn::As> typed_as(engine::NeedKind kind) {
  switch (kind) {
    case engine::NeedKind::Text:
      return FillIn::As::Text;
    case engine::NeedKind::Names:
      return FillIn::As::Names;
    case engine::NeedKind::Yes:
      return FillIn::As::Yes;
    case engine::NeedKind::Dice:
    case engine::NeedKind::Card:
    case engine::NeedKind::Pose:
    case engine::NeedKind::Target:
    case engine::NeedKind::Facing:
      break;
  }
  return std::nullopt;
}

}  // namespace

Intent wish_of(const engine::OfferText& offer, std::string command) {
  if (!offer.whole && offer.verdict.allowed() && offer.still_needed.size() == 1) {
    const engine::Need& need = offer.still_needed.front();
    if (const auto as = typed_as(need.kind); as && !need.prompt.empty())
      return FillIn{std::move(command), need.field, offer.text + ": " + need.prompt + ", then Enter", *as};
  }
  return GiveCommand{std::move(command)};
}

}  // namespace polemarch::assistant::present
