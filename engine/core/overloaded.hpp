#pragma once
/// Lambdas as one visitor of a variant. Pure.

namespace polemarch::engine {

/// A type without its lambda is a compile error.
template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace polemarch::engine
