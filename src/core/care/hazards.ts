import { recordOf } from '../engine/record-of.ts';
import { FAMILIES, ITEM_ACTIONS, type Family, type ItemAction } from '../vocabulary.ts';
import {
  DANGERS,
  HARMLESS_AFTER,
  HARMLESS_BEFORE,
  HARMLESS_PHRASES,
  ALWAYS_HARMFUL,
  INEDIBLE,
  TOXIC_FOOD,
  type Danger,
} from './hazards-table.ts';
import { normalizedWords } from './item-words.ts';

/** Whom it is brought to: what it is, and what it likes of that kind. */
interface ItemReceiver {
  readonly family: Family;
  readonly approved: readonly string[];
}

/** Whether an item hurts, whatever else it is like: poison beside tuna, chocolate for a dog. */
export function isHazard(item: string, action: ItemAction, { family, approved }: ItemReceiver): boolean {
  const text = withoutHarmlessPhrases(normalizedWords(item));
  const liked = approved.map((each) => withoutHarmlessPhrases(normalizedWords(each)));
  return HAZARDS[family][action].some(
    (phrases) => phrases.some((phrase) => namesDanger(text, phrase)) && !likesSome(liked, phrases),
  );
}

/** Is the danger named, and no word beside it takes it away? What defuses one of two does not defuse the other. */
function namesDanger(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    const before = text.slice(0, at).split(' ').at(-1) ?? '';
    const [after = ''] = text.slice(at + phrase.length).split(' ');
    if (!DEFUSED_BEFORE.has(before) && !DEFUSED_AFTER.has(after)) return true;
  }
  return false;
}

function likesSome(liked: readonly string[], phrases: readonly string[]): boolean {
  return liked.some((each) => phrases.some((phrase) => each.includes(phrase)));
}

function withoutHarmlessPhrases(words: readonly string[]): string {
  return HARMLESS.reduce((text, phrase) => text.replace(phrase, ' '), spaced(words));
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

function hazardsFor(family: Family, action: ItemAction): PhraseLists {
  const swallowed = action === 'feed' || action === 'medicine';
  const lines = [
    ALWAYS_HARMFUL[family],
    swallowed ? TOXIC_FOOD[family] : '',
    action === 'feed' ? INEDIBLE[family] : '',
  ];
  return [
    ...dangers.filter(({ during }) => during?.includes(action) ?? true).map(({ phrases }) => phrases),
    // Each of these is a kind of its own: whoever likes salt may still not have chocolate.
    ...phrasesIn(lines.join(',')).map((phrase) => [phrase]),
  ];
}

const HAZARDS = recordOf(FAMILIES, (family) =>
  recordOf(ITEM_ACTIONS, (action) => hazardsFor(family, action)),
);

const DEFUSED_BEFORE: ReadonlySet<string> = new Set(normalizedWords(HARMLESS_BEFORE));
const DEFUSED_AFTER: ReadonlySet<string> = new Set(normalizedWords(HARMLESS_AFTER));
const HARMLESS = phrasesIn(HARMLESS_PHRASES);
