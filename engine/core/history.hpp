#pragma once
/// The commands of a battle in the order they were given, and which of them count: undo leads back, and what it took stays known. What a
/// command did is kept as text: its events as values would take six times the room, all evening long. Pure.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/ids.hpp"

namespace polemarch::engine {

class History {
 public:
  /// What a command did; the chain of parents from the head back to 0 is the battle as it stands.
  struct Record {
    std::int64_t parent = 0;
    std::int64_t rules_on = 0;           ///< seq of the refused command that the players ruled on; 0: none
    bool undoes = false;                 ///< it took commands back
    bool shows_chance = false;           ///< dice or cards were answered
    std::array<bool, 2> shows_hidden{};  ///< what that side alone knew was opened, or is gone
    std::string events;                  ///< canonical JSON, a line each

    void add(std::string_view event) {
      events += event;
      events += '\n';
    }
    std::vector<std::string_view> lines() const {
      std::vector<std::string_view> out;
      for (std::size_t at = 0, end = 0; (end = events.find('\n', at)) != std::string::npos; at = end + 1)
        out.emplace_back(std::string_view(events).substr(at, end - at));
      return out;
    }
  };

  std::int64_t seq() const { return static_cast<std::int64_t>(records_.size()); }
  std::int64_t head() const { return head_; }  ///< seq of the last command that changed the battle
  const Record* last() const { return records_.empty() ? nullptr : &records_.back(); }
  const Record& at(std::int64_t seq) const { return records_[static_cast<std::size_t>(seq - 1)]; }
  /// The next command's record, to be filled and added.
  Record begin() const {
    Record record;
    record.parent = head_;
    return record;
  }
  void add(Record record, bool changes_the_battle) {
    record.events.shrink_to_fit();
    records_.push_back(std::move(record));
    if (changes_the_battle) head_ = seq();
  }

  /// The seqs that lead to this one, it included, oldest first.
  std::vector<std::int64_t> chain_to(std::int64_t seq) const {
    std::vector<std::int64_t> chain;
    for (; seq > 0; seq = at(seq).parent) chain.push_back(seq);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  /// Where an undo leads that names no seq: before the last command that is no undo itself. Nothing when there is none.
  std::optional<std::int64_t> one_back() const {
    std::int64_t seq = head_;
    while (seq > 0 && at(seq).undoes) seq = at(seq).parent;
    if (seq == 0) return std::nullopt;
    return at(seq).parent;
  }

  /// The commands an undo to `to` takes back.
  std::vector<std::int64_t> taken_back(std::int64_t to) const {
    const std::vector<std::int64_t> stays = chain_to(to);
    std::vector<std::int64_t> gone;
    for (const std::int64_t seq : chain_to(head_))
      if (!std::binary_search(stays.begin(), stays.end(), seq)) gone.push_back(seq);
    return gone;
  }

  /// The players ruled on the command that was refused at `seq`, and the ruling counts.
  bool is_ruled(std::int64_t seq) const {
    for (std::int64_t of = head_; of > 0; of = at(of).parent)
      if (at(of).rules_on == seq) return true;
    return false;
  }

  /// What only the other side knew was opened between `to` and the head.
  bool undoes_reveal(std::int64_t to, Side by) const {
    const std::vector<std::int64_t> gone = taken_back(to);
    return std::any_of(gone.begin(), gone.end(), [&](std::int64_t seq) { return at(seq).shows_hidden[by == Side::A ? 1 : 0]; });
  }

  /// Chance was answered between `to` and the head.
  bool undoes_chance(std::int64_t to) const {
    const std::vector<std::int64_t> gone = taken_back(to);
    return std::any_of(gone.begin(), gone.end(), [&](std::int64_t seq) { return at(seq).shows_chance; });
  }

 private:
  std::vector<Record> records_;  ///< one a command, index = seq - 1
  std::int64_t head_ = 0;
};

}  // namespace polemarch::engine
