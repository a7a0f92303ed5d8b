import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { INLINE_PICTURES, STYLE_SHEETS } from '../../src/web/assets.ts';
import { SOURCES } from './sources.ts';

/** Path prefixes of each feature's style sheets and markup. All other files are shared. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  home: ['web/public/home', 'web/browser/stream.ts'],
  creatures: ['web/public/creatures'],
  graveyard: ['web/public/graveyard'],
  hall: ['web/public/hall'],
  guides: ['web/public/guide'],
  reference: ['web/public/api-', 'web/browser/try-it.ts'],
  heart: ['web/creature/heart', 'web/creature/shelf', 'web/creature/letters', 'web/creature/inner-life'],
  creature: ['web/creature/'],
  keepers: ['web/public/keepers', 'web/public/agent'],
  species: ['web/public/species'],
  checkout: ['web/public/checkout'],
  operator: ['web/operator/'],
};

const SHARED = 'shared';

function featureOf(path: string): string {
  const own = Object.entries(FEATURES).find(([, files]) => files.some((file) => path.startsWith(file)));
  return own?.[0] ?? SHARED;
}

/** Class names in markup and the features that use them. A name from a template literal ends in `*` and matches by prefix. */
const USED = new Map<string, Set<string>>();
const PICTURES = INLINE_PICTURES.map((name) => {
  const path = `web/${name}.svg`;
  return { path, text: readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8') };
});
for (const { path, text } of [...SOURCES.filter(({ path: each }) => each.startsWith('web/')), ...PICTURES])
  for (const name of classesIn(text)) USED.set(name, (USED.get(name) ?? new Set()).add(featureOf(path)));

/** The features whose markup can hold a class. */
function usersOf(name: string): readonly string[] {
  const written = [...USED].filter(([used]) =>
    used.endsWith('*') ? name.startsWith(used.slice(0, -1)) : used === name,
  );
  return [...new Set(written.flatMap(([, users]) => [...users]))];
}

function classesIn(source: string): readonly string[] {
  const written = [
    ...source.matchAll(/\b(?:class|kind|tone)=("[^"]*")/g),
    ...source.matchAll(/\b(?:class|kind|tone)=\{((?:[^{}]|\{[^{}]*\})*)\}/g),
    ...source.matchAll(/\b(?:className =|(?:className|kind|tone):|classList\.\w+\()(.*)/g),
  ].map(([, value = '']) => value);
  return written
    .flatMap((value) => value.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? [])
    .flatMap((literal) =>
      literal
        .slice(1, -1)
        .replaceAll(/\$\{[^}]*\}/g, '*')
        .split(/\s+/),
    )
    .filter((name) => /^[a-z][\w-]*\*?$/.test(name));
}

function rulesOf(sheet: string) {
  const css = readFileSync(new URL(`../../src/web/${sheet}`, import.meta.url), 'utf8');
  return [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*)\{(?=[^{}]*\})/g)]
    .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
    .filter((selector) => !/^(?:from|to|\d+%)$/.test(selector))
    .map((selector) => ({ sheet, selector }));
}

test('every selector in a feature’s style sheet has a class that only this feature’s markup uses', () => {
  const stray = [...STYLE_SHEETS, 'operator/admin.css']
    .filter((sheet) => featureOf(`web/${sheet}`) !== SHARED)
    .flatMap(rulesOf)
    .flatMap(({ sheet, selector }) => {
      const feature = featureOf(`web/${sheet}`);
      const names = [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
      if (names.some((name) => usersOf(name).join() === feature)) return [];
      const users = names.map((name) => `.${name} is in the markup of ${usersOf(name).join(', ') || 'none'}`);
      return [`${sheet}: ${selector} (${users.join('; ')})`];
    });
  expect(stray).toEqual([]);
});

test('a shared style sheet styles no class that only one feature’s markup uses', () => {
  const stray = STYLE_SHEETS.filter((sheet) => featureOf(`web/${sheet}`) === SHARED)
    .flatMap(rulesOf)
    .flatMap(({ sheet, selector }) => {
      const names = [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
      const own = names.filter((name) => usersOf(name).length === 1 && usersOf(name)[0] !== SHARED);
      return own.map(
        (name) => `${sheet}: ${selector} (.${name} is in the markup of ${usersOf(name).join()})`,
      );
    });
  expect(stray).toEqual([]);
});
