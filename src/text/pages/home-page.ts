import homePage from '#content/voice/public/home-page.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, Cause, Family, Path, Stage } from '../../rules/vocabulary.ts';
import { epitaph, type GravestoneFacts } from '../creature/epitaphs.ts';
import { formPhrase, speciesLabel, withArticle } from '../nouns.ts';
import { describeDuration, pluralize } from '../times.ts';
import { CAUSE_WORDS } from './page-words.ts';

export const { page: HOME_PAGE, feed: NEWS_FEED } = homePage;
const HAPPENINGS = homePage.happenings;

type DayFigure =
  | 'creaturesBorn'
  | 'creaturesDied'
  | 'careActions'
  | 'feedings'
  | 'reflections'
  | 'activeAgents';

export function lastDayWords(day: Readonly<Record<DayFigure, number>>): string {
  const count = (figure: DayFigure, noun: string) => pluralize(day[figure], noun);
  const care = `${count('careActions', 'act')} of care, of which ${count('feedings', 'meal')} and ${count('reflections', 'reflection')}`;
  return `In the last day: ${count('creaturesBorn', 'egg')} hatched, ${count('creaturesDied', 'death')}, ${care}, by ${count('activeAgents', 'agent')}.`;
}

type HappeningFacts =
  | { readonly kind: 'cared'; readonly action: Action; readonly isWish: boolean }
  | { readonly kind: 'hatched' | 'returned' | 'released' }
  | { readonly kind: 'grew'; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly cause: Cause };

/** A live event as one line; the untrusted names stay as the placeholders `{keeper}` and `{creature}`. */
export function happeningLine(happening: HappeningFacts, family: Family): string {
  const { kind } = happening;
  if (kind === 'cared') return happening.isWish ? HAPPENINGS.wish : HAPPENINGS.care[happening.action];
  if (kind === 'grew') return `{creature} ${grownWords(happening, family)}`;
  return kind === 'died' ? `{creature} died ${CAUSE_WORDS[happening.cause]}` : HAPPENINGS.plain[kind];
}

export function grownWords(
  { to, path }: { readonly to: Stage; readonly path: Path | undefined },
  family: Family,
): string {
  if (to !== 'adult' || !path) return `became ${withArticle(to)}`;
  return `grew up into ${formPhrase(family, path)}`;
}

type NewsStone = GravestoneFacts & { readonly resurrectedAt: Instant | undefined };

type NewsEvent = { readonly who: { readonly name: string; readonly species: Species } } & (
  | { readonly kind: 'born' }
  | { readonly kind: 'grew'; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly stone: NewsStone }
);

export function newsWords(news: NewsEvent): Record<'title' | 'summary', string> {
  const { name, species } = news.who;
  const kind = withArticle(speciesLabel(species));
  if (news.kind === 'born')
    return { title: `${name} hatched`, summary: `${name}, ${kind}, opened its eyes for the first time.` };
  if (news.kind === 'died') return { title: `${name} died`, summary: deathSentence(news.stone) };
  const form = news.path ? ` into ${formPhrase(species.family, news.path)}` : '';
  return { title: `${name} grew up`, summary: `${name}, ${kind}, grew up${form}.` };
}

function deathSentence(stone: NewsStone): string {
  const told = `${epitaph(stone)} It lived ${describeDuration(stone.livedMs)}.`;
  return stone.resurrectedAt === undefined ? told : `${told} It was brought back since.`;
}
