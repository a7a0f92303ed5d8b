import creaturesPage from '#content/voice/public/creatures-page.json' with { type: 'json' };

import { DAY, HOUR, type Instant } from '../../rules/base/clock.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import type { CreatureOrder, Family, Stage, Urgency } from '../../rules/vocabulary.ts';
import type { GravestoneFacts } from '../creature/epitaphs.ts';
import { fillTemplate } from '../pick-line.ts';
import { describeBriefly, formatBrieflyUntil, pluralize } from '../times.ts';
import { FAMILY_NAME, FAMILY_NAMES, ROOMS, STAGE_NAMES, URGENCY_WORDS } from './page-words.ts';

export const { page: CREATURES_PAGE, creatureOrderNames: CREATURE_ORDER_NAMES } = creaturesPage;

export const GRAVEYARD_PAGE = {
  ...creaturesPage.graveyard,
  lantern: fillTemplate(creaturesPage.graveyard.lantern, { days: `${resurrectionClosesAt(0) / DAY}` }),
};

export function residentsHeading(family: Family | undefined, stage: Stage | undefined): string {
  if (!stage) return family ? FAMILY_NAMES[family] : ROOMS['/creatures'];
  return family ? `${STAGE_NAMES[stage]} of the ${FAMILY_NAME[family]} family` : STAGE_NAMES[stage];
}

export function residentsLead(asked: {
  readonly total: number | undefined;
  readonly order: CreatureOrder;
  readonly words: string | undefined;
  readonly needyHours: number | undefined;
}): string {
  const { total, order, words, needyHours } = asked;
  const who = [
    words === undefined ? undefined : `Those with “${words}” in their name, species, family or keeper`,
    needyHours === undefined
      ? undefined
      : `${words === undefined ? 'Those who have' : 'and who have'} less than ${pluralize(needyHours, 'hour')} left if nobody comes`,
    total === 1 ? 'One' : total === undefined ? undefined : pluralize(total, 'resident'),
  ].filter((part) => part !== undefined);
  if (who.length > 0) return `${[...who, creaturesPage.inOrder[order]].join(', ')}.`;
  return order === 'danger'
    ? `Those who have missed a meal, or have none left to miss, ${creaturesPage.inOrder.danger}.`
    : `Those who show what they feel, ${creaturesPage.inOrder[order]}.`;
}

/** The time left in words; `hours` is undefined for species that hide their health. */
export function timeLeftWords(hours: number | undefined, urgency: Urgency): string {
  if (hours === undefined) return URGENCY_WORDS[urgency];
  return `${describeBriefly(hours * HOUR)} left`;
}

export function trustWords(trust: number): string {
  return `trust ${Math.round(trust)} of 100`;
}

export function stoneCountWords(total: number): string {
  if (total === 0) return 'No stones to show.';
  if (total === 1) return 'One stone.';
  return `${total.toLocaleString('en')} stones, the newest first.`;
}

type CareAtDeath = Pick<GravestoneFacts, 'feedings' | 'missedFeedings' | 'lastCareAction'>;

export function graveyardCareWords({ feedings, missedFeedings, lastCareAction }: CareAtDeath): string {
  const fed = feedings === 0 ? 'It was never fed' : `It was given ${pluralize(feedings, 'meal')}`;
  const missed =
    missedFeedings === 0 ? '' : `, and waited in vain for ${missedFeedings === 1 ? 'one' : missedFeedings}`;
  const last = lastCareAction && ` The last thing it had was ${creaturesPage.lastTime[lastCareAction]}.`;
  return `${fed}${missed}.${last ?? ''}`;
}

/** Says until when a dead creature can be resurrected; undefined if it no longer can be, or was. */
export function lanternWords(
  { diedAt, resurrectedAt }: { readonly diedAt: Instant; readonly resurrectedAt: Instant | undefined },
  now: Instant,
): string | undefined {
  const left = resurrectionClosesAt(diedAt) - now;
  if (resurrectedAt !== undefined || left <= 0) return undefined;
  return `Its lantern goes out ${formatBrieflyUntil(left / HOUR)}.`;
}

export function graveyardMessage({ total, own }: { readonly total: number; readonly own: boolean }): string {
  const lines = [creaturesPage.noGraves, creaturesPage.oneGrave][total] ?? creaturesPage.graves;
  return fillTemplate(own ? lines.own : lines.all, { stones: pluralize(total, 'gravestone') });
}
