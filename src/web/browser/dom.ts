export function find(selector: string): Element | null {
  return document.querySelector(selector);
}

export function setText(where: Element | string, text: string | undefined): void {
  const element = typeof where === 'string' ? find(where) : where;
  if (element && text !== undefined && element.textContent !== text) element.textContent = text;
}

export function setBarWidth(selector: string, percent: number): void {
  find(selector)?.setAttribute('width', Math.min(100, Math.max(0, percent)).toFixed(1));
}

/** Replaces the class `KIND-…` of elements: `appearance-happy` becomes `appearance-sick`. */
export function swapTone(selector: string, kind: string, tone: string): void {
  const classes = find(selector)?.classList;
  if (!classes || classes.contains(`${kind}-${tone}`)) return;
  for (const name of classes) if (name.startsWith(`${kind}-`)) classes.remove(name);
  classes.add(`${kind}-${tone}`);
}

// Clocks and random numbers are allowed in this file only (test/shape/boundaries.test.ts).
export const chance = () => Math.random();
export const monotonicMs = () => performance.now();

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export function readData(selector: string, page: Document = document): unknown {
  const json = page.querySelector(selector)?.textContent;
  return json === undefined || json === null ? undefined : JSON.parse(json);
}

/** Reads a value from local storage; null if unset, undefined if the browser denies access. */
export function recall(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

/** Stores a value in local storage; false if the browser denies access. */
export function remember(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
