/// Events of older logs as today's room knows them. Old throws name their purpose in words alone.
#include "engine/rulesets/paean/text/upcast.hpp"

#include <array>
#include <string>
#include <utility>

#include "engine/core/older_throws.hpp"

namespace polemarch::paean {
namespace {

/// Of volleys the hurdle may follow: "missile fire, cover".
constexpr std::array<engine::OldPurpose, 14> kOldPurposes{{{"missile fire", engine::Aim::Shot},
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
  const bool older = !event.contains("aim");
  event = engine::with_aim(std::move(event), kOldPurposes);
  if (older && event.contains("aim")) event["goes_on"] = event.value("outcome", "").ends_with(" go on");
  return event;
}

}  // namespace polemarch::paean
