// A form that chooses who plays a seat: a person, or a strategy with its options as it declares them.

import { element, put } from "./dom.js";

let forms = 0;

function field(setting, id) {
  const empty = setting.default === null ? "drawn from the seed" : setting.default;
  if (setting.kind === "choice" || setting.kind === "flag") {
    const choices = setting.kind === "flag" ? ["yes", "no"] : setting.choices;
    const chosen = setting.default === null ? "" : setting.default;
    return element("select", { id }, setting.default === null ? element("option", { value: "" }, empty) : "",
      choices.map((choice) => element("option", { value: choice, selected: choice === chosen }, choice)));
  }
  return element("input", { type: "text", id, placeholder: empty, autocomplete: "off", spellcheck: "false",
    inputmode: setting.kind === "integer" ? "numeric" : undefined });
}

/** A form for declared settings. */
export class SettingsForm {
  constructor(settings) {
    this.settings = settings;
    this.fields = settings.map((setting) => field(setting, `setting-${++forms}`));
    this.root = element("div", { class: "settings" }, settings.map((setting, i) => element("div", { class: "field" },
      element("label", { for: this.fields[i].id }, setting.name), this.fields[i],
      element("span", { class: "soft small" }, `${setting.summary}${setting.range ? `; ${setting.range}` : ""}`))));
  }

  /** Fills in values. */
  fill(values) {
    this.settings.forEach(({ name }, i) => {
      if (values[name] !== undefined) this.fields[i].value = values[name];
    });
  }

  /** Returns the values that differ from the defaults. */
  values() {
    const all = {};
    this.settings.forEach((setting, i) => {
      const value = this.fields[i].value.trim();
      if (value !== "" && value !== setting.default) all[setting.name] = value;
    });
    return all;
  }
}

/** Returns the strategy that people meet first: none of the strongest. */
export function usualPlayer(game) {
  return game.opponent ?? (game.strategies[1] ?? game.strategies[0])?.plugin;
}

/** Returns the strategy that advises people: it should be good, but not think for long. */
export function adviser(game) {
  const [best, second] = game.strategies.map(({ plugin }) => plugin);
  return second === undefined || second === game.opponent ? best : second;
}

/** A chooser of a player for a game; at first of `chosen`, a plugin or a strategy's id, with these options. */
export class PlayerForm {
  constructor(game, label, { chosen, options = {}, people = true } = {}) {
    this.game = game;
    const id = `player-${++forms}`;
    const own = game.strategies.filter((strategy) => !strategy.any);
    const any = game.strategies.filter((strategy) => strategy.any);
    const first = game.strategies.find(({ plugin }) => plugin === chosen) ?? game.strategies.find((strategy) => strategy.id === chosen);
    // One for every game that is called as one of the game's own is told apart by what stands before its name, "*/".
    const name = (strategy) => strategy.any && own.some(({ id: of }) => of === strategy.id) ? strategy.plugin : strategy.id;
    const option = (strategy) => element("option", { value: strategy.plugin, selected: strategy === first }, name(strategy));
    this.select = element("select", { id, onchange: () => this.change() },
      people ? element("option", { value: "human", selected: chosen === "human" }, "a person") : "",
      own.map(option), any.length ? element("optgroup", { label: "for every game" }, any.map(option)) : "");
    this.details = element("div", {});
    this.root = element("div", { class: "player-form" }, element("label", { for: id }, label), this.select, this.details);
    this.change();
    this.options.fill(options);
  }

  change() {
    const strategy = this.game.strategies.find((each) => each.plugin === this.select.value);
    this.options = new SettingsForm(strategy?.options ?? []);
    put(this.details, strategy ? element("p", { class: "soft small" }, strategy.summary) : "",
      this.options.settings.length ? element("details", {}, element("summary", {}, `Options of ${strategy.id}`), this.options.root) : "");
  }

  /** Returns the player as requests name it. */
  value() {
    const { seat } = this.game.strategies.find((each) => each.plugin === this.select.value) ?? {};
    return seat === undefined ? { plugin: this.select.value, options: this.options.values() } : { seat };
  }
}
