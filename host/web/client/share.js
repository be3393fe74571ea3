// What one can take away of a match: its picture at the shown turn, its transcript, and a page that needs no server.

import { element, put } from "./dom.js";

/** Returns a board as the text of a picture that needs no page: with its styles, and no marks of what may be chosen. */
function pictureText(board) {
  const copy = board.cloneNode(true);
  for (const each of copy.querySelectorAll(".preview, .hint, .target, .target-halo")) each.remove();
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((text) => /\.board[ {]/.test(text));
  copy.prepend(Object.assign(document.createElementNS("http://www.w3.org/2000/svg", "style"), { textContent: rules.join("\n") }));
  const [, , width, height] = board.getAttribute("viewBox").split(" ");
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

function save(name, href) {
  const link = element("a", { href, download: name });
  link.click();
}

async function savePng(name, text) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  save(name, canvas.toDataURL());
}

/** Returns a card of links and buttons. `turn()` is the shown one. */
export function shareCard(id, board, turn) {
  const problem = element("p", { class: "bad", role: "alert" });
  const name = (ending) => `${id}-${turn()}.${ending}`;
  const button = (title, action) => element("button", { type: "button", onclick: () => Promise.resolve(action()).then(() => put(problem), (failure) => put(problem, failure.message)) }, title);
  const address = `api/transcript?id=${encodeURIComponent(id)}`;
  const pictures = [button("SVG", () => save(name("svg"), `data:image/svg+xml,${encodeURIComponent(pictureText(board.picture))}`)),
    button("PNG", () => (board.root.classList.contains("is-dense") ? save(name("png"), board.dense.root.toDataURL()) : savePng(name("png"), pictureText(board.picture))))];
  return element("details", { class: "card share" }, element("summary", {}, "Share"), element("div", { class: "buttons" }, "Picture of this turn:", pictures),
    element("ul", { class: "tree" }, element("li", {}, element("a", { href: `api/page?id=${encodeURIComponent(id)}`, download: `${id}.html` }, "A page that needs no server")),
      element("li", {}, element("a", { href: address, download: `${id}.jsonl` }, "Download the transcript"))), problem);
}
