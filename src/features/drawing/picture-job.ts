import { isUnavailable } from '../../../packages/database/portable.ts';
import type { Agent } from '../../rules/agents.ts';
import { DAY, MINUTE, SECOND } from '../../rules/base/clock.ts';
import { PictureError, ownArtist, type Picture, type PictureMaker } from '../../outside/picture-maker.ts';
import type { BaseHouse } from '../house.ts';
import { findAgent, setAvatarIfMissing } from '../identity/agents.store.ts';
import { picturePath } from '../pictures/picture-url.ts';
import {
  addPortrait,
  claimPicture,
  compressPicture,
  failPicture,
  finishPicture,
  insertPicture,
  type PictureClaim,
  takeFromQuota,
} from '../pictures/pictures.store.ts';
import type { PublicHouse } from '../public/replica.ts';
import { findCreature } from '../records/creatures.store.ts';
import { speciesOf } from '../species/species-registry.ts';
import { type CreaturePortrait, describeForPortrait, describeForAvatar } from './draw.ts';

interface PicturePrompts {
  portrait(facts: CreaturePortrait): string;
  avatar(agent: Agent): string;
}

// A picture job is claimed for longer than any request to an image service may take.
const CLAIMED_FOR = 10 * MINUTE;
const MOST_ATTEMPTS = 5;
const FIRST_PAUSE = 30 * SECOND;

export type PictureJobResult =
  | { readonly kind: 'idle' }
  /** `overtaken`: the order was changed or withdrawn while its picture was drawn. */
  | { readonly kind: 'drawn' | 'overtaken' }
  | FailedPicture;

export async function runPictureJob(
  house: PublicHouse,
  prompts: PicturePrompts,
  closing?: AbortSignal,
): Promise<PictureJobResult> {
  const now = house.clock.now();
  const claim = { claim: house.random.id(), now, until: now + CLAIMED_FOR };
  const job = await house.store.transaction((db) => claimPicture(db, claim));
  if (!job) return { kind: 'idle' } as const;
  let artist = ownArtist;
  try {
    // A picture job that crashes the process must not be claimed for ever.
    if (job.attempts > MOST_ATTEMPTS) throw new PictureError('every attempt crashed', { retry: false });
    artist = await artistFor(house, job);
    const picture = await draw(house, job, artist, prompts, closing);
    const saved = await savePicture(house, job, picture, artist.name);
    return { kind: saved ? 'drawn' : 'overtaken' } as const;
  } catch (error) {
    return retryLater(house, job, error, { artist, closing });
  }
}

// Marks a failure of the built-in artist: its retry still has to be taken from the quotas to use the service.
const NOT_COUNTED = 'not counted: ';

/** The image service within the daily quotas of the agent and the server, otherwise the built-in artist. */
async function artistFor(
  { pictures, store, clock }: Pick<BaseHouse, 'clock' | 'pictures' | 'store'>,
  { agentId, trouble }: PictureClaim,
) {
  const { perAgentDaily, daily } = pictures;
  // A retry after a failure of the service is not taken from the quotas again.
  const isCounted = trouble?.startsWith(NOT_COUNTED) === false;
  if (perAgentDaily === undefined || isCounted) return pictures;
  const now = clock.now();
  const today = { now, since: now - DAY };
  try {
    return await store.transaction(async (db) => {
      if (!(await takeFromQuota(db, 'agent', agentId, { most: perAgentDaily, ...today }))) return ownArtist;
      if (daily === undefined) return pictures;
      if (await takeFromQuota(db, 'house', 'pictures', { most: daily, ...today })) return pictures;
      throw new HouseQuotaSpentError();
    });
  } catch (error) {
    if (error instanceof HouseQuotaSpentError) return ownArtist;
    throw error;
  }
}

/** Thrown to roll back what was taken from the agent's quota. */
class HouseQuotaSpentError extends Error {
  override readonly name = 'HouseQuotaSpentError';
}

async function draw(
  house: PublicHouse,
  job: PictureClaim,
  artist: PictureMaker,
  prompts: PicturePrompts,
  closing: AbortSignal | undefined,
): Promise<Picture> {
  if (job.occasion === 'avatar') {
    const agent = await findAgent(house.store, job.sitter);
    if (!agent) throw sitterMissing();
    return artist.avatar({ sitter: describeForAvatar(agent), prompt: prompts.avatar(agent) }, closing);
  }
  const stored = await findCreature(house.store, job.sitter);
  if (!stored) throw sitterMissing();
  const species = await speciesOf(house, stored.creature.species);
  const now = house.clock.now();
  const facts = await describeForPortrait(house, stored, { species, stage: job.occasion, now });
  return artist.portrait({ portrayed: facts, prompt: prompts.portrait(facts) }, closing);
}

function sitterMissing(): PictureError {
  return new PictureError('the agent or creature does not exist', { retry: false });
}

async function savePicture(
  house: Pick<BaseHouse, 'clock' | 'store'>,
  job: PictureClaim,
  picture: Picture,
  drawnBy: string,
) {
  const { sitter, occasion } = job;
  const imageUrl = picturePath(job, picture.type);
  const stored = { ...(await compressPicture(picture)), drawnBy };
  const generatedAt = house.clock.now();
  return house.store.transaction(async (db) => {
    if (!(await finishPicture(db, job))) return false;
    await insertPicture(db, job, stored);
    if (occasion === 'avatar') await setAvatarIfMissing(db, sitter, imageUrl);
    else await addPortrait(db, sitter, { stage: occasion, imageUrl, generatedAt });
    return true;
  });
}

interface FailedPicture {
  readonly kind: 'failed';
  readonly reason: string;
  readonly cause: unknown;
  readonly givenUp: boolean;
  readonly retryAfterMs: number | undefined;
}

async function retryLater(
  house: Pick<BaseHouse, 'clock' | 'store'>,
  job: PictureClaim,
  error: unknown,
  { artist, closing }: { readonly artist: PictureMaker; readonly closing: AbortSignal | undefined },
): Promise<FailedPicture> {
  const { reason, retry, retryAfterMs, cause } = toPictureError(error);
  // A shutdown or a rate limit of the image service is not counted as a failure of this picture.
  const counts = !closing?.aborted && retryAfterMs === undefined;
  const attempts = counts ? job.attempts : job.attempts - 1;
  const pause = Math.max(retryAfterMs ?? 0, FIRST_PAUSE * 4 ** (attempts - 1));
  const again = retry && attempts < MOST_ATTEMPTS ? house.clock.now() + pause : undefined;
  const trouble = artist === ownArtist ? `${NOT_COUNTED}${reason}` : reason;
  await failPicture(house.store, job, { again, attempts, trouble });
  return { kind: 'failed', reason, cause, givenUp: again === undefined, retryAfterMs } as const;
}

/** Rethrows database errors: the retry could not be stored either. */
function toPictureError(error: unknown): PictureError {
  // PictureError is checked first: the cause of an unreachable image service looks like that of an unreachable database.
  if (error instanceof PictureError) return error;
  if (isUnavailable(error)) throw error;
  return new PictureError('unexpected error', { retry: true, cause: error });
}
