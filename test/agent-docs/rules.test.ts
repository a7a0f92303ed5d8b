import { expect, test } from 'vitest';

import { FEEDING_SHARES } from '../../src/rules/care/feeding.ts';
import { TEST_PREFIXES } from '../../src/rules/agents.ts';
import { URGENCY_SHARES } from '../../src/rules/lives/live-until.ts';
import { STAT_MILESTONES, STREAK_THRESHOLDS } from '../../src/rules/lives/growth.ts';
import { MOOD_RULES } from '../../src/rules/lives/observe.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import * as vocabulary from '../../src/rules/vocabulary.ts';
import { paper } from './paper-house.ts';

const readPage = () => paper('/guides/rules.md');

async function rowsIn(heading: string): Promise<string[][]> {
  const section = (await readPage()).split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  return (section ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
}

// By hand from the specification, so that a changed or missing entry of a rule table fails here. A cell that begins with ~ has
// to be part of the written one.
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

test.each(['/skill.md', '/heartbeat.md', '/llms-full.txt'])(
  '%s explains wishes and keepsakes',
  async (path) => {
    const text = await paper(path);
    for (const word of ['ishes', 'etters', 'eepsakes', '/api/house/letters', '/api/house/history'])
      expect(text).toContain(word);
  },
);
