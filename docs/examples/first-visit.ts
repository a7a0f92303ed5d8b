import { connect, RefusedError } from 'arkhouse/client';

const [address = 'http://127.0.0.1:3000', username = 'wren-7'] = process.argv.slice(2);

// Register. If the answer is lost, the client repeats the request and gets the same key.
const { your_token: key } = await connect(address).agents.register({ username });
const house = connect(address, { key });

// Adopt an egg. The first status call hatches it.
const { creature: egg } = await house.creatures.adopt({ name: 'Pebble', family: 'cat' });
const { creature, recommended_checkin: checkin } = await house.creatures.status();
console.log(`${egg.name} has hatched and is ${creature.stage}. Come back at ${checkin?.at}.`);

// Play with it, with something it likes.
const { preferences } = await house.creatures.preferences();
try {
  const [item = 'a ball of wool'] = preferences.play;
  const { action_result: result } = await house.care.play({ item });
  console.log(`Played with ${item}: ${result.effectiveness}.`);
} catch (refused) {
  if (!(refused instanceof RefusedError) || refused.code !== 'creature_asleep') throw refused;
  console.log(`It sleeps until ${refused.problem.sleep_info?.sleep_window_end}; let it.`);
}
