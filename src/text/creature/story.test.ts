import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../../rules/base/clock.ts';
import { ACTIONS, CAUSES, FAMILIES, MILESTONES, PATHS } from '../../rules/vocabulary.ts';
import { OBITUARY_LINES, SHAPES } from '../../../test/laws/line-tables.ts';
import { CAME_TRUE } from '../heart/heart-pages.ts';
import { KEEPSAKE_LINES } from '../heart/keepsakes.ts';
import { obituary } from './epitaphs.ts';
import { STORY_LINES, storyWords } from './story.ts';

const WELL_SAID = /^(?!.*(?:[{}]|undefined|NaN|\s\s|, and ,))[A-Z].*[.?]$/;
const family = fc.constantFrom(...FAMILIES);
const subject = fc.record({ id: fc.uuid(), name: fc.stringMatching(/^[A-Z][a-z]{1,12}$/), family });
const livedMs = fc.nat(400 * DAY);
const few = fc.nat(3);
const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

test('for a stage that is not fully recorded nothing is counted', () => {
  const event = { kind: 'grew', to: 'teen', path: undefined, care: undefined, livedMs: 3 * DAY } as const;
  expect(storyWords(event, PIP)).toMatch(/^On its fourth day [^:\d]*\.$/);
});

// test/laws/claims/lives.ts checks the numbers.
test('every event of a life has a sentence', () => {
  const facts = fc.record({
    lived: livedMs,
    otherMs: fc.nat(30 * DAY),
    type: fc.constantFrom(...MILESTONES),
    threshold: fc.constantFrom(10, 25, 50, 75, 80, 90, 100),
    cause: fc.constantFrom(...CAUSES),
    to: fc.constantFrom('child', 'teen', 'adult'),
    path: some(fc.constantFrom(...PATHS)),
    care: fc.record({ meals: few, lateMeals: few, missedAtEnd: few, lessons: few, games: few }),
  });
  fc.assert(
    fc.property(subject, facts, (who, { lived, otherMs, type, threshold, cause, ...grown }) => {
      const events = [
        { kind: 'adopted', livedMs: undefined },
        { kind: 'hatched', livedMs: 0, waitedMs: otherMs },
        { kind: 'first_meal', livedMs: lived },
        { kind: 'grew', livedMs: lived, ...grown },
        { kind: 'milestone', livedMs: lived, type, threshold },
        { kind: 'died', livedMs: lived, stone: { cause, deathNumber: 1 } },
        { kind: 'returned', livedMs: lived, awayMs: otherMs },
        { kind: 'released', livedMs: lived },
        { kind: 'released', livedMs: undefined },
      ] as const;
      for (const event of events) expect(storyWords(event, who)).toMatch(WELL_SAID);
      const { meals, lateMeals, lessons, games } = grown.care;
      const raised = storyWords(events[3], who);
      expect(raised.includes(`${lateMeals} of them late`)).toBe(lateMeals > 0 && lateMeals < meals);
      expect(/taught manners|played with/.test(raised)).toBe(lessons + games > 0);
    }),
    { numRuns: 500 },
  );
});

test('the days of a life are counted from hatching', () => {
  const dayAt = (lived: number) =>
    storyWords({ kind: 'milestone', type: 'trust_milestone', threshold: 50, livedMs: lived }, PIP);
  const days = [0, DAY - 1, DAY, 12 * DAY, 20 * DAY, 110 * DAY].map((lived) => dayAt(lived).split(' ')[2]);
  expect(days).toEqual(['first', 'first', 'second', '13th', '21st', '111th']);
  expect(dayAt(0)).toMatch(/^On its first day /);
});

const PIP = { id: 'd0d0d0d0-0000-4000-8000-000000000001', name: 'Pip', family: 'cat' } as const;
const MEALS = { feedings: 12, missedFeedings: 3, careActions: 30 };
const STONE = { creatureId: PIP.id, name: 'Pip', family: 'cat', cause: 'hunger', ...MEALS } as const;
const DIED_AT = Date.UTC(2026, 2, 14, 6, 30);

const LAST_DAYS = {
  diedAt: DIED_AT,
  beganAt: DIED_AT - 6 * DAY,
  broughtBack: 0,
  lastMealAt: DIED_AT - 30 * HOUR,
  windowMissedAt: DIED_AT - 22 * HOUR,
  lastCare: { at: DIED_AT - 26 * HOUR, action: 'play' },
  expected: { at: DIED_AT - 20 * HOUR, everyHours: 6 },
} as const;

test('an obituary has the last meal, the missed window, the deadline and the visitors', () => {
  expect(obituary(STONE, LAST_DAYS)).toEqual([
    expect.stringMatching(/00:30 UTC on 13 March 2026.*08:30 UTC on 13 March 2026/),
    expect.stringMatching(
      /04:30 UTC on 13 March 2026.*played with.*every 6 hours.*10:30 UTC on 13 March 2026.*shut.*1 day and 2 hours.*of hunger at 06:30 UTC on 14 March 2026\.$/,
    ),
    expect.stringMatching(/30 times.*12 meals and missed 3\.$/),
  ]);
});

test('without any visit the obituary says only that', () => {
  const alone = { ...LAST_DAYS, lastMealAt: undefined, lastCare: undefined, expected: undefined };
  const unfed = { ...STONE, feedings: 0, careActions: 0 };
  const [meals, door, company] = obituary(unfed, alone);
  expect(meals).toMatch(/never given a meal|not given one meal/);
  expect(door).toMatch(/hatched.*06:30 UTC on 8 March 2026.*6 days/);
  expect(company).toMatch(/nobody|nothing/i);
});

test('a harmed creature is not said to have waited, and a resurrected one is named as such', () => {
  const harmed = { ...STONE, cause: 'harm' } as const;
  const given = { ...LAST_DAYS, lastCare: { at: DIED_AT, action: 'feed' }, lastMealAt: DIED_AT } as const;
  const [meals, door] = obituary(harmed, given);
  expect(`${meals} ${door}`).not.toMatch(/wait|due|shut|window/);
  expect(door).toContain('06:30 UTC on 14 March 2026');
  const again = { ...LAST_DAYS, broughtBack: 2, lastMealAt: undefined };
  const [unfed, , company] = obituary(STONE, again);
  expect(unfed).toMatch(/brought back|return/);
  expect(company).toMatch(/brought back twice/);
});

test('obituaries consist of sentences and are deterministic', () => {
  const moment = fc.integer({ min: 1, max: 40 * 24 * 60 }).map((minutes) => DIED_AT - minutes * MINUTE);
  const days = fc.record({
    diedAt: fc.constant(DIED_AT),
    beganAt: moment,
    broughtBack: fc.nat(3),
    lastMealAt: some(moment),
    windowMissedAt: some(moment),
    lastCare: some(fc.record({ at: moment, action: fc.constantFrom(...ACTIONS) })),
    expected: some(fc.record({ at: moment, everyHours: fc.double({ min: 0.1, max: 40, noNaN: true }) })),
  });
  fc.assert(
    fc.property(subject, days, fc.constantFrom(...CAUSES), ({ id, ...who }, last, cause) => {
      const stone = { ...STONE, creatureId: id, ...who, cause };
      const lines = obituary(stone, last);
      for (const line of lines) expect(line).toMatch(WELL_SAID);
      expect(obituary(stone, last)).toEqual(lines);
    }),
    { numRuns: 1000 },
  );
});

function linesIn(table: unknown): string[] {
  if (typeof table === 'string') return [table];
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(linesIn) : [];
}

/** Present-tense verbs, without infinitives after to, would, could or not. */
const PRESENT =
  /(?<!\b(?:to|would|could|should|not) )\b(?:is|are|has|have|does|do|can|will|believes|knows|counts)\b|\b(?:it|nobody|anybody|somebody|its keeper|\{name\}) (?!was\b|its\b|as\b)[a-z]*[^s\W]s\b/i;

test('every sentence about an ended life is in the past tense', () => {
  const { released: _, releasedAsEgg: __, ...story } = STORY_LINES;
  const lines = linesIn([SHAPES, OBITUARY_LINES, story, CAME_TRUE]);
  expect(lines.length).toBeGreaterThan(150);
  expect(lines.filter((line) => PRESENT.test(line))).toEqual([]);
  // A keepsake outlives its creature, so its description stays in the present tense.
  const alive = /\{name\} (?!was\b)(?:has|does|can|will|[a-z]*[^s\W]s)\b/;
  expect(linesIn([KEEPSAKE_LINES]).filter((line) => alive.test(line))).toEqual([]);
});
