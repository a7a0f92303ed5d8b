import { FAMILIES, HALL_CATEGORIES, STAGES } from '../../src/rules/vocabulary.ts';
import { GUIDES } from '../../src/text/pages/guides.ts';
import { CARD_ROWS } from '../../src/features/drawing/share-cards.http.ts';
import { METRICS_TOKEN } from '../moderation/desk.ts';
import type { Told } from '../support/house.ts';
import { PAYLOADS } from './payloads.ts';
import type { WrittenOver } from './written-over.ts';

export type Answer = Readonly<Record<'path' | 'type' | 'text', string>>;
export type Answered = Answer & Pick<Told, 'status' | 'headers'>;

const FILES = [
  'picture.svg',
  'badge.svg',
  'badge.json',
  'now.json',
  'chart.json',
  'embed',
  'letters',
  'feed.atom',
];

/** Every public path; of repetitive ones, every nth. */
function pathsOf({ usernames, slugs, creatures, checkout }: WrittenOver, step: number): readonly string[] {
  const { living, dead } = creatures;
  const ids = [...living, ...dead];
  return [
    '/',
    '/feed.atom',
    '/feed.json',
    '/docs',
    checkout,
    '/guides',
    ...GUIDES.map(({ name }) => `/guides/${name}`),
    ...paged('/creatures', living.length),
    ...FAMILIES.map((family) => `/creatures?family=${family}`),
    ...STAGES.map((stage) => `/creatures?stage=${stage}`),
    ...paged('/graveyard', dead.length),
    '/graveyard?agent=agent-1',
    '/keepsakes',
    ...HALL_CATEGORIES.map((category) => `/hall?category=${category}`),
    ...paged('/species', slugs.length),
    ...FAMILIES.map((family) => `/species?family=${family}&sort=popular`),
    ...usernames.map((name) => `/agents/${name}`),
    ...slugs.map((slug) => `/species/${slug}`),
    ...[...living, ...some(dead, step)].map((id) => `/creatures/${id}`),
    ...some(usernames, step).map((name) => `/agents/${name}/picture.svg`),
    ...some(slugs, step).map((slug) => `/species/${slug}/picture.svg`),
    ...some(ids, step).flatMap((id) => FILES.map((file) => `/creatures/${id}/${file}`)),
  ];
}

function deskPathsOf({ usernames }: WrittenOver, step: number): readonly string[] {
  return [
    '/admin',
    '/admin/words',
    '/admin/ledger?agent=agent-0',
    ...some(usernames, step).map((name) => `/admin/words?agent=${name}`),
    ...[1, 2, 3, 4, 5, 6].map((page) => `/admin/log?page=${page}`),
  ];
}

const some = (all: readonly string[], step: number) => all.filter((_, nth) => nth % step === 0);
const paged = (path: string, count: number) =>
  Array.from({ length: Math.ceil(count / 24) }, (_, nth) => `${path}?page=${nth + 1}`);

/** URLs with a payload in every part. */
const MISLEADING = `
  /WORDS /creatures/WORDS /creatures/WORDS/badge.svg /creatures/WORDS/pet.zip?v=WORDS /creatures/WORDS/letters?page=WORDS /agents/WORDS
  /agents/WORDS/card.png /species/WORDS /species/WORDS/picture.svg?stage=WORDS
  /keepsakes/WORDS/picture.svg?drawn=WORDS /guides/WORDS /checkout/sandbox/WORDS /?WORDS=WORDS
  /creatures?family=WORDS&stage=WORDS&page=WORDS /hall?category=WORDS
  /species?family=WORDS&sort=WORDS&page=WORDS /feed.atom?WORDS /graveyard?agent=WORDS
  /admin/WORDS?said=WORDS /admin/words?agent=WORDS /api/house/WORDS /api/house/species/WORDS`
  .trim()
  .split(/\s+/);

/** A client that sends the payload in every header. */
function asSaidBy(payload: string): Readonly<Record<string, string>> {
  const line = payload.replaceAll(/[^ -~]/g, '');
  const names = ['user-agent', 'referer', 'x-request-id', 'x-forwarded-host', 'accept-language', 'cookie'];
  return { accept: 'text/html', ...Object.fromEntries(names.map((name) => [name, line])) };
}

/** Cards before rasterizing. */
export async function everyCard({ house, usernames, slugs, creatures }: WrittenOver) {
  const id = [...creatures.living, ...creatures.dead];
  const named: Readonly<Record<string, readonly string[]>> = { username: usernames, slug: slugs, id };
  const cards: Answer[] = [];
  for (const row of CARD_ROWS) {
    const [, name = ''] = /\{(\w+)\}/.exec(row.path) ?? [];
    for (const each of named[name] ?? ['']) {
      const card = await row.find(house, { [name]: each }, house.clock.now());
      const text = (await card?.draw('ark.example')) ?? '';
      cards.push({ path: `${row.path} ${each}`, type: 'image/svg+xml', text });
    }
  }
  return cards;
}

export async function everyAnswer(written: WrittenOver, step: number): Promise<readonly Answered[]> {
  const { ask, operator } = written;
  const people = { accept: 'text/html' };
  const answers: Answered[] = [];
  for (const path of pathsOf(written, step))
    answers.push(answered(path, await ask({ path, headers: people })));
  for (const path of deskPathsOf(written, step))
    answers.push(answered(path, await operator.look(path, people)));
  const metrics = await ask({ path: '/metrics', key: METRICS_TOKEN });
  return [...answers, answered('/metrics', metrics)];
}

/** Unknown paths: every payload in one part of a URL. */
export async function everyRefusal({ ask, operator }: WrittenOver): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const [nth, payload] of PAYLOADS.entries()) {
    const words = encodeURIComponent(payload);
    const path = (MISLEADING[nth % MISLEADING.length] ?? '').replaceAll('WORDS', () => words);
    const cookie = path.startsWith('/admin') && { cookie: operator.cookie };
    answers.push(answered(path, await ask({ path, headers: { ...asSaidBy(payload), ...cookie } })));
  }
  return answers;
}

function answered(path: string, { status, headers, text }: Told): Answered {
  return { path, status, headers, text, type: String(headers['content-type']) };
}
