import { type AvatarFacts, drawAvatar } from '../../../packages/artist/avatar.ts';
import type { PortraitFacts } from '../../../packages/artist/creature.ts';
import { drawEgg } from '../../../packages/artist/egg.ts';
import { drawKeepsake } from '../../../packages/artist/keepsakes.ts';
import { drawPortrait } from '../../../packages/artist/portrait.ts';
import { LruCache } from '../../../packages/base/collections.ts';
import { seedOf } from '../../../packages/base/hash.ts';
import type { Agent } from '../../rules/agents.ts';
import { attireOf } from '../../rules/attire.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { isSlug } from '../../rules/base/ids.ts';
import { KEEPSAKE_KINDS } from '../../rules/heart/keepsakes-table.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { ProblemError } from '../../rules/problem.ts';
import { appearanceOf } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import { type Pose, type Stage, STAGES } from '../../rules/vocabulary.ts';
import type { PictureType } from '../../outside/picture-maker.ts';
import { CARD_FONT_FILES, RasterizeError } from '../../outside/rasterizer.ts';
import { type HiddenHouse, readHiddenContent, redactDesign } from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import { TYPES_BY_ENDING } from '../pictures/picture-url.ts';
import { decompressPicture, findPicture, type StoredPicture } from '../pictures/pictures.store.ts';
import { findVisibleCreature, observeLiving } from '../public/public-reading.ts';
import type { PublicHouse } from '../public/replica.ts';
import { findVisibleAgent } from '../public/view-agent.ts';
import { noEarlierThan, type StoredCreature } from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { findDesign } from '../species/species.store.ts';

interface DrawnCreature {
  readonly id: string;
  readonly stage?: Stage | undefined;
  readonly pose?: Pose | undefined;
  readonly moving?: true | undefined;
}

export async function drawCreatureSvg(
  house: PublicHouse,
  { id, stage, pose, moving }: DrawnCreature,
  now: Instant,
): Promise<string | undefined> {
  const found = await findVisibleCreature(house, id, now);
  if (!found) return undefined;
  const { creature } = found.stored;
  const shown = stage ?? creature.stage;
  if (STAGES.indexOf(shown) > STAGES.indexOf(creature.stage)) return undefined;
  const species = await speciesOf(house, creature.species);
  const drawn = shown === 'egg' ? 'baby' : shown;
  const facts = await describeForPortrait(house, found.stored, { species, stage: drawn, now });
  if (shown === 'egg') return drawEgg(facts);
  if (stage !== undefined) return drawPortrait({ ...facts, pose });
  // Condition, keepsakes and joy are drawn only in a picture of the present.
  const present = presentLook(creature, species, now);
  return drawPortrait({ ...facts, ...present, pose, moving: present.appearance && moving });
}

/** What changes the portrait of a living creature from moment to moment. */
export function presentLook(
  creature: Creature,
  species: Species,
  now: Instant,
): Pick<PortraitFacts, 'appearance' | 'worn' | 'joy'> {
  const observed = observeLiving(creature, species, now);
  const { worn, joy } = attireOf(creature, species, noEarlierThan(creature, now));
  return { appearance: observed && appearanceOf(observed), worn, joy };
}

export async function drawSpeciesSvg(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  slug: string,
  stage: Stage = 'adult',
): Promise<string | undefined> {
  const species = isSlug(slug) ? await house.species.find(slug) : undefined;
  if (!species) return undefined;
  const designed = await imagePromptFor(house, species);
  if (stage === 'egg') return drawEgg({ species, seed: seedOf(slug) });
  return drawPortrait({ species, stage, seed: seedOf(slug), personality: [], designed });
}

export async function drawAgentSvg(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  username: string,
): Promise<string | undefined> {
  const agent = await findVisibleAgent(house, username);
  return agent && drawAvatar(describeForAvatar(agent));
}

/** What the artist and the prompt of an image service need to know. */
export interface CreaturePortrait extends PortraitFacts {
  readonly species: Species;
}

export async function describeForPortrait(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  { creature, imagePrompt }: StoredCreature,
  { species, stage, now }: Pick<CreaturePortrait, 'species' | 'stage'> & { readonly now: Instant },
): Promise<CreaturePortrait> {
  const { id, path, personality } = creature;
  const isGrown = stage === 'adult';
  return {
    species,
    stage,
    path: isGrown ? path : undefined,
    manner: isGrown ? attireOf(creature, species, now).manner : undefined,
    // The picture's seed is not the creature's own, which also decides when it sleeps.
    seed: seedOf(id),
    personality,
    prompt: imagePrompt,
    designed: await imagePromptFor(house, species),
  };
}

export async function imagePromptFor(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  { slug, tier }: Species,
): Promise<string | undefined> {
  if (tier !== 'community') return undefined;
  const design = await findDesign(house.store, slug);
  return design && redactDesign(await readHiddenContent(house), design).imagePrompt;
}

export function describeForAvatar({ id, avatarPrompt, bio, displayName }: Agent): AvatarFacts {
  return { seed: seedOf(id), words: avatarPrompt ?? bio ?? displayName };
}

export function drawKeepsakeSvg(kind: string, style: 'whole' | 'outline' = 'whole'): string | undefined {
  const known = KEEPSAKE_KINDS.find((each) => each === kind);
  if (!known) return undefined;
  const whole = drawKeepsake(known);
  return style === 'outline' ? whole.replaceAll(/ fill="[^"]*"/g, ' fill="none"') : whole;
}

interface PictureRequest {
  readonly sitter: string;
  readonly file: string;
  readonly gzip: boolean;
  /** Called before a picture is rendered that is not cached; refuses by throwing. */
  readonly countRendering: () => void | Promise<void>;
}

const DRAWING: PictureType = 'image/svg+xml';
const PRINT: PictureType = 'image/png';
const PRINT_PX = 512;
const RETRY_SECONDS = 10;
const SITTER = /^[0-9a-f-]{36}$/;
const FILE = /^(avatar|baby|child|teen|adult)\.([a-z]{3,4})$/;

export async function showPicture(
  house: PublicHouse,
  { sitter, file, gzip, countRendering }: PictureRequest,
): Promise<StoredPicture | undefined> {
  const [, occasion = '', ending = ''] = FILE.exec(file) ?? [];
  const type = TYPES_BY_ENDING.get(ending);
  if (type === undefined || !SITTER.test(sitter)) return undefined;
  const hidden = await readHiddenContent(house);
  if (occasion === 'avatar' && hidden.visibleText('avatar', sitter, file) === undefined) return undefined;
  const kept = await findPicture(house.store, sitter, occasion);
  if (!kept) return undefined;
  if (kept.type === type) return gzip ? kept : decompressPicture(kept);
  if (kept.type !== DRAWING || type !== PRINT) return undefined;
  const name = `${sitter}/${occasion}`;
  if (!printsOf(house).get(name)) await countRendering();
  const bytes = await findOrRasterize(house, name, kept);
  return { type: PRINT, encoding: undefined, bytes };
}

// Number of cached PNGs, about 10 MB.
const CACHE_SIZE = 100;
const prints = new WeakMap<PublicHouse, LruCache<Promise<Uint8Array>>>();

function printsOf(house: PublicHouse): LruCache<Promise<Uint8Array>> {
  const known = prints.get(house) ?? new LruCache<Promise<Uint8Array>>(CACHE_SIZE);
  prints.set(house, known);
  return known;
}

/** Renders a stored SVG as PNG. Concurrent requests share one rendering; stored pictures never change. */
async function findOrRasterize(house: PublicHouse, name: string, kept: StoredPicture): Promise<Uint8Array> {
  const known = printsOf(house);
  const printed = known.get(name) ?? rasterizeStored(house, kept);
  known.set(name, printed);
  printed.catch(() => known.deleteIf(name, printed));
  return printed;
}

async function rasterizeStored(
  house: Pick<BaseHouse, 'rasterizer'>,
  kept: StoredPicture,
): Promise<Uint8Array> {
  if (!house.rasterizer) throw new ProblemError('no_press', { drawn: true });
  const { bytes } = await decompressPicture(kept);
  try {
    return await house.rasterizer.rasterize(Buffer.from(bytes).toString(), PRINT_PX);
  } catch (error) {
    if (!(error instanceof RasterizeError)) throw error;
    throw new ProblemError('press_busy', { retryAfterSeconds: RETRY_SECONDS, drawn: true });
  }
}

/** Renders an SVG card as PNG; undefined when the rasterizer is busy or fails. */
export async function rasterizeCard(
  { rasterizer }: Pick<BaseHouse, 'rasterizer'>,
  svg: string,
  widthPx: number,
): Promise<Uint8Array | undefined> {
  if (!rasterizer) throw new ProblemError('no_press', { drawn: false });
  try {
    return await rasterizer.rasterize(svg, widthPx, CARD_FONT_FILES);
  } catch {
    return undefined;
  }
}
