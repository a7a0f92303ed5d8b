import fc from 'fast-check';
import { expect, test } from 'vitest';

import { observe } from '../../src/rules/lives/observe.ts';
import { POSE_LINES, BEHAVIOR_LINES } from '../../src/text/creature/behavior.ts';
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

// The poses drawn lying: asleep, restless, fading, failing.
const LYING = [
  BEHAVIOR_LINES.moodLines.sleeping,
  BEHAVIOR_LINES.moodLines.critical,
  POSE_LINES.restlessLines,
  POSE_LINES.afraidLines,
]
  .concat(
    Object.values(BEHAVIOR_LINES.familyLines.sleeping),
    Object.values(BEHAVIOR_LINES.familyLines.critical),
  )
  .flat();
const UPRIGHT = (['sick', 'hungry', 'happy', 'content', 'curious'] as const)
  .flatMap((mood) => [
    ...BEHAVIOR_LINES.moodLines[mood],
    ...Object.values(BEHAVIOR_LINES.familyLines[mood]).flat(),
  ])
  .concat(BEHAVIOR_LINES.lowLines, POSE_LINES.waitingLines, POSE_LINES.unfedLines, POSE_LINES.afraidLines)
  .concat(BEHAVIOR_LINES.guarded.closed.posture, BEHAVIOR_LINES.guarded.opening.posture);

const NEVER_DRAWN = /upside down|its back\b|\bloaf\b|chin on|\bcurl|hunch|tail over|face hidden/;

test('a line names no pose other than the drawn one', () => {
  expect(
    LYING.filter((line) => NEVER_DRAWN.test(line) || /\b(?:sits|stands|leans|sat)\b/.test(line)),
  ).toEqual([]);
  expect(
    UPRIGHT.filter((line) => NEVER_DRAWN.test(line) || /\b(?:sits|sat|lies|lying)\b/.test(line)),
  ).toEqual([]);
});
