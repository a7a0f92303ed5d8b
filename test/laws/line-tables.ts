import careTips from '#content/voice/care/care-tips.json' with { type: 'json' };
import obituaryLines from '#content/voice/lives/obituary-lines.json' with { type: 'json' };

import { ITEM_ACTIONS } from '../../src/rules/vocabulary.ts';
import { BEHAVIOR_LINES } from '../../src/text/creature/behavior.ts';
import { EPITAPH_SHAPES } from '../../src/text/creature/epitaphs.ts';
import { CHECKIN_LINES } from '../../src/text/creature/steps.ts';
import { asLines, type Halves, type Lines } from '../../src/text/pick-line.ts';

/** All second sentences of behaviour texts. */
export const ASIDES: readonly Lines[] = [
  BEHAVIOR_LINES.moodAsides,
  BEHAVIOR_LINES.feedingAsides,
  [BEHAVIOR_LINES.sleepingUnfed, BEHAVIOR_LINES.dyingAsides, BEHAVIOR_LINES.restlessAsides],
  BEHAVIOR_LINES.stageAsides,
  BEHAVIOR_LINES.daypartAsides,
  BEHAVIOR_LINES.pathAsides,
  [BEHAVIOR_LINES.growingAsides, BEHAVIOR_LINES.waryAsides],
  BEHAVIOR_LINES.traitAsides,
].flatMap((table): Lines[] => Object.values(table));

const CARE_TIPS = asLines(careTips);

export const ALL_TIPS: readonly Halves[] = [
  CARE_TIPS.harmful,
  CARE_TIPS.playForMeal,
  ...Object.values(CARE_TIPS.ruleTips),
  ...Object.values(CARE_TIPS.meals),
  ...Object.values(CARE_TIPS.timely).map((first) => ({ first, second: CARE_TIPS.again })),
  ...Object.values(CARE_TIPS.called).map((first) => ({ first, second: CARE_TIPS.goOn })),
  ...ITEM_ACTIONS.filter((action) => action !== 'feed').flatMap((action) =>
    Object.values(CARE_TIPS.tipFirsts[action]).map((first) => ({ first, second: CARE_TIPS.later[action] })),
  ),
];

/** All epitaphs. */
export const SHAPES: readonly string[] = [
  EPITAPH_SHAPES.harmed,
  EPITAPH_SHAPES.returned,
  ...Object.values(EPITAPH_SHAPES.short),
  EPITAPH_SHAPES.visited,
  ...Object.values(EPITAPH_SHAPES.byCare).flatMap((ages) => Object.values(ages)),
  EPITAPH_SHAPES.long,
  EPITAPH_SHAPES.punctual,
  EPITAPH_SHAPES.forsaken,
  Object.values(EPITAPH_SHAPES.lastActs),
].flat();

export const OBITUARY_LINES: readonly Lines[] = Object.values(asLines(obituaryLines));
const { reasons: _, reasonsToHurry: __, ...secondHalves } = CHECKIN_LINES;

/** All second halves of reasons to check in. */
export const SECOND_HALVES: readonly Lines[] = Object.values(secondHalves);
