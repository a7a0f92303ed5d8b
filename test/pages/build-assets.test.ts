import { readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';

import { minifyCss } from '../../tools/build/minify-css.ts';
import { subsetFont } from '../../tools/build/subset-font.ts';
import { aFolder } from '../program/arkhouse.ts';

const WHOLE = readFileSync(
  new URL(import.meta.resolve('@expo-google-fonts/alegreya/700Bold/Alegreya_700Bold.ttf')),
);
const LETTERS = 'Pébble AVA ň';

/** Rendering of a text in a font. */
function picture(font: Buffer, text: string): Buffer {
  const file = `${aFolder()}/font.ttf`;
  writeFileSync(file, font);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="80"><text y="60" font-family="Alegreya" font-weight="700" font-size="48">${text}</text></svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: [file] } }).render().pixels;
}

test('a subset font is smaller and renders its characters unchanged, with accents and kerning', () => {
  const small = subsetFont(
    WHOLE,
    Array.from(LETTERS, (letter) => letter.codePointAt(0) ?? 0),
  );
  expect(small.length).toBeLessThan(WHOLE.length / 2);
  expect(picture(small, LETTERS).equals(picture(WHOLE, LETTERS))).toBe(true);
  expect(picture(small, 'xyz').equals(picture(WHOLE, 'xyz'))).toBe(false);
});

test('minified CSS keeps every rule', () => {
  const css = `
    /* A comment; with { signs }. */
    a :hover > b,
    .c::before {
      content: '“';
      width: calc(50% - 2 * var(--gap));
    }
    @media (min-width: 44rem) and (prefers-color-scheme: dark) {
      .d { margin: 0 auto; }
    }`;
  expect(minifyCss(css)).toBe(
    "a :hover > b,.c::before{content:'“';width:calc(50% - 2 * var(--gap))}@media (min-width:44rem) and (prefers-color-scheme:dark){.d{margin:0 auto}}",
  );
});
