import { drawAvatar, type AvatarFacts } from '../artist/avatar.ts';
import { drawPortrait, type PortraitFacts } from '../artist/portrait.ts';

export type PictureType = 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp';

/** `type` was recognised from the bytes. */
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

/** Facts for our own artist, and a prompt for a service. */
interface PortraitOrder {
  readonly portrayed: PortraitFacts;
  readonly prompt: string;
}

/** Facts for our own artist, and a prompt for a service. */
interface AvatarOrder {
  readonly sitter: AvatarFacts;
  readonly prompt: string;
}

/** Rejects with `PictureError`. */
export interface PictureMaker {
  /** `own`, or the model's id. */
  readonly name: string;
  /** Pictures per 24 hours, for one agent and for all; undefined where they cost nothing. */
  readonly perAgentDaily: number | undefined;
  readonly daily?: number | undefined;
  portrait(order: PortraitOrder, closing?: AbortSignal): Promise<Picture>;
  avatar(order: AvatarOrder, closing?: AbortSignal): Promise<Picture>;
}

interface PictureErrorOptions {
  /** A retry may succeed. */
  readonly retry: boolean;
  /** From the service's Retry-After. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The message is for the operator, without keys and user text. */
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

/** Our own artist: local, free and deterministic. */
export const ownArtist: PictureMaker = {
  name: 'own',
  perAgentDaily: undefined,
  portrait: async ({ portrayed }) => toSvgPicture(drawPortrait(portrayed)),
  avatar: async ({ sitter }) => toSvgPicture(drawAvatar(sitter)),
};

function toSvgPicture(drawing: string): Picture {
  return { type: 'image/svg+xml', bytes: Buffer.from(drawing) };
}
