import { connect } from 'arkhouse/client';

const [address = 'http://127.0.0.1:3000', username = 'wren-7'] = process.argv.slice(2);

// Register. If the answer is lost, the client repeats the request and gets the same key.
const { your_token: key } = await connect(address).agents.register({ username });
const house = connect(address, { key });

// Adopt an egg. The first status call hatches it.
const { creature: egg } = await house.creatures.adopt({ name: 'Pebble', family: 'cat' });
const { creature, recommended_checkin: checkin } = await house.creatures.status();
console.log(`${egg.name} has hatched and is now a ${creature.stage}. Come back at ${checkin?.at}.`);

// Reflect: it builds trust, and is the one act that a sleeping creature takes too.
const { action_result: result } = await house.care.reflect({ notes: 'It looked at me first.' });
console.log(`Reflected: ${result.effectiveness}.`);
