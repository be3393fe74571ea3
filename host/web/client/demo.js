// A small board on which a match of a game is played over and over.

import { Board } from "./board.js";
import { element, put, whenSeen } from "./dom.js";
import { Turns } from "./scenes.js";
import { read } from "./server.js";
import { inTurn } from "./thumb.js";

const mostTurns = 120;
const patience = 20;  // questions whether the match has gone on
const still = matchMedia("(prefers-reduced-motion: reduce)");

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function turnsOf(id) {
  let header = await read("match", { id });
  for (let asked = 0; asked < patience && !header.live.over && header.length < mostTurns; ++asked) {
    await pause(500);
    header = await read("match", { id });
  }
  return { turns: new Turns(header.block, (number) => read("block", { id, number })), last: Math.min(mostTurns, header.length) };
}

async function show(box, game) {
  const { turns, last } = await inTurn(() => turnsOf(`demo-${game.id}`));
  const board = new Board();
  const draw = async (turn) => {
    const { scene, palette, earlier } = await turns.at(turn);
    if (scene.rows > 0) board.show(scene, palette, { earlier, moves: true });
    return scene.rows > 0;
  };
  if (!await draw(last)) return;
  put(box, board.root);
  for (let turn = 0; !still.matches && box.isConnected; turn = turn < last ? turn + 1 : 0) {
    await pause(turn === last ? 4000 : Math.max(150, 20000 / last));
    if (!document.hidden && !box.matches(":hover")) await draw(turn);
  }
}

/** Returns a place for the board of a game, which begins when it is in sight. */
export function demoOf(game) {
  const box = element("div", { class: "demo", role: "img", "aria-label": `A board of ${game.title}` });
  return whenSeen(box, () => show(box, game));
}
