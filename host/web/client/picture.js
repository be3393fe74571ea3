// The picture that a game draws of a match that is over: SVG or HTML that somebody else's program has written, so it may not run scripts or load anything.

import { element } from "./dom.js";

/** Returns an element that shows it. SVG is an image, HTML a frame that is closed off from the page. */
export function pictureElement({ text, problem }) {
  if (problem) return element("p", { class: "problem" }, problem);
  const name = "Picture of the match";
  const image = /^\s*<(\?xml|!doctype svg|svg)\b/i.test(text) && text.includes("http://www.w3.org/2000/svg");
  return image ? element("img", { class: "picture", alt: name, src: `data:image/svg+xml,${encodeURIComponent(text)}` })
    : element("iframe", { class: "picture", title: name, sandbox: "", srcdoc: text });
}
