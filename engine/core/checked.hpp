#pragma once
/// A list that is asked for its items by place, and a value that is there while something is going on, where somebody else decides how many
/// there are: what was answered, the fight that a step speaks of. A log that was meddled with may hold too few; what is not there is an
/// error then, not a read of something else. Pure.

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace polemarch::engine {

/// std::vector, but for `[]`, front(), back(), pop_back() and erase() of one: they throw std::out_of_range.
template <class T>
struct Checked : std::vector<T> {
  using std::vector<T>::vector;
  Checked() = default;
  Checked(std::vector<T> list) : std::vector<T>(std::move(list)) {}

  T& operator[](std::size_t at) { return this->at(at); }
  const T& operator[](std::size_t at) const { return this->at(at); }
  T& front() { return this->at(0); }
  const T& front() const { return this->at(0); }
  T& back() { return this->at(this->size() - 1); }
  const T& back() const { return this->at(this->size() - 1); }

  using iterator = typename std::vector<T>::iterator;
  using const_iterator = typename std::vector<T>::const_iterator;
  void pop_back() {
    static_cast<void>(this->back());
    std::vector<T>::pop_back();
  }
  iterator erase(const_iterator at) {
    static_cast<void>(this->at(static_cast<std::size_t>(at - this->cbegin())));
    return std::vector<T>::erase(at);
  }
  iterator erase(const_iterator from, const_iterator to) { return std::vector<T>::erase(from, to); }
};

/// std::optional, but for `*` and `->`: they throw std::bad_optional_access.
template <class T>
struct CheckedMaybe : std::optional<T> {
  using std::optional<T>::optional;
  using std::optional<T>::operator=;
  CheckedMaybe() = default;

  T& operator*() { return this->value(); }
  const T& operator*() const { return this->value(); }
  T* operator->() { return &this->value(); }
  const T* operator->() const { return &this->value(); }
  bool operator==(const CheckedMaybe& other) const {
    return static_cast<const std::optional<T>&>(*this) == static_cast<const std::optional<T>&>(other);
  }
};

}  // namespace polemarch::engine
