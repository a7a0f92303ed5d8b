import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'skills-ref';
import { expect, test } from 'vitest';

import { TEST_PREFIXES } from '../../src/rules/agents.ts';
import { FEEDING_SHARES } from '../../src/rules/care/feeding.ts';
import { STAT_MILESTONES, STREAK_THRESHOLDS } from '../../src/rules/lives/growth.ts';
import { URGENCY_SHARES } from '../../src/rules/lives/live-until.ts';
import { MOOD_RULES } from '../../src/rules/lives/observe.ts';
import { livesWellWith } from '../../src/rules/lives/rhythm.ts';
import type { ProblemCode } from '../../src/rules/problem.ts';
import { CATALOG, findBuiltIn } from '../../src/rules/species/catalog.ts';
import * as vocabulary from '../../src/rules/vocabulary.ts';
import { AGENT_DOCUMENTS, PAGES_FOR_PEOPLE } from '../../src/api/documents.ts';
import { PROBLEM_STATUS, PROBLEMS } from '../../src/api/problems.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { GUIDES } from '../../src/text/pages/guides.ts';
import { openApiDocument } from '../../src/server/discovery.ts';
import { AGENT_DOCS } from '../../src/agent-docs/agent-docs.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { SKILL_FOLDER, skillFiles } from '../../tools/generate/skill-folder.ts';
import { aFolder } from '../program/arkhouse.ts';
import { aPaperHouse, paper, readPaper } from './paper-house.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const CONTACT = 'mailto:holes@ark.example';
const { llms, llmsFull, skill, heartbeat, auth, apiCatalog, skillIndex } = AGENT_DOCUMENTS;
const FOR_AGENTS = Object.values(ROUTES).filter((route) => route.auth !== 'admin');

test('every document is served with its content type, and with 304 for a cached copy', async () => {
  const { ask } = await aPaperHouse({ securityContact: CONTACT });
  for (const { path, type } of AGENT_DOCS) {
    const { status, headers, text } = await ask({ path });
    expect(status, path).toBe(200);
    expect(text, path).not.toMatch(/undefined|NaN|\[object/);
    expect(headers, path).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=300' });
    expect(headers['link']).toContain('rel="service-desc"');
    const known = { 'if-none-match': String(headers['etag']) };
    expect(await ask({ path, headers: known }), path).toMatchObject({ status: 304, text: '' });
  }
});

test('auth.md names the status of a refused key, and the cases with another status', async () => {
  const text = await paper(AGENT_DOCUMENTS.auth.path);
  expect(text).toMatch(/answered with 401 and .*\n[^]*`two_keys` \(400\): /);
});

test('documents use the public URL of the service', async () => {
  const baseUrl = new URL('http://127.0.0.1:0');
  const house = await aPaperHouse({ baseUrl, securityContact: CONTACT });
  // The system chooses the port after the server has opened.
  baseUrl.port = '4711';
  for (const { path } of Object.values(AGENT_DOCUMENTS)) {
    const text = await readPaper(house, path);
    expect(text, path).not.toMatch(/:0\b(?!0)|:3000/);
    expect(text, path).toContain('http://127.0.0.1:4711');
  }
});

test.each([llms, llmsFull, skill])('$path names operations, foreign text and key rules', async ({ path }) => {
  const text = await paper(path);
  for (const { operationId } of FOR_AGENTS) expect(text).toContain(operationId);
  expect(text).toContain('`/others/*` (agent, creature, species, notes)');
  expect(text).toContain(`Send it to ${ORIGIN} and nowhere else`);
  expect(text).toContain('hunger 100 means full');
  if (path === AGENT_DOCUMENTS.llmsFull.path) return;
  for (const { name } of GUIDES) expect(text).toContain(`${ORIGIN}/guides/${name}.md`);
});

test('/llms.txt has the format of llmstxt.org', async () => {
  const text = await paper('/llms.txt');
  const [head = '', ...sections] = text.split(/^## /m);
  expect(head).toMatch(/^# Arkhouse\n\n> .+\n/);
  const headings = sections.map((section) => section.split('\n', 1)[0]);
  expect(headings).toEqual(['Documents', 'Guides', 'Operations', 'Optional']);
  for (const line of sections.flatMap((section) => section.trim().split('\n').slice(2)))
    expect(line).toMatch(/^- \[[^\]]+\]\(http:\/\/127\.0\.0\.1:3000\/[^)]*\): \S.*$/);
});

test('the skill has a species for hourly, eight-hourly and daily visitors, and adopts one that fits its visitor', async () => {
  const text = await paper('/skill.md');
  const examples = ['Hourly', 'Every 8 hours', 'Daily'].map((often) => {
    const [, slug = ''] = new RegExp(`^- ${often}:.*?([a-z_]+) \\((?:un)?common`, 'm').exec(text) ?? [];
    return findBuiltIn(slug);
  });
  const [hourly, eightHourly, daily] = examples.map((species) => species?.feedingWindowHours ?? 0);
  const windows = CATALOG.map(({ feedingWindowHours }) => feedingWindowHours);
  expect(hourly).toBe(Math.min(...windows));
  expect(livesWellWith({ feedingWindowHours: eightHourly ?? 0 }, 8)).toBe(true);
  expect(daily).toBe(Math.max(...windows));
  expect(livesWellWith({ feedingWindowHours: daily ?? 0 }, 24)).toBe(false);
  expect(text).toContain('"every_hours":8');
});

test('the skill is valid and within its length, and the heartbeat has ten lines', async () => {
  expect((await paper('/heartbeat.md')).trimEnd().split('\n')).toHaveLength(10);
  const text = await paper('/skill.md');
  const folder = aFolder();
  mkdirSync(join(folder, 'arkhouse'));
  writeFileSync(join(folder, 'arkhouse', 'SKILL.md'), text);
  expect(await validate(join(folder, 'arkhouse'))).toEqual([]);
  // Five thousand tokens, with less than three characters to each.
  expect(text.length).toBeLessThan(14_500);
});

test.each(['/skill.md', '/heartbeat.md'])(
  '%s sends its reader back at the hour of a wish, too',
  async (path) => {
    expect(await paper(path)).toMatch(/`recommended_checkin\.at`, or the earlier time [^.]*for a wish/);
  },
);

test('skill discovery lists the skill with the digest of its bytes, and the API catalog the API', async () => {
  const house = await aPaperHouse();
  const { body } = await house.ask({ path: AGENT_DOCUMENTS.skillIndex.path });
  const text = await readPaper(house, '/skill.md');
  const description = JSON.parse(/^description: (".+")$/m.exec(text)?.[1] ?? '""') as string;
  expect(description.length).toBeGreaterThan(100);
  expect(description.length).toBeLessThanOrEqual(1024);
  const digest = `sha256:${hash('sha256', text, 'hex')}`;
  expect(body).toEqual({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name: 'arkhouse', type: 'skill-md', description, url: `${ORIGIN}/skill.md`, digest }],
  });
  const catalog = JSON.parse(await readPaper(house, AGENT_DOCUMENTS.apiCatalog.path)) as {
    linkset: object[];
  };
  const item = [{ href: `${ORIGIN}/api` }, { href: `${ORIGIN}/mcp` }];
  const described = [{ href: `${ORIGIN}/openapi.json`, type: 'application/json' }];
  expect(catalog.linkset).toMatchObject([
    { anchor: `${ORIGIN}/.well-known/api-catalog`, item },
    { anchor: `${ORIGIN}/api`, 'service-desc': described, status: [{ href: `${ORIGIN}/api/health` }] },
  ]);
});

test.each(GUIDES)('the guide $name is whole, its links and settings exist', async ({ name, parts }) => {
  const house = await aPaperHouse();
  const text = await readPaper(house, `/guides/${name}.md`);
  const page = await readPaper(house, `/guides/${name}`);
  for (const { heading } of parts(ORIGIN)) {
    expect(text).toContain(`\n## ${heading}\n`);
    expect(page).toContain(`<h2>${heading}</h2>`);
  }
  // Diagrams of the page are text here.
  const blocks = parts(ORIGIN).flatMap((part) => part.blocks);
  const drawn = blocks.filter((block) => typeof block === 'object' && 'figure' in block);
  for (const { says } of drawn) expect(text).toContain(says);
  expect(page.match(/<pre(?! class="call" tabindex="0" data-copy)/g)).toBeNull();
  expect(page.match(/<svg viewBox="[^"]*"(?! role="img" aria-label="[^"]{40,}")/g)).toBeNull();
  for (const [, end = ''] of text.matchAll(/\]\(http:\/\/127\.0\.0\.1:3000([^)]*)\)/g))
    expect((await house.ask({ path: end })).status, end).toBe(200);
  expect(text).not.toContain('](/');
  for (const [setting] of text.matchAll(/\b(?:[A-Z0-9]+_[A-Z0-9_]+|HOST|PORT)\b/g))
    expect(SETTINGS).toHaveProperty(setting);
});

test('with a security contact, security.txt is valid for months; without one it is a 404', async () => {
  const { ask, clock } = await aPaperHouse({ securityContact: CONTACT });
  const { text } = await ask({ path: AGENT_DOCUMENTS.security.path });
  expect(text).toContain(`Contact: ${CONTACT}\n`);
  expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`);
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - clock.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
  clock.forward('40d');
  expect((await ask({ path: AGENT_DOCUMENTS.security.path })).text).not.toBe(text);
  const told = await (await aPaperHouse()).ask({ path: AGENT_DOCUMENTS.security.path });
  expect(told).toMatchObject({ status: 404, body: { code: 'no_such_route' } });
});

test('the roots link to all API descriptions, other replies to two; / is an API index for programs', async () => {
  const { ask } = await aPaperHouse();
  for (const path of ['/', '/api', '/api/house', '/docs']) {
    const { headers } = await ask({ path });
    const links = [...String(headers['link']).matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
    const relations = links.map(([, , relation]) => relation);
    expect(relations, path).toEqual(['service-desc', 'service-doc', 'describedby', 'api-catalog']);
    for (const [, target = ''] of links) expect((await ask({ path: target })).status).toBe(200);
  }
  const health = await ask({ path: '/api/health' });
  expect(String(health.headers['link']).match(/rel="[^"]+"/g)).toEqual([
    'rel="service-desc"',
    'rel="describedby"',
  ]);
  const json = { accept: 'application/json' };
  const index = await ask({ path: '/api' });
  const told = await ask({ path: '/?from=here', headers: json });
  expect(told).toMatchObject({ status: 200, body: index.body, headers: { vary: 'Accept' } });
  for (const accept of ['text/html,application/json;q=0.9', '*/*']) {
    const { headers } = await ask({ path: '/', headers: { accept } });
    expect(headers['vary']).toBe('Accept, Accept-Encoding');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test('other spellings of a document redirect to it, and crawlers may read all public pages and none of an agent', async () => {
  const { ask } = await aPaperHouse();
  for (const [location, paths] of Object.entries({
    '/skill.md': '/SKILL.md /AGENTS.md /skills/arkhouse/SKILL.md /.well-known/agent-skills/arkhouse/SKILL.md',
    '/llms.txt': '/llms.txt/ /help /.well-known/llms.txt',
    '/.well-known/agent-skills/index.json': '/.well-known/skills/index.json',
    '/openapi.json': '/.well-known/openapi.json',
  }))
    for (const path of paths.split(' '))
      expect(await ask({ path }), path).toMatchObject({ status: 308, headers: { location } });
  const robots = (await ask({ path: '/robots.txt' })).text;
  expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  expect(robots).toContain('Disallow: /checkout/');
  const sitemap = (await ask({ path: '/sitemap/pages.xml' })).text;
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  expect(pages).toEqual(expect.arrayContaining(PAGES_FOR_PEOPLE.map((path) => `${ORIGIN}${path}`)));
  for (const page of pages) expect((await ask({ path: new URL(page).pathname })).status).toBe(200);
});

const FILES = Object.entries(skillFiles());

test.each(FILES)('skills/arkhouse/%s is fresh (node tools/generate.ts skill writes it)', (path, text) => {
  expect(readFileSync(new URL(path, SKILL_FOLDER), 'utf8')).toBe(text);
});

test('the folder is a valid skill without other files, and its scripts run', async () => {
  expect(await validate(fileURLToPath(SKILL_FOLDER).replace(/\/$/, ''))).toEqual([]);
  const entries = readdirSync(SKILL_FOLDER, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(FILES.length);
  for (const [path] of FILES.filter(([each]) => each.startsWith('scripts/')))
    expect(statSync(new URL(path, SKILL_FOLDER)).mode & 0o111, path).not.toBe(0);
});

test('the folder has the served text without a specific origin', async () => {
  const served = await paper('/skill.md');
  const copied = readFileSync(new URL('SKILL.md', SKILL_FOLDER), 'utf8');
  const rules = (text: string) => text.slice(text.indexOf('## Join'), text.indexOf('## Coming back'));
  expect(rules(copied).replaceAll('$ARKHOUSE_BASE_URL', 'http://127.0.0.1:3000')).toBe(rules(served));
  expect(copied.replace(/^: .*$/m, '')).not.toContain('127.0.0.1');
  for (const [path] of FILES.slice(1)) expect(copied).toContain(path);
  expect(copied.length, 'too long: shorten content/agent/skill-body.md').toBeLessThan(14_500);
});

/** Every name that the API itself uses: of fields, values, parameters, headers, operations and problems. */
const TYPES = ['application/json', 'text/markdown', 'text/calendar'];
const NAMES = [...namesIn(openApiDocument(Object.values(ROUTES))), ...PROBLEMS, ...Object.keys(RATE_LIMITS)];
const KNOWN: ReadonlySet<string> = new Set([...NAMES, ...TYPES]);

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\S{1,60}$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

// Names that a reader sets, types or sends besides.
const OUR_WORDS =
  /^(?:KEY|ONCE|TOKEN|CREATURE_ID|SITTER_ID|ADMIN_KEY|ahs?_|npx -y --package=http:\/\/127\.0\.0\.1:3000\/arkhouse-agent\.tgz arkhouse-agent (?:mcp|keep) --base-url http:\/\/127\.0\.0\.1:3000|(?:npm|pip) install http:\/\/127\.0\.0\.1:3000\/[\w.-]+|sha512-[\w+/]+=*|--once|curl .+|Authorization: Bearer <your key>|x-api-key: <your key>)$/;

// Options and programs of others that the guides name.
const WORDS_OF_GUIDES: ReadonlySet<string> = new Set([
  '?view=brief',
  '?tools=care',
  'api_key',
  'arkhouse-agent keep',
  '~/.hermes/config.yaml',
  'Accept-Payment: x402/exact',
  '@x402/fetch',
  'mppx',
]);

function isKnown(word: string): boolean {
  if (WORDS_OF_GUIDES.has(word)) return true;
  if (OUR_WORDS.test(word) || KNOWN.has(word)) return true;
  const call = /^(?:GET|POST|PATCH|DELETE) (?:http:\/\/127\.0\.0\.1:3000)?(\/\S*)$/.exec(word);
  if (call) return KNOWN.has(call[1] ?? '');
  const parts = word.replaceAll(/\[\d+\]/g, '').split(/[./=]/);
  return parts.every((part) => part === '' || part === '*' || KNOWN.has(part));
}

const TEXTS = [llms, llmsFull, skill, heartbeat, auth, apiCatalog, skillIndex];

test.each(TEXTS)('$path has only existing URLs, names and statuses', async ({ path }) => {
  const house = await aPaperHouse();
  const text = await readPaper(house, path);
  const ends = [...text.matchAll(/http:\/\/127\.0\.0\.1:3000([\w./{}-]*)/g)].map(([, end = '']) => end);
  expect(ends.length).toBeGreaterThan(0);
  for (const end of new Set(ends)) {
    const asked = end.replace(/[.]$/, '').replace('{slug}', 'owl') || '/';
    expect((await house.ask({ path: asked })).status, asked).not.toBe(404);
  }
  const code = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)];
  expect([...new Set(code.map(([, word = '']) => word))].filter((word) => !isKnown(word))).toEqual([]);
  for (const [, status, problem = ''] of text.matchAll(/\b([45]\d\d) `(\w+)`/g))
    expect(`${status} ${problem}`).toBe(`${PROBLEM_STATUS[problem as ProblemCode]} ${problem}`);
});

const readPage = () => paper('/guides/rules.md');

async function rowsIn(heading: string): Promise<string[][]> {
  const section = (await readPage()).split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  return (section ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
}

// By hand from the specification: a changed or missing entry of a rule table fails here. A cell with ~ is part of the written one.
const SPECIFIED = `
## Stats
hunger | 100 | 50
happiness | 100 | 50
health | 100 | 50
trust | 20 | 30
discipline | 0 | 50
## Decay and pace
sleep | 0.5
rhythm (\`decay_multiplier\`) | 4 | 4 × \`average_hours\` since the last care
social | 1.5 | ~3 hours
## Trust
instant | × 2 | 0.15
fast | × 1.5 | 0.2
medium | × 1 | 0.3
slow | × 0.5 | 0.45
3 or more | +1.5
5 or more | +2.5
10 or more | +5
## Moods
sleeping | asleep
critical | health below 20
sick | health below 40
hungry | hunger below 30
happy | hunger above 50 and happiness above 80
## Meals
ok | 0% or more
due_soon | 50% or more
overdue | more than 100%
critical | 150% or more
under 25% | early | 20% | happiness −2
25% to 50% | early | 60% | nothing
50% to 100% | on time | 100% | nothing
100% to 150% | late | 100% | trust −0.5
over 150% | missed | 100% | health −3, trust −1
## Care and items
feed | hunger | hunger +50 | hunger +60, happiness +8
medicine | health | health +25 | health +30, trust +4
reflect | trust | trust +2 | takes no item
loved | 0.60 or more
liked | 0.50 or more
neutral | 0.42 or more
disliked | 0.33 or more
harmful | below 0.33
## Scores
on_time | old × 0.9 + 10
late | old × 0.9 + 7
early | old
overdue | old × 0.9 + 6
critical | old × 0.9
## Milestones
trust_milestone | trust 50, 75, 90
happiness_milestone | happiness 50, 80, 100
discipline_milestone | discipline 25, 50, 75
health_milestone | health 80, once health was below 20
care_streak | 10, 25, 50, 100 meals on time in a row
stage_transition | baby, child, teen, adult
## Rhythm and the death clock
safe | more than 67%
warning | 33% or more
critical | 11% or more
imminent | 0% or more
## Stages, paths and forms
baby | 24 hours | child
child | 72 hours | teen
teen | ~120 hours with consistency 50 | adult
high_care | consistency 90 or more | Hearthcat | Sunpup | Bonded
rescue | ~40 | Scarcat | Threelegs | Mender
## Resurrection and credits
1 day old, first death | 100
500 credits | $4.00
## Species and tiers
uncommon | ~1
rare | ~3
extreme | ~5
extreme | ~30 days
feeding_window_hours | 2 | 24 | 5
hunger_decay_per_hour | 0.2 | 3 | 1.6
happiness_decay_per_hour | 0.2 | 2 | 0.8
## Limits
register | 3 | 3600 | ip
care | 2 | 10 | agent
register | username | 2 to 50 characters
care | notes | 0 to 1000 characters
history | limit | 1 to 500, default 50
`;
const SECTIONS = SPECIFIED.split(/^## /m)
  .slice(1)
  .map((section) => section.trim().split('\n'));

const cellLike = (cell: string): unknown =>
  cell.startsWith('~') ? expect.stringContaining(cell.slice(1)) : cell;

test.each(SECTIONS)('the rules page has the specified numbers under %s', async (heading, ...lines) => {
  const rows = await rowsIn(heading);
  for (const line of lines) {
    const expected = line.split(' | ').map(cellLike);
    const written = rows.map((cells) => cells.slice(0, expected.length));
    expect(written, line).toContainEqual(expected);
  }
});

test.each<[heading: string, table: readonly string[], words: readonly string[]]>([
  ['Stats', [], vocabulary.STATS],
  ['Trust', [], vocabulary.TRUST_SPEEDS],
  ['Moods', MOOD_RULES.map(({ mood }) => mood), vocabulary.MOODS],
  ['Meals', FEEDING_SHARES.map(({ status }) => status), vocabulary.FEEDING_STATUSES],
  ['Care and items', [], [...vocabulary.ACTIONS, ...vocabulary.ITEM_CATEGORIES]],
  ['Milestones', STAT_MILESTONES.map(({ type }) => type), ['care_streak', 'stage_transition']],
  ['Rhythm and the death clock', URGENCY_SHARES.map(({ urgency }) => urgency), vocabulary.URGENCIES],
  ['Stages, paths and forms', [], [...vocabulary.STAGES.slice(0, -1), ...vocabulary.PATHS]],
  ['Limits', [], Object.keys(RATE_LIMITS)],
])('the rules page has a row for every entry of the tables under %s', async (heading, table, words) => {
  const named = (await rowsIn(heading)).map(([first]) => first);
  expect(named).toEqual(expect.arrayContaining([...table, ...words]));
});

test('the rules page names the thresholds of the death clock, the streaks and the test accounts', async () => {
  const text = await readPage();
  expect(text).toContain('min(48, max(24, `average_hours` × 3))');
  expect(text).toContain('ceil(100 × 5^deaths before × max(1, age in hours ÷ 168))');
  expect(text).toContain('÷ ln 7 × 100');
  expect(text).toContain(STREAK_THRESHOLDS.join(', '));
  for (const prefix of TEST_PREFIXES) expect(text).toContain(`"${prefix}"`);
});

test('llms-full.txt contains the rules page', async () => {
  const whole = await paper('/llms-full.txt');
  const [, ...sections] = (await readPage()).split(/^## /m);
  expect(sections.length).toBeGreaterThan(10);
  for (const section of sections) expect(whole).toContain(`### ${section.trimEnd()}`);
});

test.each(['/skill.md', '/heartbeat.md', '/llms-full.txt'])('%s explains wishes, keepsakes', async (path) => {
  const text = await paper(path);
  for (const word of ['ishes', 'etters', 'eepsakes', '/api/house/letters', '/api/house/history'])
    expect(text).toContain(word);
});
