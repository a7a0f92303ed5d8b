// Ten letters of one creature in a row, and what really happened: `docs/a-life.md`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { simulate } from '../../sim/simulate.ts';
import type { CareEvent, LifeStory } from '../../sim/story.ts';
import { DAY, type Instant } from '../../src/core/engine/clock.ts';
import type { Letter } from '../../src/core/heart/letter.ts';
import { findBuiltIn } from '../../src/core/species/catalog.ts';
import { ACTIONS, type Action } from '../../src/core/vocabulary.ts';
import { writeLetter } from '../../src/voice/heart/letter.ts';

const { values } = parseArgs({
  options: {
    species: { type: 'string', default: 'owl' },
    seed: { type: 'string', default: '21' },
    out: { type: 'string', default: 'docs/a-life.md' },
  },
});
const LETTERS = 10;
const species = findBuiltIn(values.species);
if (!species) throw new TypeError(`There is no species "${values.species}".`);

const story = simulate({
  species,
  keeper: 'every_6_hours',
  seed: Number(values.seed),
  zone: 'Europe/Berlin',
  startAt: Date.UTC(2026, 2, 20, 7),
  days: 60,
  heeds: 0.8,
});
/** Everything of its heart since the letter before, and the letter. */
interface LetterTime {
  readonly letter: Letter;
  readonly kept: readonly string[];
}

const times: LetterTime[] = [];
let kept: string[] = [];
for (const event of story.felt) {
  if (event.kind === 'kept') kept.push(event.keepsake);
  else {
    times.push({ letter: event.letter, kept });
    kept = [];
  }
}
const text = [...opening(), ...times.slice(0, LETTERS).flatMap((time) => page(time, story))].join('\n');
writeFileSync(values.out, text);

function opening(): string[] {
  return [
    '# A life',
    '',
    `The first ${LETTERS} letters of one simulated creature, in order. Below each stands what the log has of the same time: counted from what`,
    'happened, not from what the letter is made of. `npm run a-life` writes this page anew.',
    '',
    `${story.species.name}, with a keeper who comes every six hours and does what it wishes for at most visits; seed ${story.seed}, ${story.zone}.`,
    '',
  ];
}

function page({ letter, kept: things }: LetterTime, { species: kind, creature, zone }: LifeStory): string[] {
  const { name, seed } = creature;
  const { subject, text: words } = writeLetter(letter, { name, seed, species: kind, zone });
  return [
    `## ${letter.number}. ${subject}`,
    '',
    ...words.split('\n').map((line) => (line === '' ? '>' : `> ${line}`)),
    '',
    `_Really: ${factsBetween(letter.page.from, letter.at)}; kept ${things.map(plain).join(', ') || 'nothing'}._`,
    '',
  ];
}

/** What the story has of a time: written down by the simulation itself, not by the heart. */
function factsBetween(from: Instant, until: Instant): string {
  const isWithin = ({ at }: { readonly at: Instant }) => at >= from && at < until;
  const acts = story.events.filter((event): event is CareEvent => event.kind === 'cared' && isWithin(event));
  const wishes = story.wishes.filter(isWithin).map(({ kind }) => plain(kind));
  const day = (at: Instant) => ((at - story.startAt) / DAY).toFixed(1);
  return [
    `day ${day(from)} to ${day(until)}`,
    countsOf(acts.map(({ action }) => action)),
    mealsOf(acts),
    `wished for ${wishes.join(', ') || 'nothing'}; granted ${acts.filter(({ granted }) => granted).length}`,
  ].join('; ');
}

function countsOf(actions: readonly Action[]): string {
  const counts = ACTIONS.map((action) => [action, actions.filter((each) => each === action).length] as const);
  const told = counts.filter(([, count]) => count > 0).map(([action, count]) => `${action} ${count}`);
  return told.join(', ') || 'nothing was done for it';
}

function mealsOf(acts: readonly CareEvent[]): string {
  const meals = acts.flatMap(({ timing }) => timing ?? []);
  return `${meals.filter((timing) => timing === 'on_time').length} of ${meals.length} meals on time`;
}

function plain(kind: string): string {
  return kind.replaceAll('_', ' ');
}
