#include "ui/page/theme.hpp"

namespace polemarch::ui::page {

namespace {

constexpr Paint hex(unsigned rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>((rgb >> 8U) & 0xFFU), static_cast<std::uint8_t>(rgb & 0xFFU),
          255};
}

}  // namespace

const Theme& dark_theme() {
  static const Theme theme{hex(0x0E1318), hex(0x171E25), hex(0x222C36), hex(0xF4F2EC), hex(0xBAC4CD), hex(0x93A0AC), hex(0x0072B2),
                           hex(0xFFFFFF), hex(0x56B4E9), hex(0xD55E00), hex(0x120C06), hex(0xFF8A3C), hex(0xF0E442), hex(0x2BC795),
                           hex(0xE79CC8), hex(0xF2AE1C), hex(0xF5F2EA), hex(0x14181C), hex(0x2B3641), hex(0xF4F2EC), hex(0x51606E)};
  return theme;
}

const Theme& light_theme() {
  static const Theme theme{hex(0xDDD8CC), hex(0xFAF8F3), hex(0xEDE8DD), hex(0x16191C), hex(0x454C53), hex(0x5E656B), hex(0x0072B2),
                           hex(0xFFFFFF), hex(0x005F94), hex(0xD55E00), hex(0x120C06), hex(0xA84300), hex(0xF0E442), hex(0x00704E),
                           hex(0x8F2F69), hex(0x8A5900), hex(0xFFFFFF), hex(0x14181C), hex(0xE4DED1), hex(0x16191C), hex(0x8E8778)};
  return theme;
}

}  // namespace polemarch::ui::page
