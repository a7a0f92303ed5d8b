import { drawAvatar, type AvatarFacts } from '../artist/avatar.ts';
import { drawPortrait, type PortraitFacts } from '../artist/portrait.ts';

export type PictureType = 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp';

/** A picture; its `type` was recognised from the bytes. */
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

/** A portrait to draw: facts for the built-in artist, and a prompt for an image service. */
interface PortraitOrder {
  readonly portrayed: PortraitFacts;
  readonly prompt: string;
}

interface AvatarOrder {
  readonly sitter: AvatarFacts;
  readonly prompt: string;
}

/** Draws pictures; rejects with `PictureError`. */
export interface PictureMaker {
  /** `own` for the built-in artist, or the image model's id. */
  readonly name: string;
  /** Daily quotas of pictures, for one agent and for all; undefined where pictures cost nothing. */
  readonly perAgentDaily: number | undefined;
  readonly daily?: number | undefined;
  portrait(order: PortraitOrder, closing?: AbortSignal): Promise<Picture>;
  avatar(order: AvatarOrder, closing?: AbortSignal): Promise<Picture>;
}

interface PictureErrorOptions {
  /** True if drawing the picture again may succeed. */
  readonly retry: boolean;
  /** Delay from the image service's Retry-After. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

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

function toSvgPicture(drawing: string): Picture {
  return { type: 'image/svg+xml', bytes: Buffer.from(drawing) };
}
