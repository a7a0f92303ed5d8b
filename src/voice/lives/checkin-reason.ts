import checkinReasons from '#content/voice/lives/checkin-reasons.json' with { type: 'json' };

import { criticalAt, overdueAt } from '../../core/care/feeding.ts';
import { HOUR, type Instant } from '../../core/engine/clock.ts';
import type { Checkin, CheckinReason } from '../../core/lives/checkin.ts';
import { requireHatched } from '../../core/lives/creature.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { HUNGRY_BELOW, keeperSituation, SICK_HEALTH } from '../../core/public/situation.ts';
import { urgencyWords } from '../care/needs.ts';
import { formatTimeLeft } from '../engine/durations.ts';
import { lineSubject } from '../engine/fitting-lines.ts';
import { fillHalves, pickLine, type Lines, type TemplateWords } from '../engine/pick-line.ts';
import type { SeenCreature } from './behavior.ts';

/** Why to come back just then, with the number that is low, or else the time that counts. */
export function checkinReason(checkin: Checkin, facts: SeenCreature): string {
  const { seed, name } = facts.creature;
  const count = tellingAt(facts.creature, facts.observed.at);
  const subject = lineSubject(facts.species, facts.creature);
  const first = pickLine(reasonsFor(checkin, facts), { seed, field: 'checkin', count, subject });
  const { lines, words } = factFor(checkin, facts);
  const halves = [first, pickLine(lines, { seed, field: 'checkin+', count })] as const;
  return fillHalves(halves, { name, ...words }, '; ');
}

/** Why to look at an egg. */
export function eggReason(name: string): string {
  return `${name} is still an egg: look at it, and it hatches.`;
}

function reasonsFor({ reason, windowStatus }: Checkin, { observed }: SeenCreature): Lines {
  if (keeperSituation(observed).urgent) return REASONS_TO_HURRY.dying;
  if (reason === 'critical' && observed.asleepUntil) return REASONS_TO_HURRY.asleep;
  if (reason === 'feed_now' && windowStatus === 'past_window') return REASONS_TO_HURRY.late;
  return REASONS[reason];
}

interface SecondHalf {
  readonly lines: Lines;
  readonly words: TemplateWords;
}

function factFor(checkin: Checkin, facts: SeenCreature): SecondHalf {
  const { creature, observed } = facts;
  const { shown, hidden, at, deathClock } = observed;
  if (keeperSituation(observed).urgent) return { lines: ACT, words: urgencyWords(facts) };
  if (hidden.includes('hunger') || checkin.hungerThen === undefined) return { lines: UNTOLD, words: {} };
  const { health = SICK_HEALTH } = shown;
  if (health < SICK_HEALTH) return { lines: HEALTH, words: { health: `${Math.round(health)}` } };
  const hunger = `${Math.round(checkin.hungerThen)}`;
  // A later check-in quotes the hunger expected by then (specification). A check-in for now quotes a stat only if it is low.
  if (checkin.at > at) return { lines: THEN, words: { hunger } };
  if (checkin.hungerThen < HUNGRY_BELOW) return { lines: NOW, words: { hunger } };
  const life = requireHatched(creature);
  const timed = (lines: Lines, end: Instant) => ({
    lines,
    words: { when: formatTimeLeft((end - at) / HOUR) },
  });
  const closes = overdueAt(life, facts.species);
  // Late begins after the window, not at its last moment.
  if (at <= closes) return timed(CLOSES, closes);
  const missed = criticalAt(life, facts.species);
  return at < missed ? timed(MISSED, missed) : timed(DIES, deathClock.diesAt);
}

const TEXTS = checkinReasons as {
  readonly reasons: Record<CheckinReason, Lines>;
  readonly reasonsToHurry: Record<'dying' | 'asleep' | 'late', Lines>;
  readonly hungerNow: Lines;
  readonly hungerThen: Lines;
  readonly health: Lines;
  /** The window for a meal is open, or will be. */
  readonly closes: Lines;
  /** Its meal is late. */
  readonly missed: Lines;
  /** Its meal is missed, and its health falls. */
  readonly dies: Lines;
  readonly act: Lines;
  readonly untold: Lines;
};
export const { reasons: REASONS, reasonsToHurry: REASONS_TO_HURRY } = TEXTS;
const {
  hungerNow: NOW,
  hungerThen: THEN,
  health: HEALTH,
  closes: CLOSES,
  missed: MISSED,
  dies: DIES,
  act: ACT,
  untold: UNTOLD,
} = TEXTS;

export const SECOND_HALVES: readonly Lines[] = [NOW, THEN, UNTOLD, HEALTH, CLOSES, MISSED, DIES, ACT];
