// The steps of a match as pages contain them (docs/match-view.md): texts as patterns, and numbers that depend on what is known before each.

import { NumberDecoder, mixed } from "./numbers.js";

const [patternKind, modeKind, valueKind, listedKind, lookKind, marksKind, countKind, placeKind] = [0, 1, 2, 3, 4, 5, 6, 7];
const [itself, more, told, lastTold] = [0, 1, 2, 16];
const [noText, newPattern, asWord, others] = [0, 1, 2, 3];
const fading = 1 | 4;  // marks that a cell seldom has twice: of the last action, and highlighted
const none = -1;

/** The board of a match that is unpacked: its cells are numbers in a palette of [glyph, token, role, marks]. */
class PackedBoard {
  constructor({ looks, tokens, near }, numbers) {
    Object.assign(this, { known: looks, tokens, near, numbers, palette: [], entries: new Map(), marked: [], lastLook: none });
  }

  /** Returns the number of a cell in the palette. */
  entry(cell) {
    const [look, marks] = [this.looks[cell], this.marks[cell]];
    const [glyph, token, role] = this.known[look];
    const key = (look * 512 + marks) * (this.looks.length + 1) + (token === null ? cell + 1 : 0);
    let entry = this.entries.get(key);
    if (entry === undefined) this.entries.set(key, entry = this.palette.push([glyph, token ?? this.tokens[cell], role, marks]) - 1);
    return entry;
  }

  /** Returns a scene with all its cells. */
  begun(scene) {
    const { numbers } = this;
    const count = scene.rows * scene.columns;
    Object.assign(this, { across: scene.columns, looks: new Uint32Array(count), marks: new Uint32Array(count), marked: [] });
    this.entries.clear();
    const [looks, marks] = [this.looks, this.marks];
    for (let i = 0; i < count; ++i) {
      const [left, leftMarks] = i > 0 ? [looks[i - 1], marks[i - 1]] : [0, 0];
      const [up, upMarks] = i >= this.across ? [looks[i - this.across], marks[i - this.across]] : [0, 0];
      looks[i] = numbers.next(lookKind, left, mixed(left, up), 0);
      marks[i] = numbers.next(marksKind, looks[i], mixed(looks[i], leftMarks), mixed(leftMarks, upMarks));
      if (marks[i] & fading) this.marked.push(i);
    }
    return { ...scene, cells: Array.from(looks, (_, i) => this.entry(i)) };
  }

  set(cell, a, b, c, place) {
    const look = this.numbers.next(lookKind, a, b, c);
    const marks = this.numbers.next(marksKind, mixed(look, this.marks[cell]), mixed(place, look), place);
    [this.looks[cell], this.marks[cell]] = [look, marks];
    if (marks & fading) this.marked.push(cell);
    this.changed.add(cell);
  }

  /** Returns what a step changes: the number of a cell, its number in the palette, and so on. `named`: the cells that its texts name; `said`: their
   * values; `action`: a number that stands for the kind of its action. */
  changes(named, said, action) {
    const { numbers, looks } = this;
    this.changed = new Set(this.marked);
    for (const cell of this.marked) this.marks[cell] &= ~fading;
    const cells = [...named, ...this.marked.map((cell) => ({ cell, slot: none, number: none }))];
    this.marked = [];
    let first = none;
    const listed = new Set();
    for (const { cell, slot, number } of cells) {
      if (cell >= looks.length) continue;
      if (first === none) first = looks[cell];
      const context = mixed(slot, number);
      if (numbers.next(listedKind, slot, context, mixed(slot, looks[cell]))) this.set(cell, context, mixed(slot, first), mixed(slot, looks[cell]), slot);
    }
    const count = numbers.next(countKind, 2, action, mixed(named.length, 3));
    const [row, column] = this.near;
    let place = row === column || Math.max(row, column) >= said.length ? 0 : said[row] * this.across + said[column];
    let [last, before] = [0, 0];
    for (let i = 0; i < count; ++i) {
      const begun = i === 0 ? 1 : 0;
      const step = numbers.nextSigned(placeKind, mixed(begun, Math.min(count - i, 3)), mixed(begun, last), mixed(mixed(begun, last), before));
      [last, before] = [step, last];
      listed.add(place += step);
    }
    for (const i of listed) {
      let around = 0;
      for (const other of [i - this.across, i + 1, i + this.across, i - 1]) around = 2 * around + (listed.has(other) ? 1 : 0);
      this.set(i, this.lastLook, mixed(looks[i], i), mixed(looks[i], this.lastLook), around);
      this.lastLook = looks[i];
    }
    return [...this.changed].flatMap((cell) => [cell, this.entry(cell)]);
  }
}

/** The texts of steps. */
class PackedTexts {
  constructor({ patterns, tokens, fields, offset }, numbers) {
    Object.assign(this, { tokens, fields, numbers, first: fields.length + offset, columns: [], known: [], lines: 0, ofWords: new Map() });
    this.patterns = patterns.map((pattern) => ({ parts: pattern.split(/[\x00\x01]/), cells: Array.from(pattern.replace(/[^\x00\x01]/g, ""), (sign) => sign === "\x01") }));
  }

  /** Begins a step. Returns the number of its lines; -1: they did not change. */
  begin() {
    Object.assign(this, { said: [], named: [], difference: 0, before: 0, revealed: [] });
    const lines = this.numbers.nextSigned(countKind, 0, this.lines, 1);
    this.lines = lines;
    return lines;
  }

  /** Returns the pattern and the values of the next text of a column; undefined: none. */
  next(column) {
    const { numbers, known } = this;
    const word = this.revealed[column - this.first];
    const ofWord = this.ofWords.get(word);
    const code = numbers.next(patternKind, mixed(Math.min(column, this.first), this.before), mixed(column, this.columns[column] ?? 0),
      mixed(Math.min(column, this.first), word === undefined ? 0 : ofWord === undefined ? 1 : 2));
    const number = code === newPattern ? known.length : code === asWord ? ofWord : code - others;
    this.before = this.columns[column] = code === noText ? 0 : number + 1;
    if (code === noText) return undefined;
    if (word !== undefined) this.ofWords.set(word, number);
    const pattern = this.patterns[number];
    if (code === newPattern) known.push({ modes: pattern.cells.map(() => numbers.next(modeKind, column, 0, 0)), before: pattern.cells.map(() => 0) });
    const { modes, before } = known[number];
    const values = modes.map((mode, i) => {
      const from = mode === itself ? 0 : mode === more ? before[i] : mode < lastTold ? this.said[mode - told] : this.said.at(lastTold - mode - 1);
      const slot = mixed(number + 1, i);
      this.difference = numbers.nextSigned(valueKind, slot, mixed(slot, this.difference), mixed(slot, before[i]));
      const value = before[i] = from + this.difference;
      this.said.push(value);
      if (pattern.cells[i] && this.fields[column]?.[0] !== "arrows") this.named.push({ cell: value, slot, number: none });
      else if (this.named.at(-1)?.number === none) this.named.at(-1).number = value;
      return value;
    });
    return { pattern, values };
  }

  /** Returns the next text of a column; undefined: none. */
  text(column) {
    const found = this.next(column);
    return found && found.pattern.parts.reduce((text, part, i) => text + (found.pattern.cells[i - 1] ? this.tokens[found.values[i - 1]] : found.values[i - 1]) + part);
  }

  /** Notes what was revealed: lines often tell the same. */
  reveal(text) {
    this.revealed = text.split(/[/ ]/);
  }

  /** Returns the arrows of a step. */
  arrows(column, across) {
    return this.next(column)?.values.flatMap((value, i, all) => (i % 3 === 2 ? [[...all.slice(i - 2, i).flatMap((cell) => [Math.floor(cell / across), cell % across]), value]] : []));
  }
}

function stepsOf(packed, numbers) {
  const board = new PackedBoard(packed, numbers);
  const texts = new PackedTexts(packed, numbers);
  const scene = board.begun(packed.scene);
  const steps = Array.from({ length: packed.count }, () => {
    const step = {};
    const lines = texts.begin();
    packed.fields.forEach(([name, json], column) => {
      const found = name === "arrows" ? texts.arrows(column, board.across) : texts.text(column);
      if (found === undefined) return;
      step[name] = json && name !== "arrows" ? JSON.parse(found) : found;
      if (name === "reveals") texts.reveal(found);
    });
    if (lines >= 0) step.lines = Array.from({ length: lines }, (_, i) => texts.text(packed.fields.length + i));
    if (step.scene) {
      step.scene = board.begun(step.scene);
      return step;
    }
    const changed = board.changes(texts.named, texts.said, texts.columns.length > 1 ? mixed(texts.columns[1], 2) : 2);
    if (changed.length > 0) step.cells = changed;
    return step;
  });
  return { first: packed.first, scene, scores: packed.scores, palette: board.palette, steps };
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Returns a promise of JSON that is in zlib's format, as base64. */
export function unzipped(base64) {
  return new Response(new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** Returns a promise of the block of steps in a page's element: its JSON and its numbers. */
export async function unpacked(element) {
  const [json, bytes] = element.split(" ");
  const packed = await unzipped(json);
  return stepsOf(packed, new NumberDecoder(bytesOf(bytes), packed.count));
}
