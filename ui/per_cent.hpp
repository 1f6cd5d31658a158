#pragma once
/// Chances as they are told everywhere. Pure.

#include <string>

namespace polemarch::ui {

/// "58 %"; with a decimal under ten per cent and where whole ones would say that it must happen: "8.3 %", "99.9 %".
std::string per_cent(int per_mille);

}  // namespace polemarch::ui
