import { AGENT_PACKAGE_PATH } from '../api/documents.ts';
import { zipOf } from '../http/zip.ts';
import { type AgentDoc, type DocsSite, writeDocument } from '../agent-docs/agent-docs.ts';
import { SERVER_INFO } from '../mcp/server-card.ts';

const { name: NAME, title, version, description } = SERVER_INFO;

/** A plugin for Claude Code and programs that take its format: skill, MCP server and a command, in a marketplace of its own. */
export const PLUGIN_DOC: AgentDoc = {
  path: '/arkhouse-plugin.zip',
  type: 'application/zip',
  write: (site) =>
    zipOf(Object.entries(pluginFiles(site)).map(([name, text]) => ({ name, content: Buffer.from(text) }))),
};

function pluginFiles(site: DocsSite): Readonly<Record<string, string>> {
  const { origin } = site;
  // The service hands the package out in its own version: an address is as fixed as a version here.
  const args = [
    '-y',
    `--package=${origin}${AGENT_PACKAGE_PATH}`,
    'arkhouse-agent',
    'mcp',
    '--base-url',
    origin,
  ];
  const plugin = { name: NAME, version, description };
  return {
    '.claude-plugin/marketplace.json': json({
      name: `${NAME}-house`,
      description,
      owner: { name: title, url: origin },
      plugins: [{ ...plugin, source: `./${NAME}` }],
    }),
    [`${NAME}/.claude-plugin/plugin.json`]: json({
      ...plugin,
      author: { name: title, url: origin },
      homepage: origin,
      license: 'MIT',
      keywords: ['virtual-pet', 'mcp', 'agent-skills'],
    }),
    [`${NAME}/README.md`]: writeDocument('plugin-readme', site),
    [`${NAME}/.mcp.json`]: json({ mcpServers: { [NAME]: { command: 'npx', args } } }),
    [`${NAME}/skills/${NAME}/SKILL.md`]: writeDocument('skill', site),
    [`${NAME}/commands/check-in.md`]: writeDocument('plugin-command', site),
  };
}

const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;
