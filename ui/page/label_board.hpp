#pragma once
/// Places labels so that none lies on another, on what is kept free, or outside the table. Pure.

#include <optional>
#include <vector>

#include "ui/page/items.hpp"

namespace polemarch::ui::page {

class LabelBoard {
 public:
  explicit LabelBoard(Box table) : table_(table) {}

  /// Nothing may cover this.
  void keep_free(Box box) { taken_.push_back(box); }
  /// The box moved as little as it takes: its own place, then 8, 16, 24 pixels (times `scale`) along, up and down. Nothing where there is
  /// no room.
  std::optional<Box> place(Box wanted, double scale);
  const Box& table() const { return table_; }
  const std::vector<Box>& taken() const { return taken_; }

 private:
  bool free(const Box& box) const;
  Box table_;
  std::vector<Box> taken_;
};

}  // namespace polemarch::ui::page
