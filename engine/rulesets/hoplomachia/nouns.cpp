#include "engine/rulesets/hoplomachia/nouns.hpp"

namespace polemarch::hoplomachia {

std::string_view word_of(TroopClass troop) {
  switch (troop) {
    case TroopClass::Hoplite:
      return "hoplite";
    case TroopClass::Peltaste:
      return "peltaste";
    case TroopClass::Psiloi:
      return "psiloi";
    case TroopClass::Toxotes:
      return "toxotes";
    case TroopClass::Sphendonetes:
      return "sphendonetes";
    case TroopClass::Hippeis:
      return "hippeis";
    case TroopClass::Hippotoxotes:
      return "hippotoxotes";
    case TroopClass::Chariot:
      return "chariot";
    case TroopClass::Baggage:
      return "baggage";
  }
  return {};
}
std::string_view word_of(Arrangement arrangement) {
  switch (arrangement) {
    case Arrangement::CF:
      return "CF";
    case Arrangement::OF:
      return "OF";
    case Arrangement::NF:
      return "NF";
  }
  return {};
}
std::string_view name_of(Arrangement arrangement) {
  switch (arrangement) {
    case Arrangement::CF:
      return "close files";
    case Arrangement::OF:
      return "open files";
    case Arrangement::NF:
      return "no files";
  }
  return {};
}
std::string_view word_of(Condition condition) {
  switch (condition) {
    case Condition::Eager:
      return "Eager";
    case Condition::Firm:
      return "Firm";
    case Condition::Unsteady:
      return "Unsteady";
    case Condition::Shaken:
      return "Shaken";
  }
  return {};
}
std::string_view word_of(OrderType order) {
  switch (order) {
    case OrderType::Muster:
      return "muster";
    case OrderType::March:
      return "march";
    case OrderType::Halt:
      return "halt";
    case OrderType::ForwardPsiloi:
      return "forward_psiloi";
    case OrderType::RecallPsiloi:
      return "recall_psiloi";
    case OrderType::BeginApproach:
      return "begin_approach";
    case OrderType::Charge:
      return "charge";
    case OrderType::Withdrawal:
      return "withdrawal";
    case OrderType::ReleaseEkdromoi:
      return "release_ekdromoi";
    case OrderType::RecallEkdromoi:
      return "recall_ekdromoi";
  }
  return {};
}
std::string_view name_of(OrderType order) {
  switch (order) {
    case OrderType::Muster:
      return "Muster";
    case OrderType::March:
      return "March";
    case OrderType::Halt:
      return "Halt";
    case OrderType::ForwardPsiloi:
      return "Forward Psiloi";
    case OrderType::RecallPsiloi:
      return "Recall Psiloi";
    case OrderType::BeginApproach:
      return "Begin Approach";
    case OrderType::Charge:
      return "Charge";
    case OrderType::Withdrawal:
      return "Withdrawal";
    case OrderType::ReleaseEkdromoi:
      return "Release Ekdromoi";
    case OrderType::RecallEkdromoi:
      return "Recall Ekdromoi";
  }
  return {};
}
std::string_view word_of(Mode mode) {
  switch (mode) {
    case Mode::Halt:
      return "halt";
    case Mode::March:
      return "march";
    case Mode::Approach:
      return "approach";
    case Mode::Charge:
      return "charge";
    case Mode::Rout:
      return "rout";
    case Mode::Evade:
      return "evade";
    case Mode::Pursue:
      return "pursue";
  }
  return {};
}
std::string_view word_of(Character character) {
  switch (character) {
    case Character::FellowHoplite:
      return "fellow_hoplite";
    case Character::Crafty:
      return "crafty";
    case Character::Promachos:
      return "promachos";
    case Character::Demagogue:
      return "demagogue";
  }
  return {};
}
bool is_new_hegemon(const std::string& strategos) { return strategos.starts_with("A-hegemon-") || strategos.starts_with("B-hegemon-"); }
std::string called(const std::string& strategos) {
  return is_new_hegemon(strategos) ? "the new hegemon of " + strategos.substr(0, 1) : strategos;
}

std::string_view name_of(Character character) {
  switch (character) {
    case Character::FellowHoplite:
      return "Fellow Hoplite";
    case Character::Crafty:
      return "Crafty as Odysseus";
    case Character::Promachos:
      return "Promachos";
    case Character::Demagogue:
      return "Demagogue";
  }
  return {};
}
std::string_view word_of(Stance stance) {
  switch (stance) {
    case Stance::Philos:
      return "philos";
    case Stance::Symmachos:
      return "symmachos";
    case Stance::Automolos:
      return "automolos";
  }
  return {};
}
std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::PreGame:
      return "before the battle";
    case Phase::Deployment:
      return "deployment";
    case Phase::Salpinx:
      return "salpinx";
    case Phase::Commands:
      return "commands";
    case Phase::Mantis:
      return "mantis";
    case Phase::Automatic:
      return "automatic moves";
    case Phase::OffensiveBelos:
      return "offensive belos";
    case Phase::Epidromos:
      return "epidromos";
    case Phase::DefensiveBelos:
      return "defensive belos";
    case Phase::Marches:
      return "marches and approaches";
    case Phase::Melee:
      return "melee";
    case Phase::Katastrophe:
      return "katastrophe";
    case Phase::Ended:
      return "ended";
  }
  return {};
}
std::string_view name_of(AndreiaLine line) {
  switch (line) {
    case AndreiaLine::Recovering:
      return "Recovering";
    case AndreiaLine::Charging:
      return "Charging";
    case AndreiaLine::Melee:
      return "Melee";
    case AndreiaLine::Katastrophe:
      return "Katastrophe";
  }
  return {};
}
std::string_view name_of(AndreiaCode code) {
  switch (code) {
    case AndreiaCode::Maintain:
      return "maintain";
    case AndreiaCode::Recover:
      return "recover";
    case AndreiaCode::Pursue:
      return "pursue";
    case AndreiaCode::Charge:
      return "charge";
    case AndreiaCode::Evade:
      return "evade";
    case AndreiaCode::Halt:
      return "halt";
    case AndreiaCode::Disarrayed:
      return "disarrayed";
    case AndreiaCode::Routed:
      return "routed";
    case AndreiaCode::Worse:
      return "worse";
  }
  return {};
}
std::string_view name_of(BelosCode code) {
  switch (code) {
    case BelosCode::Maintain:
      return "maintain";
    case BelosCode::Formation:
      return "formation";
    case BelosCode::Charge:
      return "charge";
    case BelosCode::BelosCharge:
      return "belos charge";
    case BelosCode::ReleaseEkdromoi:
      return "release ekdromoi";
    case BelosCode::Evade:
      return "evade";
    case BelosCode::Disarrayed:
      return "disarrayed";
    case BelosCode::Routed:
      return "routed";
  }
  return {};
}
std::string_view name_of(MeleeResult result) {
  switch (result) {
    case MeleeResult::NoEffect:
      return "No Effect";
    case MeleeResult::BothDisarrayed:
      return "Both Disarrayed";
    case MeleeResult::PushedBack:
      return "Pushed Back";
    case MeleeResult::BrokenInto:
      return "Broken Into";
    case MeleeResult::Broken:
      return "Broken";
    case MeleeResult::Slaughtered:
      return "Slaughtered";
  }
  return {};
}
std::string_view name_of(Situation situation) {
  switch (situation) {
    case Situation::BorderDispute:
      return "Border Dispute";
    case Situation::CivilWar:
      return "Civil War or Revolution";
    case Situation::Anabasis:
      return "Anabasis";
    case Situation::HegemonicWar:
      return "Hegemonic War";
  }
  return {};
}
std::string_view name_of(BattleType type) {
  switch (type) {
    case BattleType::A:
      return "Raiders";
    case BattleType::B:
      return "Forcing the Pass";
    case BattleType::C:
      return "Dead End";
    case BattleType::D:
      return "Sallying Forth";
    case BattleType::E:
      return "Inside the Walls";
    case BattleType::F:
      return "The Fortified Camp";
    case BattleType::G:
      return "Amphibious Assault";
    case BattleType::H:
      return "Phalanx Clash";
  }
  return {};
}
std::string_view name_of(Plan plan) {
  switch (plan) {
    case Plan::FrontalAttack:
      return "Frontal Attack";
    case Plan::EnvelopeFlank:
      return "Envelope Flank";
    case Plan::HarassToDeath:
      return "Harass to Death";
    case Plan::Defend:
      return "Defend";
    case Plan::ExitBoard:
      return "Exit Board";
  }
  return {};
}
std::string_view name_of(ArmyFormation formation) {
  switch (formation) {
    case ArmyFormation::BattlePhalanx:
      return "Battle Phalanx";
    case ArmyFormation::DividedPhalanx:
      return "Divided Phalanx";
    case ArmyFormation::MarchingColumn:
      return "Marching Column";
    case ArmyFormation::Dispersed:
      return "Dispersed";
  }
  return {};
}

}  // namespace polemarch::hoplomachia
