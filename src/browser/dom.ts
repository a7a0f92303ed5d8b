/** The first element of the page that a selector finds. */
export function find(selector: string): Element | null {
  return document.querySelector(selector);
}

/** Writes plain text, where it is not what stands there already. */
export function setText(selector: string, text: string | undefined): void {
  const place = find(selector);
  if (place && text !== undefined && place.textContent !== text) place.textContent = text;
}

/** Draws a bar as long as the share of a hundred. */
export function setBarWidth(selector: string, percent: number): void {
  find(selector)?.setAttribute('width', Math.min(100, Math.max(0, percent)).toFixed(1));
}

/** Gives an element another tone of its kind: `mood-happy` becomes `mood-sick`. */
export function swapTone(selector: string, kind: string, tone: string): void {
  const place = find(selector);
  if (!place || place.classList.contains(`${kind}-${tone}`)) return;
  for (const name of place.classList) if (name.startsWith(`${kind}-`)) place.classList.remove(name);
  place.classList.add(`${kind}-${tone}`);
}
