// The steps of a match as pages contain them, by columns and differences (docs/match-view.md).

import { markLast } from "./scenes.js";

/** Returns a function that returns the next text of a column; undefined: none. */
function textsOf({ patterns, values }) {
  const parts = patterns.map((pattern) => pattern.split("\0"));
  const last = parts.map((all) => all.map(() => 0));
  let at = 0;
  return () => {
    const pattern = values[at++];
    return pattern < 0 ? undefined : parts[pattern].reduce((text, part, i) => text + (last[pattern][i] += values[at++]) + part);
  };
}

/** Returns the block of steps that was packed. */
export function unpack({ first, scene, scores, count, cells, lines, fields }) {
  const palette = [];
  const known = new Map();
  const board = [];  // [look, marks] of each cell
  const marked = new Set();
  const set = (number, look, marks) => {
    board[number] = [look, marks];
    if (marks & markLast) marked.add(number);
    else marked.delete(number);
    const key = `${look} ${marks}`;
    if (!known.has(key)) known.set(key, palette.push([...cells.palette[look], marks]) - 1);
    return known.get(key);
  };
  const begun = ({ marks, ...scene }) => {
    marked.clear();
    return { ...scene, cells: scene.cells.map((look, i) => set(i, look, marks[i])) };
  };
  const start = begun(scene);
  let [cell, look] = [0, 0];
  const changes = (changed) => {
    const unmarked = new Map([...marked].map((number) => [number, set(number, board[number][0], board[number][1] & ~markLast)]));
    for (let number = 0; changed > 0; --changed, ++cell) {
      number += cells.places[cell];
      look += cells.looks[cell];
      unmarked.set(number, set(number, look, cells.marks[cell]));
    }
    return [...unmarked].flat();
  };
  const line = lines.columns.map(textsOf);
  const columns = Object.entries(fields).map(([name, column]) => [name, textsOf(column), column.json]);
  const steps = Array.from({ length: count }, (_, i) => {
    const step = {};
    for (const [name, next, json] of columns) {
      const text = next();
      if (text !== undefined) step[name] = json ? JSON.parse(text) : text;
    }
    if (step.scene) step.scene = begun(step.scene);
    const changed = changes(cells.counts[i]);
    if (changed.length > 0 && !step.scene) step.cells = changed;
    if (lines.counts[i] >= 0) step.lines = line.slice(0, lines.counts[i]).map((next) => next());
    return step;
  });
  return { first, scene: start, scores, palette, steps };
}
