// The script of a page that shows standings, one of their strategies, losses, or a tuning without a server: its data are in the page.

import { siteBar } from "./brand.js";
import { intervalChart, intervalText } from "./charts.js";
import { card, element, put } from "./dom.js";
import { standingsSections } from "./standings.js";
import { ownerSections, strategySections } from "./strategy.js";
import { command, endsText, paragraph, reportTable, scoreText } from "./tables.js";
import { tuningSections } from "./tuning.js";

const phases = ["opening", "middle", "end", "all"];

function losses(title, rows, ...heads) {
  if (rows.length === 0) return undefined;
  const columns = [...heads.map((name) => ({ name, text: name !== "seeds" })), ...phases.map((name) => ({ name }))];
  return card(title, reportTable(columns, rows.map((row) => [...heads.map((name) => row[{ less: "other", seat: "group", parameter: "group" }[name] ?? name]),
    ...phases.map((phase) => ({ text: scoreText(row[phase].loss, row[phase].interval), below: intervalText(row[phase].interval, endsText(row[phase].interval)) }))])));
}

/** Returns the sections of what strategies lose in a run, of the data of host/report/blame_report.cpp. */
function blameSections({ losses: { strategies, by_seat: seats, by_parameter: parameters, differences } }) {
  const how = "Mean loss in each third of the actions, with 95 % intervals over seeds.";
  const dots = strategies.flatMap((row) => phases.slice(0, -1).map((phase) => ({ name: `${row.strategy}: ${phase}`, value: row[phase].loss, interval: row[phase].interval })));
  return [card("What each strategy loses", paragraph(how), intervalChart({ title: "Losses", description: how, axis: "loss" }, dots)),
    losses("By strategy", strategies, "strategy", "seeds"), losses("By seat", seats, "strategy", "seat", "seeds"),
    losses("By parameter", parameters, "strategy", "parameter", "seeds"), losses("Differences on the same seeds", differences, "strategy", "less", "seeds")];
}

function sectionsOf(data) {
  if (data.tuning) return tuningSections(data);
  if (data.losses) return blameSections(data);
  if (data.owner) return ownerSections(data);
  return data.matches ? strategySections(data) : [data.command && command(data.command), standingsSections(data)];
}

function showReport() {
  const data = JSON.parse(document.getElementById("report").textContent);
  put(document.body, siteBar(data.up), element("main", { class: "report" }, element("h1", {}, data.title), data.notes.map(paragraph), sectionsOf(data)));
}

if (document.getElementById("report")) showReport();
