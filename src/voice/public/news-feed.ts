import type { Instant } from '../../core/engine/clock.ts';
import type { Species } from '../../core/species/species.ts';
import type { Path } from '../../core/vocabulary.ts';
import { describeDuration } from '../engine/durations.ts';
import { formPhrase, speciesLabel, withArticle } from '../engine/nouns.ts';
import { epitaph, type GravestoneFacts } from './epitaphs.ts';

export const NEWS_FEED = {
  title: 'Births and deaths at Arkhouse',
  subtitle: 'Who hatched, who grew up, and who is missed.',
  author: 'Arkhouse',
} as const;

interface NewsText {
  readonly title: string;
  readonly summary: string;
}

interface NewsCreature {
  readonly name: string;
  readonly species: Species;
}

/** News of the house, as far as its words need it. */
type NewsEvent =
  | { readonly kind: 'born'; readonly who: NewsCreature }
  | { readonly kind: 'grew'; readonly who: NewsCreature; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly who: NewsCreature; readonly stone: NewsStone };

type NewsStone = GravestoneFacts & { readonly resurrectedAt: Instant | undefined };

/** One piece of news in a line, and in a sentence or two. */
export function newsWords(news: NewsEvent): NewsText {
  const { name, species } = news.who;
  const kind = withArticle(speciesLabel(species));
  switch (news.kind) {
    case 'born':
      return { title: `${name} hatched`, summary: `${name}, ${kind}, opened its eyes for the first time.` };
    case 'grew':
      return { title: `${name} grew up`, summary: `${name}, ${kind}, grew up${intoForm(news)}.` };
    case 'died':
      return { title: `${name} died`, summary: deathSentence(news.stone) };
    default:
      return news satisfies never;
  }
}

function intoForm({ who, path }: Extract<NewsEvent, { kind: 'grew' }>): string {
  return path ? ` into ${formPhrase(who.species.family, path)}` : '';
}

function deathSentence(stone: NewsStone): string {
  const told = `${epitaph(stone)} It lived ${describeDuration(stone.livedMs)}.`;
  return stone.resurrectedAt === undefined ? told : `${told} It was brought back since.`;
}
