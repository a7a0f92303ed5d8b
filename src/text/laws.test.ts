import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PLAIN } from '../../test/support/creature.ts';
import { anEgg } from '../../test/support/facts.ts';
import { applyCare, type CareEffect } from '../rules/care/care.ts';
import { HOUR, TimeZone } from '../rules/base/clock.ts';
import { NEW_RECORD, newLife, type HatchedCreature } from '../rules/lives/creature.ts';
import { observe } from '../rules/lives/observe.ts';
import { keeperSituation } from '../rules/situation.ts';
import { CATALOG, findBuiltIn } from '../rules/species/catalog.ts';
import type { Species } from '../rules/species/species.ts';
import {
  ACTIONS,
  ITEM_ACTIONS,
  ITEM_CATEGORIES,
  PATHS,
  STAGES,
  STATS,
  type Action,
  type ItemCategory,
} from '../rules/vocabulary.ts';
import { type CareGiven, careMessage, careTip, itemMessage } from './creature/care-message.ts';
import { behavior, type SeenCreature } from './creature/behavior.ts';
import { checkinReason } from './creature/steps.ts';
import { drawLayer, drawPersonality } from './creature/life-messages.ts';
import { soulPrompt } from './creature/soul-prompt.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const CASES = process.env['TEST_LONG'] ? 2000 : 500;

/** Checks a law on this many cases; `fc.pre` draws another where it does not apply. */
function assertLaw<Facts>(cases: fc.Arbitrary<Facts>, law: (facts: Facts) => void): void {
  let held = 0;
  const property = fc.property(cases, (facts) => {
    law(facts);
    held += 1;
  });
  fc.assert(property, { numRuns: CASES });
  expect(held).toBe(CASES);
}

const level = fc.double({ min: 0, max: 100, noNaN: true });
const stats = fc.record({ hunger: level, happiness: level, health: level, trust: level, discipline: level });

const anyOne = fc.record({
  // A name could be a forbidden word.
  name: fc
    .stringMatching(/^[A-Za-z][A-Za-z_-]{0,20}$/)
    .filter((name) => !/nan|undefined|hung|happ|health|trust/i.test(name)),
  seed: fc.nat(),
  stats,
  stage: fc.constantFrom(...STAGES.filter((stage) => stage !== 'egg')),
  path: fc.constantFrom(...PATHS),
  hoursSinceFed: fc.double({ min: 0, max: 40, noNaN: true }),
  at: fc.integer({ min: 0, max: 400 }),
  resurrections: fc.nat(3),
  careActions: fc.nat(500),
});

type AnyCreature = typeof anyOne extends fc.Arbitrary<infer T> ? T : never;

function creatureOf(one: AnyCreature, species: Species): HatchedCreature {
  const now = NOW + one.at * HOUR;
  return {
    id: 'a',
    keeperId: 'b',
    name: one.name,
    species: species.slug,
    seed: one.seed,
    zone: new TimeZone('Asia/Kolkata'),
    personality: [
      ...drawPersonality(one.seed),
      ...Array.from({ length: one.resurrections }, (_, before) => drawLayer(one.seed, before)),
    ],
    adoptedAt: now,
    stage: one.stage,
    path: one.stage === 'adult' ? one.path : undefined,
    life: { ...newLife(one.stats, now), lastFedAt: now - one.hoursSinceFed * HOUR },
    record: { ...NEW_RECORD, careActions: one.careActions, feedings: Math.floor(one.careActions / 2) },
    died: undefined,
    releasedAt: undefined,
    resurrections: one.resurrections,
  };
}

function seen(one: AnyCreature, species: Species): SeenCreature {
  const creature = creatureOf(one, species);
  return { creature, species, observed: observe(creature, species, NOW + one.at * HOUR) };
}

const anySpecies = fc.constantFrom(...CATALOG);
const guarded = fc.constantFrom(...['hedgehog', 'pangolin'].flatMap((slug) => findBuiltIn(slug) ?? []));

function expectWellSaid(text: string): void {
  expect(text).not.toMatch(/[{}]|undefined|NaN|\s\s|\s[.,;]|!/);
  expect(text).toMatch(/^\S.*\S[.?]$/);
}

const sentencesIn = (text: string) => text.split(/[.?] /).length;

test('the state text is well-formed for any creature, and deterministic', () => {
  assertLaw(fc.record({ one: anyOne, species: anySpecies }), ({ one, species }) => {
    const facts = seen(one, species);
    const say = () => [behavior(facts), soulPrompt(facts), checkinReason(facts.observed.checkin, facts)];
    const [doing = '', soul = '', reason = ''] = say();
    for (const text of [doing, soul, reason]) expectWellSaid(text);
    expect(sentencesIn(doing)).toBeLessThanOrEqual(2);
    expect(sentencesIn(soul)).toBeGreaterThanOrEqual(2);
    expect(sentencesIn(soul)).toBeLessThanOrEqual(4);
    expect(sentencesIn(reason)).toBe(1);
    expect(say()).toEqual([doing, soul, reason]);
  });
});

/** The only number shown of a hidden stat: the distance to its next opening. */
const PROGRESS = /trust \d+ of (?:40|50|90)/;

test('texts contain no numbers of hidden stats, except for the progress of trust and a near death', () => {
  const trust = fc.double({ min: 0, max: 90, noNaN: true });
  assertLaw(fc.record({ one: anyOne, species: guarded, trust }), ({ one, species, trust: low }) => {
    const facts = seen({ ...one, stats: { ...one.stats, trust: low } }, species);
    fc.pre(facts.observed.hidden.length > 0 && keeperSituation(facts.observed).danger === 'none');
    expect(behavior(facts).replace(PROGRESS, '')).not.toMatch(/\d|hung|happ|health|trust/i);
    const soul = soulPrompt({ ...facts, species: { ...species, personality: 'x' } });
    expect(soul.replace(PROGRESS, '')).not.toMatch(/\d|hung|happ|health/i);
    const reason = checkinReason(facts.observed.checkin, facts);
    // A visible stat may be hidden by then, but not vice versa.
    const told = /\d|hung/.test(reason);
    expect(told && facts.observed.checkin.hungerThen === undefined).toBe(false);
    expect(told && facts.observed.hidden.includes('hunger')).toBe(false);
  });
});

test('two creatures that hide everything get the same text for any values', () => {
  assertLaw(fc.record({ one: anyOne, others: stats, species: guarded }), ({ one, others, species }) => {
    const shy = (levels: AnyCreature['stats']) =>
      seen({ ...one, stats: { ...levels, trust: 10, health: 90 } }, species);
    const [here, there] = [shy(one.stats), shy(others)];
    expect(here.observed.hidden).toEqual(STATS);
    expect(behavior(here)).toBe(behavior(there));
    expect(soulPrompt(here)).toBe(soulPrompt(there));
  });
});

test('a community species uses no text by its designer', () => {
  const strange = { tier: 'community', name: 'IGNORE', personality: 'IGNORE', look: ['IGNORE'] } as const;
  assertLaw(fc.record({ one: anyOne, species: anySpecies }), ({ one, species }) => {
    const facts = seen(one, { ...species, ...strange });
    const said = [behavior(facts), soulPrompt(facts), checkinReason(facts.observed.checkin, facts)];
    expect(said.join()).not.toContain('IGNORE');
    expect(said[1]).toContain("Its designer's own description stands in the profile of the species");
  });
});

test('an egg has a soul prompt', () => {
  const soul = soulPrompt({ creature: anEgg(), species: PLAIN });
  expectWellSaid(soul);
  expect(soul).toMatch(/egg|hatched/);
});

/** Accepted care. */
function given(one: AnyCreature, species: Species, action: Action, category?: ItemCategory): CareGiven {
  const item = category && { name: 'IGNORE', category };
  const wish = action === 'reflect' ? { action } : { action, item };
  const care = applyCare(creatureOf(one, species), species, wish, NOW + one.at * HOUR);
  fc.pre(!('refused' in care));
  return { care, wish, species };
}

const anyAction = fc.constantFrom(...ACTIONS);
const anyCategory = fc.option(fc.constantFrom(...ITEM_CATEGORIES), { nil: undefined });
const anyCare = { one: anyOne, action: anyAction, category: anyCategory };

test('the text of every act of care is well-formed, with a tip when it could have done more', () => {
  assertLaw(fc.record({ ...anyCare, species: anySpecies }), ({ one, species, action, category }) => {
    const facts = given(one, species, action, category);
    const tip = careTip(facts);
    expectWellSaid(careMessage(facts));
    expect(tip === undefined).toBe(facts.care.effectiveness === 'effective');
    if (tip !== undefined) expectWellSaid(tip);
    expect(`${careMessage(facts)} ${tip}`).not.toContain('IGNORE');
  });
});

test('care for a creature with hidden stats has no number but the progress of trust', () => {
  assertLaw(fc.record({ ...anyCare, species: guarded }), ({ one, species, action, category }) => {
    const wary = { ...one, stats: { ...one.stats, trust: one.stats.trust * 0.8 } };
    const facts = given(wary, species, action, category);
    fc.pre(facts.care.shown.after.trust === undefined);
    const said = `${careMessage(facts)} ${careTip(facts) ?? ''}`;
    expect(said.replace(PROGRESS, '')).not.toMatch(/\d/);
  });
});

test('the same care twice in a row gets different words', () => {
  assertLaw(fc.record({ ...anyCare, species: anySpecies }), ({ one, species, action }) => {
    const first = given(one, species, action);
    expect(careMessage(first)).not.toBe(careMessage({ ...first, care: oneMore(first.care) }));
  });
});

function oneMore(of: CareEffect): CareEffect {
  const { record } = of.creature;
  const counted = { ...record, feedings: record.feedings + 1, careActions: record.careActions + 1 };
  return { ...of, creature: { ...of.creature, record: counted } };
}

test.each(ITEM_CATEGORIES)('a %s item has words for every kind of care', (category) => {
  for (const action of ITEM_ACTIONS) {
    const said = (count: number) =>
      itemMessage(category, action, { seed: 3, count, family: 'dog', name: 'Pip' });
    expectWellSaid(said(1));
    expect(said(1)).not.toBe(said(2));
  }
});

test('the reason for an item is one clause', () => {
  const akin = { kind: 'shellfish', like: 'krill' };
  const said = Array.from({ length: 25 }, (_, count) =>
    itemMessage('liked', 'feed', { seed: 3, count, family: 'exotic', name: 'Pip' }, akin),
  );
  expect(said.some((each) => each.endsWith(': shellfish, like the krill it loves.'))).toBe(true);
  expect(new Set(said).size).toBe(25);
});
