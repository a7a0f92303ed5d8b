import fc from 'fast-check';
import { expect, test } from 'vitest';

import { observe } from '../../src/rules/lives/observe.ts';
import {
  FAMILY_LINES,
  GUARDED,
  LOW_LINES,
  MOOD_LINES,
  AFRAID_LINES,
  RESTLESS_LINES,
  UNFED_LINES,
  WAITING_LINES,
} from '../../src/text/creature/behavior.ts';
import {
  checkClaims,
  mcpWords,
  MOMENT_CLAIMS,
  publicWords,
  wordsOf,
  type ToldMoment,
} from './claims/moments.ts';
import { aCreatureOf, anyShare, anySpecies, onTheWay, PATIENTLY, RUNS, type Moment } from './creatures.ts';

function toldAt(moment: Moment, share: number): ToldMoment {
  const { creature, species } = moment;
  const { feedings: meals, careActions: acts, streak } = creature.record;
  const done = { acts, meals, streak, harmful: creature.heart?.care.harmed ?? 0 };
  return { creature, species, observed: observe(creature, species, onTheWay(moment, share)), done };
}

const aMoment = fc.record({
  moment: aCreatureOf(anySpecies),
  share: fc.oneof(anyShare, fc.constantFrom(0.9, 0.98, 0.999)),
});

test('no text about a creature contradicts its clock, its health, its meals or its stats', PATIENTLY, () => {
  fc.assert(
    fc.property(aMoment, ({ moment, share }) => {
      const told = toldAt(moment, share);
      const texts = { ...wordsOf(told), ...publicWords(told), ...mcpWords(told) };
      expect(checkClaims(MOMENT_CLAIMS, texts, told)).toEqual([]);
    }),
    RUNS,
  );
});

// Only these are drawn lying: asleep, restless, fading, failing.
const LYING = [MOOD_LINES.sleeping, MOOD_LINES.critical, RESTLESS_LINES, AFRAID_LINES]
  .concat(Object.values(FAMILY_LINES.sleeping), Object.values(FAMILY_LINES.critical))
  .flat();
const UPRIGHT = (['sick', 'hungry', 'happy', 'content', 'curious'] as const)
  .flatMap((mood) => [...MOOD_LINES[mood], ...Object.values(FAMILY_LINES[mood]).flat()])
  .concat(LOW_LINES, WAITING_LINES, UNFED_LINES, AFRAID_LINES)
  .concat(GUARDED.closed.posture, GUARDED.opening.posture);

const NEVER_DRAWN = /upside down|its back\b|\bloaf\b|chin on|\bcurl|hunch|tail over|face hidden/;

test('a line names no pose but the one that is drawn', () => {
  expect(
    LYING.filter((line) => NEVER_DRAWN.test(line) || /\b(?:sits|stands|leans|sat)\b/.test(line)),
  ).toEqual([]);
  expect(
    UPRIGHT.filter((line) => NEVER_DRAWN.test(line) || /\b(?:sits|sat|lies|lying)\b/.test(line)),
  ).toEqual([]);
});
