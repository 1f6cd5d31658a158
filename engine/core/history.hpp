#pragma once
/// The commands of a battle in the order they were given, and which of them count: undo leads back, and what it took stays known. Pure.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/events.hpp"
#include "engine/core/repair.hpp"

namespace polemarch::engine {

template <class Event>
class History {
 public:
  using Told = std::variant<Event, RepairEvent>;
  /// What a command did; the chain of parents from the head back to 0 is the battle as it stands.
  struct Record {
    std::int64_t parent = 0;
    std::vector<Told> events;
  };

  std::int64_t seq() const { return static_cast<std::int64_t>(records_.size()); }
  std::int64_t head() const { return head_; }  ///< seq of the last command that changed the battle
  const Record* last() const { return records_.empty() ? nullptr : &records_.back(); }
  const Record& at(std::int64_t seq) const { return records_[static_cast<std::size_t>(seq - 1)]; }
  /// The next command's record, to be filled and added.
  Record begin() const { return {.parent = head_, .events = {}}; }
  void add(Record record, bool changes_the_battle) {
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
    const auto is_undo = [](const Record& record) {
      return std::any_of(record.events.begin(), record.events.end(), [](const Told& event) {
        const auto* repair = std::get_if<RepairEvent>(&event);
        return repair != nullptr && std::holds_alternative<Undone>(*repair);
      });
    };
    std::int64_t seq = head_;
    while (seq > 0 && is_undo(at(seq))) seq = at(seq).parent;
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
      for (const Told& event : at(of).events)
        if (const auto* repair = std::get_if<RepairEvent>(&event))
          if (const auto* ruled = std::get_if<CommandRuled>(repair); ruled != nullptr && ruled->overrules == seq) return true;
    return false;
  }

  /// Chance was answered between `to` and the head.
  bool undoes_chance(std::int64_t to) const {
    for (const std::int64_t seq : taken_back(to))
      for (const Told& event : at(seq).events)
        if (const auto* room_event = std::get_if<Event>(&event))
          if (const auto* answered = std::get_if<WaitAnswered>(room_event))
            if (!answered->answer.value || !answered->answer.value->values.empty()) return true;
    return false;
  }

 private:
  std::vector<Record> records_;  ///< one a command, index = seq - 1
  std::int64_t head_ = 0;
};

}  // namespace polemarch::engine
