import { expect, test } from 'vitest';

import { INLINE_PICTURES, STYLE_SHEETS } from '../../src/web/assets.ts';
import { read, SOURCES } from './sources.ts';

/** Path prefixes of each part's style sheets and markup. All other files are shared. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  home: ['web/public/home', 'features/public/pages/home', 'web/browser/stream.ts'],
  creatures: ['web/public/creatures', 'features/public/pages/creatures'],
  graveyard: ['web/public/graveyard', 'features/public/pages/graveyard'],
  hall: ['web/public/hall', 'features/public/pages/hall'],
  guides: ['web/public/guide'],
  reference: ['web/public/api-', 'web/browser/try-it.ts'],
  heart: ['web/creature/heart', 'features/public/pages/heart'],
  creature: ['web/creature/', 'features/public/pages/creature-page', 'features/public/pages/life-chart'],
  keepers: ['web/public/keepers', 'web/public/agent', 'features/public/pages/keepers'],
  mine: ['web/public/mine', 'features/owner/', 'web/browser/mine.ts'],
  species: ['web/public/species', 'features/catalog/'],
  checkout: ['web/public/checkout', 'features/shop/'],
  operator: ['web/operator/', 'features/operator/'],
};

const SHARED = 'shared';

function featureOf(path: string): string {
  const own = Object.entries(PARTS).find(([, files]) => files.some((file) => path.startsWith(file)));
  return own?.[0] ?? SHARED;
}

/** Class names in markup and the features that use them. A name from a template literal ends in `*` and matches by prefix. */
const USED = new Map<string, Set<string>>();
const PICTURES = INLINE_PICTURES.map((name) => ({
  path: `web/${name}.svg`,
  text: read(`src/web/${name}.svg`),
}));
const MARKUP = SOURCES.filter(({ path }) => path.startsWith('web/') || path.endsWith('.tsx'));
for (const { path, text } of [...MARKUP, ...PICTURES])
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

function selectorsOf(sheet: string): readonly string[] {
  const css = read(`src/web/${sheet}`);
  return [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*)\{(?=[^{}]*\})/g)]
    .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
    .filter((selector) => !/^(?:from|to|\d+%)$/.test(selector));
}

test('every selector in a feature’s style sheet has a class that only its markup uses, and a shared sheet has no such class', () => {
  const stray = [...STYLE_SHEETS, 'operator/admin.css'].flatMap((sheet) => {
    const feature = featureOf(`web/${sheet}`);
    return selectorsOf(sheet).flatMap((selector) => {
      const names = [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
      const users = names.map((name) => usersOf(name).join());
      if (feature === SHARED ? !users.some((user) => user in PARTS) : users.includes(feature)) return [];
      const told = names.map((name, nth) => `.${name} is in the markup of ${users[nth] || 'none'}`);
      return [`${sheet}: ${selector} (${told.join('; ')})`];
    });
  });
  expect(stray).toEqual([]);
});
