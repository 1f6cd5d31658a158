#include "assistant/present/order_pages.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace polemarch::assistant::present {

namespace {

/// As they stand below each other.
constexpr std::array<std::pair<engine::Deed, std::string_view>, 8> kGroups{{{engine::Deed::Move, "Move"},
                                                                            {engine::Deed::Charge, "Charge"},
                                                                            {engine::Deed::Fight, "Fight"},
                                                                            {engine::Deed::Shoot, "Shoot"},
                                                                            {engine::Deed::Rally, "Rally"},
                                                                            {engine::Deed::Order, "Order"},
                                                                            {engine::Deed::Other, "Other"},
                                                                            {engine::Deed::Place, "Place"}}};

/// On the first page something of every kind of order: who may charge, shoot or rally sees it beside the moves. What may not be done comes
/// kind by kind, so that the first reasons are not all about one.
void show_each_kind(std::vector<ui::OptionView>& offers, int page) {
  const auto refused = std::stable_partition(offers.begin(), offers.end(), [](const ui::OptionView& offer) { return offer.allowed; });
  std::map<std::string, int> told;
  std::vector<std::pair<int, ui::OptionView>> turns;
  for (auto offer = refused; offer != offers.end(); ++offer) turns.emplace_back(told[offer->group]++, std::move(*offer));
  std::stable_sort(turns.begin(), turns.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::transform(turns.begin(), turns.end(), refused, [](auto& turn) { return std::move(turn.second); });
  if (refused - offers.begin() <= page) return;
  std::map<std::string, int> count;
  for (auto offer = offers.begin(); offer != refused; ++offer) ++count[offer->group];
  if (count.size() < 2) return;
  const std::string& most =
      std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
  const int each = page >= kPage ? 2 : 1;
  std::vector<bool> first(static_cast<std::size_t>(refused - offers.begin()), false);
  int room = page;
  std::map<std::string, int> taken;
  for (std::size_t i = 0; i < first.size(); ++i)
    if (offers[i].group != most && taken[offers[i].group] < each && room > page / 3) first[i] = true, ++taken[offers[i].group], --room;
  for (std::size_t i = 0; i < first.size() && room > 0; ++i)
    if (!first[i]) first[i] = true, --room;
  std::vector<ui::OptionView> ordered;
  for (const bool wanted : {true, false})
    for (std::size_t i = 0; i < first.size(); ++i)
      if (first[i] == wanted) ordered.push_back(std::move(offers[i]));
  std::move(ordered.begin(), ordered.end(), offers.begin());
}

}  // namespace

engine::Deed group_of(engine::Deed deed, bool deploying) { return deed == engine::Deed::Move && deploying ? engine::Deed::Place : deed; }

std::size_t place_of_group(engine::Deed group) {
  const auto at = std::find_if(kGroups.begin(), kGroups.end(), [&](const auto& one) { return one.first == group; });
  return static_cast<std::size_t>(at - kGroups.begin());
}

std::string_view name_of_group(engine::Deed group) { return kGroups.at(place_of_group(group)).second; }

void page_orders(ui::ViewState& view, int page, int most) {
  show_each_kind(view.offers, most);
  const int allowed =
      static_cast<int>(std::count_if(view.offers.begin(), view.offers.end(), [](const auto& offer) { return offer.allowed; }));
  const int pages = std::max(1, (allowed + most - 1) / most);
  view.offer_page = ((page % pages) + pages) % pages;
  int at = 0;
  for (ui::OptionView& offer : view.offers) {
    if (!offer.allowed) {
      offer.key = "-";
      continue;
    }
    const int digit = at - view.offer_page * most;
    offer.key = digit >= 0 && digit < most ? std::to_string(digit + 1) : "#" + std::to_string(at + 1);
    ++at;
  }
}

}  // namespace polemarch::assistant::present
