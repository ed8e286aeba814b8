// @ts-check
// Elements of the page and of pictures. `replace` changes an element in place, so that a button that is being
// pressed, a list that is open and a text that is being written survive the news of the table.

const SVG = "http://www.w3.org/2000/svg";
/** The shape of the sign that closes something. */
export const CLOSE = "M6 6l12 12M18 6L6 18";

/** Returns whether an element is a field that a person writes into, which keeps the keys of writing to itself. @param {EventTarget | null} element */
export const isTextField = (element) => element instanceof Element && element.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])");

/** @typedef {Node | string | number | null | undefined | false | readonly any[]} Child what an element contains; lists are flattened */
/** @typedef {Record<string, (event: any) => void>} Listeners */

/** The present listeners of elements; each element has one true listener for each type. @type {WeakMap<EventTarget, Listeners>} */
const LISTENERS = new WeakMap();

/** @param {Event} event */
function dispatch(event) {
  const target = event.currentTarget;
  if (target) LISTENERS.get(target)?.[event.type]?.(event);
}

/**
 * Makes an element. Attributes that are functions become listeners; false and null are left out.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(name), attributes, children));
}

/** Returns texts with dots between them, each on the line of the text before it. @param {string[]} texts @returns {Child} */
export const dotted = (texts) => texts.map((text, index) => [index > 0 ? " " : "", make("span", { class: "item" }, index + 1 < texts.length ? `${text} ·` : text)]);

/**
 * Makes an element of a picture.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, name), attributes, children));
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") listen(element, key, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {string} type
 * @param {(event: any) => void} listener
 */
function listen(element, type, listener) {
  const listeners = LISTENERS.get(element) ?? {};
  LISTENERS.set(element, listeners);
  if (!listeners[type]) element.addEventListener(type, dispatch);
  listeners[type] = listener;
}

/**
 * @param {Element | DocumentFragment} element
 * @param {readonly Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

/**
 * Returns the element with an id, which the page is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element "${id}"`);
  return element;
}

/**
 * Makes the content of an element equal to other content, and reuses its nodes where possible.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  const fresh = document.createDocumentFragment();
  append(fresh, children);
  matchChildren(element, [...fresh.childNodes]);
}

/**
 * @param {Element} parent
 * @param {ChildNode[]} fresh
 */
function matchChildren(parent, fresh) {
  const old = [...parent.childNodes];
  /** @type {Map<string, ChildNode[]>} */
  const free = new Map();
  for (const node of old) free.set(kindOf(node), [...(free.get(kindOf(node)) ?? []), node]);
  const kept = new Set();
  const wanted = fresh.map((node) => {
    const match = free.get(kindOf(node))?.shift();
    if (!match) return node;
    kept.add(match);
    if (match instanceof Element) matchElement(match, /** @type {Element} */ (node));
    else if (match.nodeValue !== node.nodeValue) match.nodeValue = node.nodeValue;
    return match;
  });
  for (const node of old) if (!kept.has(node)) node.remove();
  wanted.forEach((node, index) => {
    if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] ?? null);
  });
}

/** Returns the kind of a node: nodes of one kind can be changed into each other in place. @param {ChildNode} node */
function kindOf(node) {
  return node instanceof Element ? `${node.nodeName} ${node.getAttribute("data-key") ?? ""}` : node.nodeName;
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function matchElement(old, fresh) {
  for (const { name } of [...old.attributes]) {
    const isTheirs = name === "open" && old.nodeName === "DETAILS";
    if (!isTheirs && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const before = LISTENERS.get(old) ?? {};
  const after = LISTENERS.get(fresh) ?? {};
  for (const type of Object.keys(before)) if (!after[type]) before[type] = () => {};
  for (const [type, listener] of Object.entries(after)) listen(old, type, listener);
  const isWritten = document.activeElement === old && old.matches("textarea, input:not([type=checkbox]):not([type=radio])");
  if (isWritten) return;
  matchChildren(old, [...fresh.childNodes]);
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    if (old.checked !== fresh.checked) old.checked = fresh.checked;
    if (old.value !== fresh.value) old.value = fresh.value;
  }
  if (old instanceof HTMLTextAreaElement && fresh instanceof HTMLTextAreaElement) old.value = fresh.defaultValue;
  if (old instanceof HTMLSelectElement) old.selectedIndex = [...old.options].findIndex((option) => option.defaultSelected);
}

/**
 * Makes a button.
 * @param {Child} label
 * @param {(event: any) => void} action
 * @param {Record<string, any>} [attributes]
 */
export function button(label, action, attributes = {}) {
  return make("button", { type: "button", click: action, ...attributes }, label);
}

/**
 * Makes a choice from a list.
 * @param {string} label
 * @param {[string, string][]} options values and their texts
 * @param {string} value
 * @param {(value: string) => void} action
 * @param {Record<string, any>} [attributes]
 */
export function choice(label, options, value, action, attributes = {}) {
  const list = options.map(([key, text]) => make("option", { value: key, selected: key === value }, text));
  const change = (/** @type {Event} */ event) => action(/** @type {HTMLSelectElement} */ (event.target).value);
  return make("label", { class: "field", "data-key": `field ${label}` }, make("span", {}, label), make("select", { change, ...attributes }, list));
}

/**
 * Makes a choice from a few, all in sight.
 * @param {string} label
 * @param {[string, Child][]} options values and their texts
 * @param {string} value
 * @param {(value: string) => void} action
 * @param {string} [name] the first part of the keys by which tests and the next rendering find the buttons
 */
export function segments(label, options, value, action, name = label) {
  const one = (/** @type {[string, Child]} */ [key, text]) =>
    button(text, () => action(key), { "aria-pressed": String(key === value), "data-key": `${name} ${key}` });
  return make("div", { class: "segments", role: "group", "aria-label": label, "data-key": name }, options.map(one));
}

/**
 * Makes a switch.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} action
 * @param {Record<string, any>} [attributes]
 */
export function toggle(label, value, action, attributes = {}) {
  const change = (/** @type {Event} */ event) => action(/** @type {HTMLInputElement} */ (event.target).checked);
  return make("label", { class: "switch", "data-key": `switch ${label}` }, make("input", { type: "checkbox", checked: value, change, ...attributes }), label);
}

/**
 * Makes a small picture for a button.
 * @param {string} shape the path, in a square of 24
 */
export function icon(shape) {
  return draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: shape }));
}
