import type { Species } from '../core/species/species.ts';
import { FORMS } from '../core/stages.ts';
import type { Path } from '../core/vocabulary.ts';
import { lived } from './durations.ts';
import { kindOf, withArticle } from './nouns.ts';
import { stoneWords } from './stones.ts';

export const FEED = {
  title: 'Births and deaths at Arkhouse',
  subtitle: 'Who hatched, who grew up, and who is missed.',
  author: 'Arkhouse',
} as const;

interface Told {
  readonly title: string;
  readonly summary: string;
}

type Stone = Parameters<typeof stoneWords>[0] & { readonly resurrectedAt: number | undefined };

interface Whom {
  readonly name: string;
  readonly species: Species;
}

/** News of the house, as far as its words need it. */
type Event =
  | { readonly kind: 'born'; readonly who: Whom }
  | { readonly kind: 'grew'; readonly who: Whom; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly who: Whom; readonly stone: Stone };

/** One piece of news in a line, and in a sentence or two. */
export function newsWords(news: Event): Told {
  const { name, species } = news.who;
  const kind = withArticle(kindOf(species));
  switch (news.kind) {
    case 'born':
      return { title: `${name} hatched`, summary: `${name}, ${kind}, opened its eyes for the first time.` };
    case 'grew':
      return { title: `${name} grew up`, summary: `${name}, ${kind}, is grown up now.${called(news)}` };
    case 'died':
      return { title: `${name} died`, summary: farewell(news.stone) };
    default:
      return news satisfies never;
  }
}

function called({ who, path }: Extract<Event, { kind: 'grew' }>): string {
  return path ? ` Those who grow up like it are called ${FORMS[who.species.family][path]}.` : '';
}

function farewell(stone: Stone): string {
  const told = `${stoneWords(stone)} It lived ${lived(stone.livedMs)}.`;
  return stone.resurrectedAt === undefined ? told : `${told} It was brought back since.`;
}
