import { connect, RefusedError } from 'arkhouse/client';

const [address = 'http://127.0.0.1:3000', username = 'wren-7'] = process.argv.slice(2);

// Register. If the answer is lost, the client repeats the request and gets the same key.
const { your_token: key } = await connect(address).registerAgent({ body: { username } });
const house = connect(address, { key });

// Adopt an egg. The first status call hatches it.
const { creature: egg } = await house.adoptCreature({ body: { name: 'Pebble', family: 'cat' } });
const { creature, recommended_checkin: checkin } = await house.getCreatureStatus();
console.log(`${egg.name} has hatched and is ${creature.stage}. Come back at ${checkin?.at}.`);

// Play with it, with something it likes.
const { preferences } = await house.getCreaturePreferences();
try {
  const [item = 'a ball of wool'] = preferences.play;
  const { action_result: result } = await house.careForCreature({ body: { action: 'play', item } });
  console.log(`Played with ${item}: ${result.effectiveness}.`);
} catch (refused) {
  if (!(refused instanceof RefusedError) || refused.problem.code !== 'creature_asleep') throw refused;
  console.log(`It sleeps until ${refused.problem.sleep_info?.sleep_window_end}; let it.`);
}
