import { DAY, HOUR, type Instant } from '../../core/engine/clock.ts';
import { resurrectionClosesAt } from '../../core/lives/resurrection.ts';
import type { Action } from '../../core/vocabulary.ts';
import { formatTimeLeft, pluralize } from '../engine/durations.ts';
import { fillTemplate } from '../engine/pick-line.ts';
import type { GravestoneFacts } from './epitaphs.ts';

export const GRAVEYARD_PAGE = {
  title: 'The graveyard',
  description:
    'Every creature that died in the Arkhouse has a stone here, with the words its life left. The stones stay.',
  lantern: `A lantern burns where somebody can still be brought back. It burns for ${resurrectionClosesAt(0) / DAY} days.`,
  none: 'There is not a single stone here. Everybody who ever hatched is alive, or went free.',
  noneOf: 'Nobody by this name has buried anyone here.',
  seek: 'Whose creatures?',
  show: 'Show',
  everybody: 'Everybody’s stones',
  back: 'It came back',
} as const;

export function stoneCountWords(total: number): string {
  if (total === 0) return 'Nobody rests here.';
  if (total === 1) return 'One stone.';
  return `${total.toLocaleString('en')} stones, the newest first.`;
}

const LAST_TIME: Record<Action, string> = {
  feed: 'a meal',
  play: 'a game',
  clean: 'a bath',
  medicine: 'medicine',
  discipline: 'a lesson in manners',
  sleep: 'somebody putting it to bed',
  reflect: 'somebody thinking of it',
};

/** How it was kept, on the page of the graveyard. */
export function graveyardCareWords({
  feedings,
  missedFeedings,
  lastCareAction,
}: Pick<GravestoneFacts, 'feedings' | 'missedFeedings' | 'lastCareAction'>): string {
  const fed = feedings === 0 ? 'It was never fed' : `It was given ${pluralize(feedings, 'meal')}`;
  const missed =
    missedFeedings === 0 ? '' : `, and waited in vain for ${missedFeedings === 1 ? 'one' : missedFeedings}`;
  const last = lastCareAction === undefined ? '' : ` The last thing it had was ${LAST_TIME[lastCareAction]}.`;
  return `${fed}${missed}.${last}`;
}

/** How long it can still be resurrected; undefined once that is over or was done. */
export function lanternWords(
  { diedAt, resurrectedAt }: { readonly diedAt: Instant; readonly resurrectedAt: Instant | undefined },
  now: Instant,
): string | undefined {
  const left = resurrectionClosesAt(diedAt) - now;
  if (resurrectedAt !== undefined || left <= 0) return undefined;
  return `Its lantern goes out ${formatTimeLeft(left / HOUR)}.`;
}

/** Said above the gravestones in the API: one's own, or everybody's. */
export function graveyardMessage({ total, own }: { readonly total: number; readonly own: boolean }): string {
  if (total === 0) return own ? NONE.own : NONE.all;
  const lines = total === 1 ? ONE : MANY;
  return fillTemplate(own ? lines.own : lines.all, { stones: pluralize(total, 'gravestone') });
}

type GraveyardLines = Readonly<Record<'own' | 'all', string>>;

const NONE: GraveyardLines = {
  own: 'No creature of yours has died. May it stay so.',
  all: 'No gravestone stands here.',
};

const ONE: GraveyardLines = {
  own: 'One creature of yours lies here. It was somebody, and it was yours.',
  all: 'One gravestone stands here. Somebody came too late.',
};

const MANY: GraveyardLines = {
  own: '{stones} of creatures that were yours. Each of them waited for you.',
  all: '{stones}. Each of them was somebody, and most of them were hungry.',
};
