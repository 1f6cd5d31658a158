/// Events of older logs as today's room knows them. Old throws name their purpose in words alone.
#include "engine/rulesets/hoplomachia/text/upcast.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/core/telling_json.hpp"

namespace polemarch::hoplomachia {
namespace {

using engine::Aim;

struct OldPurpose {
  std::string_view words;
  Aim aim;
  bool begins = false;  ///< a name follows
};
constexpr std::array<OldPurpose, 17> kOldPurposes{{{"andreia, ", Aim::Check, true},
                                                   {"belos shooting", Aim::Shot},
                                                   {"belos charge", Aim::Shot},
                                                   {"ekdromoi", Aim::Blow},
                                                   {"scythed chariot", Aim::Blow},
                                                   {"evades", Aim::Flight},
                                                   {"routs", Aim::Flight},
                                                   {"pursues", Aim::Pursuit},
                                                   {"stance of ", Aim::Order, true},
                                                   {"casualty of ", Aim::Casualty, true},
                                                   {"paean", Aim::Spirit},
                                                   {"sphagia", Aim::Spirit},
                                                   {"One Step More", Aim::Spirit},
                                                   {"phalanx under belos", Aim::Spirit},
                                                   {"surprised", Aim::Spirit},
                                                   {"grim resolve", Aim::FoesSpirit},
                                                   {"", Aim::Other, true}}};

}  // namespace

engine::Json RulesOfAllLogs::upcast(engine::Json event) {
  if (event.value("event", "") != engine::Thrown::kName || event.contains("aim")) return event;
  const std::string purpose = event.value("purpose", "");
  const auto is = [&](const OldPurpose& old) { return old.begins ? purpose.starts_with(old.words) : purpose == old.words; };
  event["aim"] = std::find_if(kOldPurposes.begin(), kOldPurposes.end(), is)->aim;
  return event;
}

}  // namespace polemarch::hoplomachia
