/** How many lives of some age, in whole days. */
export type CountsByAge = ReadonlyMap<number, number>;

/** Lives by how old they were when they ended, left, came back, or are now. */
export interface LivesByAge {
  readonly died: CountsByAge;
  readonly released: CountsByAge;
  readonly returned: CountsByAge;
  readonly living: CountsByAge;
}

export interface SurvivalPoint {
  /** In days. */
  readonly age: number;
  /** The share that lives to be so old, 0 to 1. */
  readonly share: number;
  /** How many lives that is estimated from. */
  readonly lives: number;
}

/**
 * How many live to be how old, estimated by Kaplan and Meier's method: whoever still lives or was let go counts for as long as
 * we know of them, and whoever came back from the age they came back at.
 */
export function survivalCurve({ died, released, returned, living }: LivesByAge): SurvivalPoint[] {
  const oldest = Math.max(-1, ...died.keys(), ...released.keys(), ...living.keys());
  const curve: SurvivalPoint[] = [];
  let share = 1;
  let lives = sum(died) + sum(released) + sum(living) - sum(returned) + at(returned, 0);
  for (let age = 0; age <= oldest && lives > 0; age += 1) {
    curve.push({ age, share, lives });
    share *= 1 - Math.min(1, at(died, age) / lives);
    lives += at(returned, age + 1) - at(died, age) - at(released, age) - at(living, age);
  }
  return curve.length === 0 ? [] : [...curve, { age: curve.length, share, lives: Math.max(0, lives) }];
}

function sum(ages: CountsByAge): number {
  return ages.values().reduce((all, n) => all + n, 0);
}

function at(ages: CountsByAge, age: number): number {
  return ages.get(age) ?? 0;
}
