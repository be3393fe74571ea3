// The view that starts a run: a tournament of several strategies, or a comparison of two.

import { card, element, leaveFor, put, trying } from "./dom.js";
import { PlayerForm } from "./players.js";
import { change, read } from "./server.js";

const runKinds = [["tournament", "a tournament: each strategy against each other one"], ["compare", "a comparison: which of two is better, and by how much"]];

export async function showStart(main, query) {
  document.title = "Start a run – Agon";
  const games = await read("games");
  if (games.length === 0) throw new Error("No game was found: see 'list' on the command line.");
  const select = (id, options) => element("select", { id, onchange: () => fill() }, options.map(([value, name]) => element("option", { value, selected: value === query.get(id) }, name)));
  const field = (name, input, note) => element("div", { class: "field" }, element("label", { for: input.id }, name), input, note && element("span", { class: "soft small" }, note));
  const game = select("game", games.map(({ id, title }) => [id, title]));
  const kind = select("kind", runKinds);
  const seeds = element("input", { type: "text", id: "seeds", autocomplete: "off", value: "random:20" });
  const box = element("div", { class: "seats-form" });
  const problem = element("p", { class: "problem", role: "alert" });
  let players = [];
  const add = () => {
    const of = games.find((each) => each.id === game.value);
    const own = of.strategies[players.length % of.strategies.length];
    const player = new PlayerForm(of, `Strategy ${players.length + 1}`, { people: false, chosen: own.plugin });
    players.push(player);
    box.append(player.root);
  };
  const more = element("button", { type: "button", onclick: add }, "One more");
  const less = element("button", { type: "button", onclick: () => players.length > 2 && players.pop().root.remove() }, "One less");
  const fill = () => {
    players = [];
    put(box);
    add();
    add();
    more.hidden = less.hidden = kind.value === "compare";
  };
  const submit = trying(problem, async () => {
    const { id } = await change("run", { command: kind.value, game: game.value, seeds: seeds.value.trim(), players: players.map((player) => player.value()) });
    await leaveFor(`run?id=${id}`);
  });
  put(main, element("div", { class: "heading" }, element("h1", {}, "Start a run")), element("form", { class: "play-form", onsubmit: submit },
    card("Run", field("Game", game), field("What", kind), field("Seeds", seeds, "as in 1-100, or random:100 for 100 that nobody can guess")),
    card("Strategies", box, element("div", { class: "buttons" }, more, less), problem, element("button", { type: "submit", class: "primary" }, "Start"))));
  fill();
}
