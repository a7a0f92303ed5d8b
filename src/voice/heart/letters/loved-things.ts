import type { Letter } from '../../../core/heart/letter.ts';

/** What a letter may say that it loved, the newest last: what reads as a thing, with its article. */
export function lovedThings({ page }: Letter): string[] {
  return page.loved.filter((name) => !NO_THING.test(name)).map(withThe);
}

// Names of the house that are orders or places, and make no sense as something to be loved in a sentence.
const NO_THING = /^(?:clap|close|ignore|redirect|withhold|under|inside|power off|zero$|nothing$|time$)/;
const AS_IT_IS =
  /^(?:a |its |chess$|charades$|dress up$|fetch$|follow the leader$|hide and seek$|peekaboo$|origami$|sudoku$|trivia$|philosophy$|music$|poetry$|(?!string$|swing$)\w+ing$)/;

function withThe(name: string): string {
  if (name.startsWith('its ')) return `my ${name.slice('its '.length)}`;
  return AS_IT_IS.test(name) ? name : `the ${name}`;
}
