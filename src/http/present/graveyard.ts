import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { HOUR, iso } from '../../core/clock.ts';
import type { Gravestone } from '../../house/visit-graveyard.ts';
import { lived } from '../../voice/durations.ts';
import { epitaph } from '../../voice/epitaphs.ts';
import { isStrangers, pointers, pointersInto } from './untrusted.ts';

type Shown = Reply<typeof ROUTES.listGraveyard>['gravestones'][number];

export function presentGravestone(stone: Gravestone): Shown {
  return {
    id: stone.id,
    name: stone.name,
    species: stone.speciesName,
    stage_reached: stone.stageReached,
    lived: lived(stone.livedMs),
    caretaker: stone.caretaker,
    feedings: stone.feedings,
    missed_feedings: stone.missedFeedings,
    last_care_action: stone.lastCareAction ?? null,
    cause: stone.cause,
    epitaph: epitaphOf(stone),
    died_at: iso(stone.diedAt),
    resurrected: stone.resurrectedAt !== undefined,
    ...(stone.resurrectedAt !== undefined && { resurrected_at: iso(stone.resurrectedAt) }),
  };
}

function epitaphOf(stone: Gravestone): string {
  return epitaph({
    name: stone.name,
    family: stone.family,
    speciesName: stone.speciesName,
    tier: stone.tier,
    stage: stone.stageReached,
    path: stone.path,
    livedHours: stone.livedMs / HOUR,
    feedings: stone.feedings,
    missedFeedings: stone.missedFeedings,
    careActions: stone.careActions,
    consistency: stone.consistency,
    cause: stone.cause,
    streak: stone.streak,
    lastAction: stone.lastCareAction,
    resurrections: stone.deathNumber - 1,
    seed: stone.seed,
  });
}

/** Where strangers' words stand among the stones; to their own keeper only a species' name can be one. */
export function strangersWordsOn(
  stones: readonly Gravestone[],
  reader: 'their keeper' | 'anyone',
): string[] | undefined {
  const strangers = stones.map(() => reader === 'anyone');
  const designed = stones.map(isStrangers);
  return pointers([
    ...pointersInto('gravestones', strangers, 'name'),
    ...pointersInto('gravestones', designed, 'species'),
    ...pointersInto('gravestones', strangers, 'caretaker'),
    // It is ours, but for the name in it.
    ...pointersInto('gravestones', strangers, 'epitaph'),
  ]);
}
