import { type Instant, iso } from '../../rules/base/clock.ts';
import { KEEPSAKE_KINDS, type KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import { isAlive } from '../../rules/lives/creature.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { stepsAfterLetters } from '../../text/creature/steps.ts';
import { lettersTitle, NO_LETTERS } from '../../text/heart/letter.ts';
import { KEEPSAKES_PATH, lettersPath } from '../../web/paths.ts';
import { escapeMarkdown } from '../../http/feed-formats.ts';
import type { Handler } from '../../http/handler.ts';
import { type PageRow, QueryReader } from '../../http/page-row.ts';
import { stepsInView, untrustedFields, untrustedSpecies, type View } from '../../http/reply-parts.ts';
import { MARKDOWN_TYPE } from '../../http/send.ts';
import { presentGoingOn, presentIdentity, presentLetter } from '../creatures/creature.present.ts';
import { type OwnLetters, readOwnLetters } from '../heart/letters.ts';
import { readRarity } from '../heart/read-heart.ts';
import { findHousehold } from '../lives/look-in.ts';
import { keepsakesPage, lettersPage } from './pages/heart-pages.tsx';
import { preparePublicReading } from './public-reading.ts';
import type { PublicHouse } from './replica.ts';
import { viewLetters } from './view-creature.ts';

export const listLetters: Handler<typeof ROUTES.listLetters, PublicHouse> = async (
  house,
  { agent, query, now },
) => {
  const { format, limit, offset, creature_id: creatureId = query.id } = query;
  const own = await readOwnLetters(house, agent, { creatureId, limit, offset }, now);
  if (format === 'json') {
    const goesOn = query.view === 'brief' && isAlive(own.creature);
    const body = presentLetters(own, query.view);
    return { body: goesOn ? presentGoingOn(body, await findHousehold(house, agent, now), now) : body };
  }
  return { page: { type: MARKDOWN_TYPE, text: writeLetters(own) } };
};

function presentLetters(own: OwnLetters, view: View): Reply<typeof ROUTES.listLetters> {
  const { creature, species, letters, total, now } = own;
  const alive = isAlive(creature);
  return {
    creature: { ...presentIdentity(creature, species), alive },
    letters: letters.map(presentLetter),
    total,
    server_time: iso(now),
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    next_steps: stepsInView(view, stepsAfterLetters({ id: creature.id, name: creature.name, alive })),
  };
}

function writeLetters(own: OwnLetters): string {
  const { creature, letters } = own;
  const sections = letters.map(({ at, subject, text, by = [] }) => {
    const came =
      by.length === 0 ? [] : [`Sitters since the letter before: ${by.map(escapeMarkdown).join(', ')}`];
    return [`## ${escapeMarkdown(subject)}`, iso(at), paragraphs(text), ...came].join('\n\n');
  });
  const title = `# ${escapeMarkdown(lettersTitle(creature.name))}`;
  return `${[title, ...(sections.length > 0 ? sections : [NO_LETTERS])].join('\n\n')}\n`;
}

/** Keeps line breaks: two trailing spaces are a hard break in Markdown. */
function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => paragraph.split('\n').map(escapeMarkdown).join('  \n'))
    .join('\n\n');
}

export const HEART_PAGE_ROWS: readonly PageRow<PublicHouse>[] = [
  {
    path: lettersPath('{id}'),
    query: ['page'],
    freshSeconds: 5,
    async show(house, { params, query, now }) {
      const asked = new QueryReader(query);
      const view = await viewLetters(house, { id: params['id'] ?? '', page: asked.page() }, now);
      return view && lettersPage(view, asked.unknown);
    },
  },
  {
    path: KEEPSAKES_PATH,
    freshSeconds: 10,
    show: async (house, { now }) => keepsakesPage(await browseKeepsakes(house, now)),
  },
];

export interface KeepsakeCatalog {
  readonly asOf: Instant | undefined;
  readonly kinds: readonly KeepsakeCount[];
  /** Number of creatures that ever hatched. */
  readonly of: number;
}

interface KeepsakeCount {
  readonly kind: KeepsakeKind;
  readonly creatures: number;
}

async function browseKeepsakes(house: PublicHouse, now: Instant): Promise<KeepsakeCatalog> {
  const { store, asOf } = await preparePublicReading(house, now);
  const { counts, of } = await readRarity(store);
  const kinds = KEEPSAKE_KINDS.map((kind) => ({ kind, creatures: counts.get(kind) ?? 0 }));
  return { asOf, kinds, of };
}
