import type { PortraitFacts } from '../../artist/portrait.ts';
import { DAY, MINUTE, SECOND } from '../../rules/base/clock.ts';
import type { Agent } from '../../rules/agents.ts';
import { PictureError, ownArtist, type Picture, type PictureMaker } from '../../outside/picture-maker.ts';
import { findAgent, setAvatarIfMissing } from '../agents/agents.store.ts';
import { findCreature } from '../lives/creatures.store.ts';
import {
  addPortrait,
  claimPicture,
  compressPicture,
  failPicture,
  finishPicture,
  insertPicture,
  type PictureClaim,
  takeFromHouseQuota,
  takeFromQuota,
} from './pictures.store.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { House } from '../house.ts';
import { speciesOf } from '../species/species-registry.ts';
import { describeForPortrait, describeForAvatar } from './draw.ts';
import { picturePath } from './picture-url.ts';

/** What is said to a service that draws from words. */
interface PicturePrompts {
  portrait(facts: PortraitFacts): string;
  avatar(agent: Agent): string;
}

type PictureJobResult =
  | { readonly kind: 'idle' | 'drawn' | 'overtaken' }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly cause: unknown;
      readonly givenUp: boolean;
      /** How long the service asked to be left alone. */
      readonly retryAfterMs: number | undefined;
    };

// Longer than any service is waited for; whoever has not finished by then has been killed.
const CLAIMED_FOR = 10 * MINUTE;
const MOST_ATTEMPTS = 5;
const FIRST_PAUSE = 30 * SECOND;

/** Draws the picture that waits longest: claimed first, so that no two draw it, and stored in one go or not at all. */
export async function runPictureJob(
  house: House,
  prompts: PicturePrompts,
  closing?: AbortSignal,
): Promise<PictureJobResult> {
  const job = await claim(house);
  if (!job) return { kind: 'idle' };
  try {
    if (job.attempts > MOST_ATTEMPTS) throw neverHeardOf();
    const artist = await artistFor(house, job);
    const picture = await draw(house, { job, artist, prompts, closing });
    const saved = await savePicture(house, job, picture, artist.name);
    return { kind: saved ? 'drawn' : 'overtaken' };
  } catch (error) {
    return retryLater(house, job, error, closing);
  }
}

async function claim({ store, clock, random }: House): Promise<PictureClaim | undefined> {
  const now = clock.now();
  return store.transaction((db) => claimPicture(db, { claim: random.id(), now, until: now + CLAIMED_FOR }));
}

/** Who draws for this agent: the service while neither it nor all together have had their share, otherwise our own artist. */
async function artistFor(house: House, { agentId, attempts }: PictureClaim): Promise<PictureMaker> {
  const { pictures } = house;
  // A service that failed is asked again for what was taken from the shares before.
  if (pictures.perAgentDaily === undefined || attempts > 1) return pictures;
  return (await takeFromShares(house, agentId)) ? pictures : ownArtist;
}

/** One more for the agent and for all together, or for neither. */
async function takeFromShares(
  { pictures: { perAgentDaily = 0, daily }, store, clock }: House,
  agentId: string,
): Promise<boolean> {
  const now = clock.now();
  const today = { now, since: now - DAY };
  return store
    .transaction(async (db) => {
      if (!(await takeFromQuota(db, { agentId, most: perAgentDaily, ...today }))) return false;
      if (daily === undefined) return true;
      if (await takeFromHouseQuota(db, { name: 'pictures', most: daily, ...today })) return true;
      throw new HouseShareSpentError();
    })
    .catch((error: unknown) => {
      if (error instanceof HouseShareSpentError) return false;
      throw error;
    });
}

/** Takes back what was taken from an agent’s share. */
class HouseShareSpentError extends Error {
  override readonly name = 'HouseShareSpentError';
}

interface PictureTask {
  readonly job: PictureClaim;
  readonly artist: PictureMaker;
  readonly prompts: PicturePrompts;
  readonly closing: AbortSignal | undefined;
}

async function draw(house: House, { job, artist, prompts, closing }: PictureTask): Promise<Picture> {
  if (job.occasion === 'avatar') {
    const agent = await findAgent(house.store, job.sitter);
    if (!agent) throw nobodyThere();
    return artist.avatar({ sitter: describeForAvatar(agent), prompt: prompts.avatar(agent) }, closing);
  }
  const stored = await findCreature(house.store, job.sitter);
  if (!stored) throw nobodyThere();
  const species = await speciesOf(house, stored.creature.species);
  const facts = await describeForPortrait(house, stored, {
    species,
    stage: job.occasion,
    now: house.clock.now(),
  });
  return artist.portrait({ portrayed: facts, prompt: prompts.portrait(facts) }, closing);
}

function nobodyThere(): PictureError {
  return new PictureError('there is nobody to draw', { retry: false });
}

// What ends the process that draws it must not end the next ones too.
function neverHeardOf(): PictureError {
  return new PictureError('nobody who took it up was heard of again', { retry: false });
}

async function savePicture(
  house: House,
  job: PictureClaim,
  picture: Picture,
  drawnBy: string,
): Promise<boolean> {
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

/** The picture before stays. It is tried again later, each time after a longer while, and then left at that. */
async function retryLater(
  house: House,
  job: PictureClaim,
  error: unknown,
  closing: AbortSignal | undefined,
): Promise<PictureJobResult> {
  const { reason, retry, retryAfterMs, cause } = toPictureError(error);
  // That the house closes, or that a service wants to be left alone, says nothing about this picture.
  const counts = !closing?.aborted && retryAfterMs === undefined;
  const attempts = counts ? job.attempts : job.attempts - 1;
  const pause = Math.max(retryAfterMs ?? 0, FIRST_PAUSE * 4 ** (attempts - 1));
  const again = retry && attempts < MOST_ATTEMPTS ? house.clock.now() + pause : undefined;
  await failPicture(house.store, job, { again, attempts, trouble: reason });
  return { kind: 'failed', reason, cause, givenUp: again === undefined, retryAfterMs };
}

/** What went wrong with the picture; with our own database nothing can be put off. */
function toPictureError(error: unknown): PictureError {
  // A service that cannot be reached looks just like a database that cannot.
  if (error instanceof PictureError) return error;
  if (isDatabaseUnavailable(error)) throw error;
  return new PictureError('something unforeseen', { retry: true, cause: error });
}
