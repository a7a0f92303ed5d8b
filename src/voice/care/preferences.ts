import preferenceNotes from '#content/voice/care/preference-notes.json' with { type: 'json' };

import type { NextStep } from '../../contract/server/fields.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { pluralize } from '../engine/durations.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';
import { adoptAnotherStep, checkStatusStep, viewHistoryStep, type StepTarget } from '../server/next-steps.ts';

export const PREFERENCE_NOTES = preferenceNotes as Readonly<Record<'untried' | 'tried', Lines>>;

export function preferencesNote({
  discovered,
  seed,
}: {
  readonly discovered: number;
  readonly seed: number;
}): string {
  const lines = PREFERENCE_NOTES[discovered === 0 ? 'untried' : 'tried'];
  return fillTemplate(pickLine(lines, { seed, field: 'preferences', count: discovered }), {
    things: pluralize(discovered, 'thing'),
  });
}

/** A look first: it tells whether the next meal is due. A released creature has only its history. */
export function stepsAfterPreferences({
  creature,
}: {
  readonly creature: StepTarget & Pick<Creature, 'releasedAt'>;
}): readonly NextStep[] {
  const isGone = creature.releasedAt !== undefined;
  return isGone
    ? [viewHistoryStep(creature), adoptAnotherStep()]
    : [checkStatusStep(creature), viewHistoryStep(creature)];
}
