#pragma once
/// Every verb of the program, one line each; the array is the only list.

#include <array>

#include "assistant/cli/cli.hpp"

namespace polemarch::assistant {

Action add_adjudicate(CLI::App& program);
Action add_demo(CLI::App& program);
Action add_new(CLI::App& program);
Action add_play(CLI::App& program);
Action add_replay(CLI::App& program);
Action add_detect(CLI::App& program);
Action add_report(CLI::App& program);
Action add_export(CLI::App& program);
Action add_battles(CLI::App& program);
Action add_track(CLI::App& program);
Action add_measure(CLI::App& program);
Action add_version(CLI::App& program);
Action add_calibrate(CLI::App& program);
Action add_markers(CLI::App& program);
Action add_simulate(CLI::App& program);
Action add_doctor(CLI::App& program);
Action add_keys(CLI::App& program);

// clang-format off
constexpr std::array kVerbs{
    AddVerb{add_adjudicate},
    AddVerb{add_demo},
    AddVerb{add_new},
    AddVerb{add_play},
    AddVerb{add_replay},
    AddVerb{add_detect},
    AddVerb{add_report},
    AddVerb{add_export},
    AddVerb{add_battles},
    AddVerb{add_track},
    AddVerb{add_measure},
    AddVerb{add_version},
    AddVerb{add_calibrate},
    AddVerb{add_markers},
    AddVerb{add_simulate},
    AddVerb{add_doctor},
    AddVerb{add_keys},
};
// clang-format on

}  // namespace polemarch::assistant
