// The value of a position by folded weights: those of windows are added to those of lines (see fold()).
#pragma once

#include "features.hpp"

namespace linez::champion {

/// The value of a position, worked out anew.
float value_of(const float* folded, const Board& board, bool again);

/// What a cell and those around it add to the value, by the weights of a stage.
float around_value(const float* stage, const Table<Content, cells + 1>& at, int cell);

}  // namespace linez::champion
