#include "engine/core/older_throws.hpp"

#include <algorithm>
#include <string>

#include "engine/core/telling_json.hpp"

namespace polemarch::engine {

Json with_aim(Json event, std::span<const OldPurpose> purposes) {
  if (event.value("event", "") != Thrown::kName || event.contains("aim")) return event;
  const std::string purpose = event.value("purpose", ""), rule = event.value("rule", "");
  const auto is = [&](const OldPurpose& old) {
    if (!purpose.starts_with(old.words) || (!old.rule.empty() && rule != old.rule)) return false;
    const std::string_view rest = std::string_view(purpose).substr(old.words.size());
    return rest.empty() || rest.starts_with(", ") || rest.starts_with(" of ");
  };
  const auto old = std::find_if(purposes.begin(), purposes.end(), is);
  event["aim"] = old == purposes.end() ? Aim::Other : old->aim;
  return event;
}

}  // namespace polemarch::engine
