import lifeLines from '#content/voice/lives/life-lines.json' with { type: 'json' };

import type { Creature } from '../../core/lives/creature.ts';
import { BEDTIME, MORNING } from '../../core/lives/sleep.ts';
import type { Species } from '../../core/species/species.ts';
import { livesWellWith, visitEveryHours } from '../../core/species/visit-rhythm.ts';
import { speciesLabel, withArticle } from '../engine/nouns.ts';
import { formatHour } from '../engine/numbers.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';

export const LIFE_LINES = lifeLines as Readonly<Record<'welcomes' | 'farewells' | 'resurrections', Lines>>;

/** Said with a new egg; the name of a community species is untrusted text and is not quoted. */
export function adoptionWelcome({
  creature,
  species,
}: {
  readonly creature: Pick<Creature, 'name' | 'seed'>;
  readonly species: Pick<Species, 'tier' | 'name' | 'family'>;
}): string {
  const { name, seed } = creature;
  const line = pickLine(LIFE_LINES.welcomes, { seed, field: 'adoption', count: 0 });
  return fillTemplate(line, { name, kind: withArticle(speciesLabel(species)) });
}

/** How often to come, and whether that is as often as its keeper said it would. */
export function rhythmToCome({ species, everyHours }: RhythmFacts): string {
  const gap = visitEveryHours(species);
  const needed = `It eats every ${formatHours(species.feedingWindowHours)}, so look in about every ${formatHours(gap)}.`;
  if (everyHours === undefined || livesWellWith(species, everyHours)) return needed;
  return `${needed} Every ${formatHours(everyHours)}, as you said, is too seldom for it: come more often, or choose one that can wait.`;
}

interface RhythmFacts {
  readonly species: Pick<Species, 'feedingWindowHours'>;
  readonly everyHours?: number | undefined;
}

function formatHours(hours: number): string {
  const shown = Math.round(hours * 100) / 100;
  return shown === 1 ? 'hour' : `${shown} hours`;
}

/** When it may be asleep. */
export function nightWords(zone: string): string {
  return `${formatHour(BEDTIME)}-${formatHour(MORNING)} ${zone}`;
}

/** Said when one is let go. */
export function releaseFarewell({ name, seed }: { readonly name: string; readonly seed: number }): string {
  return fillTemplate(pickLine(LIFE_LINES.farewells, { seed, field: 'release', count: 0 }), { name });
}

/** Said when one was resurrected. */
export function resurrectionMessage(of: {
  readonly name: string;
  readonly seed: number;
  readonly returns: number;
}): string {
  return fillTemplate(
    pickLine(LIFE_LINES.resurrections, { seed: of.seed, field: 'return', count: of.returns }),
    {
      name: of.name,
    },
  );
}
