import { expect, test } from 'vitest';

import { DAY, HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { obituary } from '../../src/text/creature/epitaphs.ts';
import { storyWords } from '../../src/text/creature/story.ts';
import { withSeed } from '../support/asking.ts';
import { logEntries } from '../support/care-entries.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import {
  abandon,
  adopt,
  aHome,
  care,
  history,
  kept,
  look,
  release,
  turnTo,
  type Kept,
} from '../support/keeping.ts';
import { view } from '../support/residents.ts';

const wakeful = { house: { random: withSeed(SLEEPLESS) } };

/** A fixed id, as it selects among alternative words. */
const PIP = { id: 'd0d0d0d0-0000-4000-8000-000000000001', name: 'Pip', family: 'cat' } as const;

async function hatchedLate(house: TestHouse): Promise<Kept & { readonly hatchedAt: Instant }> {
  const home = await aHome(house, { username: 'wren', display_name: 'Wren of the Eaves' });
  const { creature } = await adopt(home, { name: 'Pip', species_slug: 'housecat' });
  house.clock.forward('2h');
  await look(home, creature.id);
  return { ...home, id: creature.id, hatchedAt: house.clock.now() };
}

test('the story of a life that was cared for and then neglected matches word by word', async () => {
  const house = await aHouse(await anyStore(), wakeful);
  const pip = await hatchedLate(house);
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
        "On its second day Pip died of neglect.",
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
  const house = await aHouse(await anyStore(), wakeful);
  const pip = await hatchedLate(house);
  const hours = [4, 7, 13, 22, 30, 37, 41, 55, 63, 70, 78, 90, 99, 111, 118, 126];
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
      lessons: done.filter(({ action }) => action === 'discipline').length,
      games: done.filter(({ action }) => action === 'play').length,
    });
  }
});

test('only the last thousand log entries are read, and earlier ones are not reported as zero', async () => {
  const house = await aHouse(await anyStore(), wakeful);
  const pip = await hatchedLate(house);
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
