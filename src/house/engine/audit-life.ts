import type { Instant } from '../../core/engine/clock.ts';
import type { HeartEvent } from '../../core/heart/feel.ts';
import type { RecentDigest } from '../../core/heart/heart.ts';
import { hasHatched, type Creature } from '../../core/lives/creature.ts';
import { formerCauseAt } from '../../core/lives/death.ts';
import { liveUntil } from '../../core/lives/live-until.ts';
import { consistencyTenths, nextChangeAt } from '../../core/lives/next-change.ts';
import { rankFacts } from '../../core/public/rank-facts.ts';
import { mechanicsOf } from '../../core/species/mechanics.ts';
import type { Species } from '../../core/species/species.ts';
import { recentDeedsAfter } from '../../store/care/deeds.ts';
import type { Finding } from '../../store/engine/audit-check.ts';
import type { LetterFacts } from '../../store/heart/letters.ts';
import type { StoredCreature } from '../../store/lives/creatures.ts';
import type { KeptLife } from './kept-lives.ts';
import { isDue } from './optimistic-lock.ts';
import { knowsItsHeart, replayLife, type ReplayedMilestone } from './replay.ts';

/** Lives a life again from what was written down, and tells where what is stored of it is something else. */
export function auditLife(life: KeptLife, species: Species, { now, rulesSince }: AuditMoments): Finding[] {
  const { stored, log } = life;
  const { creature } = stored;
  // What was written by a clock ahead of this one has happened all the same.
  const until = Math.max(now, creature.died?.at ?? 0, creature.life?.settledAt ?? 0);
  const { creature: replayed, reached, felt, wrong } = replayLife(creature, species, log, until);
  const then = creature.releasedAt === undefined ? liveUntil(creature, species, until).creature : creature;
  const found = (check: string, what: readonly string[]): Finding[] =>
    what.map((each) => ({ check, subject: creature.id, found: each }));
  const compared = isOfFormerRules(creature, species, rulesSince)
    ? []
    : [
        ...found('a care log tells what happened', wrong),
        ...found(
          'a life lived again from its log is the same life',
          differences(then, withFormerCause(replayed, species, then, rulesSince)),
        ),
        ...found('every milestone was reached, and every one reached is kept', milestonesOff(life, reached)),
        ...found('what a creature keeps and tells is what came of its life', heartOff(life, replayed, felt)),
      ];
  return [
    ...compared,
    ...found('there is one gravestone for each death', gravestonesOff(life)),
    ...found('what was tried is what the log says', triedOff(life)),
    ...found('what was done for it last is what the log says', recentOff(life)),
    ...found('what happens next is known', duesOff(stored, species, now)),
  ];
}

/** The moments an audit needs: its own, and since when the house goes by the rules of this version. */
export interface AuditMoments {
  readonly now: Instant;
  readonly rulesSince: Instant;
}

/** Its trust, or its health, may follow rules of a former version: a replay by today's would differ without a fault. */
function isOfFormerRules({ life }: Creature, species: Species, rulesSince: Instant): boolean {
  if (!life || life.hatchedAt >= rulesSince) return false;
  return species.trustSpeed !== 'medium' || mechanicsOf(species).length > 0;
}

const PARTS = ['zone', 'stage', 'path', 'personality', 'life', 'record', 'died', 'resurrections'] as const;

/** Causes stored up to 1.0.0 follow the former rule and stay as they were told. */
function withFormerCause(
  replayed: Creature,
  species: Species,
  stored: Creature,
  rulesSince: Instant,
): Creature {
  if (!replayed.died || replayed.died.cause === 'harm' || !hasHatched(replayed)) return replayed;
  const { at } = replayed.died;
  if (at >= rulesSince) return replayed;
  const former = formerCauseAt(replayed, species, at);
  return stored.died?.cause === former ? { ...replayed, died: { at, cause: former } } : replayed;
}

function differences(stored: Creature, replayed: Creature): string[] {
  return PARTS.filter((part) => !isAlike(stored[part], replayed[part])).map(
    (part) => `${part} is ${stableJson(stored[part])}, and should be ${stableJson(replayed[part])}`,
  );
}

/** The same in every field; one that is undefined is as good as missing, as it is once it was written down. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isAlike(each, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  return (
    Object.keys(one).every((field) => isAlike(one[field], other[field])) &&
    Object.keys(other).every((field) => one[field] !== undefined || other[field] === undefined)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The same text for the same value, in whatever order its fields were set. */
function stableJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function milestonesOff({ stored, milestones }: KeptLife, reached: readonly ReplayedMilestone[]): string[] {
  const recorded = milestones.map(({ type, threshold, reachedAt }) => `${type} ${threshold} at ${reachedAt}`);
  // What is due and not yet written down is nobody's fault.
  const due = stored.nextEventAt ?? Infinity;
  const expected = reached.filter(({ at }) => at < due).map(({ what, at }) => `${what} at ${at}`);
  return [
    ...expected.filter((each) => !recorded.includes(each)).map((each) => `missing: ${each}`),
    ...recorded.filter((each) => !expected.includes(each)).map((each) => `never reached: ${each}`),
  ];
}

/** One whose heart an older house has not known through its whole life has only its own word for it. */
function heartOff(
  { stored, keepsakes, letters }: KeptLife,
  replayed: Creature,
  felt: readonly HeartEvent[],
): string[] {
  if (!knowsItsHeart(stored.creature)) return [];
  const { heart } = stored.creature;
  const kept = keepsakes.map(({ kind, keptAt }) => `${kind} at ${keptAt}`);
  const told = letters.map(
    ({ number, writtenAt, facts }) => `letter ${number} at ${writtenAt}: ${stableJson(facts)}`,
  );
  const storedFacts = new Map(letters.map(({ number, facts }) => [number, facts]));
  const expected = felt.map((each) => {
    if (each.kind === 'kept') return `${each.keepsake} at ${each.at}`;
    const { number, at, ...facts } = each.letter;
    return `letter ${number} at ${at}: ${stableJson(asStored(facts, storedFacts.get(number)))}`;
  });
  const lived = replayed.heart && {
    ...replayed.heart,
    lately: pageAsStored(replayed.heart.lately, heart?.lately),
  };
  const stands = new Set([...kept, ...told]);
  return [
    ...(isAlike(heart, lived) ? [] : [`heart is ${stableJson(heart)}, and should be ${stableJson(lived)}`]),
    ...expected.filter((each) => !stands.has(each)).map((each) => `missing: ${each}`),
    ...[...stands].filter((each) => !expected.includes(each)).map((each) => `never came: ${each}`),
  ];
}

/** The facts without those that the version that stored them did not know. */
function asStored(facts: LetterFacts, stored: LetterFacts | undefined): LetterFacts {
  if (!stored) return facts;
  return {
    ...facts,
    page: pageAsStored(facts.page, stored.page),
    cause: stored.cause && facts.cause,
    waiting: stored.waiting && facts.waiting,
  };
}

function pageAsStored(page: RecentDigest, stored: RecentDigest | undefined): RecentDigest {
  if (!stored) return page;
  return { ...page, begins: stored.begins && page.begins, harm: stored.harm && page.harm };
}

function gravestonesOff({ stored, deaths }: KeptLife): string[] {
  const { resurrections, died } = stored.creature;
  const expected = resurrections + (died ? 1 : 0);
  const numbers = deaths.map(({ deathNumber }) => deathNumber);
  if (deaths.length !== expected)
    return [`${deaths.length} stones for ${expected} deaths (${numbers.join(', ')})`];
  const last = deaths.find(({ deathNumber }) => deathNumber === resurrections + 1);
  return died && (last?.diedAt !== died.at || last.cause !== died.cause)
    ? ['the stone tells another death']
    : [];
}

function triedOff({ tried, log, forsaken }: KeptLife): string[] {
  if (forsaken) return tried.map(({ action }) => `${action} with something`);
  const judged = log.entries.filter(({ score, refused }) => score !== null && refused === undefined);
  if (judged.length === 0 && tried.length === 0) return [];
  const expected = new Map(judged.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const stored = new Map(tried.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const both = new Set([...expected.keys(), ...stored.keys()]);
  return [...both].filter((each) => expected.get(each) !== stored.get(each));
}

/** One that nobody cared for since creatures know it themselves has its log to tell. */
function recentOff({ stored: { recentDeeds }, log }: KeptLife): string[] {
  if (recentDeeds === undefined) return [];
  const done = log.entries.filter(({ refused }) => refused === undefined);
  const expected = recentDeedsAfter(done.toReversed());
  return recentDeeds === expected ? [] : [`${recentDeeds} instead of ${expected}`];
}

function duesOff(stored: StoredCreature, species: Species, now: Instant): string[] {
  if (isDue(stored, now)) return [];
  const { creature, nextEventAt, consistencyTenths: tenths, lostAt, trustStep } = stored;
  const next = nextChangeAt(creature, species, now);
  const counted = consistencyTenths(creature, species, now);
  const rank = rankFacts(creature, species, now);
  return [
    ...(next === nextEventAt ? [] : [`next_event_at is ${nextEventAt}, and should be ${next}`]),
    ...(counted === tenths ? [] : [`consistency_tenths is ${tenths}, and should be ${counted}`]),
    // Where nothing is known, nobody has written it since anybody would have.
    ...(lostAt === undefined || lostAt === rank.lostAt
      ? []
      : [`lost_at is ${lostAt}, and should be ${rank.lostAt}`]),
    ...(trustStep === undefined || trustStep === rank.trustStep
      ? []
      : [`trust_step is ${trustStep}, and should be ${rank.trustStep}`]),
  ];
}
