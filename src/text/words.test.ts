import { expect, test } from 'vitest';

import { FORMS } from '../rules/lives/growth.ts';
import { CATALOG } from '../rules/species/catalog.ts';
import { FAMILIES, PATHS, STAGES } from '../rules/vocabulary.ts';
import { REFUSAL_LINES, refusalWords, type CareRefusalReason } from './creature/care-message.ts';
import { formLabel, formPhrase } from './nouns.ts';
import { MILESTONE_LINES, adoptionMessage, milestoneMessage, stageMessage } from './creature/milestones.ts';
import {
  describeTraits,
  drawLayer,
  drawPersonality,
  PERSONALITY_WORDS,
  RETURN_LAYERS,
} from './creature/life-messages.ts';

const PIP = { name: 'Pip', family: 'cat', seed: 9, hidden: [] } as const;
const WELL_SAID = /^(?!.*(?:[{}]|undefined|NaN|\s\s))[A-Z].*[.?]$/;

const MILESTONES = [
  ['trust_milestone', [50, 75, 90]],
  ['happiness_milestone', [50, 80, 100]],
  ['discipline_milestone', [25, 50, 75]],
  ['health_milestone', [80]],
  ['care_streak', [10, 25, 50, 100]],
] as const;

test.each(MILESTONES)('every %s has its own words', (type, thresholds) => {
  const said = thresholds.map((threshold) => milestoneMessage(type, threshold, PIP));
  for (const text of said) expect(text).toMatch(WELL_SAID);
  expect(new Set(said).size).toBe(said.length);
  expect(said).not.toContain(milestoneMessage(type, 7, PIP));
});

test('the milestone of a hidden stat is not named', () => {
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

test('notable adoptions have a message', () => {
  const kinds = Object.keys(MILESTONE_LINES.adoption) as (keyof typeof MILESTONE_LINES.adoption)[];
  for (const kind of kinds) expect(adoptionMessage(kind, PIP)).toMatch(WELL_SAID);
});

test.each(Object.keys(REFUSAL_LINES) as CareRefusalReason[])(
  'a refusal because of %s says what to do',
  (whyNot) => {
    const said = [1, 2].map((count) => refusalWords(whyNot, { ...PIP, count }));
    expect(said[0]?.message).not.toBe(said[1]?.message);
    for (const { message, suggestion } of said) expect([message, suggestion].join(' ')).toMatch(WELL_SAID);
    expect(`${said[0]?.suggestion}`).toMatch(/send|reflect|play|status/i);
  },
);

test('the error texts fixed by the contract are exact', () => {
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

test('twenty resurrections add twenty different layers', () => {
  const layers = Array.from({ length: 20 }, (_, before) => drawLayer(77, before));
  expect(new Set(layers).size).toBe(20);
});

test('traits are described as nature', () => {
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
