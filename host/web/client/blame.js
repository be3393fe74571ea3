// What strategies lose in a run, of the data of host/view/blame_report.cpp.

import { intervalChart, intervalText } from "./charts.js";
import { card } from "./dom.js";
import { paragraph, reportTable, scoreText } from "./tables.js";

const phases = ["opening", "middle", "end", "all"];

function losses(title, rows, ...heads) {
  if (rows.length === 0) return undefined;
  const columns = [...heads.map((name) => ({ name, text: name !== "seeds" })), ...phases.map((name) => ({ name }))];
  return card(title, reportTable(columns, rows.map((row) => [...heads.map((name) => row[{ less: "other", seat: "group", parameter: "group" }[name] ?? name]),
    ...phases.map((phase) => ({ text: scoreText(row[phase].loss), below: intervalText(row[phase].interval, scoreText) }))])));
}

export function blameSections({ losses: { strategies, by_seat: seats, by_parameter: parameters, differences } }) {
  const how = "Mean loss in each third of the actions, with 95 % intervals over seeds.";
  const dots = strategies.flatMap((row) => phases.slice(0, -1).map((phase) => ({ name: `${row.strategy}: ${phase}`, value: row[phase].loss, interval: row[phase].interval })));
  return [card("What each strategy loses", paragraph(how), intervalChart({ title: "Losses", description: how, axis: "loss" }, dots)),
    losses("By strategy", strategies, "strategy", "seeds"), losses("By seat", seats, "strategy", "seat", "seeds"),
    losses("By parameter", parameters, "strategy", "parameter", "seeds"), losses("Differences on the same seeds", differences, "strategy", "less", "seeds")];
}
