import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { iso } from '../../core/engine/clock.ts';
import { isAlive } from '../../core/lives/creature.ts';
import { readOwnLetters, type OwnLetters } from '../../house/heart/read-own-letters.ts';
import { lettersTitle, NO_LETTERS } from '../../voice/heart/letter-page.ts';
import { stepsAfterLetters } from '../../voice/lives/life-steps.ts';
import { presentIdentity } from '../lives/present-creature.ts';
import { escapeMarkdown } from '../server/escape-text.ts';
import type { Handler } from '../server/handler.ts';
import { untrustedFields, untrustedSpecies } from '../server/reply-parts.ts';
import { MARKDOWN_TYPE } from '../server/send.ts';
import { presentLetter, writtenBy } from './present-letter.ts';

export const listLetters: Handler<typeof ROUTES.listLetters> = {
  async answer(house, { agent, query, now }) {
    const { format, limit, offset, creature_id: creatureId = query.id } = query;
    const own = await readOwnLetters(house, agent, { creatureId, limit, offset }, now);
    if (format === 'json') return { body: presentLetters(own) };
    return { page: { type: MARKDOWN_TYPE, text: writeLetters(own) } };
  },
};

type LettersReply = Reply<typeof ROUTES.listLetters>;

function presentLetters(own: OwnLetters): LettersReply {
  const { creature, species, letters, total, now } = own;
  const alive = isAlive(creature);
  return {
    creature: { ...presentIdentity(creature, species), alive },
    letters: letters.map((letter) => presentLetter(own, letter)),
    total,
    server_time: iso(now),
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    next_steps: [...stepsAfterLetters({ id: creature.id, name: creature.name, alive })],
  };
}

/** The same as a page to keep. */
function writeLetters(own: OwnLetters): string {
  const { creature, letters } = own;
  const pages = letters.map((letter) => {
    const { subject, text } = writtenBy(own, letter);
    return [`## ${escapeMarkdown(subject)}`, iso(letter.at), paragraphs(text)].join('\n\n');
  });
  const title = `# ${escapeMarkdown(lettersTitle(creature.name))}`;
  return `${[title, ...(pages.length > 0 ? pages : [NO_LETTERS])].join('\n\n')}\n`;
}

/** Lines stay lines, and paragraphs paragraphs. */
function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => paragraph.split('\n').map(escapeMarkdown).join('  \n'))
    .join('\n\n');
}
