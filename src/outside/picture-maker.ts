import { drawAvatar, type AvatarFacts } from '../../packages/artist/avatar.ts';
import type { PortraitFacts } from '../../packages/artist/creature.ts';
import { drawPortrait } from '../../packages/artist/portrait.ts';

export type PictureType = 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp';

/** A picture; its `type` was recognised from the bytes. */
export type Picture = Readonly<{ type: PictureType; bytes: Uint8Array }>;

/** For an image service; the built-in artist draws by facts. */
type PicturePrompt = Readonly<{ prompt: string }>;

/** Draws pictures; rejects with `PictureError`. */
export interface PictureMaker {
  /** `own` for the built-in artist, or the image model's id. */
  readonly name: string;
  /** Daily quotas of pictures, for one agent and for all; undefined where pictures cost nothing. */
  readonly perAgentDaily: number | undefined;
  readonly daily?: number | undefined;
  portrait(
    order: PicturePrompt & { readonly portrayed: PortraitFacts },
    closing?: AbortSignal,
  ): Promise<Picture>;
  avatar(order: PicturePrompt & { readonly sitter: AvatarFacts }, closing?: AbortSignal): Promise<Picture>;
}

type PictureErrorOptions = Readonly<{ retry: boolean; retryAfterMs?: number | undefined; cause?: unknown }>;

/** A picture that could not be drawn; the message is for the operator, without keys and user text. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: string;
  readonly retry: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, { retry, retryAfterMs, cause }: PictureErrorOptions) {
    super(reason, { cause });
    this.reason = reason;
    this.retry = retry;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The built-in artist: local, free and deterministic. */
export const ownArtist: PictureMaker = {
  name: 'own',
  perAgentDaily: undefined,
  portrait: async ({ portrayed }) => toSvgPicture(drawPortrait(portrayed)),
  avatar: async ({ sitter }) => toSvgPicture(drawAvatar(sitter)),
};

const toSvgPicture = (drawing: string): Picture => ({ type: 'image/svg+xml', bytes: Buffer.from(drawing) });
