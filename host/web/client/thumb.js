// Small pictures of matches: in a list, or beside a link to a match while the pointer or the focus is on it.

import { Board } from "./board.js";
import { element, put, whenSeen } from "./dom.js";
import { Turns } from "./scenes.js";
import { read } from "./server.js";

const hesitation = 200;  // milliseconds, so that a pointer that passes opens no match
let before = Promise.resolve();

/** Does one piece of work after the other: each match that is opened takes a process of the server. */
export function inTurn(work) {
  before = before.catch(() => {}).then(work);
  return before;
}

async function showEnd(box, id) {
  const header = await read("match", { id });
  const { scene, palette, earlier } = await new Turns(header.block, (number) => read("block", { id, number })).at(header.length);
  if (scene.rows === 0) return;
  const board = new Board();
  board.show(scene, palette, { earlier });
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
