import type { Instant } from '../../rules/base/clock.ts';
import type { KeeperOrder } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { visibleKeeperName } from '../moderation/redact.ts';
import { type ListedKeeper, listKeepers, searchKeepers } from './lists.store.ts';
import { preparePublicReading } from './public-reading.ts';

export interface KeeperQuery {
  /** Search word: a prefix of the username or the display name. */
  readonly words: string | undefined;
  readonly order: KeeperOrder;
  readonly page: number;
}

/** A listed keeper, without fields that others may not see. */
export type KeeperEntry = Omit<ListedKeeper, 'id' | 'score'> & {
  /** The mean consistency of the keeper's living creatures, in percent; undefined without any, and before the first meal. */
  readonly consistency: number | undefined;
};

export interface KeeperPage extends Settled {
  readonly keepers: readonly KeeperEntry[];
  readonly page: number;
  readonly more: boolean;
}

const PER_PAGE = 24;
// Most pages of the list of keepers: the database skips the offset row by row.
const MAX_PAGES = 20;

/** A page of keepers; search results are one page. */
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
  const page = Math.min(MAX_PAGES, wanted);
  const found = await listKeepers(store, order, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  const keepers = await toKeeperEntries(house, found.slice(0, PER_PAGE));
  return { asOf, keepers, page, more: found.length > PER_PAGE && page < MAX_PAGES };
}

export async function toKeeperEntries<Listed extends ListedKeeper>(house: House, found: readonly Listed[]) {
  const hidden = await readHiddenContent(house);
  return found.map(({ id, score, ...keeper }) => ({
    ...keeper,
    ...visibleKeeperName(hidden, { ...keeper, id }),
    consistency: score < 0 ? undefined : score,
  }));
}
