import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import { counted, type TextLines } from './reply-lines.ts';
import type { TrustedReply } from './untrusted.ts';

type CareTold = TrustedReply<Reply<Routes['careForCreature']>>;
type HistoryTold = TrustedReply<Reply<Routes['getCareHistory']>>;
type LetterTold = TrustedReply<Reply<Routes['listLetters']>>['letters'][number];

/** What it wishes for, and what grants it. */
export function wishLine({ wish }: Pick<CareTold, 'wish'>): string | undefined {
  if (!wish) return undefined;
  return [`A wish until ${wish.until}: ${wish.text}`, wish.hint].filter(Boolean).join(' ');
}

/** What is there to be read. */
export function unreadLine({
  new_letters: letters = 0,
  new_keepsakes: keepsakes = 0,
}: Pick<CareTold, 'new_letters' | 'new_keepsakes'>): string | undefined {
  const lines = [
    ...(letters > 0 ? [`${counted(letters, 'new letter')} (list_letters)`] : []),
    ...(keepsakes > 0 ? [`${counted(keepsakes, 'new keepsake')} (get_care_history)`] : []),
  ];
  return lines.length === 0 ? undefined : `To read: ${lines.join(', ')}.`;
}

/** What came true, and what it keeps of it and otherwise. */
export function keptLines({
  wish_granted: granted,
  keepsakes = [],
}: Pick<CareTold, 'wish_granted' | 'keepsakes'>): TextLines {
  const others = keepsakes.filter(({ kind }) => kind !== granted?.keepsake?.kind);
  return [
    granted && `You have granted its wish. ${granted.text}`,
    granted?.keepsake && keptLine(granted.keepsake),
    ...others.map(keptLine),
  ];
}

function keptLine({ name, text }: NonNullable<CareTold['keepsakes']>[number]): string {
  return [`It keeps ${name}.`, text].filter(Boolean).join(' ');
}

const NAMED_KEEPSAKES = 3;

/** What stands on its shelf, and who it became. */
export function shelfLines({ keepsakes, manner }: Pick<HistoryTold, 'keepsakes' | 'manner'>): TextLines {
  const newest = keepsakes.slice(0, NAMED_KEEPSAKES).map(({ name }) => name);
  return [
    manner && `It is ${manner.name}, because ${manner.reason}.`,
    newest.length > 0
      ? `It has ${counted(keepsakes.length, 'keepsake')}, the newest: ${newest.join(', ')}.`
      : undefined,
  ];
}

/** A letter, line by line. */
export function letterLines({ number, occasion, written_at, subject, text = '' }: LetterTold): TextLines {
  return [`Letter ${number} (${occasion}, ${written_at}): ${subject}`, ...text.split('\n'), '---'];
}
