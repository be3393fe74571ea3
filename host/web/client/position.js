// The script of a frame that shows one position, such as in a notebook: its scene and palette are in the element `position`.

import { Board } from "./board.js";
import { append, element } from "./dom.js";

const { scene, palette } = JSON.parse(document.getElementById("position").textContent);
const board = new Board();
append(document.body, [board.root, scene.lines.map((line) => element("p", {}, line))]);
board.show({ scene, palette, earlier: [] });
