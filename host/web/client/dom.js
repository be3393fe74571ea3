// Makes elements. Text goes in as text nodes only, so it can't inject markup.

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  append(made, children);
  return made;
}

export function append(target, children) {
  for (const child of children.flat(3)) {
    if (child === undefined || child === null || child === false) continue;
    target.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Returns an element of HTML. Attributes that begin with "on" are listeners; false and undefined ones are omitted. */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Returns an element of SVG. */
export function shape(name, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNamespace, name), attributes, children);
}

/** Replaces the children of an element. */
export function put(target, ...children) {
  target.replaceChildren();
  append(target, children);
  return target;
}

/** Returns a function, for a listener too, that does `work`; if that fails, `problem`, an element, says why. Meanwhile it does nothing: a second click
 * before the answer is no second order. */
export function trying(problem, work) {
  let busy = false;
  return async (event) => {
    event?.preventDefault();
    if (busy) return;
    busy = true;
    const button = event?.submitter ?? event?.currentTarget;
    button?.setAttribute("aria-busy", "true");
    put(problem);
    try {
      await work();
    } catch (failure) {
      put(problem, failure.message);
    } finally {
      busy = false;
      button?.removeAttribute("aria-busy");
    }
  };
}

const longestLeave = 20_000;  // milliseconds; who stops the browser from leaving can use the page again then

/** Goes to another page. Returns a promise that lasts until somebody comes back to this one: it may still hear clicks while it is being left. */
export function leaveFor(address) {
  location.href = address;
  return new Promise((back) => {
    addEventListener("pageshow", back, { once: true });
    setTimeout(back, longestLeave);
  });
}

/** Does `work`, which makes parts of `root` anew. If one of them has the focus, the same has it then. */
export function keepingFocus(root, work) {
  const { activeElement: before } = document;
  work();
  if (before.isConnected) return;
  const same = ({ textContent, href }) => textContent === before.textContent && href === before.href;
  Array.from(root.querySelectorAll("a, button, summary")).find(same)?.focus({ preventScroll: true });
}

/** Calls `work` when the element is in sight for the first time. */
export function whenSeen(seen, work) {
  const watch = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    watch.disconnect();
    work().catch(() => {});
  });
  watch.observe(seen);
  return seen;
}

/** Returns a card with a heading. */
export function card(title, ...content) {
  return element("section", { class: "card" }, element("h2", {}, title), ...content);
}

/** Returns the header of a table whose rows are sorted by the column `order` ({ column, down }). `onSort(column)` is called
 * for a click. Columns are { id, name, number }. */
export function sortableHeads(columns, order, onSort) {
  return columns.map((column) => {
    const sorted = order.column === column.id;
    const sign = sorted ? (order.down ? " ↓" : " ↑") : "";
    return element("th", { scope: "col", class: column.number ? "number" : "text", "aria-sort": sorted ? (order.down ? "descending" : "ascending") : undefined },
      element("button", { type: "button", class: "plain", onclick: () => onSort(column) }, column.name + sign));
  });
}

/** Returns the text of a number with a real minus sign, and with commas between thousands if it has five digits or more. */
function readable(text) {
  return text.replace("-", "−").replace(/^(−?)(\d{5,})(?![\de])/, (_, sign, digits) => sign + digits.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** Returns the number of a text that readable() has written; NaN if it is none. */
export function readNumber(text) {
  return Number(text.replace("−", "-").replace(/(\d),(?=\d{3})/g, "$1"));
}

/** Returns a number with at most two decimals. */
export function numberText(value) {
  if (value === null || value === undefined) return "–";
  return readable(String(Math.abs(value) < 1e6 ? Math.round(value * 100) / 100 : value));
}

/** Returns "1 seed", "2 seeds", "12,000 matches". */
export function counted(count, what) {
  return `${numberText(count)} ${what}${count === 1 ? "" : /(ch|s)$/.test(what) ? "es" : "s"}`;
}

/** Returns what was chosen on an earlier page; null: nothing, or the browser keeps nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* then it holds for this page */ }
}

/** Returns a number with `digits` decimals. */
export function fixedText(value, digits) {
  if (value === null || value === undefined) return "–";
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : readable(text);
}

/** Returns a duration given in microseconds: "12 µs", "3.4 ms", "1.25 s". */
export function durationText(us) {
  if (us < 1000) return `${us} µs`;
  if (us < 999500) return `${(us / 1000).toPrecision(3)} ms`;
  return `${(us / 1e6).toFixed(2)} s`;
}

/** Returns whether a text has all of these words, as a function of the text. */
export function wordFilter(words) {
  const all = words.toLowerCase().split(/\s+/);
  return (text) => all.every((word) => text.toLowerCase().includes(word));
}
