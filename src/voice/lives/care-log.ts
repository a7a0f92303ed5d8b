import { FARTHEST_OFFSET } from '../../contract/lives/reading.ts';
import { iso, type Instant } from '../../core/engine/clock.ts';

/** A part of a care log: its first entry by number, from the newest on, and whether nothing older is left. */
interface CareLogPart {
  readonly first: number;
  readonly count: number;
  readonly isEnd: boolean;
}

/** Where a part of a care log stops, under its table. */
export function whereLogStops({ first, count, isEnd }: CareLogPart): string {
  if (count === 0) return 'There is no entry so far back.';
  const last = first + count - 1;
  const shown = count === 1 ? `This is entry ${first}` : `These are entries ${first} to ${last}`;
  if (isEnd) return `${shown}, counted from the newest. The log ends here.`;
  const rest =
    last <= FARTHEST_OFFSET
      ? `the next are at offset=${last}`
      : 'leave out limit and offset for the whole log';
  return `${shown}, counted from the newest. There are older ones: ${rest}.`;
}

/** Of a log whose beginning is no longer in the house. */
export function whatIsArchived(until: Instant): string {
  return `What happened up to ${iso(until)} is in the archive of whoever runs this house.`;
}
