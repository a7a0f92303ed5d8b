import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';

import { ProblemError } from '../../rules/problem.ts';
import { petDescription } from '../../text/pages/cards.ts';
import { PET_FILES, petId } from '../../web/paths.ts';
import { routePath } from '../../http/handler.ts';
import { applyRateLimit, limitedBy } from '../../http/limits.ts';
import { hasVersion, JSON_TYPE, sendCacheable } from '../../http/send.ts';
import { PICTURE_HEADERS } from '../../http/site.ts';
import { zipOf } from '../../http/zip.ts';
import type { PublicHouse } from '../public/replica.ts';
import { findPet, petSheet, type Pet } from './pets.ts';

type PetRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

interface PetFile {
  readonly type: string;
  /** Changes whenever the file does; known before a sheet is drawn. */
  readonly etag: string;
  readonly make: (sheet: () => Promise<Uint8Array>) => Uint8Array | Promise<Uint8Array>;
}

const SHEET = PET_FILES.sheet;
const MANIFEST = PET_FILES.manifest;

const FILES: Readonly<Record<keyof typeof PET_FILES, (pet: Pet) => PetFile>> = {
  sheet: ({ look }) => ({ type: 'image/png', etag: `"${look}"`, make: (sheet) => sheet() }),
  // Its ETag changes with the sheet as well: a program that asks for it again learns that both are new.
  manifest: (pet) => ({ type: JSON_TYPE, etag: etagOfBoth(pet), make: () => Buffer.from(manifestOf(pet)) }),
  zip: (pet) => ({
    type: 'application/zip',
    etag: etagOfBoth(pet),
    make: async (sheet) =>
      zipOf([
        { name: MANIFEST, content: Buffer.from(manifestOf(pet)) },
        { name: SHEET, content: await sheet() },
      ]),
  }),
};

const etagOfBoth = (pet: Pet) =>
  `"${hash('sha256', `${pet.look} ${manifestOf(pet)}`, 'base64url').slice(0, 27)}"`;

const ADDRESS = /:\/\/|\bwww\.|\.[a-z]{2}/i;

/** The manifest that readers of the format expect; names and descriptions with addresses are refused by galleries. */
function manifestOf({ creature, species, state, observed, version }: Pet): string {
  const { id, name } = creature;
  const manifest = {
    id: petId(id),
    displayName: ADDRESS.test(name) ? species.name : name,
    description: petDescription({ creature, species, state, observed }),
    spritesheetPath: SHEET,
    ...(version === 2 && { spriteVersionNumber: 2 }),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

export function addPets(app: FastifyInstance, house: PublicHouse): void {
  for (const [kind, fileOf] of Object.entries(FILES))
    app.get(
      routePath(`/creatures/{id}/${PET_FILES[kind as keyof typeof PET_FILES]}`),
      limitedBy(house, 'pages'),
      (request: PetRequest, reply) => sendPet(house, request, reply, fileOf),
    );
}

async function sendPet(
  house: PublicHouse,
  request: PetRequest,
  reply: FastifyReply,
  fileOf: (pet: Pet) => PetFile,
): Promise<void> {
  const { params, query, context } = request;
  const asked = { id: params.id, version: query['v'] === '2' ? 2 : 1 } as const;
  const pet = await findPet(house, asked, context.now);
  if (!pet) throw new ProblemError('no_such_route', {});
  const { type, etag, make } = fileOf(pet);
  Object.assign(context.headers, PICTURE_HEADERS, { 'cache-control': 'public, max-age=60' });
  if (hasVersion(request, etag)) return sendCacheable(request, reply, { body: '', etag });
  const made = await make(() => petSheet(house, pet, () => applyRateLimit(house, request, 'cards')));
  const body = Buffer.from(made.buffer, made.byteOffset, made.length);
  sendCacheable(request, reply, { type, etag, body });
}
