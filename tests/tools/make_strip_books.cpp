/// Makes the code books of the strips and rings from their seeds: make_strip_books FOLDER [BOOK...]. Writes FOLDER/<book>.json.
/// Running it again gives the same bytes; the shipped books are in models/data/families.

#include <algorithm>
#include <fstream>
#include <iostream>

#include "vision/prints/strip_book.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "use: make_strip_books FOLDER [BOOK...]\n";
    return 2;
  }
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  for (const auto& request : polemarch::vision::shipped_books()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), request.name) == wanted.end()) continue;
    const auto book = polemarch::vision::make_book(request);
    if (!book) {
      std::cerr << book.error().line << "\n";
      return 1;
    }
    const std::string path = std::string(argv[1]) + "/" + book->name + ".json";
    std::ofstream file(path, std::ios::binary);
    file << polemarch::vision::book_text(*book);
    if (!file.flush()) {
      std::cerr << path << ": cannot write\n";
      return 2;
    }
    std::cout << book->name << ": " << book->words.size() << " words, distance " << book->distance << ", one column off "
              << book->slip_distance << "\n";
  }
  return 0;
}
