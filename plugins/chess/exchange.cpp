#include "exchange.hpp"

#include "books.hpp"

#include <agon/game.h>
#include <agon/failure.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace chess {

namespace {

/// Returns a lead in pawns as "+0.31", a mate as "+M3" with the plies until then. An expected share of the point is
/// told in pawns by Elo's formula, a pawn for 100 points; what is next to certain, without a number.
std::string evaluation_text(const agon_evaluation& told) {
  constexpr double certain = 1e-6;
  constexpr double hundredths = 100;
  std::array<char, 64> text{};
  const auto pawns = [&](double lead) {
    std::snprintf(text.data(), text.size(), "%+.2f", std::round(hundredths * lead) / hundredths + 0.0);
  };
  const double share = std::clamp(told.value, 0.0, 1.0);
  if (told.unit == AGON_VALUE_MATE) {
    const double plies = 2 * std::abs(told.value) - (told.value > 0 ? 1 : 0);
    std::snprintf(text.data(), text.size(), "%cM%.0f", told.value > 0 ? '+' : '-', plies);
  } else if (told.unit == AGON_VALUE_PAWNS) {
    pawns(told.value / hundredths);
  } else if (share < certain || share > 1 - certain) {
    std::snprintf(text.data(), text.size(), "%cM", share > 1 - certain ? '+' : '-');
  } else {
    pawns(4 * std::log10(share / (1 - share)));
  }
  std::string written = text.data();
  if (told.depth > 0) written.append("/").append(std::to_string(told.depth));
  return written;
}

/// Returns the value of the tag Termination for a seat's end.
const char* termination(std::int32_t outcome) {
  switch (outcome) {
    case AGON_OUTCOME_OK:
      return "normal";
    case AGON_OUTCOME_ILLEGAL:
      return "rules infraction";
    case AGON_OUTCOME_TIME:
    case AGON_OUTCOME_STALL:
      return "time forfeit";
    default:
      return "abandoned";
  }
}

const char* result_of(const agon::Record& record) {
  if (!record.is_over()) return "*";
  const double lead = record.score(0) - record.score(1);
  return lead > 0 ? "1-0" : lead < 0 ? "0-1" : "1/2-1/2";
}

void add_tags(PgnWriter& pgn, const agon::Record& record, const Position& start, bool chess960) {
  pgn.tag("Event", "chess");
  pgn.tag("Site", "?");
  pgn.tag("Date", "????.??.??");
  pgn.tag("Round", std::to_string(record.seed()));
  pgn.tag("White", record.player(0));
  pgn.tag("Black", record.player(1));
  pgn.tag("Result", result_of(record));
  if (chess960) pgn.tag("Variant", "Chess960");
  if (const std::string fen = start.fen(); fen != Position().fen()) {
    pgn.tag("SetUp", "1");
    pgn.tag("FEN", fen);
  }
  const auto turns = record.turns();
  const std::int32_t end = turns.empty() ? std::int32_t{AGON_OUTCOME_OK} : turns.back().outcome;
  pgn.tag("Termination", record.is_over() ? termination(end) : "unterminated");
}

}  // namespace

std::string pgn_of(const agon::Record& record, Position position, bool chess960) {
  PgnWriter pgn;
  add_tags(pgn, record, position, chess960);
  std::uint64_t number = 0;
  for (const agon_record_turn& turn : record.turns()) {
    const std::string_view text = agon::Record::text_of(turn);
    if (turn.outcome != AGON_OUTCOME_OK) {
      pgn.comment(std::string(turn.seat == 0 ? "White" : "Black").append(" is out: ").append(text));
      continue;
    }
    const Move move = parse_move(position, text);
    pgn.move(position, move);
    position.play(move);
    if (++number == record.opening_size()) {
      pgn.comment("end of the opening");
    } else if (turn.evaluation != nullptr) {
      pgn.comment(evaluation_text(*turn.evaluation));
    }
  }
  return pgn.finish(result_of(record));
}

void add_openings(std::string_view text, bool is_epd, agon::Openings& list) {
  try {
    for (Start& start : is_epd ? read_epd(text) : read_pgn(text)) {
      agon::Opening opening{.line = start.line, .parameters = {}, .actions = std::move(start.moves)};
      if (start.chess960) opening.parameters.emplace_back("chess960", "yes");
      opening.parameters.emplace_back("fen", start.position.fen());
      list.add(opening);
    }
  } catch (const std::invalid_argument& wrong) {
    throw agon::Illegal(wrong.what());
  }
}

}  // namespace chess
