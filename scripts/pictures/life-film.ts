import { drawEgg } from '../../src/artist/egg.ts';
import { drawPortrait } from '../../src/artist/portrait.ts';
import { GROWS_AT } from '../../src/rules/lives/growth.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Appearance, Path, Stage } from '../../src/rules/vocabulary.ts';

/** One picture of a creature in the film. */
interface Frame {
  readonly stage: Stage;
  readonly appearance?: Appearance;
  readonly path?: Path;
}

interface Scene {
  readonly caption: string;
  /** Of each creature, in the order of `CREATURES`. */
  readonly frames: readonly [Frame, Frame, Frame];
}

const CREATURES = ['owl', 'husky', 'axolotl'] as const;
const SEED = 7;

const SCENES: readonly Scene[] = [
  same('Three eggs. Nothing happens until somebody looks.', { stage: 'egg' }),
  same('Hatched. From now on the clock runs, whether anybody looks or not.', {
    stage: 'baby',
    appearance: 'content',
  }),
  same(`${GROWS_AT.baby} hours: fed on time, they are children.`, { stage: 'child', appearance: 'content' }),
  {
    caption: 'A day and a night in which nobody came to the husky.',
    frames: [
      { stage: 'child', appearance: 'content' },
      { stage: 'child', appearance: 'failing' },
      { stage: 'child', appearance: 'content' },
    ],
  },
  same(`Somebody came. ${GROWS_AT.child} hours: all three are teens.`, {
    stage: 'teen',
    appearance: 'content',
  }),
  {
    caption: `${GROWS_AT.teen} hours: grown up, each the way it was kept.`,
    frames: [
      { stage: 'adult', path: 'high_care' },
      { stage: 'adult', path: 'balanced' },
      { stage: 'adult', path: 'high_care' },
    ],
  },
];

function same(caption: string, frame: Frame): Scene {
  return { caption, frames: [frame, frame, frame] };
}

const SCENE_SECONDS = 3;
const FADE_SECONDS = 0.4;
const WIDTH = 960;
const HEIGHT = 408;
const WINDOW = { side: 264, top: 36, left: 48, apart: 300 } as const;

/** Three lives from egg to adult as one animation; a still adult with reduced motion. */
export function lifeFilm(): string {
  const windows = CREATURES.map((slug, nth) => windowOf(speciesCalled(slug), nth));
  const captions = SCENES.map(({ caption }, nth) => {
    return `<text class="${scene(nth)}" x="${WIDTH / 2}" y="356" text-anchor="middle">${caption}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="t">`,
    '<title id="t">An owl, a husky and an axolotl grow up, and the husky is nearly lost on the way</title>',
    `<style>${style()}</style>`,
    `<clipPath id="w"><path d="${arch(WINDOW.side)}"/></clipPath>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="24" fill="#faf3e7"/>`,
    ...windows,
    ...captions,
    `<path d="M48 384H912" stroke="#e4d3b8" stroke-width="4" stroke-linecap="round"/>`,
    '<circle class="sun" cx="48" cy="384" r="9" fill="#e0962a"/>',
    '</svg>\n',
  ].join('\n');
}

function speciesCalled(slug: string): Species {
  const species = findBuiltIn(slug);
  if (!species) throw new Error(`${slug} has moved out.`);
  return species;
}

function windowOf(species: Species, nth: number): string {
  const { side, left, top, apart } = WINDOW;
  const pictures = SCENES.map(({ frames }, at) => {
    const picture = draw(species, frames[nth] ?? frames[0]);
    const sized = picture.replace('<svg ', `<svg width="${side}" height="${side}" `);
    return `<g class="${scene(at)}">${sized}</g>`;
  });
  const frame = `<path d="${arch(side)}" fill="none" stroke="#7a4b2c" stroke-width="8"/>`;
  return `<g transform="translate(${left + nth * apart} ${top})"><g clip-path="url(#w)">${pictures.join('')}</g>${frame}</g>`;
}

function draw(species: Species, { stage, appearance, path }: Frame): string {
  if (stage === 'egg') return drawEgg({ species, seed: SEED });
  return drawPortrait({ species, stage, appearance, path, seed: SEED, personality: [] });
}

/** A window with a round top. */
function arch(side: number): string {
  const half = side / 2;
  return `M0 ${side}V${half}A${half} ${half} 0 0 1 ${side} ${half}V${side}Z`;
}

function scene(nth: number): string {
  return `scene s${nth}`;
}

/** Each scene is seen in its turn. */
function style(): string {
  const whole = SCENES.length * SCENE_SECONDS;
  const percent = (seconds: number) => `${Math.round((seconds / whole) * 1000) / 10}%`;
  const shown = `0%{opacity:0}${percent(FADE_SECONDS)},${percent(SCENE_SECONDS)}{opacity:1}${percent(SCENE_SECONDS + FADE_SECONDS)},100%{opacity:0}`;
  const delays = SCENES.map((_, nth) => `.s${nth}{animation-delay:${nth * SCENE_SECONDS}s}`);
  return [
    'text{font:500 21px Alegreya,Georgia,serif;fill:#4a3323}',
    `.scene{opacity:0}.s${SCENES.length - 1}{opacity:1}`,
    `@media (prefers-reduced-motion:no-preference){`,
    `.scene{opacity:0;animation:seen ${whole}s linear infinite backwards}`,
    ...delays,
    `.sun{animation:day ${whole}s linear infinite}`,
    '}',
    `@keyframes seen{${shown}}`,
    '@keyframes day{to{transform:translateX(864px)}}',
  ].join('');
}
