#pragma once
/// Chances as they are told everywhere. Pure.

#include <string>

namespace polemarch {

/// "58 %"; with a decimal under ten per cent and where whole ones would say that it must happen: "8.3 %", "99.9 %".
inline std::string per_cent(int per_mille) {
  const bool whole = (per_mille >= 100 && per_mille < 995) || per_mille % 10 == 0;
  if (whole) return std::to_string((per_mille + 5) / 10) + " %";
  return std::to_string(per_mille / 10) + "." + std::to_string(per_mille % 10) + " %";
}

}  // namespace polemarch
