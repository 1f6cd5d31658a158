/// What is wrong with the camera's picture and what is out of its sight, since when, and what the players say to it.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "assistant/play/desk.hpp"

namespace polemarch::assistant::play {

namespace {

using Kind = present::CameraTrouble::Kind;

constexpr double kBumpTold = 20, kSlow = 2;  ///< s a bump is told; s before a table that is not found, or a covered border, is told
constexpr std::size_t kLeastBorder = 3;      ///< markers that keep the table

const TableNotice* notice_named(const TableState& table, std::string_view key) {
  const auto found = std::find_if(table.notices.begin(), table.notices.end(), [&](const TableNotice& notice) { return notice.key == key; });
  return found == table.notices.end() ? nullptr : &*found;
}

struct Wrong {
  Kind kind;
  std::string text;
};

std::string with_full_stop(std::string text) { return text.empty() || text.ends_with('.') ? text : text + "."; }

/// Where to look first when a source is lost.
std::string what_to_look_at(std::string_view source) {
  if (source.starts_with("http://")) return " Look at the phone: its app open, its screen on, in this network.";
  if (source.starts_with("rtsp")) return " Look at the camera and its network.";
  if (source.starts_with("camera:")) return " Look at the camera's plug.";
  return "";
}

/// The worst of what is wrong in this look.
std::optional<Wrong> wrong_in(const Look& look) {
  if (look.by_choice) return Wrong{Kind::ByHand, ""};
  if (look.lost) return Wrong{Kind::Lost, with_full_stop(look.said.empty() ? look.source : look.said) + what_to_look_at(look.source)};
  if (look.manual) return std::nullopt;
  if (look.frozen) return Wrong{Kind::Frozen, look.source};
  const auto* dark = notice_named(look.table, "too_dark");  // then nothing else can be told from it
  if (dark != nullptr) return Wrong{Kind::Dark, dark->text};
  if (const auto* moves = notice_named(look.table, "table_moves")) return Wrong{Kind::Moves, moves->text};
  if (!look.table.registered) {
    const auto* why = notice_named(look.table, "not_registered");
    return Wrong{Kind::NotFound, why == nullptr ? "" : why->text};
  }
  if (const auto* bright = notice_named(look.table, "too_bright")) return Wrong{Kind::Bright, bright->text};
  if (const auto* blurred = notice_named(look.table, "out_of_focus")) return Wrong{Kind::Blurred, blurred->text};
  if (look.table.border_seen.size() < kLeastBorder) return Wrong{Kind::Covered, ""};
  return std::nullopt;
}

}  // namespace

bool Desk::is_told_by_card(const std::string& key) {
  constexpr std::array kOnCard{"bumped",         "border_hidden", "too_dark",       "too_bright",  "out_of_focus",    "table_moves",
                               "not_registered", "source_frozen", "source_stalled", "source_lost", "source_retrying", "source_ended"};
  return key.starts_with("unknown:") || std::ranges::find(kOnCard, key) != kOnCard.end();
}

void Desk::note_camera(const Look& look) {
  const bool border_told = !look.manual && !look.lost && look.table.registered;  // else nobody knows where it lies in the picture
  if (!border_told) border_hidden_since_.clear();
  for (const BorderMarker& border : table_.border) {
    if (!border_told) break;
    if (std::ranges::find(look.table.border_seen, border.marker) == look.table.border_seen.end())
      border_hidden_since_.emplace(border.marker, t_);
    else
      border_hidden_since_.erase(border.marker);
  }
  const auto* bump = notice_named(look.table, "bumped");
  if (bump != nullptr && (!camera_.bump_stands || bump->text != camera_.bumped)) {
    camera_.bumped = bump->text;
    camera_.bumped_at = t_;
  }
  camera_.bump_stands = bump != nullptr;
  const auto wrong = wrong_in(look);
  const std::optional<Kind> kind = wrong ? std::optional(wrong->kind) : std::nullopt;
  if (kind != camera_.kind) {
    camera_.since = t_ - look.for_s;
    camera_.known.reset();
  }
  camera_.kind = kind;
  camera_.text = wrong ? wrong->text : std::string();
  camera_.ended = look.lost && look.ended;
}

std::optional<present::CameraTrouble> Desk::camera_trouble() const {
  const double ago = t_ - camera_.bumped_at;
  if (camera_.kind) {
    if (camera_.known == camera_.kind) return std::nullopt;
    const double lasted = t_ - camera_.since;
    const bool slow = camera_.kind == Kind::NotFound || camera_.kind == Kind::Covered || camera_.kind == Kind::Moves;
    if (!slow || lasted >= kSlow) return present::CameraTrouble{*camera_.kind, camera_.text, lasted, 0, camera_.ended};
  }
  if (ago < kBumpTold) return present::CameraTrouble{Kind::Bumped, camera_.bumped, ago, kBumpTold - ago};
  return std::nullopt;
}

void Desk::note_unseen(const Look& look) {
  std::set<UnitId> unseen;
  for (const ObservedBase& base : look.table.bases) {
    if (base.state == Seen::Seen) {
      hidden_since_.erase(base.base);
    } else {
      hidden_since_.emplace(base.base, t_);
      unseen.insert(base.unit);
    }
  }
  std::erase_if(vouched_, [&](const UnitId& unit) { return !unseen.contains(unit); });
}

void Desk::choose_camera(const std::string& option) {
  constexpr std::string_view kStands = "stands:";
  if (option.starts_with(kStands)) {
    vouched_.insert(UnitId{option.substr(kStands.size())});
    diary_.push_back(nlohmann::json{{"t", t_}, {"stands", option.substr(kStands.size())}}.dump());
    return;
  }
  if (option == "differences") observer_.forget();
  if (option == "hand" || option == "camera") by_hand_ = option == "hand";
  camera_.known = camera_.kind;
  camera_.bumped_at = -1e9;
}

}  // namespace polemarch::assistant::play
