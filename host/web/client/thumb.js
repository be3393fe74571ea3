// Small boards: final positions in a list, or beside a link to a match while the pointer or the focus is on it; and a match of a game, played over and
// over.

import { Board } from "./board.js";
import { element, put, whenSeen } from "./dom.js";
import { Turns } from "./scenes.js";
import { read } from "./server.js";

const hesitation = 200;  // milliseconds, so that a pointer that passes opens no match
let before = Promise.resolve();

/** Does one piece of work after the other: each match that is opened takes a process of the server. */
function inTurn(work) {
  before = before.catch(() => {}).then(work);
  return before;
}

function turnsOf(id, { block }) {
  return new Turns(block, (number) => read("block", { id, number }));
}

async function showEnd(box, id) {
  const header = await read("match", { id });
  const shown = await turnsOf(id, header).at(header.length);
  if (shown.scene.rows === 0) return;
  const board = new Board();
  board.show(shown);
  put(box, board.root);
}

/** Returns a picture of a match's final position. */
export function thumbnail(id) {
  const box = element("span", { class: "thumb", "aria-hidden": "true" });
  return whenSeen(box, () => inTurn(() => box.isConnected && showEnd(box, id)));
}

/** Lets a link to a match show its final position beside it. */
export function previewed(link, id) {
  let box;
  let timer;
  const hide = () => {
    clearTimeout(timer);
    box?.remove();
    box = undefined;
  };
  const show = () => {
    const { left, bottom, top } = link.getBoundingClientRect();
    const below = bottom + 200 < innerHeight;
    const own = box = element("div", { class: "thumb beside", "aria-hidden": "true" });
    Object.assign(own.style, { left: `${Math.max(4, Math.min(left, innerWidth - 200))}px`, ...(below ? { top: `${bottom + 6}px` } : { bottom: `${innerHeight - top + 6}px` }) });
    inTurn(() => own === box && showEnd(own, id)).then(() => own === box && own.firstChild && link.closest("main")?.append(own), () => {});
  };
  const start = () => {
    hide();
    timer = setTimeout(show, hesitation);
  };
  for (const event of ["pointerenter", "focus"]) link.addEventListener(event, start);
  for (const event of ["pointerleave", "blur"]) link.addEventListener(event, hide);
  link.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  return link;
}

const mostTurns = 120;
const patience = 20;  // questions whether the match has gone on
const still = matchMedia("(prefers-reduced-motion: reduce)");

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function demoTurns(id) {
  let header = await read("match", { id });
  for (let asked = 0; asked < patience && !header.live.over && header.length < mostTurns; ++asked) {
    await pause(500);
    header = await read("match", { id });
  }
  return { turns: turnsOf(id, header), last: Math.min(mostTurns, header.length) };
}

async function showDemo(box, game) {
  const { turns, last } = await inTurn(() => demoTurns(`demo-${game.id}`));
  const board = new Board();
  const draw = async (turn) => {
    const shown = await turns.at(turn);
    if (shown.scene.rows > 0) board.show(shown, { moves: true });
    return shown.scene.rows > 0;
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
  return whenSeen(box, () => showDemo(box, game));
}
