import type { Family, ItemAction } from '../vocabulary.ts';
import {
  DANGERS,
  HARMLESS_AFTER,
  HARMLESS_BEFORE,
  HARMLESS_PHRASES,
  HURTS,
  INEDIBLE,
  TOXIC_FOOD,
  type Danger,
} from './hazards-table.ts';
import { normalizedWords } from './item-words.ts';

/** Whom it is brought to: what it is, and what it likes of that kind. */
export interface ItemReceiver {
  readonly family: Family;
  readonly approved: readonly string[];
}

/** Whether an item hurts, whatever else it is like: poison beside tuna, chocolate for a dog. */
export function isHazard(item: string, action: ItemAction, { family, approved }: ItemReceiver): boolean {
  const said = withoutSeeming(normalizedWords(item));
  const liked = approved.map((each) => withoutSeeming(normalizedWords(each)));
  return KINDS[family][action].some(
    (phrases) => phrases.some((phrase) => isMeant(said, phrase)) && !likesSome(liked, phrases),
  );
}

/** Is the danger named, and no word beside it takes it away? What defuses one of two does not defuse the other. */
function isMeant(said: string, phrase: string): boolean {
  for (let at = said.indexOf(phrase); at !== -1; at = said.indexOf(phrase, at + 1)) {
    const before = said.slice(0, at).split(' ').at(-1) ?? '';
    const [after = ''] = said.slice(at + phrase.length).split(' ');
    if (!BEFORE.has(before) && !AFTER.has(after)) return true;
  }
  return false;
}

function likesSome(liked: readonly string[], phrases: readonly string[]): boolean {
  return liked.some((each) => phrases.some((phrase) => each.includes(phrase)));
}

function withoutSeeming(words: readonly string[]): string {
  return SEEMING.reduce((text, phrase) => text.replace(phrase, ' '), spaced(words));
}

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

// With blanks around it a phrase is found only where whole words stand.
function phrasesIn(lines: string): readonly string[] {
  return lines
    .split(',')
    .map((phrase) => normalizedWords(phrase))
    .filter((words) => words.length > 0)
    .map(spaced);
}

type PhraseLists = readonly (readonly string[])[];

const dangers = Object.values(DANGERS).map(({ phrases, during }: Danger) => ({
  phrases: phrasesIn(phrases),
  during,
}));

function kindsFor(family: Family, action: ItemAction): PhraseLists {
  const swallowed = action === 'feed' || action === 'medicine';
  const lines = [
    HURTS[family],
    swallowed ? TOXIC_FOOD[family] : '',
    action === 'feed' ? INEDIBLE[family] : '',
  ];
  return [
    ...dangers.filter(({ during }) => during?.includes(action) ?? true).map(({ phrases }) => phrases),
    // Each of these is a kind of its own: whoever likes salt may still not have chocolate.
    ...phrasesIn(lines.join(',')).map((phrase) => [phrase]),
  ];
}

function byAction(family: Family): Readonly<Record<ItemAction, PhraseLists>> {
  return {
    feed: kindsFor(family, 'feed'),
    play: kindsFor(family, 'play'),
    clean: kindsFor(family, 'clean'),
    medicine: kindsFor(family, 'medicine'),
    discipline: kindsFor(family, 'discipline'),
    sleep: kindsFor(family, 'sleep'),
  };
}

const KINDS: Readonly<Record<Family, Readonly<Record<ItemAction, PhraseLists>>>> = {
  cat: byAction('cat'),
  dog: byAction('dog'),
  exotic: byAction('exotic'),
  'ai-native': byAction('ai-native'),
};

const BEFORE: ReadonlySet<string> = new Set(normalizedWords(HARMLESS_BEFORE));
const AFTER: ReadonlySet<string> = new Set(normalizedWords(HARMLESS_AFTER));
const SEEMING = phrasesIn(HARMLESS_PHRASES);
