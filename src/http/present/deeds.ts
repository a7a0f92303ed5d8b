import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import type { Instant } from '../../core/clock.ts';
import { shortened } from '../../core/words.ts';
import type { OthersDeed, OwnDeed } from '../../house/care.ts';
import { ago } from '../../voice/durations.ts';
import { pointersInto } from './untrusted.ts';

type CareReply = Reply<typeof ROUTES.careForCreature>;

/** What its keeper did lately; nothing when there is nothing to tell. */
export function presentOwn(deeds: readonly OwnDeed[], now: Instant): CareReply['your_recent'] {
  if (deeds.length === 0) return undefined;
  return deeds.map(({ action, item, notes, timing, at }) => ({
    action,
    item: item ?? null,
    notes: notes ?? null,
    timing: timing ?? null,
    ago: ago(now - at),
  }));
}

/** What others did for creatures of the same family; only what was thought on reflection is passed on. */
export function presentOthers(deeds: readonly OthersDeed[], now: Instant): CareReply['others'] {
  if (deeds.length === 0) return undefined;
  return deeds.map(({ agent, creature, speciesName, action, at, notes }) => ({
    agent,
    creature,
    species: speciesName,
    action,
    ago: ago(now - at),
    notes: action === 'reflect' && notes !== undefined ? shortened(notes) : undefined,
  }));
}

/** Where in `others` strangers' words stand. */
export function strangersWordsIn(deeds: readonly OthersDeed[]): string[] {
  const all = deeds.map(() => true);
  return [
    ...pointersInto('others', all, 'agent'),
    ...pointersInto('others', all, 'creature'),
    ...pointersInto(
      'others',
      deeds.map(({ community }) => community),
      'species',
    ),
    ...pointersInto(
      'others',
      deeds.map(({ action, notes }) => action === 'reflect' && notes !== undefined),
      'notes',
    ),
  ];
}
