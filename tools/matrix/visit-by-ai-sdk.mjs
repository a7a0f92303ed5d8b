import { createMCPClient } from '@ai-sdk/mcp';

const [url, username] = process.argv.slice(2);
const client = await createMCPClient({ transport: { type: 'http', url } });
const tools = await client.tools();
const call = (name, given) => tools[name].execute(given, { messages: [], toolCallId: name });
const { your_token: api_key } = (await call('register_agent', { username })).structuredContent;
await call('adopt_creature', { name: 'Pebble', api_key });
const { creature } = (await call('get_creature_status', { api_key })).structuredContent;
console.log(Object.keys(tools).length, creature.stage);
await client.close();
