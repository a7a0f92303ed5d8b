import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ageHours } from '../../src/core/lives/growth.ts';
import { HOUR } from '../../src/core/engine/clock.ts';
import { observe, type Observation } from '../../src/core/lives/observe.ts';
import { publicSituation } from '../../src/core/public/situation.ts';
import { formatTimeAndDate } from '../../src/voice/engine/dates.ts';
import { formatTimeUntil } from '../../src/voice/engine/durations.ts';
import {
  FAMILY_LINES,
  GROWING_ASIDES,
  GUARDED,
  LOW_LINES,
  MOOD_ASIDES,
  MOOD_LINES,
  PATH_ASIDES,
  STAGE_ASIDES,
  TRAIT_ASIDES,
} from '../../src/voice/lives/behavior-lines.ts';
import { behavior, poseOf } from '../../src/voice/lives/behavior.ts';
import { checkinReason } from '../../src/voice/lives/checkin-reason.ts';
import {
  AFRAID_LINES,
  RESTLESS_LINES,
  UNFED_LINES,
  WAITING_LINES,
} from '../../src/voice/lives/pose-lines.ts';
import { FEELINGS } from '../../src/voice/lives/soul-lines.ts';
import { soulPrompt } from '../../src/voice/lives/soul-prompt.ts';
import { shareDescription } from '../../src/voice/lives/story/share.ts';
import { badgeWords, creatureCardWords } from '../../src/voice/pictures/cards.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES, needSentences } from '../../src/voice/public/appearance-words.ts';
import { URGENCY_WORDS } from '../../src/voice/public/page-words.ts';
import { aCreatureOf, anyShare, anySpecies, onTheWay, PATIENTLY, RUNS, type Moment } from './creatures.ts';

interface Texts {
  /** For the keeper, who knows the death clock. */
  readonly own: Readonly<Record<'behavior' | 'soul' | 'reason', string>>;
  readonly open: Readonly<Record<'pose' | 'card' | 'badge' | 'share', string>>;
  /** Short words beside others. */
  readonly words: Readonly<Record<'tag' | 'clock' | 'lack' | 'needs', string>>;
}

function textsOf({ creature, species }: Moment, observed: Observation): Texts {
  const facts = { creature, species, observed };
  const { appearance, lack, tone } = publicSituation(observed);
  const ageMs = ageHours(creature, observed.at) * HOUR;
  const shared = {
    name: creature.name,
    species,
    ageMs,
    now: observed.at,
    fate: { state: 'alive', observed },
  } as const;
  const alive = { creature, species, observed, state: 'alive', stage: creature.stage, ageMs } as const;
  const card = creatureCardWords({ ...alive, stone: undefined });
  return {
    own: {
      behavior: behavior(facts),
      soul: lastSentence(soulPrompt(facts)),
      reason: checkinReason(observed.checkin, facts),
    },
    open: {
      pose: poseOf(facts),
      card: `${card.state}: ${card.line}`,
      badge: badgeWords(alive),
      share: shareDescription(shared),
    },
    words: {
      tag: APPEARANCE_WORDS[appearance],
      clock: URGENCY_WORDS[tone],
      lack: LACK_SENTENCES[lack],
      needs: needSentences(facts).join(' '),
    },
  };
}

const lastSentence = (text: string): string => text.split(/(?<=\.) /).at(-1) ?? '';

const isUrgent = (urgency: string): boolean => urgency === 'critical' || urgency === 'imminent';

/** Told on good days only. */
const CHEERFUL: readonly string[] = [
  ...(['happy', 'content', 'curious'] as const).flatMap((mood) => [
    ...MOOD_LINES[mood],
    ...Object.values(FAMILY_LINES[mood]).flat(),
    ...FEELINGS[mood],
  ]),
  ...[STAGE_ASIDES, PATH_ASIDES, TRAIT_ASIDES].flatMap((table) => Object.values(table).flat()),
  ...GROWING_ASIDES,
  ...MOOD_ASIDES.sleeping,
  'looking forward to the next',
  'has opinions about all of it',
  'It is hopeful',
]
  .map((line) => line.split(/\{\w+\}/).toSorted((one, other) => other.length - one.length)[0] ?? line)
  .filter((piece) => piece.length > 12);

function contradictions({ own, open, words }: Texts, observed: Observation): string[] {
  const { shown, feeding, deathClock, publicClock, checkin, at } = observed;
  const all = Object.entries({ ...own, ...open, ...words });
  const wrong: string[] = [];
  const check = (holds: boolean, rule: string, text: string) => {
    if (!holds) wrong.push(`${rule}: ${text}`);
  };
  const end = formatTimeUntil(deathClock.hoursRemaining);
  const urgent = { own: isUrgent(deathClock.urgency), open: isUrgent(publicClock.urgency) };
  if (urgent.own)
    for (const text of Object.values(own)) {
      check(text.includes(end), 'says how long it has', text);
      check(/feed it|reflect/.test(text), 'says what to do', text);
      check(!CHEERFUL.some((piece) => text.includes(piece)), 'has no cheerful line', text);
    }
  if (urgent.open)
    for (const [name, text] of Object.entries(open)) {
      const moment = publicClock.diesAt !== undefined && formatTimeAndDate(publicClock.diesAt);
      const time = moment === false ? /nobody/i.test(text) : text.includes(name === 'card' ? moment : end);
      check(time, 'says how long it has', text);
      check(/it needs \w/.test(text), 'says what it needs', text);
      check(!CHEERFUL.some((piece) => text.includes(piece)), 'has no cheerful line', text);
    }
  if (publicClock.diesAt === undefined)
    for (const text of Object.values({ ...open, ...words }))
      check(!/\bdies\b/.test(text), 'keeps its end', text);
  for (const [, text] of all)
    check(!/\bhungry\b/.test(text) || (shown.hunger ?? 0) < 30, 'is hungry below 30 only', text);
  const [, stat, value] = /\b(hunger|health)\b[^;]*?(\d+) of 100/.exec(own.reason) ?? [];
  const told = stat === 'health' ? shown.health : checkin.hungerThen;
  check(stat === undefined || Math.round(told ?? -1) === Number(value), 'quotes a true number', own.reason);
  check(
    stat === undefined || (told ?? 100) < (stat === 'health' ? 40 : 30) || checkin.at > at,
    'quotes what is low, or predicts hunger for a later check-in',
    own.reason,
  );
  const falls = feeding.status === 'critical' || (shown.health ?? 100) < 20;
  check(words.clock !== 'time enough' || !falls, 'green needs steady health', words.clock);
  check(!/not due yet/.test(words.lack) || !falls, 'something is due', words.lack);
  const { appearance } = publicSituation(observed);
  check(!/happy|content|curious/.test(appearance) || !falls, 'a glad face needs steady health', appearance);
  return wrong.map((each) => `${each} ${JSON.stringify({ at, shown, feeding, deathClock })}`);
}

const aMoment = fc.record({
  moment: aCreatureOf(anySpecies),
  share: fc.oneof(anyShare, fc.constantFrom(0.9, 0.98, 0.999)),
});

test('no text about a creature contradicts its clock, its health, its meals or its stats', PATIENTLY, () => {
  fc.assert(
    fc.property(aMoment, ({ moment, share }) => {
      const observed = observe(moment.creature, moment.species, onTheWay(moment, share));
      expect(contradictions(textsOf(moment, observed), observed)).toEqual([]);
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
