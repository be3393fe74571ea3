#include "naive.hpp"

#include <array>
#include <cctype>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace naive_chess {

namespace {

using Step = std::pair<int, int>;  // files, ranks

struct Board {
  std::array<std::array<char, 8>, 8> at{};  // [rank][file], '.' for nothing
  bool white = true;                        // moves
  std::string castling;
  std::string en_passant;
};

bool inside(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

char& on(Board& board, int file, int rank) {
  return board.at[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
}

char on(const Board& board, int file, int rank) {
  return board.at[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
}

bool is_white(char piece) {
  return std::isupper(static_cast<unsigned char>(piece)) != 0;
}

Board read(const std::string& fen) {
  Board board;
  std::istringstream words(fen);
  std::string rows;
  std::string side;
  words >> rows >> side >> board.castling >> board.en_passant;
  board.white = side == "w";
  int rank = 7;
  int file = 0;
  for (const char letter : rows) {
    if (letter == '/') {
      --rank;
      file = 0;
    } else if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      for (int i = 0; i < letter - '0'; ++i) on(board, file++, rank) = '.';
    } else {
      on(board, file++, rank) = letter;
    }
  }
  return board;
}

std::vector<Step> steps_of(char kind) {
  std::vector<Step> steps;
  for (int files = -2; files <= 2; ++files) {
    for (int ranks = -2; ranks <= 2; ++ranks) {
      const int length = files * files + ranks * ranks;
      if (kind == 'n' ? length == 5 : (kind != 'b' && length == 1) || (kind != 'r' && length == 2))
        steps.emplace_back(files, ranks);
    }
  }
  return steps;
}

std::string name(int file, int rank) {
  return {static_cast<char>('a' + file), static_cast<char>('1' + rank)};
}

/// Returns whether a piece of that side could go to the square, where an enemy's king is thought to be.
bool attacked(const Board& board, int file, int rank, bool by_white) {
  for (int f = 0; f < 8; ++f) {
    for (int r = 0; r < 8; ++r) {
      const char piece = on(board, f, r);
      if (piece == '.' || is_white(piece) != by_white) continue;
      const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(piece)));
      if (kind == 'p') {
        if (r + (by_white ? 1 : -1) == rank && (f - file == 1 || file - f == 1)) return true;
        continue;
      }
      for (const auto& [files, ranks] : steps_of(kind)) {
        int x = f + files;
        int y = r + ranks;
        while (inside(x, y)) {
          if (x == file && y == rank) return true;
          if (on(board, x, y) != '.' || kind == 'n' || kind == 'k') break;
          x += files;
          y += ranks;
        }
      }
    }
  }
  return false;
}

bool king_hangs(const Board& board) {
  for (int file = 0; file < 8; ++file) {
    for (int rank = 0; rank < 8; ++rank) {
      if (on(board, file, rank) == (board.white ? 'K' : 'k')) return attacked(board, file, rank, !board.white);
    }
  }
  return true;
}

struct Moves {
  const Board& board;
  std::set<std::string> legal{};

  void add(int file, int rank, int to_file, int to_rank, bool takes_en_passant = false) {
    Board after = board;
    const char piece = on(after, file, rank);
    on(after, file, rank) = '.';
    on(after, to_file, to_rank) = piece;
    if (takes_en_passant) on(after, to_file, rank) = '.';
    if (king_hangs(after)) return;
    const std::string text = name(file, rank) + name(to_file, to_rank);
    if (std::tolower(static_cast<unsigned char>(piece)) == 'p' && (to_rank == 0 || to_rank == 7)) {
      for (const char promotion : {'n', 'b', 'r', 'q'}) legal.insert(text + promotion);
    } else {
      legal.insert(text);
    }
  }

  void pawn(int file, int rank) {
    const int up = board.white ? 1 : -1;
    if (on(board, file, rank + up) == '.') {
      add(file, rank, file, rank + up);
      if (rank == (board.white ? 1 : 6) && on(board, file, rank + 2 * up) == '.') add(file, rank, file, rank + 2 * up);
    }
    for (const int side : {-1, 1}) {
      if (!inside(file + side, rank + up)) continue;
      const char target = on(board, file + side, rank + up);
      if (target != '.' && is_white(target) != board.white) add(file, rank, file + side, rank + up);
      if (name(file + side, rank + up) == board.en_passant) add(file, rank, file + side, rank + up, true);
    }
  }

  void castle() {
    const int rank = board.white ? 0 : 7;
    const auto safe = [&](int file) { return !attacked(board, file, rank, !board.white); };
    const auto free = [&](int file) { return on(board, file, rank) == '.'; };
    const bool kings_side = board.castling.find(board.white ? 'K' : 'k') != std::string::npos;
    const bool queens_side = board.castling.find(board.white ? 'Q' : 'q') != std::string::npos;
    if (kings_side && free(5) && free(6) && safe(4) && safe(5) && safe(6)) legal.insert(name(4, rank) + name(6, rank));
    if (queens_side && free(1) && free(2) && free(3) && safe(4) && safe(3) && safe(2))
      legal.insert(name(4, rank) + name(2, rank));
  }
};

}  // namespace

std::set<std::string> legal_moves(const std::string& fen) {
  const Board board = read(fen);
  Moves moves{board};
  for (int file = 0; file < 8; ++file) {
    for (int rank = 0; rank < 8; ++rank) {
      const char piece = on(board, file, rank);
      if (piece == '.' || is_white(piece) != board.white) continue;
      const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(piece)));
      if (kind == 'p') {
        moves.pawn(file, rank);
        continue;
      }
      for (const auto& [files, ranks] : steps_of(kind)) {
        for (int x = file + files, y = rank + ranks; inside(x, y); x += files, y += ranks) {
          const char target = on(board, x, y);
          if (target == '.' || is_white(target) != board.white) moves.add(file, rank, x, y);
          if (target != '.' || kind == 'n' || kind == 'k') break;
        }
      }
    }
  }
  moves.castle();
  return moves.legal;
}

}  // namespace naive_chess
