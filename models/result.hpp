#pragma once
/// A value or one clear line about what is wrong with the input. For bad input only: refusals by the rules are Verdicts, and our own
/// bugs assert. Pure.

#include <cassert>
#include <string>
#include <utility>
#include <variant>

#include "models/one_line.hpp"

namespace polemarch {

/// One line that names the file or message, the place in it and the mend, e.g.
/// "roster.json: /units/2/bases: expected an integer from 1 to 24, got \"many\"". Whatever names and words of strangers it repeats, it is
/// one line.
struct InputError {
  InputError() = default;
  InputError(const std::string& text) : line(on_a_line(text)) {}  // NOLINT(google-explicit-constructor): an error is its line
  std::string line;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}           // NOLINT(google-explicit-constructor): reads as return value;
  Result(InputError error) : content_(std::move(error)) {}  // NOLINT(google-explicit-constructor)
  explicit operator bool() const { return content_.index() == 0; }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const T& value() const {
    assert(*this);
    return *std::get_if<0>(&content_);
  }
  T& value() {
    assert(*this);
    return *std::get_if<0>(&content_);
  }
  const InputError& error() const {
    assert(!*this);
    return *std::get_if<1>(&content_);
  }

 private:
  std::variant<T, InputError> content_;
};

}  // namespace polemarch
