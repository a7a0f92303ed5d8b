import type { Agent } from '../core/agent.ts';
import { DAY, MINUTE, SECOND } from '../core/clock.ts';
import type { Portrayed } from '../outside/artist/portrait.ts';
import { CannotDraw, ownArtist, type Picture, type Pictures } from '../outside/pictures.ts';
import { findAgent, hangAvatar } from '../store/agents.ts';
import { findCreature } from '../store/creatures.ts';
import { claimPicture, failPicture, finishPicture, type Claimed } from '../store/picture-jobs.ts';
import { keepPicture, packed, takeFromQuota } from '../store/pictures.ts';
import { hangPortrait } from '../store/portraits.ts';
import type { House } from './house.ts';
import { isOutage } from './outage.ts';
import { placeOf } from './picture-address.ts';
import { portrayed, sitterOf } from './portray.ts';
import { speciesOf } from './species-of.ts';

/** What is said to a service that draws from words. */
export interface PictureWords {
  portrait(portrayed: Portrayed): string;
  avatar(agent: Agent): string;
}

export type Drawn =
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

/** Draws the picture that waits longest: claimed first, so that no two draw it, and hung up in one go or not at all. */
export async function drawPicture(house: House, words: PictureWords, closing?: AbortSignal): Promise<Drawn> {
  const job = await claim(house);
  if (!job) return { kind: 'idle' };
  try {
    if (job.attempts > MOST_ATTEMPTS) throw neverHeardOf();
    const artist = await artistFor(house, job);
    const picture = await drawn(house, { job, artist, words, closing });
    const hung = await hang(house, job, picture, artist.name);
    return { kind: hung ? 'drawn' : 'overtaken' };
  } catch (error) {
    return putOff(house, job, error, closing);
  }
}

async function claim({ store, clock, chance }: House): Promise<Claimed | undefined> {
  const now = clock.now();
  return store.together((db) => claimPicture(db, { claim: chance.id(), now, until: now + CLAIMED_FOR }));
}

/** Who draws for this agent: the service while it has not had its share of it, otherwise our own artist. */
async function artistFor({ pictures, store, clock }: House, { agentId }: Claimed): Promise<Pictures> {
  const { perAgentDaily: most } = pictures;
  if (most === undefined) return pictures;
  const now = clock.now();
  const allowed = await takeFromQuota(store, { agentId, most, now, since: now - DAY });
  return allowed ? pictures : ownArtist;
}

interface Drawing {
  readonly job: Claimed;
  readonly artist: Pictures;
  readonly words: PictureWords;
  readonly closing: AbortSignal | undefined;
}

async function drawn(house: House, { job, artist, words, closing }: Drawing): Promise<Picture> {
  if (job.occasion === 'avatar') {
    const agent = await findAgent(house.store, job.sitter);
    if (!agent) throw nobodyThere();
    return artist.avatar({ sitter: sitterOf(agent), prompt: words.avatar(agent) }, closing);
  }
  const kept = await findCreature(house.store, job.sitter);
  if (!kept) throw nobodyThere();
  const species = await speciesOf(house, kept.creature.species);
  const facts = await portrayed(house, kept, { species, stage: job.occasion });
  return artist.portrait({ portrayed: facts, prompt: words.portrait(facts) }, closing);
}

function nobodyThere(): CannotDraw {
  return new CannotDraw('there is nobody to draw', { retry: false });
}

// What ends the process that draws it must not end the next ones too.
function neverHeardOf(): CannotDraw {
  return new CannotDraw('nobody who took it up was heard of again', { retry: false });
}

async function hang(house: House, job: Claimed, picture: Picture, drawnBy: string): Promise<boolean> {
  const { sitter, occasion } = job;
  const imageUrl = placeOf(job, picture.type);
  const kept = { ...(await packed(picture)), drawnBy };
  const generatedAt = house.clock.now();
  return house.store.together(async (db) => {
    if (!(await finishPicture(db, job))) return false;
    await keepPicture(db, job, kept);
    if (occasion === 'avatar') await hangAvatar(db, sitter, imageUrl);
    else await hangPortrait(db, sitter, { stage: occasion, imageUrl, generatedAt });
    return true;
  });
}

/** What hung before stays. It is tried again later, each time after a longer while, and then left at that. */
async function putOff(
  house: House,
  job: Claimed,
  error: unknown,
  closing: AbortSignal | undefined,
): Promise<Drawn> {
  const { reason, retry, retryAfterMs, cause } = asTrouble(error);
  // That the house closes, or that a service wants to be left alone, says nothing about this picture.
  const counts = !closing?.aborted && retryAfterMs === undefined;
  const attempts = counts ? job.attempts : job.attempts - 1;
  const pause = Math.max(retryAfterMs ?? 0, FIRST_PAUSE * 4 ** (attempts - 1));
  const again = retry && attempts < MOST_ATTEMPTS ? house.clock.now() + pause : undefined;
  await failPicture(house.store, job, { again, attempts, trouble: reason });
  return { kind: 'failed', reason, cause, givenUp: again === undefined, retryAfterMs };
}

/** What went wrong with the picture; with our own database nothing can be put off. */
function asTrouble(error: unknown): CannotDraw {
  // A service that cannot be reached looks just like a database that cannot.
  if (error instanceof CannotDraw) return error;
  if (isOutage(error)) throw error;
  return new CannotDraw('something unforeseen', { retry: true, cause: error });
}
