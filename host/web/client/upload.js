// The page of a person in a league: uploads strategies, and shows what has become of them.

import { topBar } from "./brand.js";
import { card, counted, element, put } from "./dom.js";
import { versionTable } from "./strategy.js";
import { paragraph, reportTable } from "./tables.js";
import { read, send } from "./server.js";

const beat = 2000;  // milliseconds between looks

/** Marks what is wrong with a version. */
function marked(version) {
  return { ...version, state: { text: version.state, bad: /^(does not|plays no more)/.test(version.state) } };
}

class UploadPage {
  constructor(main) {
    this.file = element("input", { type: "file", id: "file", required: true });
    this.button = element("button", { type: "submit", class: "primary" }, "Upload");
    this.status = element("p", { class: "status", role: "status" });
    this.rules = paragraph("");
    this.files = element("div", {});
    this.versions = element("div", {});
    this.title = element("h1", {}, "League");
    const form = element("form", { class: "buttons", onsubmit: (event) => { event.preventDefault(); this.upload(); } },
      element("label", { for: "file" }, "A library, or a program:"), this.file, this.button);
    put(main, this.title, card("Upload", this.rules, form, this.status), card("Your files", this.files), card("Your versions", this.versions));
  }

  show(state) {
    const { title, owner, files, versions, left, uploads, most_files: mostFiles, bytes } = state;
    this.bytes = bytes;
    document.title = `${owner}: ${title}`;
    put(this.title, title, element("small", {}, ` ${owner}`));
    put(this.rules, `A file's name is the strategy's; a file with the same name is its next version. At most ${counted(mostFiles, "file")} at a time, of ${Math.round(bytes / 2 ** 20)} MiB each, `
      + `and ${counted(uploads, "upload")} in 24 hours: ${left} left. `, element("a", { href: "site/index.html" }, "The table of all"));
    const stateOf = (file) => {
      const same = versions.filter(({ sha256 }) => sha256 === file.sha256);
      const version = same.findLast((each) => each.name.startsWith(`${owner}/${file.name.split(".")[0]}`)) ?? same.at(-1);
      if (version) return `${version.name} ${version.state.split(":")[0]}`;
      return file.sha256 ? "waits for its trial" : "was put there by those who run the league";
    };
    put(this.files, files.length === 0 ? paragraph("None.") : reportTable([{ name: "file", text: true }, { name: "state", text: true }, { name: "", text: true }],
      files.map((file) => [file.name, stateOf(file), element("button", { type: "button", "aria-label": `Remove ${file.name}`, onclick: () => this.remove(file.name) }, "Remove")])));
    put(this.versions, versions.length === 0 ? paragraph("None.") : versionTable(versions.map(marked).reverse(), "site/"));
    this.shown = JSON.stringify(state);
  }

  tell(text, bad = false) {
    put(this.status, bad ? element("span", { class: "problem", role: "alert" }, text) : text);
  }

  /** Does something that the server answers with the new state. */
  async ask(work, done) {
    this.button.disabled = true;
    Object.assign(this, { asked: {}, lost: false });  // what was read before does not count
    try {
      this.show(await work());
      this.tell(done);
    } catch (problem) {
      this.tell(problem.message, true);
    } finally {
      this.button.disabled = false;
    }
  }

  upload() {
    const [file] = this.file.files;
    if (file.size > this.bytes) {
      this.tell(`${file.name} is larger than ${Math.round(this.bytes / 2 ** 20)} MiB.`, true);
      return;
    }
    this.tell(`Uploading ${file.name} …`);
    this.ask(() => send("upload", { name: file.name }, file), `${file.name} is there. It plays if its trial, one match, succeeds.`);
  }

  remove(name) {
    if (!confirm(`Remove ${name}? Its results stay, and its version plays no more.`)) return;
    this.ask(() => send("remove", { name }, ""), `${name} is removed.`);
  }

  /** Shows what has changed, and whether the server has gone. */
  async look() {
    const { asked } = this;
    if (this.button.disabled) return;
    try {
      const state = await read("state");
      if (asked !== this.asked || this.button.disabled) return;
      if (JSON.stringify(state) !== this.shown) this.show(state);
      if (this.lost) this.tell("");
      this.lost = false;
    } catch (problem) {
      this.tell(problem.message, true);
      this.lost = true;
    }
  }
}

async function begin() {
  const main = element("main", { id: "main", class: "report" });
  put(document.body, topBar("./"), main);
  const page = new UploadPage(main);
  await page.look();
  setInterval(() => page.look(), beat);
}

begin();
