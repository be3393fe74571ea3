// The constants of the protocols, which strategies that were built long ago hold as numbers. (The structs are pinned by
// the READMEs of the games.)
#include <chess/chess.h>
#include <chesspuzzle/chesspuzzle.h>
#include <go/go.h>
#include <inc/inc.h>
#include <linez/linez.h>
#include <polyomino/polyomino.h>
#include <tonga/tonga.h>

#include <string_view>

namespace {

using std::string_view;

static_assert(string_view(CHESS_PROTOCOL) == "chess/1");
static_assert(CHESS_SQUARES == 64 && CHESS_MAX_MOVES == 256 && CHESS_MAX_QUIET == 100);
static_assert(CHESS_NONE == 0 && CHESS_PAWN == 1 && CHESS_KNIGHT == 2 && CHESS_BISHOP == 3 && CHESS_ROOK == 4);
static_assert(CHESS_QUEEN == 5 && CHESS_KING == 6);

static_assert(string_view(CHESSPUZZLE_PROTOCOL) == "chesspuzzle/1");
static_assert(CHESSPUZZLE_MIN_SIDE == 6 && CHESSPUZZLE_MAX_SIDE == 15 && CHESSPUZZLE_MAX_DEPTH == 10);
static_assert(CHESSPUZZLE_MAX_CELLS == 225 && CHESSPUZZLE_NONE == 0 && CHESSPUZZLE_ONE == 1 && CHESSPUZZLE_TWO == 2);
static_assert(CHESSPUZZLE_THREE == 3 && CHESSPUZZLE_FOUR == 4 && CHESSPUZZLE_KNIGHT == 5 && CHESSPUZZLE_BISHOP == 6);
static_assert(CHESSPUZZLE_ROOK == 7 && CHESSPUZZLE_QUEEN == 8);

static_assert(string_view(GO_PROTOCOL) == "go/1");
static_assert(GO_MIN_SIZE == 5 && GO_MAX_SIZE == 19 && GO_MAX_POINTS == 361 && GO_MAX_MOVES == 1083);
static_assert(GO_PASS == -1 && GO_EMPTY == 0 && GO_BLACK == 1 && GO_WHITE == 2);

static_assert(string_view(INC_PROTOCOL) == "inc/1");
static_assert(INC_SEATS == 3 && INC_MAX_SIDE == 16 && INC_MAX_CELLS == 256 && INC_MAX_TURNS == 1'000'000'000);
static_assert(INC_HORIZONTAL == 0 && INC_VERTICAL == 1 && INC_FIRST == 0 && INC_SECOND == 1);

static_assert(string_view(LINEZ_PROTOCOL) == "linez/1");
static_assert(LINEZ_MIN_SIDE == 5 && LINEZ_MAX_SIDE == 16 && LINEZ_MAX_CELLS == 256 && LINEZ_MAX_DROP == 9);
static_assert(LINEZ_LETTERS_ROWS == 0 && LINEZ_LETTERS_COLUMNS == 1);
static_assert(LINEZ_POINTS_CONTEST == 0 && LINEZ_POINTS_LINES98 == 1);

static_assert(string_view(POLYOMINO_PROTOCOL) == "polyomino/1");
static_assert(POLYOMINO_MAX_SIDE == 200 && POLYOMINO_MIN_SIZE == 3 && POLYOMINO_MAX_SIZE == 1000);
static_assert(POLYOMINO_MAX_TILES == 10000 && POLYOMINO_FREE == 0 && POLYOMINO_COVERED == 1 && POLYOMINO_TILE == 2);
static_assert(POLYOMINO_GET == 1 && POLYOMINO_PLACE == 2 && POLYOMINO_DONE == 3);

static_assert(string_view(TONGA_PROTOCOL) == "tonga/1");
static_assert(TONGA_MIN_SIZE == 4 && TONGA_MAX_SIZE == 16 && TONGA_MAX_CELLS == 256);
static_assert(TONGA_EMPTY == 0 && TONGA_BLACK == 1 && TONGA_WHITE == 2);

}  // namespace
