export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** A strict XML parser: malformed input throws. Supports only what our documents use. */
export function readXml(document: string): Element {
  const rest = document.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/, '');
  const top: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  for (const [token] of rest.matchAll(TOKENS)) take(token, open);
  if ([...rest.matchAll(TOKENS)].map(([token]) => token).join('') !== rest)
    throw new Error('not well-formed');
  const [root, ...others] = top.children;
  if (open.length !== 1 || !root || others.length > 0 || top.text.trim() !== '')
    throw new Error('not one whole');
  return root;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

const TOKENS = /<\/[\w:]+>|<[\w:]+(?:\s[\w:-]+="[^"<]*")*\s?\/?>|[^<]+/g;

function take(token: string, open: Open[]): void {
  const parent = open.at(-1);
  if (!parent) throw new Error('more was closed than opened');
  if (!token.startsWith('<')) {
    parent.text += plainText(token);
    return;
  }
  const name = /[\w:]+/.exec(token)?.[0] ?? '';
  if (token.startsWith('</')) {
    if (open.pop()?.name !== name) throw new Error(`${name} closes something else`);
    return;
  }
  const element: Open = { name, attributes: attributesIn(token), children: [], text: '' };
  parent.children.push(element);
  if (!token.endsWith('/>')) open.push(element);
}

function attributesIn(tag: string): Record<string, string> {
  const pairs = [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    plainText(value),
  ]);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error('an attribute is there twice');
  return Object.fromEntries(pairs) as Record<string, string>;
}

function plainText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/&(?!#\d+;)|[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) throw new Error(`no text: ${text}`);
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

export function inside(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name);
}

export function textIn(element: Element, name: string): string {
  const [only, ...more] = inside(element, name);
  if (!only || more.length > 0) throw new Error(`there is not one ${name} in ${element.name}`);
  return only.text;
}
