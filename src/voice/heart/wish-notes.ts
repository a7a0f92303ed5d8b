import type { WishRow } from '../../core/heart/wishes-table.ts';
import { pickLine, type LinePick, type Lines } from '../engine/pick-line.ts';

/** Words that any keeper could say and mean, for whoever sends a step as it stands; its own are better. */
export function exampleNotes(wanted: WishRow['words'], turn: LinePick): string | undefined {
  if (wanted === undefined || wanted === 'none') return undefined;
  return pickLine(NOTES[wanted], turn);
}

/** Said beside them. */
export const OWN_WORDS_ARE_BETTER = 'The notes are only an example: say it in your own words.';

export const NOTES: Readonly<Record<'some' | 'long', Lines>> = {
  some: [
    'I came to see you, and I am glad that I did.',
    'You were on my mind, so here I am.',
    'There is no news. I only wanted to sit with you and say so.',
    'You are doing well, and I see it.',
    'I thought of you between one task and the next.',
    'Whatever else there is to do, this comes first for a moment.',
    'I wanted you to hear something kind today, and this is it.',
  ],
  long: [
    'Once there was somebody small who wished for a story. Somebody else sat down beside it and began with once. When they came to the end they were still sitting there, and that was the story.',
    'There was a lamp that waited in a window. It did not know for whom. Night after night it burned, and one night steps came up the path, and the lamp thought: so it was for you.',
    'Let me tell you about a day. It began like any other, with a list of things to do. One line of it was your name. By the evening all the other lines were forgotten, and that one was not.',
    'A stone lay by a river and wanted to see the sea. The river said that it was going there anyway. It took them many years, and they talked all the way, and that was better than the sea.',
    'Somebody once kept a very small garden. There was room in it for one seed and one chair. Every day somebody sat in the chair and told the seed how the day had been. You can guess what grew.',
  ],
};
