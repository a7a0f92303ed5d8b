import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { iso } from '../../rules/base/clock.ts';
import { isAlive } from '../../rules/lives/creature.ts';
import { escapeMarkdown } from '../../server/feed-formats.ts';
import type { Handler } from '../../server/handler.ts';
import { type PageRow, QueryReader } from '../../server/page-row.ts';
import { stepsInView, untrustedFields, untrustedSpecies, type View } from '../../server/reply-parts.ts';
import { MARKDOWN_TYPE } from '../../server/send.ts';
import { stepsAfterLetters } from '../../text/creature/steps.ts';
import { lettersTitle, NO_LETTERS } from '../../text/heart/letter.ts';
import { keepsakesPage, lettersPage } from '../../web/creature/heart-pages.tsx';
import { KEEPSAKES_PATH, lettersPath } from '../../web/paths.ts';
import { presentIdentity, presentLetter } from '../lives/creature.present.ts';
import { viewLetters } from '../public/view-creature.ts';
import { type OwnLetters, readOwnLetters } from './letters.ts';
import { browseKeepsakes } from './read-heart.ts';

export const listLetters: Handler<typeof ROUTES.listLetters> = async (house, { agent, query, now }) => {
  const { format, limit, offset, creature_id: creatureId = query.id } = query;
  const own = await readOwnLetters(house, agent, { creatureId, limit, offset }, now);
  if (format === 'json') return { body: presentLetters(own, query.view) };
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
  const sections = letters.map(({ at, subject, text }) =>
    [`## ${escapeMarkdown(subject)}`, iso(at), paragraphs(text)].join('\n\n'),
  );
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

export const HEART_PAGE_ROWS: readonly PageRow[] = [
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
