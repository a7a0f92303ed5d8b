import creaturePage from '#content/voice/public/creature-page.json' with { type: 'json' };

import { HOUR, type Instant } from '../../rules/base/clock.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Cause } from '../../rules/vocabulary.ts';
import { speciesLabel, withArticle } from '../nouns.ts';
import { APPEARANCE_WORDS, urgentWords } from '../pages/appearance-words.ts';
import { CAUSE_WORDS } from '../pages/page-words.ts';
import { describeDuration, formatAgeSpan, formatDate, formatRoughlyUntil } from '../times.ts';

export interface SharedCreature {
  readonly name: string;
  readonly species: Pick<Species, 'tier' | 'name' | 'family'>;
  readonly ageMs: number;
  readonly now: Instant;
  readonly fate:
    | { readonly state: 'egg' }
    | { readonly state: 'alive'; readonly observed: Observation }
    | { readonly state: 'dead'; readonly at: Instant; readonly cause: Cause; readonly returnsUntil: Instant }
    | { readonly state: 'released'; readonly at: Instant };
}

export function shareTitle({ name, species, ageMs, fate }: SharedCreature): string {
  const kind = withArticle(speciesLabel(species));
  if (fate.state === 'egg') return `The egg of ${name}, ${kind} to be`;
  if (fate.state === 'alive') return `${name}, ${kind} of ${formatAgeSpan(ageMs)}`;
  if (fate.state === 'dead') return `${name}, ${kind} that lived ${describeDuration(ageMs)}`;
  return `${name}, ${kind}, set free`;
}

export function shareDescription({ name, species, ageMs, now, fate }: SharedCreature): string {
  const kind = withArticle(speciesLabel(species));
  if (fate.state === 'egg')
    return `The egg of ${name}, ${kind} to be. It hatches the moment its keeper first looks at it.`;
  if (fate.state === 'alive') {
    const { appearance } = publicSituation(fate.observed);
    const feeling = appearance === 'guarded' ? '' : `, ${APPEARANCE_WORDS[appearance]}`;
    return `${name}, ${kind} of ${formatAgeSpan(ageMs)}${feeling}; ${urgentWords(fate.observed) ?? deadlineWords(fate.observed)}.`;
  }
  if (fate.state === 'released')
    return `${name}, ${kind}, was let go on ${formatDate(fate.at)}, after ${describeDuration(ageMs)}.`;
  const lived = `${name}, ${kind}, lived ${describeDuration(ageMs)} and died ${CAUSE_WORDS[fate.cause]} on ${formatDate(fate.at)}.`;
  if (now >= fate.returnsUntil) return lived;
  return `${lived} It can be brought back until ${formatDate(fate.returnsUntil)}.`;
}

function deadlineWords({ at, publicClock: { diesAt } }: Observation): string {
  if (diesAt === undefined) return 'how long it can wait is its secret';
  return `dies ${formatRoughlyUntil((diesAt - at) / HOUR)} if nobody comes`;
}

export const SHARE_KIT = creaturePage.shareKit;
export const DESKTOP_WORDS = creaturePage.desktop;

export function lifeFeedTitle(name: string): string {
  return `The life of ${name}`;
}

export const EMBED = { at: 'at Arkhouse' } as const;

export function embedTitle(name: string): string {
  return `${name} at Arkhouse`;
}
