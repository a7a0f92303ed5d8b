import { clock } from './clock.ts';
import { evolution } from './evolution.ts';
import { feeding } from './feeding.ts';
import { gettingStarted } from './getting-started.ts';
import type { Guide } from './guide.ts';
import { payments } from './payments.ts';
import { selfHosting } from './self-hosting.ts';

/** Every guide, in the order one would read them. */
export const GUIDES: readonly Guide[] = [gettingStarted, clock, feeding, evolution, payments, selfHosting];

export function guideOf(name: string): Guide | undefined {
  return GUIDES.find((guide) => guide.name === name);
}
