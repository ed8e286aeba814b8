// Construction of elements. Text is always set as text, so that text from engines never becomes markup.

const SVG = "http://www.w3.org/2000/svg";

function byId(id) {
  return document.getElementById(id);
}

/** Replaces control characters and invisible characters by escapes, since text from engines may contain any. */
function visible(text) {
  return String(text).replaceAll("\r\n", "\n").replace(/[^\P{C}\n]|[\u2028\u2029]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
}

/** Sets attributes; functions become listeners, `style` holds properties, false and null are left out. */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "style") for (const [key, entry] of Object.entries(value)) element.style.setProperty(key, entry);
    else element.setAttribute(name, value === true ? "" : visible(value));
  }
  return element;
}

/** An element with attributes and children: elements, texts, lists of them; null is left out. */
function make(name, attributes = {}, ...children) {
  const element = dress(document.createElement(name), attributes);
  const wanted = children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...wanted.map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
}

/** Creates an SVG element like `make`. */
function draw(name, attributes = {}, ...children) {
  const element = dress(document.createElementNS(SVG, name), attributes);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return element;
}

function button(label, click, attributes = {}) {
  return make("button", { type: "button", click, ...attributes }, label);
}

/**
 * Fills the last element of a section, and shows the section if it has content. The focus, the open details and the
 * scroll positions of tables are kept, by the keys and names of elements.
 */
function fill(id, ...children) {
  const section = byId(id);
  const body = section.lastElementChild;
  const key = body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const unfolded = new Set([...body.querySelectorAll("details[open]")].map((element) => element.dataset.key));
  const moved = new Map([...body.querySelectorAll(".scroll")].map((element) => [element.ariaLabel, element.scrollLeft]));
  const content = children.flat(2).filter(Boolean);
  body.replaceChildren(...content);
  section.hidden = content.length === 0;
  for (const element of body.querySelectorAll("details")) element.open = unfolded.has(element.dataset.key);
  for (const element of body.querySelectorAll(".scroll")) element.scrollLeft = moved.get(element.ariaLabel) ?? 0;
  if (key) [...body.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key)?.focus();
}

/** Announces a text to screen readers. */
function announce(text) {
  byId("status").textContent = text;
}

/** A button that copies a text. */
function copyButton(text, label = "Copy") {
  const copy = async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      done = copyBySelection(text());
    }
    self.textContent = done ? "Copied" : "Copying failed; copy the text manually";
    announce(self.textContent);
    setTimeout(() => { self.textContent = label; }, 1600);
  };
  const self = button(label, copy, { class: "small" });
  return self;
}

/** Copies without the clipboard API, which pages from a disk may lack. */
function copyBySelection(text) {
  const area = make("textarea", { class: "unseen" });
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/** A select; options are pairs of value and text. */
function choice(label, options, value, change, attributes = {}) {
  const select = make("select", { change: () => change(select.value), ...attributes },
    options.map(([key, text]) => make("option", { value: key, selected: String(key) === String(value) }, text)));
  return make("label", { class: "field" }, make("span", {}, label), select);
}

/** An icon for a button, hidden from screen readers; the button itself has a label. */
function icon(path) {
  return draw("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, draw("path", { d: path }));
}

const ICONS = {
  first: "M4 4h2v12H4zM16 4v12L7 10z",
  back: "M13 4v12L5 10z",
  play: "M6 4v12l10-6z",
  pause: "M5 4h4v12H5zM11 4h4v12h-4z",
  on: "M7 4v12l8-6z",
  last: "M14 4h2v12h-2zM4 4v12l9-6z",
};

/** Words for screen readers only. */
function unseen(text) {
  return make("span", { class: "unseen" }, text);
}

/** A table in a frame that scrolls sideways; headers are texts or [text, attributes]. */
function table(caption, headers, rows, attributes = {}) {
  const head = headers.map((header) => {
    const [content, own] = Array.isArray(header) ? header : [header, {}];
    return make("th", { scope: "col", ...own }, content);
  });
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    make("table", attributes, make("caption", { class: "unseen" }, caption), make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows)));
}

/** Returns the colour of a variable of the style sheet in a form that a canvas accepts. */
function colour(name) {
  const probe = byId("status");
  probe.style.setProperty("color", `var(--${name})`);
  return getComputedStyle(probe).color;
}

/** Follows the light or dark theme of the system, until the button is pressed. */
function followTheme(changed) {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const remembered = () => { try { return localStorage.getItem("dolmen-theme"); } catch { return null; } };
  if (remembered()) root.dataset.theme = remembered();
  byId("theme").addEventListener("click", () => {
    const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    try { localStorage.setItem("dolmen-theme", root.dataset.theme); } catch { /* the choice lasts until the page is closed */ }
    changed();
  });
  dark.addEventListener("change", changed);
}
