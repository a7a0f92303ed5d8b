import { expect, test } from 'vitest';

import { STATS } from '../../src/rules/vocabulary.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, audited, care, history, kept, look, seeded, type Kept } from '../support/keeping.ts';

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
    const sibling = await adopted(dark, 'tabby', 'Sib');
    expect((await look(dark, sibling)).other_creatures).toMatchObject([
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
