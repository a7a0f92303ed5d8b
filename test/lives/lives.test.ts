import { expect, test } from 'vitest';

import { HOUR, iso, type Instant, TimeZone, DAY } from '../../src/rules/base/clock.ts';
import { dice } from '../../src/rules/base/dice.ts';
import { FORMS } from '../../src/rules/lives/growth.ts';
import { isAsleep } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { ACTIONS, FAMILIES, HALL_CATEGORIES, PATHS, type Path, STATS } from '../../src/rules/vocabulary.ts';
import { obituary } from '../../src/text/creature/epitaphs.ts';
import { storyWords } from '../../src/text/creature/story.ts';
import { RefusedError } from '../../src/client/client.ts';
import { withSeed } from '../support/asking.ts';
import { logEntries } from '../support/care-entries.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase, onSqlite, type Place } from '../support/databases.ts';
import { settleDue } from '../support/due-creatures.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import {
  abandon,
  adopt,
  adopted,
  aHome,
  audited,
  care,
  graveyard,
  history,
  kept,
  look,
  lookFor,
  refusal,
  release,
  turnTo,
  WARY,
  type Home,
  type Kept,
  seeded,
} from '../support/keeping.ts';
import { view } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

// One of each family that eats twice a day; creatures are awake at 8:00 and 20:00.
const TWICE_A_DAY = { cat: 'lynx', dog: 'dire_wolf', exotic: 'turtle', 'ai-native': 'archive' } as const;

type Raised = Home & { readonly family: keyof typeof TWICE_A_DAY; readonly hatchedAt: Instant };

function every(hours: number, from: number, until: number): number[] {
  return Array.from({ length: Math.ceil((until - from) / hours) }, (_, at) => from + at * hours);
}

/** Feeds all at these ages in hours; medicine makes up for the health that a missed meal costs. */
async function feedAt(all: readonly Raised[], ages: readonly number[]): Promise<void> {
  for (const age of ages)
    for (const one of all) {
      turnTo(one.house, one.hatchedAt + age * HOUR);
      const { timing } = (await care(one, 'feed')).action_result;
      if (timing === 'missed_window') await care(one, 'medicine');
    }
}

async function fallIllAndBeSaved(one: Home): Promise<void> {
  for (let times = 1; times <= 4; times += 1) await care(one, 'medicine', { item: 'thistles' });
  await care(one, 'sleep', { item: 'thistles' });
  expect((await look(one)).creature).toMatchObject({ health: 15, mood: 'critical' });
  await care(one, 'medicine');
  expect((await look(one)).creature).toMatchObject({ health: 40 });
}

const ON_TIME = every(12, 8, 120);

/** Four ways to raise a creature: its meals, and the age at which it grows up, in hours. */
const RAISING: Record<Path, { readonly meals: readonly number[]; readonly grownAt: number }> = {
  high_care: { meals: ON_TIME, grownAt: 120 },
  balanced: { meals: [8, 32, ...every(12, 56, 120)], grownAt: 120 },
  low_care: { meals: every(24, 8, 216), grownAt: 216 },
  rescue: { meals: ON_TIME, grownAt: 120 },
};

test.each(PATHS)('each family grows into its form of %s, and a status reports it', async (path) => {
  const { meals, grownAt } = RAISING[path];
  const house = await aHouse(await anyStore(), { house: { tastes: WARY } });
  const all: Raised[] = [];
  for (const family of FAMILIES) {
    const home = await kept(house, TWICE_A_DAY[family], family);
    all.push({ ...home, family, hatchedAt: house.clock.now() });
  }
  const start = house.clock.now();
  if (path === 'rescue') for (const one of all) await fallIllAndBeSaved(one);
  await feedAt(all, meals);
  turnTo(house, start + grownAt * HOUR - 1);
  for (const one of all) expect((await history(one)).creature.stage).toBe('teen');
  turnTo(house, start + grownAt * HOUR);
  for (const one of all) {
    const { creature, milestone, milestones } = await look(one);
    const form = FORMS[one.family][path];
    expect(creature).toMatchObject({ stage: 'adult', evolution_progress: { current_path: path, form } });
    expect(creature.evolution_progress.hint).toBeUndefined();
    expect(milestone).toMatchObject({ stage: 'adult', message: expect.any(String) });
    const stages = milestones?.filter(({ type }) => type === 'stage_transition');
    expect(stages).toMatchObject([{ threshold: 'child' }, { threshold: 'teen' }]);
    expect(await look(one)).not.toHaveProperty('milestone');
    expect((await history(one)).evolution_history).toMatchObject({
      became_child: iso(start + 24 * HOUR),
      became_teen: iso(start + 72 * HOUR),
      became_adult: iso(start + grownAt * HOUR),
      evolution_path: path,
    });
  }
  expect(await audited(house)).toEqual([]);
});

test('the time of growing up does not depend on which request finds it', async () => {
  const house = await aHouse(await anyStore());
  for (const [at, [who, find]] of Object.entries(FINDERS).entries()) {
    const one = await kept(house, 'lynx', `keeper-${at}`);
    const hatchedAt = house.clock.now();
    await care(one, 'reflect');
    turnTo(house, hatchedAt + 31.4 * HOUR);
    await find(one);
    const { evolution_history: grew, milestones } = await history(one, one.id);
    expect(grew, who).toMatchObject({
      egg_hatched: iso(hatchedAt),
      became_baby: iso(hatchedAt),
      became_child: iso(hatchedAt + 24 * HOUR),
      became_teen: null,
      became_adult: null,
      evolution_path: null,
    });
    const stages = milestones?.filter(({ type }) => type === 'stage_transition');
    expect(stages, who).toMatchObject([{ threshold: 'baby' }, { threshold: 'child' }]);
  }
  expect(await audited(house)).toEqual([]);
});

const FINDERS: Readonly<Record<string, (one: Kept) => Promise<unknown>>> = {
  'a status of it': (one) => lookFor(one, one.id),
  'a status without an id': (one) => lookFor(one).catch(() => undefined),
  'an act of care': (one) => care(one, 'reflect').catch(() => undefined),
  'its history': (one) => history(one),
  'a look at its sibling': (one) => adopted(one, 'tabby', 'Sib'),
  'the graveyard of its keeper': ({ house, key }) => house.as(key).listGraveyard(),
  'the graveyard': (one) => graveyard(one),
  'the hall': ({ house }) => house.as().listHall(),
  'the stats': ({ house }) => house.as().getHouseStats(),
  'the settler': ({ house: { house, clock } }) => settleDue(house, clock.now()),
};

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'] as const;
const SPANS = ['1s', '37s', '5m', '40m', '1h', '2h30m', '5h', '7h', '11h', '13h', '25h'] as const;
const OFTEN = { adopt: 2, look: 4, care: 9, release: 1, remember: 1, mourn: 1, boast: 2, wait: 6 } as const;

type Whim = keyof typeof OFTEN;

const WHIMS = Object.entries(OFTEN).flatMap(([whim, times]) => Array<Whim>(times).fill(whim as Whim));

/** `promised` is the announced time of death, until the next care. */
type Pet = Kept & { promised: string | undefined };

/** Random actions of three keepers; returns deaths at another moment than announced. */
async function liveAtRandom(house: TestHouse, seed: number, times: number): Promise<string[]> {
  const broken: string[] = [];
  const pets: Pet[] = [];
  let rolls = 0;
  const pick = <T>(choices: readonly T[]): T =>
    choices[Math.floor(dice(seed, 'words', rolls++) * choices.length)] as T;
  const takeIn = async ({ key }: Home) => {
    const { creature } = await adopt({ house, key }, { name: 'Bo', species_slug: pick(CATALOG).slug });
    pets.push({ house, key, id: creature.id, promised: undefined });
  };
  const acts: Record<Whim, (pet: Pet) => Promise<unknown>> = {
    adopt: takeIn,
    async look(pet) {
      const { creature } = await lookFor(pet, pet.id);
      if ('died_at' in creature && creature.died_at !== (pet.promised ?? creature.died_at))
        broken.push(`${creature.species}: ${pet.promised}, and it was ${creature.died_at}`);
      if ('death_clock' in creature) pet.promised = creature.death_clock?.dies_at;
    },
    care(pet) {
      pet.promised = undefined;
      const action = pick(ACTIONS);
      const item = pick(['thistles', 'ball', 'fish', undefined, undefined, undefined, undefined]);
      return care(pet, action, { creature_id: pet.id, ...(item && action !== 'reflect' && { item }) });
    },
    release(pet) {
      pet.promised = undefined;
      return release(pet);
    },
    remember: (pet) => history(pet, pet.id),
    mourn: graveyard,
    boast: () => house.as().listHall({ query: { category: pick(HALL_CATEGORIES) } }),
    wait: async () => house.clock.forward(pick(SPANS)),
  };
  for (const username of ['wren', 'kit', 'test-bird'])
    await takeIn(await aHome(house, { username, timezone: pick(ZONES) }));
  for (let time = 1; time <= times; time += 1) {
    const pet = pick(pets);
    await acts[pick(WHIMS)](pet).catch((error: unknown) => {
      // Many actions are refused: eggs, sleeping and dead creatures.
      if (!(error instanceof RefusedError) || error.status >= 500) throw error;
    });
  }
  return broken;
}

eachDatabase((place) => {
  const seeds = process.env['TEST_LONG'] ? [1, 2, 3] : [1];
  test.each(seeds)('after random actions of keepers the audit finds nothing (dice %d)', async (seed) => {
    const house = await aHouse(await place.fresh(), { house: { tastes: WARY } });
    expect(await liveAtRandom(house, seed, 200)).toEqual([]);
    expect(await audited(house)).toEqual([]);
    house.clock.forward('30d');
    expect(await house.as().getHouseStats()).toMatchObject({ creatures_alive: 0 });
    expect(await audited(house)).toEqual([]);
  });

  test('time of death and gravestone do not depend on which request finds the death', async () => {
    const house = await aHouse(await place.fresh());
    const finders = { ...FINDERS, 'a release': (one: Kept) => refusal(release(one)) };
    for (const [at, [who, find]] of Object.entries(finders).entries()) {
      const one = await kept(house, 'housecat', `keeper-${at}`);
      await care(one, 'reflect');
      const diesAt = await abandon(one);
      await find(one);
      expect(await lookFor(one, one.id), who).toMatchObject({
        creature: { alive: false, cause: 'neglect', died_at: diesAt, health: null },
        resurrection: { possible: true },
      });
      const stone = { species: 'Housecat', stage_reached: 'child', caretaker: `keeper-${at}`, feedings: 0 };
      const death = { last_care_action: 'reflect', cause: 'neglect', died_at: diesAt, resurrected: false };
      const { gravestones } = await house.as(one.key).listGraveyard();
      expect(gravestones, who).toMatchObject([{ name: 'Bo', ...stone, ...death }]);
      expect(gravestones[0]?.missed_feedings).toBeGreaterThanOrEqual(4);
      expect((await history(one, one.id)).creature, who).toMatchObject({ alive: false });
    }
    expect(await audited(house)).toEqual([]);
  });
});

/** Nights from 22:00 to 6:00 by local time: what is special, zone, beginning, real duration, and whether it is slept. */
const NIGHTS = [
  ['no time zone', undefined, '2026-01-15T22:00Z', 8, true],
  ['no clock change', 'Asia/Kolkata', '2026-02-10T16:30Z', 8, true],
  ['an hour lost', 'Europe/Berlin', '2026-03-28T21:00Z', 7, true],
  ['an hour gained, awake', 'Europe/Berlin', '2026-10-24T20:00Z', 9, false],
  ['half an hour lost', 'Australia/Lord_Howe', '2026-10-03T11:30Z', 7.5, true],
] as const;

const tenths = (value: number) => Math.round(value * 10) / 10;

test.each(NIGHTS)('hunger and sleep in a night with %s (%s)', async (_, timezone, from, hours, asleep) => {
  const begins = Date.parse(from);
  const ends = begins + hours * HOUR;
  const zone = new TimeZone(timezone ?? 'UTC');
  const quarters = Array.from({ length: hours * 4 }, (__, at) => begins + (at * HOUR) / 4);
  let seed = 1;
  // Bounded: with a wrong time zone no seed fits.
  while (seed < 100_000 && !quarters.every((at) => isAsleep({ seed, zone }, at) === asleep)) seed += 1;
  expect(seed).toBeLessThan(100_000);
  const house = await aHouse(await anyStore(), { house: { random: seeded(seed) } });
  const home = await aHome(house, { username: 'wren', ...(timezone && { timezone }) });
  turnTo(house, begins);
  await adopted(home, 'housecat');
  const pace = asleep ? 1.4 * 0.5 : 1.4;
  const until = { sleep_window_end: '06:00', timezone_used: zone.name, wakes_at: iso(ends) };
  const sleep = { sleeping: true, ...until };
  for (const at of [begins + 0.25 * hours * HOUR, begins + 0.75 * hours * HOUR, ends - 1, ends]) {
    turnTo(house, at);
    const { creature } = await look(home);
    const sleeps = asleep && at < ends;
    expect(creature.hunger).toBe(tenths(100 - (pace * (at - begins)) / HOUR));
    expect(creature.mood === 'sleeping').toBe(sleeps);
    expect(creature.sleep_info).toEqual(sleeps ? sleep : undefined);
  }
  expect((await care(home, 'feed')).action_result.success).toBe(true);
  expect(await audited(house)).toEqual([]);
});

const wakeful = { house: { random: withSeed(SLEEPLESS) } };

/** A fixed id, as it selects among alternative words. */
const PIP = { id: 'd0d0d0d0-0000-4000-8000-000000000001', name: 'Pip', family: 'cat' } as const;

async function hatchedLate(): Promise<Kept & { readonly hatchedAt: Instant }> {
  const house = await aHouse(await anyStore(), wakeful);
  const home = await aHome(house, { username: 'wren', display_name: 'Wren of the Eaves' });
  const { creature } = await adopt(home, { name: 'Pip', species_slug: 'housecat' });
  house.clock.forward('2h');
  await look(home, creature.id);
  return { ...home, id: creature.id, hatchedAt: house.clock.now() };
}

test('the story of a life that was cared for and then neglected matches word by word', async () => {
  const pip = await hatchedLate();
  const { house } = pip;
  for (const hours of [5, 11, 17]) {
    turnTo(house, pip.hatchedAt + hours * HOUR);
    await care(pip, 'feed');
  }
  await care(pip, 'play');
  await abandon(pip);
  const { grave } = await view(house, pip.id);
  expect((await view(house, pip.id)).timeline.map((event) => storyWords(event, PIP))).toMatchInlineSnapshot(`
      [
        "Its keeper chose an egg, and called it Pip.",
        "Pip lay in its egg for 2 hours. Then its keeper looked, and it looked back.",
        "It was 5 hours old when it found out what dinner was.",
        "On its first day Pip could not have been happier, and tried.",
        "On its second day Pip had outgrown its first bed: fed 3 times and never late, and a little rude, though played with once.",
        "On its second day it ended: Pip died of neglect.",
      ]
    `);
  expect(grave && obituary({ ...grave.stone, creatureId: PIP.id }, grave.lastDays)).toMatchInlineSnapshot(`
      [
        "The last meal of Pip came at 07:00 UTC on 16 January 2026. The next was due by 13:00 UTC on 16 January 2026, and did not come.",
        "It was played with in the same visit, and nobody came again after that. Somebody used to come about every 5.5 hours. Around 12:40 UTC on 16 January 2026 the door stayed shut. It waited 1 day, and died of neglect at 07:00 UTC on 17 January 2026.",
        "Its keeper did something for it 4 times. It had 3 meals and missed 4.",
      ]
    `);
});

test('the numbers of a story match the log: every meal is in one stage, with its timing', async () => {
  const pip = await hatchedLate();
  const { house } = pip;
  const hours = [4, 7, 13, 22, 30, 37, 41, 46, 51, 57, 63, 78, 84, 90, 99, 111, 118, 126];
  for (const hour of hours) {
    turnTo(house, pip.hatchedAt + hour * HOUR);
    await care(pip, 'feed');
    if (hour % 2 === 0) await care(pip, 'discipline');
    if (hour % 3 === 0) await care(pip, 'play');
  }
  const { timeline } = await view(house, pip.id);
  const { care_log: log } = await history(pip, pip.id);
  const ages = timeline.flatMap((event) => (event.kind === 'grew' ? [event] : []));
  expect(ages.map(({ to }) => to)).toEqual(['child', 'teen', 'adult']);
  const starts = [pip.hatchedAt, ...ages.map(({ at }) => at)];
  for (const [nth, { care: told, at }] of ages.entries()) {
    const from = starts[nth] ?? 0;
    const done = log.filter(
      (entry) => Date.parse(entry.timestamp) >= from && Date.parse(entry.timestamp) < at,
    );
    const meals = done.filter(({ action }) => action === 'feed');
    expect(told).toEqual({
      meals: meals.length,
      lateMeals: meals.filter(({ timing }) => timing === 'late' || timing === 'missed_window').length,
      missedAtEnd: [0, 1, 0][nth],
      lessons: done.filter(({ action }) => action === 'discipline').length,
      games: done.filter(({ action }) => action === 'play').length,
    });
  }
});

test('only the last thousand log entries are read, and earlier ones are not reported as zero', async () => {
  const pip = await hatchedLate();
  const { house } = pip;
  for (const hour of [5, 11, 17, 23, 29]) {
    turnTo(house, pip.hatchedAt + hour * HOUR);
    await care(pip, 'feed');
  }
  const later = { action: 'reflect', at: house.clock.now() } as const;
  const many = Array.from({ length: 1001 }, () => later);
  await house.house.store.transaction((db) => logEntries(db, pip.id, many));
  const { timeline, care: days, recent } = await view(house, pip.id);
  expect(timeline.find(({ kind }) => kind === 'grew')).toMatchObject({ to: 'child', care: undefined });
  expect(timeline.map(({ kind }) => kind)).not.toContain('first_meal');
  expect(days.whole).toBe(false);
  expect(days.days.at(-1)?.counts).toEqual({ reflect: 1000 });
  expect(recent).toHaveLength(12);
});

test('story and chart of a released creature end on the day of release', async () => {
  const house = await aHouse(await anyStore(), wakeful);
  const pip = await kept(house, 'housecat');
  house.clock.forward('5h');
  await care(pip, 'feed');
  house.clock.forward('20h');
  await release(pip);
  const releasedOn = Math.floor(house.clock.now() / DAY) * DAY;
  house.clock.forward('30d');
  const seen = await view(house, pip.id);
  expect(seen.timeline.at(-1)).toMatchObject({ kind: 'released', livedMs: 25 * HOUR });
  expect(seen.care.days.at(-1)?.startsAt).toBe(releasedOn);
  expect(seen.care.days.flatMap(({ counts }) => Object.keys(counts))).toEqual(['feed']);
});

/** A creature that hatched at noon and is awake at night. */
const keeping = async (place: Place, slug: string): Promise<Kept> =>
  kept(await aHouse(await place.fresh(), { house: { random: seeded(SLEEPLESS) } }), slug);

const later = ({ house }: Pick<Kept, 'house'>, span: string) => house.clock.forward(span);

/** Every field named like a stat, with its path. */
function statsIn(value: unknown, path = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => statsIn(each, `${path}/${at}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const isStat = STATS.some((stat) => name === stat || name.startsWith(`${stat}_`));
    return isStat ? [[`${path}/${name}`, each]] : statsIn(each, `${path}/${name}`);
  });
}

const shownIn = (reply: unknown) => statsIn(reply).filter(([, value]) => value !== null);
const ALL = { hunger: null, happiness: null, health: null, trust: null, discipline: null } as const;

onSqlite((place) => {
  test('a jackrabbit declines meals until it is played with; declined care is logged but counts neither as care nor as a visit', async () => {
    const jack = await keeping(place, 'jackrabbit');
    const { dies_at: before } = (await look(jack)).creature.death_clock;
    for (let times = 1; times <= 2; times += 1) {
      later(jack, '2h');
      const { action_result: refused, house_activity: activity } = await care(jack, 'feed');
      expect(activity).toMatchObject({ care_actions: 0, feedings: 0 });
      expect(refused).toMatchObject({ success: false, changes: {}, effectiveness: 'wasted', timing: null });
      expect(refused.tip).toBeTruthy();
      const clock = { dies_at: before, hours_without_care: 2 * times };
      expect((await look(jack)).creature.death_clock).toMatchObject(clock);
    }
    expect((await care(jack, 'play')).action_result.success).toBe(true);
    expect((await care(jack, 'feed')).action_result).toMatchObject({ success: true });
    const { stats, care_log: log } = await history(jack);
    expect(stats).toMatchObject({ total_feedings: 1, total_care_actions: 2 });
    expect(log.map(({ action }) => action)).toEqual(['feed', 'play', 'feed', 'feed']);
    expect(await audited(jack.house)).toEqual([]);
  });

  test('a pangolin below trust 40 declines care and hides all stats; reflect raises its trust', async () => {
    const pango = await keeping(place, 'pangolin');
    const replies: unknown[] = [];
    for (const action of ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep'] as const) {
      const told = await care(pango, action);
      replies.push(told);
      expect(told.action_result).toMatchObject({ action, success: false, effectiveness: 'wasted' });
      expect(told.action_result.tip).toBeTruthy();
    }
    for (let trust = 21; trust <= 39; trust += 1) replies.push(await care(pango, 'reflect'));
    replies.push(await care(pango, 'play'), await look(pango), await history(pango));
    expect(replies.flatMap(shownIn)).toEqual([]);
    expect((await care(pango, 'reflect')).creature).toMatchObject({ trust: 40, hunger: expect.any(Number) });
    expect((await care(pango, 'play')).action_result.success).toBe(true);
    expect((await history(pango)).stats.total_care_actions).toBe(21);
    expect(await audited(pango.house)).toEqual([]);
  });

  test('a void shows no stat above fifty in replies to care, in the log and beside another creature', async () => {
    const dark = await keeping(place, 'void');
    expect((await care(dark, 'play')).creature).toMatchObject({ hunger: 50, happiness: 50, health: 50 });
    const { care_log: log } = await history(dark);
    expect(log[0]).toMatchObject({ happiness_before: 50, happiness_after: 50, health_after: 50 });
    expect((await look(dark, await adopted(dark, 'tabby', 'Sib'))).other_creatures).toMatchObject([
      { hunger: 50, happiness: 50, health: 50 },
    ]);
  });

  test('a hedgehog hides all stats below trust 50, shows its hunger from 50 and all from 90', async () => {
    const one = await keeping(place, 'hedgehog');
    const egg = { name: 'Egg', species_slug: 'hedgehog' };
    const { creature: laid } = await one.house.as(one.key).adoptCreature({ body: egg });
    expect(laid).toMatchObject({ ...ALL, hidden_stats: [...STATS] });
    later(one, '4h');
    const about = { creature_id: one.id };
    const hidden: unknown[] = [await look(one, one.id), await look(one, laid.id)];
    for (const action of ['feed', 'play', 'clean', 'medicine', 'sleep'] as const)
      hidden.push(await care(one, action, about));
    for (let trust = 20; trust < 49; trust += 1) hidden.push(await care(one, 'reflect', about));
    const { creature: shy, other_creatures: others } = await look(one, one.id);
    expect(shy).toMatchObject({ ...ALL, hidden_stats: [...STATS], mood: 'content' });
    expect(others).toMatchObject([{ ...ALL, hidden_stats: [...STATS], mood: 'content' }]);
    hidden.push(await look(one, laid.id), await history(one, one.id));
    hidden.push(await one.house.as(one.key).getCreatureStatus({ query: { id: one.id, view: 'brief' } }));
    expect(hidden.flatMap(shownIn)).toEqual([]);

    const crossing = await care(one, 'reflect', about);
    expect(crossing.action_result.changes).toEqual({});
    expect(crossing).not.toHaveProperty('milestones');
    const rest = STATS.filter((stat) => stat !== 'hunger');
    const half = { ...ALL, hunger: expect.any(Number), hidden_stats: rest };
    expect(crossing.creature).toMatchObject(half);
    const opening: unknown[] = [];
    for (let trust = 50; trust < 89; trust += 1) opening.push(await care(one, 'reflect', about));
    expect(opening.flatMap(shownIn).every(([path]) => path.includes('/hunger'))).toBe(true);
    expect((await look(one, one.id)).creature).toMatchObject(half);

    const named = (milestones: readonly { type: string; threshold: unknown }[] = []) =>
      milestones.filter(({ type }) => type === 'trust_milestone').map(({ threshold }) => threshold);
    expect(named((await history(one, one.id)).milestones)).toEqual([]);
    const open = await care(one, 'reflect', about);
    expect(open.creature).toMatchObject({ trust: 90, health: 100, discipline: 0 });
    expect(open.creature).not.toHaveProperty('hidden_stats');
    // Milestones of hidden stats are reported once the stat is visible, and once.
    expect(named(open.milestones)).toEqual([50, 75, 90]);
    // The act reached 90; the other two it only revealed.
    expect(named((await look(one, one.id)).milestones)).toEqual([90]);
    expect(named((await look(one, one.id)).milestones)).toEqual([]);
    const { care_log: log, milestones } = await history(one, one.id);
    expect(named(milestones)).toEqual([50, 75, 90]);
    // Stats hidden at the time stay hidden in the log.
    expect(log.slice(-30).flatMap(shownIn)).toEqual([]);
    const told = (await care(one, 'reflect', about)).action_result.changes;
    expect(told).toEqual({ trust: { before: 90, after: 91 } });
    expect(await audited(one.house)).toEqual([]);
  });
});
