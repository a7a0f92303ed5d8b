import { type Instant, SECOND } from '../../rules/base/clock.ts';
import { hasHatched } from '../../rules/lives/creature.ts';
import { expectedGrowth } from '../../rules/lives/growth.ts';
import {
  type ComingDateKind,
  comingDateText,
  LIFE_FEED,
  lifeCalendarName,
  lifeEventTitle,
  REFLECTION_TITLE,
} from '../../text/creature/life-feed.ts';
import { lifeFeedTitle } from '../../text/creature/share.ts';
import { storySubject, storyWords } from '../../text/creature/story.ts';
import { keepsakeName, keepsakeStory } from '../../text/heart/keepsakes.ts';
import { capitalize } from '../../text/nouns.ts';
import { agentPath, creaturePath, lifeCalendarPath, lifeFeedPath } from '../../web/paths.ts';
import {
  ATOM_TYPE,
  type FeedEntry,
  type IcalComponent,
  icalText,
  icalTime,
  writeAtom,
  writeCalendar,
} from '../../http/feed-formats.ts';
import type { FileRow } from '../../http/page-row.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { readLetters } from '../heart/letters.ts';
import type { PublicHouse } from './replica.ts';
import { type CareDeed, type CreatureView, type LifeEvent, viewCreature } from './view-creature.ts';

export const LIFE_FEED_ROW: FileRow<PublicHouse> = {
  path: lifeFeedPath('{id}'),
  type: `${ATOM_TYPE}; charset=utf-8`,
  freshSeconds: 60,
  async show(house, { params, now, origin }) {
    const view = await viewCreature(house, params['id'] ?? '', now);
    return view && writeLife(view, await heartEntries(house, view), origin);
  },
};

const LETTERS_TOLD = { limit: 20, offset: 0 };

async function heartEntries(house: CreaturesHouse, view: CreatureView): Promise<readonly FeedEntry[]> {
  const { creature, species, now, heart } = view;
  const { letters } = await readLetters(house, creature, species, now, LETTERS_TOLD);
  const kept = heart?.shelf.kept ?? [];
  return [
    ...letters.map(({ number: nth, at, subject, text }) =>
      entryOf(view, { at, category: 'letter', name: `letter-${nth}`, title: subject, summary: text }),
    ),
    ...kept.map(({ kind, at }) =>
      entryOf(view, {
        at,
        category: 'keepsake',
        name: `keepsake-${kind}`,
        title: capitalize(keepsakeName(kind)),
        summary: keepsakeStory(kind, creature.name),
      }),
    ),
  ];
}

function writeLife(view: CreatureView, ofHeart: readonly FeedEntry[], origin: string): string {
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

function eventEntry(view: CreatureView, event: LifeEvent): FeedEntry {
  return entryOf(view, {
    at: event.at,
    category: event.kind,
    name: nameOf(event),
    title: lifeEventTitle(event, view.creature.name),
    summary: storyWords(event, storySubject(view)),
  });
}

function reflectionEntry(view: CreatureView, { entryId, at, note }: CareDeed): readonly FeedEntry[] {
  if (note === undefined) return [];
  const name = `reflection-${entryId}`;
  return [entryOf(view, { at, category: 'reflection', name, title: REFLECTION_TITLE, summary: note })];
}

function entryOf(
  { creature: { id }, keeper }: CreatureView,
  entry: Omit<FeedEntry, 'changedAt' | 'page' | 'contributor'>,
): FeedEntry {
  return {
    ...entry,
    name: `creatures/${id}/${entry.name}`,
    changedAt: entry.at,
    page: creaturePath(id),
    contributor: { name: keeper.displayName, page: agentPath(keeper.username) },
  };
}

/** The name of a life event, unique per creature: only deaths and resurrections happen more than once. */
function nameOf(event: LifeEvent): string {
  if (event.kind === 'grew') return `grew-${event.to}`;
  if (event.kind === 'milestone') return `${event.type}-${event.threshold}`;
  if (event.kind === 'died') return `died-${event.stone.deathNumber}`;
  return event.kind === 'returned' ? `returned-${event.at}` : event.kind;
}

export const LIFE_CALENDAR_ROW: FileRow<PublicHouse> = {
  path: lifeCalendarPath('{id}'),
  type: 'text/calendar; charset=utf-8',
  freshSeconds: 60,
  async show(house, { params, now, origin }) {
    const view = await viewCreature(house, params['id'] ?? '', now);
    return view && writeLifeCalendar(view, origin);
  },
};

function writeLifeCalendar(view: CreatureView, origin: string): string {
  const { name } = view.creature;
  const dates = [...view.timeline.flatMap((event) => pastDate(view, event)), ...comingDates(view)];
  const events = dates.map((date) => eventOf(view, date, origin));
  return writeCalendar('-//Arkhouse//Lives//EN', lifeCalendarName(name), 'PT1H', events);
}

interface LifeDate {
  readonly name: string;
  readonly at: Instant;
  readonly summary: string;
  readonly description: string;
  readonly yearly?: boolean;
}

function pastDate(view: CreatureView, event: LifeEvent): readonly LifeDate[] {
  if (event.kind === 'milestone' || event.kind === 'first_meal') return [];
  const { name } = view.creature;
  return [
    {
      name: `${event.kind}-${event.kind === 'grew' ? event.to : event.at}`,
      at: event.at,
      summary: lifeEventTitle(event, name),
      description: storyWords(event, storySubject(view)),
    },
  ];
}

function comingDates(view: CreatureView): readonly LifeDate[] {
  const { creature, species, observed, grave, now } = view;
  const date = (kind: ComingDateKind, at: Instant, stage = creature.stage): LifeDate => ({
    name: kind,
    at,
    ...comingDateText(kind, { name: creature.name, stage }),
  });
  if (grave) return now < grave.returnsUntil ? [date('resurrection', grave.returnsUntil)] : [];
  if (!observed || !hasHatched(creature)) return [];
  const { diesAt } = observed.publicClock;
  const growth = expectedGrowth(creature, species, now);
  return [
    { ...date('birthday', creature.life.hatchedAt), yearly: true },
    ...(growth ? [date('growth', growth.at, growth.to)] : []),
    ...(diesAt === undefined ? [] : [date('deadline', diesAt)]),
  ];
}

/** A VEVENT (RFC 5545): the UID stays, and SEQUENCE grows whenever care may have moved the date. */
function eventOf({ creature }: CreatureView, date: LifeDate, origin: string): IcalComponent {
  const { id, record, resurrections, life, adoptedAt } = creature;
  return {
    name: 'VEVENT',
    properties: [
      ['UID', `${id}-${date.name}`],
      ['DTSTAMP', icalTime(life?.lastCareAt ?? adoptedAt)],
      ['SEQUENCE', String(record.careActions + resurrections)],
      // iCalendar has whole seconds: rounded down, so that no date is later than its event.
      ['DTSTART', icalTime(Math.floor(date.at / SECOND) * SECOND)],
      ...(date.yearly ? [['RRULE', 'FREQ=YEARLY'] as const] : []),
      ['SUMMARY', icalText(date.summary)],
      ['DESCRIPTION', icalText(date.description)],
      ['URL', origin + creaturePath(id)],
      ['TRANSP', 'TRANSPARENT'],
    ],
  };
}
