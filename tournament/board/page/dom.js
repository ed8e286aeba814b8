// @ts-check
// Elements of the page and of pictures.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

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
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Child[]} children
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
 * Makes a button.
 * @param {Child} label
 * @param {(event: Event) => void} action
 * @param {Record<string, any>} [attributes]
 */
export function button(label, action, attributes = {}) {
  return make("button", { type: "button", click: action, ...attributes }, label);
}

/**
 * Replaces the content of an element, and keeps the focus on the element with the same key. Content that
 * would look the same stays, so that a button does not vanish between press and release.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  const fresh = /** @type {Element} */ (element.cloneNode(false));
  append(fresh, children);
  if (fresh.innerHTML === element.innerHTML) return;
  const focused = document.activeElement;
  const key = focused && element.contains(focused) ? focused.getAttribute("data-key") : null;
  element.replaceChildren(...fresh.childNodes);
  if (key) /** @type {HTMLElement | null} */ (element.querySelector(`[data-key="${key}"]`))?.focus();
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
  return make("label", { class: "field" }, make("span", {}, label), make("select", { change, ...attributes }, list));
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
  return make("label", { class: "switch" }, make("input", { type: "checkbox", checked: value, change, ...attributes }), label);
}
