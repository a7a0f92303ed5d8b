import { HOUR } from '../../core/engine/clock.ts';
import { dice, pick, seedOf } from '../../core/engine/dice.ts';
import { FORMS } from '../../core/lives/growth.ts';
import type { Action, Cause, Family, Path, Stage, Tier } from '../../core/vocabulary.ts';
import { describeDuration, pluralize } from '../engine/durations.ts';
import { NOUNS, speciesLabel, withArticle } from '../engine/nouns.ts';
import { fillTemplate, type Lines } from '../engine/pick-line.ts';
import { BY_CARE, FORSAKEN, HARMED, LAST_ACTS, LONG, PUNCTUAL, RETURNED, SHORT } from './epitaph-shapes.ts';
import { ACTION_NAMES } from './page-words.ts';

/** A life, as far as a stone tells it. */
export interface LifeSummary {
  readonly name: string;
  readonly family: Family;
  readonly speciesName: string;
  /** A community species' name is not carved: its tier says which it is. */
  readonly tier: Tier;
  readonly stage: Stage;
  readonly path?: Path | undefined;
  readonly livedHours: number;
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
  /** As it stood at death, the windows it waited in vain included. */
  readonly consistency: number;
  readonly cause: Cause;
  readonly streak: number;
  readonly lastAction?: Action | undefined;
  readonly resurrections: number;
  readonly seed: number;
}

/** What is written on its stone. */
export function epitaph(life: LifeSummary): string {
  return fillTemplate(epitaphShape(life), templateWords(life));
}

/** The sentence before its gaps are filled: chosen by the life, and among those that fit by chance. */
export function epitaphShape(life: LifeSummary): string {
  return pick(shapesFor(life), dice(life.seed, 'words', seedOf(`epitaph ${life.resurrections}`)));
}

const CHERISHED = 90;
const TENDED = 50;
const SHORT_LIFE_HOURS = 24;
const LONG_LIFE_HOURS = 720;
const LONG_STREAK = 10;

function shapesFor(life: LifeSummary): Lines {
  if (life.cause === 'harm') return HARMED;
  return [...ordinary(life), ...extraordinary(life)];
}

function ordinary(life: LifeSummary): Lines {
  const { feedings, livedHours, consistency, stage } = life;
  if (feedings === 0) return SHORT.unfed;
  if (livedHours < SHORT_LIFE_HOURS) return SHORT.fed;
  const age = stage === 'adult' ? 'grown' : 'young';
  if (consistency >= CHERISHED) return BY_CARE.cherished[age];
  return wasTended(life) ? BY_CARE.tended[age] : BY_CARE.neglected[age];
}

/** Consistency forgives one that was fed once and then left; the meals tell. */
function wasTended({ consistency, feedings, missedFeedings }: LifeSummary): boolean {
  return consistency >= TENDED && feedings > 0 && feedings >= missedFeedings;
}

// Gentle memories are for those who have some: what is said of the neglected stays what it was.
function extraordinary(life: LifeSummary): readonly string[] {
  const { livedHours, consistency, lastAction } = life;
  const kept = wasTended(life);
  return [
    ...(life.resurrections > 0 ? RETURNED : []),
    ...(life.cause === 'neglect' && consistency < CHERISHED ? FORSAKEN : []),
    ...(kept && livedHours >= LONG_LIFE_HOURS ? LONG : []),
    ...(kept && life.streak >= LONG_STREAK ? PUNCTUAL : []),
    ...(kept && lastAction ? [LAST_ACTS[lastAction]] : []),
  ];
}

function templateWords(life: LifeSummary): Readonly<Record<string, string>> {
  const { name, family, speciesName, tier, path, livedHours } = life;
  const kind = withArticle(speciesLabel({ tier, name: speciesName, family }));
  return {
    ...NOUNS[family],
    name,
    kind,
    form: path ? withArticle(FORMS[family][path]) : kind,
    lived: describeDuration(livedHours * HOUR),
    meals: pluralize(life.feedings, 'meal'),
    missed: life.missedFeedings === 0 ? 'a long wait' : pluralize(life.missedFeedings, 'missed meal'),
    acts: pluralize(life.careActions, 'small favour'),
    streak: pluralize(life.streak, 'meal'),
  };
}

/** A stone as the store keeps it, as far as its words are made of it. */
interface GravestoneFacts extends Omit<LifeSummary, 'stage' | 'livedHours' | 'lastAction' | 'resurrections'> {
  readonly stageReached: LifeSummary['stage'];
  readonly livedMs: number;
  readonly lastCareAction: LifeSummary['lastAction'];
  readonly deathNumber: number;
}

/** What is written on a stone. */
export function stoneWords(stone: GravestoneFacts): string {
  const { stageReached, livedMs, lastCareAction, deathNumber } = stone;
  return epitaph({
    ...stone,
    stage: stageReached,
    livedHours: livedMs / HOUR,
    lastAction: lastCareAction,
    resurrections: deathNumber - 1,
  });
}

/** How it was kept, for those who stand at its stone. */
export function gravestoneCareWords({
  feedings,
  missedFeedings,
  lastCareAction,
}: Pick<GravestoneFacts, 'feedings' | 'missedFeedings' | 'lastCareAction'>): string {
  const meals = `It was given ${pluralize(feedings, 'meal')} and missed ${missedFeedings}.`;
  return lastCareAction ? `${meals} Last of all it was ${ACTION_NAMES[lastCareAction]}.` : meals;
}
