import type { WorstCase } from './worst-case.ts';

export interface DearRequest {
  readonly name: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: object;
}

/** Requests about the worst case; the `nth` of a kind asks about another creature, so that no cache answers. */
export function dearRequests(of: WorstCase, nth: number): DearRequest[] {
  return [...ofNeglecting(of, nth), ...ofCaring(of, nth), ...ofPublic(of, nth)];
}

/** Each kind asks about a creature of its own, so that none finds what another has stored. */
function deadOf({ dead }: WorstCase, nth: number, kind: number): string {
  return dead[(nth + kind * 16) % dead.length] ?? '';
}

function tool(name: string, key: string, given: object = {}): DearRequest {
  const params = { name, arguments: given };
  return {
    name: `MCP ${name}`,
    path: '/mcp',
    key,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  };
}

function ofNeglecting(of: WorstCase, nth: number): DearRequest[] {
  const { key } = of.neglecting;
  const id = (kind: number) => deadOf(of, nth, kind);
  const history = (creatureId: string, rest = '') => `/api/house/history?creature_id=${creatureId}${rest}`;
  const letters = (kind: number, rest = '') => `/api/house/letters?creature_id=${id(kind)}&limit=20${rest}`;
  const asked = {
    export: '/api/auth/me/export',
    'export, entries=1': '/api/auth/me/export?entries=1',
    letters: letters(0),
    'letters, Markdown': letters(1, '&format=markdown'),
    'history, Markdown': history(id(3), '&format=markdown'),
    'history, Markdown, 10,000 entries': history(of.longest, '&format=markdown'),
    'history, offset=9500': history(of.longest, `&limit=500&offset=${9500 + nth}`),
    history: history(id(4)),
    'own profile': '/api/auth/me',
  };
  return [
    ...Object.entries(asked).map(([name, path]) => ({ name, path, key })),
    tool('export_my_data', key, { entries: 1 }),
    tool('list_letters', key, { creature_id: id(2) }),
  ];
}

function ofCaring({ caring: { key, calendarToken }, living }: WorstCase, nth: number): DearRequest[] {
  const id = living[nth % living.length] ?? '';
  const body = { action: 'reflect', creature_id: id };
  return [
    { name: 'status of 200 living', path: '/api/house/status', key },
    { name: 'status, brief, of 200 living', path: '/api/house/status?view=brief', key },
    { name: 'care among 200 living', path: '/api/house/care', key, body },
    { name: 'letters among 200 living', path: `/api/house/letters?creature_id=${id}`, key },
    tool('get_creature_status', key),
    { name: 'calendar of 200 living', path: `/api/house/calendar.ics?token=${calendarToken}` },
    { name: 'letters page among 200 living', path: `/creatures/${id}/letters` },
  ];
}

function ofPublic(of: WorstCase, nth: number): DearRequest[] {
  const page = (kind: number, rest = '') => `/creatures/${deadOf(of, nth, kind)}${rest}`;
  const twelve = Array.from({ length: 12 }, (_, kind) => deadOf(of, nth, kind)).join(',');
  const asked = {
    'page of a creature': page(5),
    'feed of a creature': page(6, '/feed.atom'),
    'letters page': page(7, '/letters'),
    'favourites.json, twelve': `/favourites.json?ids=${twelve}`,
    'page of twelve favourites': `/creatures?ids=${twelve}`,
    'page of the longest log': `/creatures/${of.longest}`,
    'page of a keeper of 200 dead': `/agents/${of.neglecting.username}`,
    'page of a keeper of 200 living': `/agents/${of.caring.username}`,
    graveyard: `/graveyard?agent=${of.neglecting.username}&page=${1 + nth}`,
    'graveyard, JSON': '/api/house/graveyard?per_page=200',
    hall: '/api/house/hall?category=most_consistent&per_page=100',
    'home page': '/',
    'news feed': '/feed.atom',
  };
  return Object.entries(asked).map(([name, path]) => ({ name, path }));
}
