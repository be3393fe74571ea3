/* Protocol "chess/1", as strategies built for it have it; see tests/abi/1.0/layout.h. */
#include <chess/chess.h>

TEXT(CHESS_PROTOCOL, "chess/1")

VALUE(CHESS_SQUARES, 64)
VALUE(CHESS_MAX_MOVES, 256)
VALUE(CHESS_MAX_QUIET, 100)

VALUE(CHESS_NONE, 0)
VALUE(CHESS_PAWN, 1)
VALUE(CHESS_KNIGHT, 2)
VALUE(CHESS_BISHOP, 3)
VALUE(CHESS_ROOK, 4)
VALUE(CHESS_QUEEN, 5)
VALUE(CHESS_KING, 6)

STRUCT(chess_action, 3, 1)
MEMBER(chess_action, from, 0, int8_t)
MEMBER(chess_action, to, 1, int8_t)
MEMBER(chess_action, promotion, 2, int8_t)

STRUCT(chess_observation, 1072, 4)
MEMBER(chess_observation, seat, 0, int32_t)
MEMBER(chess_observation, en_passant, 4, int32_t)
MEMBER(chess_observation, quiet_plies, 8, int32_t)
MEMBER(chess_observation, move_number, 12, int32_t)
MEMBER(chess_observation, occurrences, 16, int32_t)
MEMBER(chess_observation, chess960, 20, int32_t)
MEMBER(chess_observation, base_en_passant, 24, int32_t)
MEMBER(chess_observation, history_count, 28, int32_t)
MEMBER(chess_observation, move_count, 32, int32_t)
MEMBER(chess_observation, castling, 36, int8_t[4])
MEMBER(chess_observation, board, 40, int8_t[CHESS_SQUARES])
MEMBER(chess_observation, history, 104, int8_t[2 * CHESS_MAX_QUIET])
MEMBER(chess_observation, moves, 304, int8_t[3 * CHESS_MAX_MOVES])
