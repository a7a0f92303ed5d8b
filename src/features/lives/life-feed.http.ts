import { type Instant, SECOND } from '../../rules/base/clock.ts';
import type { ReadLetter } from '../../rules/heart/letter.ts';
import { hasHatched } from '../../rules/lives/creature.ts';
import { nextGrowth } from '../../rules/lives/growth.ts';
import {
  ATOM_TYPE,
  type AtomEntry,
  type IcalComponent,
  type IcalProperty,
  icalText,
  icalTime,
  writeAtom,
  writeIcal,
} from '../../server/feed-formats.ts';
import type { FileRow } from '../../server/page-row.ts';
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
import { writtenBy } from '../heart/heart.present.ts';
import { readLetters, readShelf, type ShelvedKeepsake } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { type CareDeed, type CreatureView, type LifeEvent, viewCreature } from '../public/view-creature.ts';

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

/** The days of one life for anybody's calendar: what its page tells, and nothing that only its keeper may know. */
export const LIFE_CALENDAR_ROW: FileRow = {
  path: lifeCalendarPath('{id}'),
  type: 'text/calendar; charset=utf-8',
  freshSeconds: 60,
  async show(house, { params, now, origin }) {
    const view = await viewCreature(house, params['id'] ?? '', now);
    return view && writeLifeCalendar(view, origin);
  },
};

// How long a calendar program may keep what it has.
const REFRESH = 'PT1H';

function writeLifeCalendar(view: CreatureView, origin: string): string {
  const name = icalText(lifeCalendarName(view.creature.name));
  const dates = [...view.timeline.flatMap((event) => pastDate(view, event)), ...comingDates(view)];
  return writeIcal({
    name: 'VCALENDAR',
    properties: [
      ['VERSION', '2.0'],
      ['PRODID', '-//Arkhouse//Lives//EN'],
      ['CALSCALE', 'GREGORIAN'],
      ['NAME', name],
      ['X-WR-CALNAME', name],
      ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
      ['X-PUBLISHED-TTL', REFRESH],
    ],
    inside: dates.map((date) => eventOf(view, date, origin)),
  });
}

interface LifeDate {
  /** Within this life. */
  readonly name: string;
  readonly at: Instant;
  readonly summary: string;
  readonly description: string;
  readonly yearly?: boolean;
}

/** The great days of a life; what it reached in between is left to its page. */
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
  const growth = nextGrowth(creature, species);
  return [
    { ...date('birthday', creature.life.hatchedAt), yearly: true },
    ...(growth ? [date('growth', growth.at, growth.to)] : []),
    ...(diesAt === undefined ? [] : [date('deadline', diesAt)]),
  ];
}

/** A date keeps its name, and its number grows whenever care may have moved it. */
function eventOf({ creature }: CreatureView, date: LifeDate, origin: string): IcalComponent {
  const { id, record, resurrections, life, adoptedAt } = creature;
  const yearly: readonly IcalProperty[] = date.yearly ? [['RRULE', 'FREQ=YEARLY']] : [];
  return {
    name: 'VEVENT',
    properties: [
      ['UID', `${id}-${date.name}`],
      ['DTSTAMP', icalTime(life?.lastCareAt ?? adoptedAt)],
      ['SEQUENCE', String(record.careActions + resurrections)],
      // Calendars know whole seconds: no date may be later than what it tells of.
      ['DTSTART', icalTime(Math.floor(date.at / SECOND) * SECOND)],
      ...yearly,
      ['SUMMARY', icalText(date.summary)],
      ['DESCRIPTION', icalText(date.description)],
      ['URL', origin + creaturePath(id)],
      ['TRANSP', 'TRANSPARENT'],
    ],
  };
}
