// What one can take away of a match: links, its picture at the shown turn, an animation, its transcript, and a page that needs no server.

import { Board } from "./board.js";
import { element, shape, trying } from "./dom.js";

const secondsPerTurn = 0.6;
const mostFrames = 200;

/** Returns the rules of the pages' styles that boards need. */
function boardStyle(more = "") {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((text) => /\.board[ .{]/.test(text));
  return shape("style", {}, rules.join("\n") + more);
}

/** Returns a copy of a board as the text of a picture that needs no page: with its styles, and no marks of what may be chosen. */
function pictureText(board, style = boardStyle()) {
  const copy = board.cloneNode(true);
  for (const each of copy.querySelectorAll(".preview, .heat, .hint, .ways, .target, .target-halo")) each.remove();
  copy.prepend(style);
  const [, , width, height] = board.getAttribute("viewBox").split(" ");
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

function checkDrawn({ root }) {
  if (root.classList.contains("absent")) throw new Error("This game draws no board.");
  if (root.classList.contains("is-dense")) throw new Error("This board has too many cells for SVG: take PNG.");
}

/** Returns the text of an animated picture of some turns: each adds the cells that it changes. */
async function animation(turns, first, last) {
  if (last - first >= mostFrames) throw new Error(`An animation has at most ${mostFrames} turns.`);
  const board = new Board();
  const frames = [];
  let before = [];
  for (let turn = first; turn <= last; ++turn) {
    board.show(await turns.at(turn));
    checkDrawn(board);
    const now = board.cells.map((cell) => cell.outerHTML);
    const ground = () => shape("rect", { class: "ground", width: 40, height: 40, stroke: "none" });
    frames.push([board.cells.filter((_, i) => now[i] !== before[i]).map((cell) => {
      const copy = cell.cloneNode(true);
      copy.prepend(ground());
      return copy;
    }), [board.lastLayer, board.arrowLayer].map((layer) => layer.cloneNode(true))]);
    before = now;
  }
  const length = frames.length + 3;  // the last one stays longer
  const at = (frame) => `${(100 * frame / length).toFixed(3)}%`;
  const style = frames.map((_, i) => `.board .f${i},.board .o${i}{animation:${length * secondsPerTurn}s step-end infinite}`
    + `.board .f${i}{animation-name:f${i}}@keyframes f${i}{0%{visibility:${i ? "hidden" : "visible"}}${at(i)}{visibility:visible}}`
    + `.board .o${i}{animation-name:o${i}}@keyframes o${i}{0%{visibility:${i ? "hidden" : "visible"}}${at(i)}{visibility:visible}${i + 1 < frames.length ? `${at(i + 1)}{visibility:hidden}` : ""}}`).join("");
  for (const each of [...board.cells, board.lastLayer, board.arrowLayer]) each.remove();
  board.picture.append(...frames.flatMap(([cells, over], i) => [shape("g", { class: `f${i}` }, cells), shape("g", { class: `o${i}` }, over)]));
  return pictureText(board.picture, boardStyle(style));
}

function save(name, content, type) {
  const href = type ? URL.createObjectURL(new Blob([content], { type })) : content;
  element("a", { href, download: name }).click();
  if (type) setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

async function savePng(name, text) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  save(name, canvas.toDataURL());
}

/** Returns a card of links and buttons for the match of a view. */
export function shareCard(id, view) {
  const { board, playback, turns } = view;
  const svg = "image/svg+xml";
  const problem = element("p", { class: "bad", role: "alert" });
  const name = (ending) => `${id}-${playback.turn}.${ending}`;
  const button = (title, action) => element("button", { type: "button", onclick: trying(problem, action) }, title);
  const words = `id=${encodeURIComponent(id)}`;
  const picture = (title, action) => button(title, async () => {
    await turns.at(playback.turn);  // then the board shows it
    await action();
  });
  const pictures = [picture("SVG", () => checkDrawn(board) ?? save(name("svg"), `data:${svg},${encodeURIComponent(pictureText(board.picture))}`)),
    picture("PNG", () => (board.root.classList.contains("absent") ? checkDrawn(board) : board.root.classList.contains("is-dense") ? save(name("png"), board.dense.root.toDataURL()) : savePng(name("png"), pictureText(board.picture))))];
  const [from, to] = ["From turn", "To turn"].map((title) => element("input", { type: "number", min: 0, step: 1, "aria-label": title }));
  const bounded = (field, otherwise) => Math.max(0, Math.min(playback.length, field.value === "" ? otherwise : Math.trunc(Number(field.value))));
  const moving = button("Animated SVG", async () => {
    const last = bounded(to, playback.length);
    const first = Math.min(last, bounded(from, Math.max(0, last - 20)));
    save(`${id}-${first}-${last}.svg`, await animation(turns, first, last), svg);
  });
  const item = (title, href, download) => element("li", {}, element("a", { href, download }, title));
  return element("details", { class: "card sharing" }, element("summary", {}, "Share"), element("div", { class: "buttons" }, "Picture of this turn:", pictures),
    element("div", { class: "buttons turns-range" }, "Turns", from, "to", to, moving),
    element("ul", { class: "tree" }, item("A page that needs no server", `api/page?${words}`, `${id}.html`), item("Board and slider alone, to embed", `match?${words}&embed=yes`),
      item("Download the transcript", `api/transcript?${words}`, `${id}.jsonl`)), problem);
}
