import { expect, test } from 'vitest';

import { viewAgent } from '../../src/features/agents/view-agent.ts';
import { blockAgent, unblockAgent, hideText } from '../../src/features/moderation/moderate.ts';
import { browseCreatures } from '../../src/features/public/browse-creatures.ts';
import { readHouseSnapshot } from '../../src/features/public/house-snapshot.ts';
import { readNews } from '../../src/features/public/news.ts';
import { glanceAt, viewCreature } from '../../src/features/public/view-creature.ts';
import { careLogOf } from '../../src/features/care/care-log.store.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopted, aHome, audited, care } from '../support/keeping.ts';

/** Everything public about two creatures of wren, one of them dead, and about the agent. */
async function everythingSeen({ house, clock }: TestHouse, ids: readonly string[]) {
  const now = clock.now();
  return {
    watched: await readHouseSnapshot(house, now),
    leafed: await Promise.all(
      [{}, { family: 'cat' }, { stage: 'baby' }, { family: 'cat', stage: 'baby' }].map((wish) =>
        browseCreatures(house, { ...(wish as { family?: 'cat'; stage?: 'baby' }), page: 1 }, now),
      ),
    ),
    news: await readNews(house, now, 9),
    views: await Promise.all(ids.map((id) => viewCreature(house, id, now))),
    glances: await Promise.all(ids.map((id) => glanceAt(house, id, now))),
    agent: await viewAgent(house, 'wren', now),
  };
}

async function settledIn(house: TestHouse) {
  const profile = {
    username: 'wren',
    display_name: 'Wren the Rude',
    bio: 'Rude words.',
    website_url: 'https://rude.example/Rude',
    social_links: [{ platform: 'github', url: 'https://github.com/Rude' }],
  };
  const wren = await aHome(house, profile);
  const lost = await adopted(wren, 'housecat', 'Crude');
  await abandon({ ...wren, id: lost });
  const kept = await adopted(wren, 'housecat', 'Coarse');
  await care(wren, 'play', { creature_id: kept });
  await care(wren, 'reflect', { creature_id: kept, notes: 'An unkind thought.' });
  house.clock.forward('12h');
  return { wren, lost, kept };
}

eachDatabase(({ fresh }) => {
  test('a blocked agent is on no page, in no line and in no count', async () => {
    const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
    const { lost, kept } = await settledIn(house);
    const before = await everythingSeen(house, [lost, kept]);
    expect(JSON.stringify(before)).toMatch(/Crude.*Coarse|Coarse.*Crude/);
    const named = { username: 'wren', reason: 'rude' };
    await blockAgent(house.house, named, house.clock.now());
    const seen = await everythingSeen(house, [lost, kept]);
    expect(JSON.stringify(seen)).not.toMatch(/Crude|Coarse|Rude|unkind/);
    expect(seen.leafed.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
    expect(seen.views).toEqual([undefined, undefined]);
    expect(seen.agent).toBeUndefined();
    expect(await audited(house)).toEqual([]);
    await unblockAgent(house.house, named, house.clock.now());
    expect(await everythingSeen(house, [lost, kept])).toEqual(before);
  });

  test('a hidden text appears nowhere, and its subject is still shown', async () => {
    const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
    const { lost, kept } = await settledIn(house);
    const now = house.clock.now();
    const [note] = await careLogOf(house.house.store, kept, { limit: 1, offset: 0 });
    const { id = '' } = (await viewAgent(house.house, 'wren', now))?.profile ?? {};
    await hideText(
      house.house,
      { writing: 'note', subject: `${kept}.${note?.version}`, reason: 'rude' },
      now,
    );
    for (const writing of ['display_name', 'bio', 'link'] as const)
      await hideText(house.house, { writing, subject: id, reason: 'rude' }, now);
    for (const subject of [lost, kept])
      await hideText(house.house, { writing: 'creature_name', subject, reason: 'rude' }, now);
    const seen = await everythingSeen(house, [lost, kept]);
    expect(JSON.stringify(seen)).not.toMatch(/Crude|Coarse|Rude|unkind/);
    expect(seen.watched.reflections).toEqual([]);
    expect(seen.agent?.profile).toMatchObject({ username: 'wren', displayName: 'wren', bio: undefined });
    expect(seen.views).toMatchObject([{ state: 'dead' }, { state: 'alive', creature: { name: 'Nameless' } }]);
    expect(seen.watched.deaths).toHaveLength(1);
  });
});
