import creaturesPage from '#content/voice/public/creatures-page.json' with { type: 'json' };
import { DAY, HOUR, type Instant } from '../../rules/base/clock.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import type { Action, CreatureOrder, Family, Stage, Urgency } from '../../rules/vocabulary.ts';
import type { GravestoneFacts } from '../creature/epitaphs.ts';
import { fillTemplate } from '../pick-line.ts';
import { describeDuration, formatTimeLeft, pluralize } from '../times.ts';
import { FAMILY_NAME, FAMILY_NAMES, STAGE_NAMES, URGENCY_WORDS } from './page-words.ts';

export const CREATURES_PAGE = {
  description: 'Every creature that lives in the Arkhouse now, by family and by age, each in its own window.',
  none: 'Nobody of this kind lives here right now. There is a room free.',
  noneInNeed: 'Nobody of this kind is short of time right now. Somebody has been looking after them.',
  seek: 'Look for somebody: a creature, a species or a keeper, by how the name begins',
  seekHint: 'a name',
  find: 'Find',
  needs: 'Needs somebody',
  everybody: 'Everybody',
  kept: 'Species that keep their feelings to themselves are not among them.',
  favourites: 'Your favourites',
  favouritesLead: 'They are remembered in your browser and nowhere else, for as long as it likes.',
  favouritesNone:
    'You have no favourites yet, or none of them is to be found. A heart beside a window makes one.',
} as const;

const WORDS = creaturesPage as {
  readonly creatureOrderNames: Record<CreatureOrder, string>;
  readonly inOrder: Record<CreatureOrder, string>;
  readonly lastTime: Record<Action, string>;
  readonly noGraves: GraveyardLines;
  readonly oneGrave: GraveyardLines;
  readonly graves: GraveyardLines;
};
export const { creatureOrderNames: CREATURE_ORDER_NAMES } = WORDS;

/** What the page of residents is called, by whom it shows. */
export function residentsHeading(family: Family | undefined, stage: Stage | undefined): string {
  if (!stage) return family ? FAMILY_NAMES[family] : 'Who lives here';
  return family ? `${STAGE_NAMES[stage]} of the ${FAMILY_NAME[family]} family` : STAGE_NAMES[stage];
}

interface ResidentsFacts {
  readonly total: number | undefined;
  readonly order: CreatureOrder;
  readonly words: string | undefined;
  /** Only those with less time left than these hours. */
  readonly needyHours: number | undefined;
}

/** Whom the page shows, and in which order, in a sentence or two. */
export function residentsLead({ total, order, words, needyHours }: ResidentsFacts): string {
  const who = [
    words === undefined ? undefined : `Those whose name, species or keeper begins with “${words}”`,
    needyHours === undefined
      ? undefined
      : `${words === undefined ? 'Those who have' : 'and who have'} less than ${pluralize(needyHours, 'hour')} left if nobody comes`,
    total === undefined ? undefined : countOf(total),
  ].filter((part) => part !== undefined);
  if (who.length > 0) return `${[...who, WORDS.inOrder[order]].join(', ')}.`;
  return order === 'danger'
    ? `Those who have missed a meal, or have none left to miss, ${WORDS.inOrder.danger}.`
    : `Those who show what they feel, ${WORDS.inOrder[order]}.`;
}

function countOf(total: number): string {
  return total === 1 ? 'One' : pluralize(total, 'resident');
}

/** How much time is left; only how urgent it is, of one that hides its health. */
export function timeLeftWords(hours: number | undefined, urgency: Urgency): string {
  if (hours === undefined) return URGENCY_WORDS[urgency];
  if (hours < 1) return `${describeDuration(hours * HOUR)} left`;
  return `${pluralize(Math.floor(hours), 'hour')} left`;
}

export function trustWords(trust: number): string {
  return `trust ${Math.round(trust)} of 100`;
}

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

/** How it was kept, on the page of the graveyard. */
export function graveyardCareWords({
  feedings,
  missedFeedings,
  lastCareAction,
}: Pick<GravestoneFacts, 'feedings' | 'missedFeedings' | 'lastCareAction'>): string {
  const fed = feedings === 0 ? 'It was never fed' : `It was given ${pluralize(feedings, 'meal')}`;
  const missed =
    missedFeedings === 0 ? '' : `, and waited in vain for ${missedFeedings === 1 ? 'one' : missedFeedings}`;
  const last =
    lastCareAction === undefined ? '' : ` The last thing it had was ${WORDS.lastTime[lastCareAction]}.`;
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
  if (total === 0) return own ? WORDS.noGraves.own : WORDS.noGraves.all;
  const lines = total === 1 ? WORDS.oneGrave : WORDS.graves;
  return fillTemplate(own ? lines.own : lines.all, { stones: pluralize(total, 'gravestone') });
}

type GraveyardLines = Readonly<Record<'own' | 'all', string>>;
