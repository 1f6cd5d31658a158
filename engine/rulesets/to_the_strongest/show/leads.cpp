/// Where a command takes whom: by boxes and facings.
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"

namespace polemarch::to_the_strongest {
namespace {

bool shoots(OrderKind kind) { return kind == OrderKind::Shoot || kind == OrderKind::MoveAndShoot || kind == OrderKind::ShootAndMove; }

std::optional<BoxName> box_of(Box box) { return box.somewhere() ? polemarch::box_named(name_of(box)) : std::nullopt; }

}  // namespace

engine::Lead Showing::lead(const State&, const Command& command) {
  engine::Lead lead;
  const auto faces = [&](const std::optional<Facing>& facing) {
    if (facing) lead.facing = heading_of(*facing);
  };
  if (const Order* order = order_in(command)) {
    lead.who = order->units;
    if (order->kind != OrderKind::Straddle) lead.box = box_of(order->to);  // that one says beside which box
    if (!shoots(order->kind)) lead.against = order->target;
    faces(order->facing);
    return lead;
  }
  std::visit(engine::Overloaded{[&](const engine::PlaceBases& c) {
                                  lead.who = {c.unit};
                                  lead.set_down = true;
                                },
                                [&](const CommandMove& c) {
                                  lead.who = {c.general};
                                  lead.box = box_of(c.to);
                                },
                                [&](const Mark& c) {
                                  lead.who = {c.unit.empty() ? c.general : c.unit};
                                  lead.box = box_of(c.box);
                                  faces(c.facing);
                                },
                                [](const auto&) {}},
             command);
  return lead;
}

}  // namespace polemarch::to_the_strongest
