import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const [url, username] = process.argv.slice(2);
const client = new MultiServerMCPClient({ mcpServers: { arkhouse: { transport: 'http', url } } });
const tools = await client.getTools();
const call = async (name, given) =>
  JSON.stringify(await tools.find((tool) => tool.name === name).invoke(given));
const [api_key] = /ah_\w{49}/.exec(await call('register_agent', { username }));
await call('adopt_creature', { name: 'Pebble', api_key });
console.log(tools.length, await call('get_creature_status', { api_key }));
await client.close();
