// The rules of chess once more, in the plainest way: a board of letters, and a move is legal if no piece can take the
// king afterwards. For comparison with the game's own code; it shares nothing with that.
#pragma once

#include <set>
#include <string>

namespace naive_chess {

/// Returns the legal moves of the position in a FEN with castling rights of classical chess, as UCI writes them.
std::set<std::string> legal_moves(const std::string& fen);

}  // namespace naive_chess
