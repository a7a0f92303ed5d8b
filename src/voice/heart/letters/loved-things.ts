import type { Letter } from '../../../core/heart/letter.ts';
import { APPROVED_ITEMS } from '../../../core/species/approved-items.ts';

/**
 * What a letter may say that it loved and that did it no harm, the newest last: what reads as a thing, with its article. Anybody reads letters, so
 * whatever is written down as loved, only names that the house has itself are said.
 */
export function lovedThings({ page }: Letter): string[] {
  return sayable(page.loved.filter((name) => page.harm?.things.includes(name) !== true));
}

/** What a letter may say that harmed it, likewise. */
export function harmfulThings({ page }: Letter): string[] {
  return sayable(page.harm?.things ?? []);
}

function sayable(names: readonly string[]): string[] {
  return names.filter((name) => APPROVED_ITEMS.has(name) && !NO_THING.test(name)).map(withThe);
}

// Names of the house that are orders or places, and make no sense as something to be loved in a sentence.
const NO_THING = /^(?:clap|close|ignore|redirect|withhold|under|inside|power off|zero$|nothing$|time$)/;
const AS_IT_IS =
  /^(?:a |its |chess$|charades$|dress up$|fetch$|follow the leader$|hide and seek$|peekaboo$|origami$|sudoku$|trivia$|philosophy$|music$|poetry$|(?!string$|swing$)\w+ing$)/;
// What is done, and with what: `the ringing a bell` is no English.
const DOING =
  /^(?:drawing|finding|folding|going|hiding|howling|knocking|making|pulling|pushing|retelling|ringing|rolling|shuffling|sitting|stealing|tracing|walking|watching|hanging upside) /;

function withThe(name: string): string {
  if (name.startsWith('its ')) return `my ${name.slice('its '.length)}`;
  return AS_IT_IS.test(name) || DOING.test(name) ? name : `the ${name}`;
}
