import { expect, test } from 'vitest';

import { FORMS } from '../rules/lives/growth.ts';
import { observe } from '../rules/lives/observe.ts';
import { CATALOG } from '../rules/species/catalog.ts';
import { FAMILIES, PATHS, STAGES } from '../rules/vocabulary.ts';
import { aCreature, after, PLAIN, type Given, NOON } from '../../test/support/creature.ts';
import {
  type CareRefusalReason,
  preferencesNote,
  REFUSAL_LINES,
  refusalWords,
} from './creature/care-message.ts';
import {
  adoptionWelcome,
  deathNotice,
  drawLayer,
  drawPersonality,
  PERSONALITY_WORDS,
  releaseFarewell,
  RETURN_LAYERS,
} from './creature/life-messages.ts';
import {
  adoptionMessage,
  evolutionHint,
  HINTS,
  MILESTONE_LINES,
  milestoneMessage,
  stageMessage,
} from './creature/milestones.ts';
import { describeTraits } from './creature/soul-prompt.ts';
import { formLabel, formPhrase } from './nouns.ts';
import { rhythmWords } from './pages/creature-page.ts';
import { graveyardMessage } from './pages/creatures-page.ts';
import { uncapitalize } from './pick-line.ts';

const PIP = { name: 'Pip', family: 'cat', seed: 9, hidden: [] } as const;
const WELL_SAID = /^(?!.*(?:[{}]|undefined|NaN|\s\s))[A-Z].*[.?]$/;

const MILESTONES = [
  ['trust_milestone', [50, 75, 90]],
  ['happiness_milestone', [50, 80, 100]],
  ['discipline_milestone', [25, 50, 75]],
  ['health_milestone', [80]],
  ['care_streak', [10, 25, 50, 100]],
] as const;

test.each(MILESTONES)('each threshold of the milestone %s has its own message', (type, thresholds) => {
  const said = thresholds.map((threshold) => milestoneMessage(type, threshold, PIP));
  for (const text of said) expect(text).toMatch(WELL_SAID);
  expect(new Set(said).size).toBe(said.length);
  expect(said).not.toContain(milestoneMessage(type, 7, PIP));
});

test('the milestone of a hidden stat is not named, and notable adoptions have a message', () => {
  const kinds = Object.keys(MILESTONE_LINES.adoption) as (keyof typeof MILESTONE_LINES.adoption)[];
  for (const kind of kinds) expect(adoptionMessage(kind, PIP)).toMatch(WELL_SAID);
  const guarded = { ...PIP, hidden: ['trust', 'happiness', 'discipline', 'health'] } as const;
  for (const [type, thresholds] of MILESTONES.slice(0, 4)) {
    const said = new Set(thresholds.map((threshold) => milestoneMessage(type, threshold, guarded)));
    expect(said.size).toBe(1);
    expect([...said].join()).not.toMatch(/trust|happ|manners|rule|well/i);
  }
});

test.each(FAMILIES)('every stage and form of the %s family has a celebration', (family) => {
  const said = STAGES.flatMap((stage) =>
    PATHS.map((path) => stageMessage(stage, { ...PIP, family, path: stage === 'adult' ? path : undefined })),
  );
  for (const text of said) expect(text).toMatch(WELL_SAID);
  expect(new Set(said).size).toBe(STAGES.length - 1 + PATHS.length);
  for (const path of PATHS) {
    const grown = milestoneMessage('stage_transition', 'adult', { ...PIP, family, path });
    expect(grown).toContain(FORMS[family][path]);
  }
});

test('a refusal says what to do, in words that change', () => {
  for (const whyNot of Object.keys(REFUSAL_LINES) as CareRefusalReason[]) {
    const said = [1, 2].map((count) => refusalWords(whyNot, { ...PIP, count }));
    expect(said[0]?.message).not.toBe(said[1]?.message);
    for (const { message, suggestion } of said) expect([message, suggestion].join(' ')).toMatch(WELL_SAID);
    expect(`${said[0]?.suggestion}`).toMatch(/send|reflect|play|status/i);
  }
  expect(refusalWords('asleep', { ...PIP, count: 0 }).error).toBe('Pip is sleeping');
  expect(refusalWords('egg', { ...PIP, count: 0 }).error).toBe("The egg hasn't hatched yet");
});

test('three different words are drawn at birth, and every word is reachable', () => {
  const drawn = Array.from({ length: 2000 }, (_, seed) => drawPersonality(seed));
  for (const words of drawn) expect(new Set(words).size).toBe(3);
  expect(new Set(drawn.flat()).size).toBe(PERSONALITY_WORDS.length);
  expect(PERSONALITY_WORDS.length).toBeGreaterThanOrEqual(60);
  expect([...PERSONALITY_WORDS, ...RETURN_LAYERS].join('')).not.toContain(',');
});

test('twenty resurrections add twenty different layers, and traits are described as nature', () => {
  expect(new Set(Array.from({ length: 20 }, (_, before) => drawLayer(77, before))).size).toBe(20);
  expect(describeTraits(['gentle', 'social', 'vocal'])).toBe('gentle, social and vocal by nature');
  expect(describeTraits([])).toBe('');
});

test('no page shows a form by the species name alone', () => {
  const species = new Set(CATALOG.map(({ name }) => name));
  for (const family of FAMILIES)
    for (const path of PATHS) expect(species).not.toContain(formLabel(family, path));
  expect(formLabel('ai-native', 'low_care')).toBe('Void form');
  expect(formPhrase('ai-native', 'low_care')).toBe('the Void form');
  expect(formPhrase('cat', 'high_care')).toBe('a Hearthcat');
});

function hint(given: Given, hours = 1): string {
  const creature = aCreature(given);
  return evolutionHint({ creature, species: PLAIN, observed: observe(creature, PLAIN, after(hours)) });
}

const SHORT = /^(?!.*(?:[{}!]|undefined|NaN|\s\s))[A-Z0-9].{0,198}\.$/;

test.each<[string, Given]>([
  ['is kept well', {}],
  ['is kept fairly', { record: { consistency: 70 } }],
  ['is kept badly', { record: { consistency: 20 } }],
  ['was rescued', { record: { rescued: true } }],
])('a creature that %s gets advice, in words that change by the hour', (_, given) => {
  const said = Array.from({ length: 24 }, (_each, hour) => hint(given, hour / 60 + hour));
  for (const text of said) expect(text).toMatch(SHORT);
  expect(new Set(said).size).toBeGreaterThan(20);
});

test('the hint names the next stage and its hour', () => {
  expect(hint({}, 4)).toMatch(/a child,? .*in 20 hours|in 20 hours.* a child/);
  const teen = { stage: 'teen', record: { consistency: 70 }, life: { ageFrom: after(-72) } } as const;
  expect(hint(teen)).toMatch(/an adult,? .*in 47 hours|in 47 hours.* an adult/);
});

test('a teen below consistency fifty is told until when it has to wait', () => {
  const said = hint({ stage: 'teen', record: { consistency: 20 }, life: { ageFrom: after(-110) } });
  expect(
    HINTS.heldBackHints.some((line) => said.startsWith(line.slice(0, -1).replace('{soon}', 'in 105 hours'))),
  ).toBe(true);
});

test('no hint praises before the first meal or while a meal is late', () => {
  const praise = HINTS.pathHints.high_care.map((line) => uncapitalize(line).replaceAll('{name}', 'Bo'));
  const praised = (given: Given, hours: number) => praise.some((line) => hint(given, hours).endsWith(line));
  expect(praised({ record: { feedings: 3 } }, 4)).toBe(true);
  expect(praised({}, 4)).toBe(false);
  expect(praised({ record: { feedings: 3 } }, 11)).toBe(false);
});

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const DEAD = { ...aCreature(), died: { at: NOON, cause: 'hunger' } } as const;
const died = (hoursAgo: number) => deathNotice({ creature: DEAD, now: after(hoursAgo) });

test.each<[string, (seed: number) => string]>([
  ['adoption', (seed) => adoptionWelcome({ creature: { name: 'Pip', seed }, species: PLAIN })],
  ['release', (seed) => releaseFarewell({ name: 'Pip', seed })],
  ['untried tastes', (seed) => preferencesNote({ discovered: 0, seed })],
  ['tried tastes', (seed) => preferencesNote({ discovered: 3, seed })],
])('%s has several well-formed messages', (_, say) => {
  const said = SEEDS.map(say);
  for (const text of said) expect(text).toMatch(SHORT);
  expect(new Set(said).size).toBeGreaterThan(2);
});

test('the page of a creature without a rhythm does not compare its wait with one', () => {
  const rhythm = { averageHours: 12, thresholdHours: 36, multiplier: 2, established: false };
  expect(rhythmWords(rhythm).join(' ')).not.toContain('longer than that');
});

test.each([
  [0, true, 'No creature of yours has died. May it stay so.'],
  [0, false, 'No gravestone to show.'],
  [1, true, 'One gravestone is yours.'],
  [7, false, '7 gravestones, the newest first.'],
])('graveyard message for %i gravestones, own: %s', (total, own, message) => {
  expect(graveyardMessage({ total, own })).toBe(message);
});

test('a death message has cause, time and resurrection deadline', () => {
  expect(died(5)).toBe('Bo died of hunger 5 hours ago. It can be brought back for 163 hours more.');
  expect(died(168)).toContain('brought back for less than a minute more.');
  expect(died(169)).toBe(
    'Bo died of hunger 7 days ago. It can no longer be brought back: the seven days for that are over.',
  );
});
