/// Events of older logs as today's room knows them. Old throws name their purpose in words alone.
#include "engine/rulesets/hoplomachia/text/upcast.hpp"

#include <array>
#include <utility>

#include "engine/core/older_throws.hpp"

namespace polemarch::hoplomachia {
namespace {

using engine::Aim;

constexpr std::array<engine::OldPurpose, 16> kOldPurposes{{{"andreia", Aim::Check},
                                                           {"belos shooting", Aim::Shot},
                                                           {"belos charge", Aim::Shot},
                                                           {"ekdromoi", Aim::Blow},
                                                           {"scythed chariot", Aim::Blow},
                                                           {"evades", Aim::Flight},
                                                           {"routs", Aim::Flight},
                                                           {"pursues", Aim::Pursuit},
                                                           {"stance", Aim::Order, "HM-STANCE-06"},
                                                           {"casualty", Aim::Casualty},
                                                           {"paean", Aim::Spirit},
                                                           {"sphagia", Aim::Spirit},
                                                           {"One Step More", Aim::Spirit},
                                                           {"phalanx under belos", Aim::Spirit},
                                                           {"surprised", Aim::Spirit},
                                                           {"grim resolve", Aim::FoesSpirit}}};

}  // namespace

engine::Json RulesOfAllLogs::upcast(engine::Json event) { return engine::with_aim(std::move(event), kOldPurposes); }

}  // namespace polemarch::hoplomachia
