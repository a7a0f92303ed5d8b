import type { ReadLetter } from '../../core/heart/letter.ts';
import { readLetters, readShelf, type ShelvedKeepsake } from '../../house/heart/read-heart.ts';
import type { House } from '../../house/house.ts';
import {
  viewCreature,
  type CareDeed,
  type CreatureView,
  type LifeEvent,
} from '../../house/public/view-creature.ts';
import { lifeFeedPath } from '../../pages/lives/life-paths.ts';
import { agentPath, creaturePath } from '../../pages/paths.ts';
import { capitalize } from '../../voice/engine/nouns.ts';
import { keepsakeName, keepsakeStory } from '../../voice/heart/keepsakes.ts';
import { LIFE_FEED, lifeEventTitle, REFLECTION_TITLE } from '../../voice/lives/story/life-feed.ts';
import { lifeFeedTitle } from '../../voice/lives/story/share.ts';
import { storySubject, storyWords } from '../../voice/lives/story/story.ts';
import { writtenBy } from '../heart/present-letter.ts';
import { ATOM_TYPE, writeAtom, type AtomEntry } from '../public/atom.ts';
import type { FileRow } from '../server/pages/page-row.ts';

/** One life as an Atom feed: what its page tells, the newest first. */
export const LIFE_FEED_ROW: FileRow = {
  path: lifeFeedPath('{id}'),
  type: `${ATOM_TYPE}; charset=utf-8`,
  freshSeconds: 60,
  async show(house, { params, now, origin }) {
    const view = await viewCreature(house, params['id'] ?? '', now);
    return view && writeLife(view, await heartEntries(house, view), origin);
  },
};

const LETTERS_TOLD = { limit: 20, offset: 0 };

/** What it has written, and what it keeps. */
async function heartEntries(house: House, view: CreatureView): Promise<readonly AtomEntry[]> {
  const { creature, species, now } = view;
  const [{ letters }, { kept }] = await Promise.all([
    readLetters(house, creature, species, now, LETTERS_TOLD),
    readShelf(house, creature, species, now),
  ]);
  return [
    ...letters.map((letter) => letterEntry(view, letter)),
    ...kept.map((thing) => keepsakeEntry(view, thing)),
  ];
}

function letterEntry(view: CreatureView, letter: ReadLetter): AtomEntry {
  const { subject, text } = writtenBy(view, letter);
  return {
    ...entryParts(view, letter.at),
    name: `creatures/${view.creature.id}/letter-${letter.number}`,
    title: subject,
    summary: text,
    category: 'letter',
  };
}

function keepsakeEntry(view: CreatureView, { kind, at }: ShelvedKeepsake): AtomEntry {
  const { id, name } = view.creature;
  return {
    ...entryParts(view, at),
    name: `creatures/${id}/keepsake-${kind}`,
    title: capitalize(keepsakeName(kind)),
    summary: keepsakeStory(kind, name),
    category: 'keepsake',
  };
}

function writeLife(view: CreatureView, ofHeart: readonly AtomEntry[], origin: string): string {
  const { id, name, adoptedAt } = view.creature;
  const entries = [
    ...view.timeline.map((event) => eventEntry(view, event)),
    ...view.recent.flatMap((deed) => reflectionEntry(view, deed)),
    ...ofHeart,
  ];
  return writeAtom(
    {
      path: lifeFeedPath(id),
      page: creaturePath(id),
      name: `creatures/${id}/life`,
      title: lifeFeedTitle(name),
      subtitle: LIFE_FEED.subtitle,
      author: LIFE_FEED.author,
      updatedAt: Math.max(adoptedAt, ...entries.map(({ at }) => at)),
      entries: entries.toSorted((one, other) => other.at - one.at),
    },
    origin,
  );
}

function eventEntry(view: CreatureView, event: LifeEvent): AtomEntry {
  const { id, name } = view.creature;
  return {
    ...entryParts(view, event.at),
    name: `creatures/${id}/${nameOf(event)}`,
    title: lifeEventTitle(event, name),
    summary: storyWords(event, storySubject(view)),
    category: event.kind,
  };
}

/** What its keeper wrote for others to read. */
function reflectionEntry(view: CreatureView, { entryId, at, note }: CareDeed): readonly AtomEntry[] {
  if (note === undefined) return [];
  return [
    {
      ...entryParts(view, at),
      name: `creatures/${view.creature.id}/reflection-${entryId}`,
      title: REFLECTION_TITLE,
      summary: note,
      category: 'reflection',
    },
  ];
}

function entryParts({ creature, keeper }: CreatureView, at: number) {
  const contributor = { name: keeper.displayName, page: agentPath(keeper.username) };
  return { at, changedAt: at, page: creaturePath(creature.id), contributor };
}

/** Everything happens once, but for deaths and returns, which are told apart by their moment. */
function nameOf(event: LifeEvent): string {
  switch (event.kind) {
    case 'grew':
      return `grew-${event.to}`;
    case 'milestone':
      return `${event.type}-${event.threshold}`;
    case 'died':
      return `died-${event.stone.deathNumber}`;
    case 'returned':
      return `returned-${event.at}`;
    default:
      return event.kind;
  }
}
