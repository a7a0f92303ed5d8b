import type { Instant } from '../../rules/base/clock.ts';
import { STAGES, type KeeperOrder, type Stage } from '../../rules/vocabulary.ts';
import { listKeepers, searchKeepers, type ListedKeeper } from './lists.store.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { visibleKeeperName, type KeeperName } from '../moderation/redact.ts';
import { preparePublicReading } from './public-reading.ts';

export interface KeeperQuery {
  /** How its name begins. */
  readonly words: string | undefined;
  readonly order: KeeperOrder;
  /** From 1. */
  readonly page: number;
}

/** A keeper as a list tells of it. */
export interface KeeperEntry extends KeeperName {
  readonly since: Instant;
  readonly adopted: number;
  readonly living: number;
  readonly adultsRaised: number;
  readonly gravestones: number;
  /** The mean consistency of the living, in percent; undefined without any, and before the first meal. */
  readonly consistency: number | undefined;
  /** Some of its living, the newest first. */
  readonly faces: readonly { readonly id: string; readonly stage: Stage }[];
}

export interface KeeperPage extends Settled {
  readonly keepers: readonly KeeperEntry[];
  readonly page: number;
  /** Is there another page after this one? */
  readonly more: boolean;
}

const PER_PAGE = 24;
// What comes before a page is walked through one by one: nobody gets further than this.
const MOST_PAGES = 20;

/** Those who keep creatures here, a page at a time; whoever is looked for by name, on one. */
export async function browseKeepers(
  house: House,
  { words, order, page: wanted }: KeeperQuery,
  now: Instant,
): Promise<KeeperPage> {
  const { store, asOf } = await preparePublicReading(house, now);
  if (words !== undefined) {
    const found = await searchKeepers(store, words.toLowerCase(), 2 * PER_PAGE);
    return { asOf, keepers: await toKeeperEntries(house, found), page: 1, more: false };
  }
  const page = Math.min(MOST_PAGES, wanted);
  const found = await listKeepers(store, order, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  const keepers = await toKeeperEntries(house, found.slice(0, PER_PAGE));
  return { asOf, keepers, page, more: found.length > PER_PAGE && page < MOST_PAGES };
}

/** As others may know them. */
export async function toKeeperEntries<Listed extends ListedKeeper>(
  house: House,
  found: readonly Listed[],
): Promise<(Omit<Listed, 'id' | 'score' | 'faces'> & KeeperEntry)[]> {
  const hidden = await readHiddenContent(house);
  return found.map(({ id, score, faces, ...keeper }) => ({
    ...keeper,
    ...visibleKeeperName(hidden, { ...keeper, id }),
    consistency: score < 0 ? undefined : score,
    faces: faces.flatMap(faceFrom),
  }));
}

function faceFrom(face: string): { id: string; stage: Stage }[] {
  const [id = '', word] = face.split(' ');
  const stage = STAGES.find((each) => each === word);
  return stage ? [{ id, stage }] : [];
}
