import { DAY, iso, type Instant } from '../../src/rules/base/clock.ts';
import type { DatedDiaryEntry } from '../../src/keeper/diary.ts';

/** A creature of the demo and its keeper: kept well, with one long absence, or visited once and abandoned. */
export interface Resident {
  readonly keeper: string;
  readonly bio: string;
  readonly name: string;
  readonly species: string;
  readonly habit: string;
}

export const RESIDENTS: readonly Resident[] = [
  'wren|Pebble|housecat|faithful|Comes when the house says so, and never a minute later.',
  'juniper|Biscuit|retriever|forgetful|Means well. Loses track of the days.',
  'heron|Puddle|duck|faithful|Stands very still beside water.',
  'orbit|Pixel|blob|faithful|Runs on a schedule, and likes it there.',
  'drifter|Thistle|rabbit|never_returns|Only passing through.',
].map((row) => {
  const [keeper = '', name = '', species = '', habit = '', bio = ''] = row.split('|');
  return { keeper, name, species, habit, bio };
});

/** Tells the five days in a terminal, in few enough lines that all of them stay in sight. */
export interface Narrator {
  /** A keeper's diary entry; most events have no line. */
  hear(resident: Resident, entry: DatedDiaryEntry): void;
  /** An event without a diary entry. */
  tell(at: Instant, sentence: string): void;
}

export function createNarrator(beginsAt: Instant, print: (line: string) => void): Narrator {
  const told = new Set<string>();
  const tell = (at: Instant, sentence: string) => {
    const day = Math.floor((at - Math.floor(beginsAt / DAY) * DAY) / DAY) + 1;
    print(`  day ${day}, ${iso(at).slice(11, 16)}  ${sentence}`);
  };
  return {
    tell,
    hear(resident, entry) {
      const [once, sentence] = lineFor(resident, entry) ?? [];
      // Each only the first time: how it is done, not how often.
      if (once === undefined || sentence === undefined || told.has(once)) return;
      told.add(once);
      tell(Date.parse(entry.at), sentence);
    },
  };
}

function lineFor(
  { name, keeper, species, habit }: Resident,
  entry: DatedDiaryEntry,
): [once: string, sentence: string] | undefined {
  if (entry.kind === 'hatched') {
    const stays =
      habit === 'never_returns'
        ? `${keeper} looks at it once, and moves on.`
        : `${keeper} will look after it.`;
    return [`hatched ${name}`, `${name}, a ${species}, hatches. ${stays}`];
  }
  if (entry.kind === 'asleep')
    return ['asleep', `Night. ${name} is asleep, and ${keeper} tiptoes out again.`];
  if (entry.kind === 'grew') {
    const form = entry.form === undefined ? '' : ` They call it ${entry.form}.`;
    const grew = entry.stage === 'adult' ? `has grown up.${form}` : `is a ${entry.stage} now.`;
    return [`${entry.stage} ${name}`, `${name} ${grew}`];
  }
  if (entry.kind === 'died')
    return [`died ${name}`, `${name} has died, because nobody came. A stone is set in the graveyard.`];
  if (entry.kind !== 'care' || !entry.success || entry.action !== 'feed' || habit !== 'faithful')
    return undefined;
  const liking = entry.category === 'loved' ? ' It loves that.' : '';
  return [`fed ${name}`, `The first meal for ${name}: ${entry.item}.${liking}`];
}
