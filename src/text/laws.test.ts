import fc from 'fast-check';
import { expect, test } from 'vitest';

import { HOUR } from '../rules/base/clock.ts';
import { applyCare } from '../rules/care/care.ts';
import { careAfter, type FeltCare, type Heart, outcomesAfter } from '../rules/heart/heart.ts';
import type { HatchedCreature } from '../rules/lives/creature.ts';
import { observe } from '../rules/lives/observe.ts';
import { keeperSituation } from '../rules/situation.ts';
import { ITEM_ACTIONS, ITEM_CATEGORIES, STATS, type Stat } from '../rules/vocabulary.ts';
import { aCreatureOf, anyCreature, anyWish, asHatched, law, type Moment } from '../../test/laws/creatures.ts';
import { aCreature, builtIn, NOON, PLAIN } from '../../test/support/creature.ts';
import { anEgg } from '../../test/support/facts.ts';
import { behavior, poseOf } from './creature/behavior.ts';
import { CARE_LINES, careMessage, careTip, itemMessage } from './creature/care-message.ts';
import { TRUST_DEGREES } from './creature/milestones.ts';
import type { SeenCreature } from './creature/needs.ts';
import { feelingSentence, soulPrompt } from './creature/soul-prompt.ts';
import { checkinReason } from './creature/steps.ts';

// test/laws/words.test.ts checks form and truth of the texts in whole lives.

function withStats({ creature, species, now }: Moment, stats: Partial<Record<Stat, number>>): Moment {
  const life = { ...creature.life, stats: { ...creature.life.stats, ...stats }, settledAt: now };
  return { species, now, creature: { ...creature, life } };
}

const seen = ({ creature, species, now }: Moment) =>
  ({ creature, species, observed: observe(creature, species, now) }) satisfies SeenCreature;

const aGuardedOne = aCreatureOf(fc.constantFrom(builtIn('hedgehog'), builtIn('pangolin')));
const level = (max: number) => fc.double({ min: 0, max, noNaN: true });
const stats = fc.record({ hunger: level(100), happiness: level(100), discipline: level(100) });
const WELL_SAID = /^(?!.*(?:[{}!]|undefined|NaN|\s\s|\s[.,;]))\S.*\S[.?]$/;
/** All that is told of hidden trust. */
const PROGRESS = new RegExp(Object.values(TRUST_DEGREES).flat().join('|'), 'i');

law(
  'texts contain nothing of hidden stats, except for degrees of trust and a near death',
  [aGuardedOne, level(90)],
  (moment, trust) => {
    const facts = seen(withStats(moment, { trust, health: 90 }));
    fc.pre(facts.observed.hidden.length > 0 && keeperSituation(facts.observed).danger === 'none');
    expect(behavior(facts).replace(PROGRESS, '')).not.toMatch(/\d|hung|happ|health|trust/i);
    const soul = soulPrompt({ ...facts, species: { ...facts.species, personality: 'x' } });
    expect(soul.replace(PROGRESS, '')).not.toMatch(/\d|hung|happ|health/i);
    const told = /\d|hung/.test(checkinReason(facts.observed.checkin, facts));
    // A visible stat may be hidden by then, but not vice versa.
    expect(told && facts.observed.checkin.hungerThen === undefined).toBe(false);
    expect(told && facts.observed.hidden.includes('hunger')).toBe(false);
  },
);

law(
  'two creatures that hide everything get the same text for any values',
  [aGuardedOne, stats, stats],
  (moment, one, other) => {
    const [here, there] = [one, other].map((given) => {
      const facts = seen(withStats(moment, { ...given, trust: 10, health: 90 }));
      expect(facts.observed.hidden).toEqual(STATS);
      return [behavior(facts), soulPrompt(facts)];
    });
    expect(here).toEqual(there);
  },
);

law(
  'care for a creature with hidden stats has no number',
  [aGuardedOne, level(80), anyWish],
  (moment, trust, wish) => {
    const { creature, species, now } = withStats(moment, { trust });
    const care = applyCare(creature, species, wish, now);
    fc.pre(!('refused' in care) && care.shown.after.trust === undefined);
    const facts = { care, wish, species };
    // The time until the feeding window opens follows from the last meal, not from a stat.
    const said = `${careMessage(facts)} ${careTip(facts) ?? ''}`.replace(
      /\bin [\d.]+ (?:hour|minute)s?\b/,
      '',
    );
    expect(said).not.toMatch(/\d/);
  },
);

law('a pose names its creature', [anyCreature], (moment) => {
  const { creature } = moment;
  expect(poseOf(seen(moment))).toContain(creature.name);
});

const feltAgain = (heart: Heart, creature: HatchedCreature, told: FeltCare, now: number) => ({
  care: careAfter(heart.care, creature, told, now),
  outcomes: outcomesAfter(heart.outcomes, told),
  granted: heart.granted + 1,
});

law('the same care twice in a row gets different words', [anyCreature, anyWish], (moment, wish) => {
  const { creature, species, now } = moment;
  const care = applyCare(creature, species, wish, now);
  fc.pre(!('refused' in care));
  const { record, heart } = care.creature;
  const { timing, effectiveness } = care;
  const told = { ...wish, timing, effectiveness, survived: [], mood: 'content' } as const;
  const felt = heart && { ...heart, ...feltAgain(heart, creature, told, now) };
  const counted = { ...record, careActions: record.careActions + 1 };
  const again = { ...care, creature: { ...care.creature, record: counted, heart: felt } };
  expect(careMessage({ care, wish, species })).not.toBe(careMessage({ care: again, wish, species }));
});

test('meals on time and other meals with liked items draw no sentence of their common list twice', () => {
  const { first, second } = CARE_LINES.categoryTails.liked;
  const regards = new RegExp(`(?:${first.join('|')})[,;] [^.]*`);
  const wish = { action: 'feed', item: { name: 'something', category: 'liked' } } as const;
  const told: string[] = [];
  const timings = new Set<string | undefined>();
  let creature = aCreature({ stats: { hunger: 97 } });
  for (let meal = 0; meal < first.length * second.length; meal += 1) {
    const windows = meal % 2 === 0 ? 0.8 : 0.4;
    const life = { ...creature.life, stats: { ...creature.life.stats, hunger: 97 }, settledAt: NOON };
    const lastFedAt = NOON - windows * PLAIN.feedingWindowHours * HOUR;
    const care = applyCare({ ...creature, life: { ...life, lastFedAt } }, PLAIN, wish, NOON);
    if ('refused' in care) throw new Error(care.refused);
    creature = asHatched(care.creature);
    timings.add(care.timing);
    told.push(regards.exec(careMessage({ care, wish, species: PLAIN }))?.[0] ?? '');
  }
  expect(timings).toEqual(new Set(['on_time', 'early']));
  expect(new Set(told).size).toBe(told.length);
});

law('care repeats only how the creature feels, not who it is', [anyCreature], (moment) => {
  const facts = seen(moment);
  const [whole, feeling] = [soulPrompt(facts), feelingSentence(facts)];
  expect(whole.endsWith(` ${feeling}`)).toBe(true);
  expect(feeling).toMatch(WELL_SAID);
  expect(feeling).not.toContain(moment.species.personality);
  expect(feeling.split(/[.?] /)).toHaveLength(1);
});

law('a soul prompt has two to four sentences, and a behavior two at most', [anyCreature], (moment) => {
  const [doing = 0, soul = 0] = [behavior, soulPrompt].map((say) => say(seen(moment)).split(/[.?] /).length);
  expect(doing).toBeLessThanOrEqual(2);
  expect([2, 3, 4]).toContain(soul);
});

const BY_A_STRANGER = { tier: 'community', name: 'IGNORE', personality: 'IGNORE', look: ['IGNORE'] } as const;

law('a community species uses no text by its designer', [anyCreature], (moment) => {
  const facts = seen({ ...moment, species: { ...moment.species, ...BY_A_STRANGER } });
  const said = [behavior(facts), soulPrompt(facts), checkinReason(facts.observed.checkin, facts)];
  expect(said.join()).not.toContain('IGNORE');
  expect(said[1]).toContain("Its designer's own description stands in the profile of the species");
});

test('an egg has a soul prompt', () => {
  const soul = soulPrompt({ creature: anEgg(), species: PLAIN });
  expect(soul).toMatch(WELL_SAID);
  expect(soul).toMatch(/egg|hatched/);
});

test.each(ITEM_CATEGORIES)('a %s item has words for every kind of care', (category) => {
  for (const action of ITEM_ACTIONS) {
    const [first, second] = [1, 2].map((count) =>
      itemMessage(category, action, { seed: 3, count, family: 'dog', name: 'Pip' }),
    );
    expect(first).toMatch(WELL_SAID);
    expect(first).not.toBe(second);
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
