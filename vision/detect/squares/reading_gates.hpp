#pragma once
/// The numbers by which a square is looked at, read and believed. Inside of SquareDetector.

namespace polemarch::vision {

/// When a reading is believed. Strict enough that weak families (16 bits) raise no false alarm on ordinary pictures.
namespace believed {
constexpr double kLeastGain = 14.0;     // grey levels from ink to paper
constexpr double kMostResidual = 0.18;  // rms of picture minus print over gain, in families of distance 4; sharp true prints stay below 0.1
constexpr double kResidualPerBit = 0.012;   // added per bit of the family's distance above 4: sure even where a hand or glare spoils pixels
constexpr double kMostDeviation = 0.24;     // rms of the module values from ink or paper, over gain; chance patterns start at 0.3
constexpr double kMostSingle = 0.55;        // of the gain, distance 4: how far one module may stand from what the word says
constexpr double kSinglePerBit = 0.02;      // added per bit of distance above 4
constexpr double kSmallResidual = 0.08;     // below distance 9 and some 4 px a module blur hides errors: the residual may be at most this
constexpr double kSmallPerPx = 0.027;       // and so much more a pixel of the module's side
constexpr double kMostBorder = 0.35;        // below distance 9, of the gain: how bright a module of the border may be. Letters and parts of
constexpr double kBorderPerBit = 0.05;      // other codes show words in a frame that is open somewhere. Added per bit of distance above 4
constexpr double kRatioPerLack = 1.5;       // families of distance below 4: added to kLeastRatio per bit below,
constexpr double kSinglePerLack = 0.1;      // and taken from kMostSingle
constexpr double kBlurredResidual = 0.08;   // strong families (distance 9 and more): with a residual this small and a runner-up
constexpr double kBlurredRatio = 5.0;       // this much worse, module values may scatter (blur makes them shaky) up to
constexpr double kBlurredDeviation = 0.55;  // this
constexpr double kPlainDeviation = 0.15;    // (chance patterns start at 0.26 there), with a runner-up
constexpr double kPlainRatio = 8.0;         // this much worse, may look this unlike a clean print: sharpened, enlarged, packed
constexpr double kCoveredRatio = 2.0;       // then: chi-square of the runner-up word over that of the best
constexpr double kLeastRatio = 2.6;         // chi-square of the runner-up word over that of the best
constexpr double kLeastLead = 12.0;         // nats by which the best word must lead the runner-up, noise not below kNoiseFloor
constexpr double kNoiseFloor = 0.03;        // of the gain: pictures are never trusted better than this
constexpr double kLeastQuiet = 0.4;         // of the gain: how much brighter than ink every side's outside must be
}  // namespace believed

/// What a quad must show before it is worth a fit: lenient, for corners half a pixel off and a guessed blur.
namespace first_look {
constexpr double kLeastGain = 8.0;     // grey levels from border to outside
constexpr double kLeastShare = 0.6;    // of that gain: least and
constexpr double kMostShare = 1.8;     // most contrast of the word
constexpr double kMostResidual = 0.5;  // of that gain
constexpr double kMostScatter = 0.9;   // of the rise from the ring inside the quad to that outside: how even the inner one must be
constexpr double kMostUnexplained =
    0.5;  // share of the modules' chi-square that the best word leaves; chance patterns leave 0.6 in the mean
}  // namespace first_look

constexpr int kBlindSamples = 450;    // pixels compared while the word is unknown; the final fit compares ModuleFitSettings::most_samples
constexpr double kSameQuad = 0.12;    // modules; a quad with its corners this near those of another is not read again
constexpr double kSideModule = 4.0;   // pixels a module; from here the corners are taken from the marker's own four edges
constexpr double kLeastModule = 1.2;  // pixels a module; smaller quads are not read

}  // namespace polemarch::vision
