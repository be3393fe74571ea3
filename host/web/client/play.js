// The view that starts a match: game, parameters, seed, and a player for each seat.

import { card, element, leaveFor, put, trying } from "./dom.js";
import { PlayerForm, SettingsForm, usualPlayer } from "./players.js";
import { change, read } from "./server.js";

function playersFor(game, count) {
  return Array.from({ length: count }, (_, seat) => new PlayerForm(game, count > 1 ? game.seat_names[seat] : "Player",
    { chosen: seat === 0 ? "human" : usualPlayer(game) }));
}

export async function showPlay(main, query) {
  document.title = "Play – Agon";
  const games = await read("games");
  if (games.length === 0) throw new Error("No game was found: see 'list' on the command line.");
  const choose = element("select", { id: "game" }, games.map((game) => element("option", { value: game.id, selected: game.id === query.get("game") }, game.title)));
  const summary = element("p", { class: "soft" });
  const seats = element("input", { type: "number", id: "seats", min: 1, step: 1 });
  const seatsField = element("div", { class: "field" }, element("label", { for: "seats" }, "Seats"), seats);
  const seed = element("input", { type: "text", id: "seed", inputmode: "numeric", autocomplete: "off", value: String(1 + Math.floor(Math.random() * 1e6)) });
  const reload = element("input", { type: "checkbox" });
  const guide = element("input", { type: "checkbox", checked: query.has("guide") });
  const people = element("input", { type: "checkbox", checked: true });
  const seatBox = element("div", { class: "seats-form" });
  const parameterBox = element("div", {});
  const rules = element("p", { class: "rules" });
  const problem = element("p", { class: "problem", role: "alert" });
  let game;
  let players;
  let parameters;
  const fillSeats = () => {
    players = playersFor(game, Math.min(game.max_seats, Math.max(game.min_seats, Number(seats.value))));
    put(seatBox, players.map((player) => player.root));
  };
  const fill = () => {
    game = games.find((each) => each.id === choose.value);
    put(summary, game.summary);
    put(rules, game.rules);
    Object.assign(seats, { min: game.min_seats, max: game.max_seats, value: game.min_seats });
    seatsField.hidden = game.min_seats === game.max_seats;
    parameters = new SettingsForm(game.parameters);
    put(parameterBox, game.parameters.length ? element("details", {}, element("summary", {}, "Parameters of the game"), parameters.root) : "");
    fillSeats();
  };
  choose.addEventListener("change", fill);
  seats.addEventListener("change", fillSeats);
  const start = trying(problem, async () => {
    const { id } = await change("play", { game: game.id, seed: seed.value.trim(), parameters: parameters.values(),
      seats: players.map((player) => player.value()), reload: reload.checked, people: people.checked && players.some((player) => player.value().plugin === "human") });
    await leaveFor(`match?id=${id}${guide.checked ? "&guide=yes" : ""}`);
  });
  const form = element("form", { class: "play-form", onsubmit: start },
    card("Game", element("div", { class: "field" }, element("label", { for: "game" }, "Game"), choose, summary),
      element("div", { class: "field" }, element("label", { for: "seed" }, "Seed"), seed), seatsField, parameterBox, element("label", { class: "check" }, people, "of a size for people, if one plays and no parameter is set"),
      element("details", {}, element("summary", {}, "Rules"), rules)),
    card("Seats", seatBox, element("label", { class: "check" }, reload, "let new builds of strategies take over"), element("label", { class: "check" }, guide, "show me a move each time"), problem,
      element("button", { type: "submit", class: "primary" }, "Start")));
  put(main, element("div", { class: "heading" }, element("h1", {}, "Play a match")), form);
  fill();
}
