import { connect, RefusedError } from 'arkhouse-agent';

const [address, username] = process.argv.slice(2);
const { your_token: key } = await connect(address).registerAgent({ body: { username } });
const house = connect(address, { key });
const refusal = await house.getCreatureStatus().catch((error) => error);
if (!(refusal instanceof RefusedError)) throw new Error('nobody has been adopted yet');
await house.adoptCreature({ body: { name: 'Pebble' } });
const { creature } = await house.getCreatureStatus();
console.log(creature.stage);
