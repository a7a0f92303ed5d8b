import { HOUR } from '../core/clock.ts';
import { dice, pick, seedOf } from '../core/dice.ts';
import { FORMS } from '../core/stages.ts';
import type { Action, Cause, Family, Path, Stage, Tier } from '../core/vocabulary.ts';
import { counted, lived } from './durations.ts';
import { BY_CARE, FORSAKEN, HARMED, LAST_ACTS, LONG, PUNCTUAL, RETURNED, SHORT } from './epitaph-shapes.ts';
import { kindOf, NOUNS, withArticle } from './nouns.ts';
import { filled, type Lines } from './pick.ts';

/** A life, as far as a stone tells it. */
export interface LifeLived {
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
export function epitaph(life: LifeLived): string {
  return filled(epitaphShape(life), wordsOf(life));
}

/** The sentence before its gaps are filled: chosen by the life, and among those that fit by chance. */
export function epitaphShape(life: LifeLived): string {
  return pick(shapesFor(life), dice(life.seed, 'words', seedOf(`epitaph ${life.resurrections}`)));
}

const CHERISHED = 90;
const TENDED = 50;
const SHORT_LIFE_HOURS = 24;
const LONG_LIFE_HOURS = 720;
const LONG_STREAK = 10;

function shapesFor(life: LifeLived): Lines {
  if (life.cause === 'harm') return HARMED;
  return [...ordinary(life), ...extraordinary(life)];
}

function ordinary(life: LifeLived): Lines {
  const { feedings, livedHours, consistency, stage } = life;
  if (feedings === 0) return SHORT.unfed;
  if (livedHours < SHORT_LIFE_HOURS) return SHORT.fed;
  const age = stage === 'adult' ? 'grown' : 'young';
  if (consistency >= CHERISHED) return BY_CARE.cherished[age];
  return wasTended(life) ? BY_CARE.tended[age] : BY_CARE.neglected[age];
}

/** Consistency forgives one that was fed once and then left; the meals tell. */
function wasTended({ consistency, feedings, missedFeedings }: LifeLived): boolean {
  return consistency >= TENDED && feedings > 0 && feedings >= missedFeedings;
}

// Gentle memories are for those who have some: what is said of the neglected stays what it was.
function extraordinary(life: LifeLived): readonly string[] {
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

function wordsOf(life: LifeLived): Readonly<Record<string, string>> {
  const { name, family, speciesName, tier, path, livedHours } = life;
  const kind = withArticle(kindOf({ tier, name: speciesName, family }));
  return {
    ...NOUNS[family],
    name,
    kind,
    form: path ? withArticle(FORMS[family][path]) : kind,
    lived: lived(livedHours * HOUR),
    meals: counted(life.feedings, 'meal'),
    missed: life.missedFeedings === 0 ? 'a long wait' : counted(life.missedFeedings, 'missed meal'),
    acts: counted(life.careActions, 'small favour'),
    streak: counted(life.streak, 'meal'),
  };
}
