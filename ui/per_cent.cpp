#include "ui/per_cent.hpp"

namespace polemarch::ui {

std::string per_cent(int per_mille) {
  const bool whole = (per_mille >= 100 && per_mille < 995) || per_mille % 10 == 0;
  if (whole) return std::to_string((per_mille + 5) / 10) + " %";
  return std::to_string(per_mille / 10) + "." + std::to_string(per_mille % 10) + " %";
}

}  // namespace polemarch::ui
