import { Resvg } from '@resvg/resvg-js';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { FONT_FILES, type FontFile, FONTS } from '../../src/web/assets.ts';
import { minifyCss } from '../../tools/build/assets.ts';
import { aFolder } from '../program/arkhouse.ts';

function lettersOf({ characters }: FontFile): readonly string[] {
  return characters
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .filter((character) => /\p{L}/u.test(character));
}

function picture(font: Buffer, text: string): Buffer {
  return drawn(font, text).render().pixels;
}

function heightOf(font: Buffer, text: string): number {
  return drawn(font, text).getBBox()?.height ?? 0;
}

function drawn(font: Buffer, text: string): Resvg {
  const file = `${aFolder()}/font.ttf`;
  writeFileSync(file, font);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="40"><text y="20" font-family="Alegreya" font-size="9">${text}</text></svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: [file] } });
}

test.each(FONT_FILES)('the subset $name is smaller and renders its letters unchanged', (font) => {
  const { name, file, suffix } = font;
  const small = readFileSync(new URL(`../../src/web/fonts/${name}.ttf`, import.meta.url));
  const whole = readFileSync(new URL(import.meta.resolve(`@expo-google-fonts/alegreya/${file}`)));
  expect(small.length).toBeLessThan(whole.length / 2.5);
  const letters = lettersOf(font);
  for (const text of [suffix === '' ? 'Pébble AVA' : 'Łň', letters.join('')])
    expect(picture(small, text).equals(picture(whole, text))).toBe(true);
  expect(picture(small, 'Ω').equals(picture(whole, 'Ω'))).toBe(false);
});

test.each(FONTS)('the digits of $name are lining: of one height, above small letters', ({ name }) => {
  const font = readFileSync(new URL(`../../src/web/fonts/${name}.ttf`, import.meta.url));
  const heights = Array.from({ length: 10 }, (_, digit) => heightOf(font, `${digit}`));
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.5);
  expect(Math.min(...heights) / heightOf(font, 'x')).toBeGreaterThan(1.2);
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
