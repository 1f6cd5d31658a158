#include "assistant/session/course.hpp"

namespace polemarch::assistant {

using engine::Json;

CoursePlace Course::before(const engine::Battle& battle, const Json& command) const {
  const engine::Now now = battle.now();
  CoursePlace place{now.turn, now.phase, now.who, last_t_, battle.seq() + 1};
  const auto text = [&](const char* name) {
    const auto at = command.is_object() ? command.find(name) : command.end();
    return command.is_object() && at != command.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  const std::string action = text("do");
  const auto belongs = [&](const std::map<std::string, Asked>& open, const std::string& id) {
    auto at = open.find(id);
    if (at == open.end() && id.empty() && open.size() == 1) at = open.begin();
    if (at == open.end()) return;
    place.asked_t = at->second.t;
    place.order = at->second.order;
  };
  if (action == "answer") belongs(waits_, text("wait"));
  if (action.empty() && waits_.size() == 1) belongs(waits_, {});  // sealed: most likely the answer
  if (action == "place") belongs(owed_, text("owed"));
  return place;
}

void Course::after(const engine::Battle& battle, const CoursePlace& place, double t) {
  const auto follow = [&](std::map<std::string, Asked>& known, auto&& open, char letter) {
    std::map<std::string, Asked> now;
    for (const auto& one : open) {
      int number = 0;
      if constexpr (requires { one.id.number; }) {
        number = one.id.number;
      } else {
        number = one.id;
      }
      const std::string id = letter + std::to_string(number);
      const auto at = known.find(id);
      now[id] = at == known.end() ? Asked{t, place.order} : at->second;
    }
    known = std::move(now);
  };
  follow(waits_, battle.waits(Viewer::Umpire), 'w');
  follow(owed_, battle.owed(), 'p');
  last_t_ = t;
}

}  // namespace polemarch::assistant
