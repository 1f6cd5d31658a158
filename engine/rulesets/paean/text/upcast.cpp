/// Events of older logs as today's room knows them. Old throws name their purpose in words alone.
#include "engine/rulesets/paean/text/upcast.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/core/telling_json.hpp"

namespace polemarch::paean {
namespace {

/// Of volleys the hurdle may follow: "missile fire, cover".
struct OldPurpose {
  std::string_view words;
  engine::Aim aim;
};
constexpr std::array<OldPurpose, 14> kOldPurposes{{{"missile fire", engine::Aim::Shot},
                                                   {"reaction fire", engine::Aim::Shot},
                                                   {"close combat", engine::Aim::Blow},
                                                   {"single combat", engine::Aim::Blow},
                                                   {"command roll", engine::Aim::Order},
                                                   {"missile reaction", engine::Aim::Check},
                                                   {"contact reaction", engine::Aim::Check},
                                                   {"close ranks", engine::Aim::Check},
                                                   {"stop the push back", engine::Aim::Check},
                                                   {"challenge", engine::Aim::Check},
                                                   {"initiative test", engine::Aim::Check},
                                                   {"heroic action", engine::Aim::Check},
                                                   {"mortal wound", engine::Aim::Casualty},
                                                   {"survival in a lost combat", engine::Aim::Casualty}}};

}  // namespace

engine::Json RulesOfAllLogs::upcast(engine::Json event) {
  if (event.value("event", "") != engine::Thrown::kName || event.contains("aim")) return event;
  const std::string purpose = event.value("purpose", "");
  const auto is = [&](const OldPurpose& old) { return purpose == old.words || purpose.starts_with(std::string(old.words) + ", "); };
  const auto* old = std::find_if(kOldPurposes.begin(), kOldPurposes.end(), is);
  event["aim"] = old == kOldPurposes.end() ? engine::Aim::Other : old->aim;
  event["goes_on"] = event.value("outcome", "").ends_with(" go on");
  return event;
}

}  // namespace polemarch::paean
