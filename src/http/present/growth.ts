import type { z } from 'zod';

import type { Portrait as PortraitShown, StatMilestone } from '../../contract/creature.ts';
import { iso } from '../../core/clock.ts';
import type { Creature } from '../../core/creature.ts';
import type { Species } from '../../core/species/species.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { LookedIn, Portrait } from '../../house/look-in.ts';
import { stageMessage } from '../../voice/milestones.ts';
import { PORTRAIT_NOTE } from '../../voice/pictures.ts';

type Growing = Pick<LookedIn, 'creature' | 'species' | 'grown' | 'beingDrawn'>;

/** The stage it has just reached, told once. */
export function presentMilestone({ creature, species, grown, beingDrawn }: Growing) {
  const stage = grown.at(-1);
  return (
    stage && {
      stage,
      message: sayStage(stage, creature, species),
      portrait_note: beingDrawn ? PORTRAIT_NOTE : undefined,
    }
  );
}

/** The stages it went through before that one, when nobody looked. */
export function presentEarlierStages({
  creature,
  species,
  grown,
}: Growing): z.output<typeof StatMilestone>[] | undefined {
  if (grown.length < 2) return undefined;
  return grown.slice(0, -1).map((stage) => ({
    type: 'stage_transition',
    threshold: stage,
    message: sayStage(stage, creature, species),
  }));
}

export function presentPortraits(
  portraits: readonly Portrait[],
): z.output<typeof PortraitShown>[] | undefined {
  if (portraits.length === 0) return undefined;
  return portraits.map(({ stage, imageUrl, generatedAt }) => ({
    stage,
    image_url: imageUrl,
    generated_at: iso(generatedAt),
  }));
}

function sayStage(stage: Stage, { name, seed, path }: Creature, { family }: Species): string {
  return stageMessage(stage, { name, family, seed, path });
}
