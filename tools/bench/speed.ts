import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Checkout } from './checkout.ts';
import { measure, warmUp, type Bounds, type Measured, type Subject } from './measure.ts';
import { HERE } from './server-process.ts';
import { startGroup, type Group } from './groups.ts';
import { countWrites, type Writes } from './writes.ts';

export interface Plan {
  readonly agents: number;
  readonly warmUp: { readonly house: Bounds; readonly bare: Bounds };
  readonly rounds: number;
  readonly round: Bounds;
}

export const ROUNDS_OF_A_COMPARISON = 7;

// The compiler needs some twenty thousand requests until it has made up its mind about the house, and few for a bare server.
export const THOROUGH: Plan = {
  agents: 1000,
  warmUp: { house: { ms: 60_000, most: 25_000 }, bare: { ms: 60_000, most: 10_000 } },
  rounds: 3,
  round: { ms: 1000, most: 8000 },
};

/** A glance: everything is still a little slower than it gets to be. */
export const QUICK: Plan = {
  agents: 300,
  warmUp: { house: { ms: 8000, most: 5000 }, bare: { ms: 8000, most: 3000 } },
  rounds: 3,
  round: { ms: 500, most: 4000 },
};

export interface Result {
  readonly subject: Subject;
  readonly rounds: readonly Measured[];
}

export interface Run {
  readonly results: readonly Result[];
  readonly writes: readonly Writes[];
}

/**
 * Starts what these groups need and nothing else, measures it, and clears all of it away. Another checkout (`against`) is
 * measured in the same rounds.
 */
export async function runOnce(
  groups: readonly Group[],
  {
    plan,
    folder,
    against,
  }: { readonly plan: Plan; readonly folder: string; readonly against?: string | undefined },
): Promise<Run> {
  const checkout = (name: string, root: string) =>
    new Checkout({ root, folder: join(folder, name), agents: plan.agents });
  const here = checkout('here', HERE);
  const other = against === undefined ? undefined : checkout('other', against);
  try {
    const started = [];
    for (const group of groups) started.push(await startGroup(group, here, other));
    const subjects = started.flatMap((each) => each.subjects);
    const results = await inRounds(subjects, plan);
    const writes: Writes[] = [];
    for (const house of started.flatMap((each) => each.writes)) writes.push(await countWrites(house));
    return { results, writes };
  } finally {
    await Promise.all([here.stop(), other?.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** One after the other, and all of them again the other way round, so that the machine's moods meet everyone alike. */
export async function inRounds(subjects: readonly Subject[], plan: Omit<Plan, 'agents'>): Promise<Result[]> {
  const rounds = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]));
  await Promise.all(subjects.map((each) => warmUp(each, plan.warmUp[each.against ? 'house' : 'bare'])));
  for (let round = 0; round < plan.rounds; round += 1) {
    const order = round % 2 === 0 ? subjects : subjects.toReversed();
    for (const subject of order) rounds.get(subject)?.push(await measure(subject, plan.round));
  }
  return [...rounds].map(([subject, each]) => ({ subject, rounds: each }));
}
