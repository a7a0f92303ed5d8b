import { DAY, iso, type Instant } from '../../src/rules/base/clock.ts';
import type { Stage } from '../../src/rules/vocabulary.ts';
import type { DatedDiaryEntry } from '../../src/keeper/diary.ts';
import type { Resident } from './residents.ts';

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
      const line = lineFor(resident, entry);
      // Each only the first time: how it is done, not how often.
      if (!line || told.has(line.once)) return;
      told.add(line.once);
      tell(Date.parse(entry.at), line.sentence);
    },
  };
}

interface ToldLine {
  readonly once: string;
  readonly sentence: string;
}

function lineFor(resident: Resident, entry: DatedDiaryEntry): ToldLine | undefined {
  const { name, keeper, species } = resident;
  if (entry.kind === 'hatched')
    return { once: `hatched ${name}`, sentence: `${name}, a ${species}, hatches. ${stays(resident)}` };
  if (entry.kind === 'asleep')
    return { once: 'asleep', sentence: `Night. ${name} is asleep, and ${keeper} tiptoes out again.` };
  if (entry.kind === 'grew')
    return { once: `${entry.stage} ${name}`, sentence: `${name} ${grewInto(entry.stage, entry.form)}` };
  if (entry.kind === 'died')
    return {
      once: `died ${name}`,
      sentence: `${name} has died, because nobody came. A stone is set in the graveyard.`,
    };
  if (entry.kind !== 'care' || !entry.success || entry.action !== 'feed' || resident.habit !== 'faithful')
    return undefined;
  const liking = entry.category === 'loved' ? ' It loves that.' : '';
  return { once: `fed ${name}`, sentence: `The first meal for ${name}: ${entry.item}.${liking}` };
}

function stays({ keeper, habit }: Resident): string {
  return habit === 'never_returns'
    ? `${keeper} looks at it once, and moves on.`
    : `${keeper} will look after it.`;
}

const GREW: Record<Stage, string> = {
  egg: 'is an egg.',
  baby: 'is a baby.',
  child: 'is a child now.',
  teen: 'is a teen now.',
  adult: 'has grown up.',
};

function grewInto(stage: Stage, form: string | undefined): string {
  return form === undefined ? GREW[stage] : `has grown up. They call it ${form}.`;
}
