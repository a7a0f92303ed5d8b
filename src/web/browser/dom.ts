/** The first element of the page that a selector finds. */
export function find(selector: string): Element | null {
  return document.querySelector(selector);
}

/** Writes plain text, unless it is there already. */
export function setText(where: Element | string, text: string | undefined): void {
  const element = typeof where === 'string' ? find(where) : where;
  if (element && text !== undefined && element.textContent !== text) element.textContent = text;
}

/** Draws a bar as long as the share of a hundred. */
export function setBarWidth(selector: string, percent: number): void {
  find(selector)?.setAttribute('width', Math.min(100, Math.max(0, percent)).toFixed(1));
}

/** Gives an element another tone of its kind: `appearance-happy` becomes `appearance-sick`. */
export function swapTone(selector: string, kind: string, tone: string): void {
  const classes = find(selector)?.classList;
  if (!classes || classes.contains(`${kind}-${tone}`)) return;
  for (const name of classes) if (name.startsWith(`${kind}-`)) classes.remove(name);
  classes.add(`${kind}-${tone}`);
}

/** From 0 to 1, without 1: nothing that matters is decided by it. */
export function chance(): number {
  return Math.random();
}

/** Milliseconds that have passed for this page, whatever the visitor's clock says. */
export function monotonicMs(): number {
  return performance.now();
}

/** A new element with those properties and children. Strings become text. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The JSON in an element of the page; undefined where there is none. */
export function readData(selector: string, page: Document = document): unknown {
  const json = page.querySelector(selector)?.textContent;
  return json === undefined || json === null ? undefined : JSON.parse(json);
}

// Browsers may forbid pages to remember anything.

/** What the browser remembers by a name: null for nothing, undefined where it may not. */
export function recall(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

/** False where nothing could be kept. */
export function remember(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
