import { expect, test } from 'vitest';

import { ITEM_ACTIONS, ITEM_CATEGORIES } from '../rules/vocabulary.ts';
import {
  ALL_TIPS,
  NO_HARM_DONE,
  PREFERENCE_NOTES,
  REFUSAL_LINES,
  ITEM_TEXTS,
  CARE_LINES,
} from './creature/care-message.ts';
import { fillSentence, type Halves } from './pick-line.ts';
import { KEEPSAKE_LINES } from './heart/keepsakes.ts';
import { MANNER_LINES } from './heart/manners.ts';
import { WISH_TEXTS, GRANTED_BY_ACTION, GRANTED_LINES, WISH_STEPS } from './heart/wishes.ts';
import { ASIDES, POSE_LINES, BEHAVIOR_LINES } from './creature/behavior.ts';
import { SECOND_HALVES, CHECKIN_LINES } from './creature/steps.ts';
import { HINTS } from './creature/evolution-hint.ts';
import { LIFE_LINES, PERSONALITY_WORDS, RETURN_LAYERS } from './creature/life-messages.ts';
import { MILESTONE_LINES } from './creature/milestones.ts';
import { OBITUARY_LINES, SHAPES } from './creature/epitaphs.ts';
import { SOUL_LINES } from './creature/soul-prompt.ts';
import { STORY_LINES } from './creature/story.ts';

const POSES = [
  POSE_LINES.afraidLines,
  POSE_LINES.restlessLines,
  POSE_LINES.unfedLines,
  POSE_LINES.waitingLines,
];

type Tree = string | number | readonly Tree[] | { readonly [key: string]: Tree };

function textsIn(tree: Tree): string[] {
  if (typeof tree === 'string') return [tree];
  if (typeof tree === 'number') return [];
  return Object.values(tree).flatMap(textsIn);
}

// Lines for one place: none may occur twice.
const SENTENCES: Readonly<Record<string, Tree>> = {
  behavior: [
    BEHAVIOR_LINES.moodLines,
    BEHAVIOR_LINES.lowLines,
    BEHAVIOR_LINES.familyLines,
    ASIDES,
    BEHAVIOR_LINES.guarded,
    POSES,
    Object.values(MANNER_LINES).map(({ behavior }) => behavior),
  ],
  manners: Object.values(MANNER_LINES).map(({ trait }) => trait),
  wishes: [WISH_TEXTS, WISH_STEPS],
  granted: [GRANTED_LINES, GRANTED_BY_ACTION],
  keepsakes: Object.values(KEEPSAKE_LINES).map(({ story }) => story),
  killed: CARE_LINES.killed,
  refusals: [
    NO_HARM_DONE,
    ...Object.values(REFUSAL_LINES).map(({ messages, suggestions }) => [messages, suggestions]),
  ],
  milestones: [
    MILESTONE_LINES.reached,
    MILESTONE_LINES.reachedHarmed,
    MILESTONE_LINES.anyOther,
    MILESTONE_LINES.keptQuiet,
    MILESTONE_LINES.adoption,
  ],
  stages: [MILESTONE_LINES.growing, MILESTONE_LINES.grownUp, MILESTONE_LINES.grownClose],
  epitaphs: SHAPES,
  obituaries: OBITUARY_LINES,
  story: [
    STORY_LINES.adopted,
    STORY_LINES.hatched,
    STORY_LINES.firstMeal,
    STORY_LINES.crossed,
    STORY_LINES.crossedSomething,
    STORY_LINES.died,
    STORY_LINES.returned,
    STORY_LINES.released,
    STORY_LINES.releasedAsEgg,
  ],
  hints: [HINTS.pathHints, HINTS.unprovenHints, HINTS.behindHints, HINTS.nextStageHints, HINTS.heldBackHints],
  house: [LIFE_LINES, PREFERENCE_NOTES],
};

const CARE: Tree = [
  CARE_LINES.openings,
  CARE_LINES.reluctant,
  CARE_LINES.harmed,
  CARE_LINES.unreadable,
  CARE_LINES.categoryTails,
  CARE_LINES.caution,
  CARE_LINES.timingTails,
];

const PARTS: Readonly<Record<string, Tree>> = {
  care: firstsIn(CARE),
  items: [ITEM_TEXTS.itemLines, ITEM_TEXTS.itemReasons],
  tips: firstsIn(ALL_TIPS),
  growing: [STORY_LINES.grew, STORY_LINES.fed, STORY_LINES.raised],
  personality: [PERSONALITY_WORDS, RETURN_LAYERS],
  soul: [
    SOUL_LINES.feelings,
    SOUL_LINES.unfed,
    SOUL_LINES.low,
    SOUL_LINES.late,
    SOUL_LINES.alone,
    SOUL_LINES.restless,
    SOUL_LINES.waiting,
    SOUL_LINES.dying,
    SOUL_LINES.hiding,
    SOUL_LINES.trustBands,
    SOUL_LINES.devoted,
  ],
  checkin: [CHECKIN_LINES.reasons, CHECKIN_LINES.reasonsToHurry, SECOND_HALVES],
};

test.each(Object.entries({ ...SENTENCES, ...PARTS }))('no line of %s is empty or occurs twice', (_, tree) => {
  const texts = textsIn(tree);
  expect(
    texts.filter((text) => text.trim().length < 3 || /\s\s|^\s|\s$|!|\p{Emoji_Presentation}/u.test(text)),
  ).toEqual([]);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test.each(Object.entries(SENTENCES))('every line of %s is a sentence', (_, tree) => {
  expect(textsIn(tree).filter((text) => !/^[A-Z{].*[.?]$/.test(text))).toEqual([]);
});

test.each(Object.entries(PARTS))('no line of %s ends with a full stop', (_, tree) => {
  expect(textsIn(tree).filter((text) => /[.,]$/.test(text))).toEqual([]);
});

/** All halves in a table. */
function halvesIn(tree: Tree): Halves[] {
  if (typeof tree !== 'object') return [];
  if ('first' in tree) return [tree as Halves];
  return Object.values(tree).flatMap(halvesIn);
}

// If every first half occurs once, no sentence occurs twice, whatever follows.
function firstsIn(tree: Tree): string[] {
  return halvesIn(tree).flatMap(({ first }) => first);
}

test('care texts come in halves: all of at least twenty-five sentences occur before one repeats', () => {
  const items = ITEM_CATEGORIES.flatMap((category) =>
    ITEM_ACTIONS.flatMap((action) =>
      [ITEM_TEXTS.itemSeconds[category], ITEM_TEXTS.itemReasons[category], ITEM_TEXTS.itemReasons.akin].map(
        (second) => ({ first: ITEM_TEXTS.itemLines[category][action], second }),
      ),
    ),
  );
  for (const { first, second } of [...halvesIn([CARE, ALL_TIPS]), ...items]) {
    const all = first.length * second.length;
    const told = Array.from({ length: all }, (_, count) =>
      fillSentence({ first, second }, { seed: 7, field: 'care', count }, {}),
    );
    expect(all).toBeGreaterThanOrEqual(25);
    expect(new Set(told).size).toBe(all);
    expect(first.filter((half) => !/^[A-Z{].*[^.,]$/.test(half))).toEqual([]);
    expect(second.filter((half) => !/^[a-zG{].*[^.,]$/.test(half))).toEqual([]);
  }
});

// Follows any first half with any subject: the second half has its own subject or is an imperative.
const OWN_SUBJECT = new RegExp(
  [
    /^so [a-z]/,
    /^(?:and|but|as|though)(?: for a while| then| now| only)? (?:it|its|you|your|that|this|these|such|there|what|another)\b/,
    /^(?:and|as|though)(?: only)? (?:the|a|one|half|some|most|all|both|every|no|not|everyone|everything|anyone|nobody|nothing|something)\b/,
    /^(?:however well|whatever) (?:it|you)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

test('every second half of a care text has its own subject', () => {
  const seconds = [
    ...halvesIn(CARE).map(({ second }) => second),
    ...Object.values(ITEM_TEXTS.itemSeconds),
  ].flat();
  expect(seconds.filter((half) => !OWN_SUBJECT.test(half))).toEqual([]);
  expect('and looks round for the cook').not.toMatch(OWN_SUBJECT);
});

const GAPS = [
  'name',
  'young',
  'bowl',
  'there',
  'voice',
  'form',
  'kind',
  'lived',
  'meals',
  'missed',
  'acts',
  'streak',
  'soon',
  'when',
  'act',
  'next',
  'things',
  'day',
  'waited',
  'away',
  'cause',
  'mealAt',
  'missedAt',
  'beganAt',
  'cameAt',
  'deed',
  'expectedAt',
  'often',
  'diedAt',
  'returns',
  'what',
  'like',
  'threshold',
];

test('all placeholders are known', () => {
  const gaps = textsIn([SENTENCES, CARE, ITEM_TEXTS.itemLines, ITEM_TEXTS.itemReasons]).flatMap((text) =>
    [...text.matchAll(/\{(\w*)\}?/g)].map(([, gap]) => gap),
  );
  expect(new Set(gaps).difference(new Set(GAPS))).toEqual(new Set());
});

// Lengths that keep a pair of sentences from repeating within a day.
test('first halves come in sevens and second halves in odd numbers', () => {
  for (const lines of Object.values(SOUL_LINES.feelings)) expect(lines).toHaveLength(7);
  for (const lines of [
    SOUL_LINES.hiding.how,
    SOUL_LINES.unfed,
    SOUL_LINES.low,
    SOUL_LINES.late,
    SOUL_LINES.alone,
    SOUL_LINES.restless,
    SOUL_LINES.waiting,
    SOUL_LINES.dying,
  ])
    expect(lines).toHaveLength(7);
  for (const lines of [
    ...SOUL_LINES.trustBands.map(({ lines: band }) => band),
    SOUL_LINES.devoted,
    SOUL_LINES.hiding.so,
  ]) {
    expect(lines).toHaveLength(5);
  }
});

// Eleven and thirteen are coprime: with 143 pairs, ten texts in a row all differ.
test('first sentences come in elevens and second ones in thirteens', () => {
  const hints = [...Object.values(HINTS.pathHints), HINTS.unprovenHints, HINTS.behindHints];
  const reasons = Object.values({ ...CHECKIN_LINES.reasons, ...CHECKIN_LINES.reasonsToHurry });
  const refusals = Object.values(REFUSAL_LINES).map(({ messages }) => messages);
  for (const lines of [BEHAVIOR_LINES.lowLines, ...POSES, ...hints, ...reasons, ...refusals])
    expect(lines).toHaveLength(11);
  for (const lines of [
    ...SECOND_HALVES,
    NO_HARM_DONE,
    BEHAVIOR_LINES.sleepingUnfed,
    ...Object.values(BEHAVIOR_LINES.moodAsides),
  ])
    expect(lines).toHaveLength(13);
  for (const lines of [HINTS.nextStageHints, HINTS.heldBackHints]) expect(lines).toHaveLength(13);
  for (const { posture, aside } of Object.values(BEHAVIOR_LINES.guarded))
    expect([posture.length, aside.length]).toEqual([11, 13]);
  expect([BEHAVIOR_LINES.feedingAsides.overdue.length, BEHAVIOR_LINES.feedingAsides.critical.length]).toEqual(
    [13, 13],
  );
  const { egg: _, ...hatched } = BEHAVIOR_LINES.stageAsides;
  for (const lines of Object.values(hatched)) expect(lines).toHaveLength(11);
});

test('lines for creatures with hidden stats do not mention them', () => {
  const words = textsIn([
    BEHAVIOR_LINES.guarded,
    CARE_LINES.unreadable,
    SOUL_LINES.hiding,
    BEHAVIOR_LINES.moodLines.sleeping,
    BEHAVIOR_LINES.familyLines.sleeping,
    POSES,
  ]);
  expect(words.filter((text) => /\d|hung|happ|health|trust|disciplin|sick|starv|weak/i.test(text))).toEqual(
    [],
  );
});
