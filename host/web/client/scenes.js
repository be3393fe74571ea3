// Turns the blocks of a match (docs/playing.md) into scenes and steps. Turn 0 is the position at the start, turn k
// the position after step k.

const keptBlocks = 48;
export const markLast = 1;

function copied(scene) {
  return { ...scene, cells: Array.from(scene.cells) };
}

/** Applies what one step changes to a scene that nobody else has. Returns the scene. */
function advance(scene, step) {
  if (step.scene) return copied(step.scene);
  for (let i = 0; step.cells && i < step.cells.length; i += 2) scene.cells[step.cells[i]] = step.cells[i + 1];
  if (step.arrows) scene.arrows = step.arrows;
  if (step.lines) scene.lines = step.lines;
  return scene;
}

/** Returns the cells that the last step of each other seat has touched: { seat, cells }, as far as the block tells. */
function earlier({ steps, palette, scores }, count) {
  const found = new Map();
  for (let i = count - 2; i >= 0 && i >= count - 2 * scores.length && found.size + 1 < scores.length; --i) {
    const { seat, cells = [] } = steps[i];
    if (seat === steps[count - 1].seat || found.has(seat)) continue;
    found.set(seat, cells.filter((_, at) => at % 2 === 0 && palette[cells[at + 1]][3] & markLast));
  }
  return [...found].map(([seat, cells]) => ({ seat, cells }));
}

/** Returns what each seat has reported last, as far as the block tells: { seat, evaluation, played }, the texts of the actions since then with its own. */
function minds({ steps, scores }, count) {
  const found = new Map();
  for (let i = count - 1; i >= 0 && i >= count - 2 * scores.length; --i) {
    const { seat, evaluation } = steps[i];
    if (evaluation && !found.has(seat)) found.set(seat, { seat, evaluation, played: steps.slice(i, count).map(({ action }) => action) });
  }
  return [...found.values()].sort((a, b) => a.seat - b.seat);
}

/** Returns the actions of a report's line that are still to come. They have as many words as that of the turn, whose place the first one has. Nothing, if
 * the match has taken another course; what is only another action of this turn comes whole. */
function lineAhead({ evaluation: { line = "" }, played }) {
  const words = line.split(" ").filter(Boolean);
  const length = played[0]?.split(" ").length ?? 1;
  const actions = Array.from({ length: Math.ceil(words.length / length) }, (_, i) => words.slice(i * length, (i + 1) * length).join(" "));
  if (played.every((action, i) => action === actions[i])) return actions.slice(played.length);
  return played.length === 1 ? actions : [];
}

/** Returns the lines of reports as Board.think() draws them. */
export function linesOf(minds) {
  return minds.map((mind) => ({ seat: mind.seat, actions: lineAhead(mind) }));
}

/** The turns of a match. `load(number)` returns a block, or a promise of one. */
export class Turns {
  constructor(blockLength, load) {
    this.blockLength = blockLength;
    this.load = load;
    this.blocks = new Map();
  }

  /** Forgets blocks from this one on, because they have changed. */
  forget(from = 0) {
    for (const number of [...this.blocks.keys()]) if (number >= from) this.blocks.delete(number);
  }

  blockOf(turn) {
    return Math.floor(Math.max(0, turn - 1) / this.blockLength);
  }

  /** Returns a promise of { scene, step, scores } of a turn. `step` is undefined for turn 0. */
  async at(turn) {
    const block = await this.block(this.blockOf(turn));
    return this.within(block, turn);
  }

  /** Returns the same at once if the block is there; else undefined. */
  atOnce(turn) {
    const block = this.loaded(this.blockOf(turn));
    return block && this.within(block, turn);
  }

  /** Returns a block if it is there; else undefined. */
  loaded(number) {
    const block = this.blocks.get(number);
    return block && block.first !== undefined ? block : undefined;
  }

  block(number) {
    let block = this.blocks.get(number);
    if (block === undefined) {
      const isAwaited = () => this.blocks.get(number) === block;  // else it was forgotten since
      block = Promise.resolve(this.load(number)).then((loaded) => {
        if (isAwaited()) this.blocks.set(number, loaded);
        return loaded;
      }, (problem) => {
        if (isAwaited()) this.blocks.delete(number);
        throw problem;
      });
      this.blocks.set(number, block);
      for (const old of this.blocks.keys()) {
        if (this.blocks.size <= keptBlocks) break;
        this.blocks.delete(old);
      }
    }
    return block;
  }

  within(block, turn) {
    const count = Math.min(turn - block.first, block.steps.length);
    const before = block.cursor;
    const from = before && before.count <= count ? before : { count: 0, scene: block.scene, scores: block.scores };
    let { scene, scores } = from;
    if (from.count < count || scene === block.scene) scene = copied(scene);
    for (let i = from.count; i < count; ++i) {
      scene = advance(scene, block.steps[i]);
      scores = block.steps[i].scores ?? scores;
    }
    block.cursor = { count, scene, scores };
    return { turn: block.first + count, scene, scores, palette: block.palette, step: count > 0 ? block.steps[count - 1] : undefined, earlier: earlier(block, count), minds: minds(block, count) };
  }
}

/** Calls `draw` with the turn that was asked for last: at once if its block is there, else as soon as it is. While it loads a block, it asks for
 * no other one: a slider that is dragged passes many. */
export class ShownTurn {
  constructor(turns, draw, fail) {
    Object.assign(this, { turns, draw, fail });
  }

  show(turn) {
    this.wanted = turn;
    const there = this.turns.atOnce(turn);
    if (there) this.draw(there);
    else if (!this.loading) this.load(turn);
  }

  async load(turn) {
    this.loading = true;
    try {
      await this.turns.at(turn);
    } catch (problem) {
      this.fail(problem);
      if (this.wanted === turn) return;
    } finally {
      this.loading = false;
    }
    this.show(this.wanted);
  }
}
