import type { Instant } from '../engine/clock.ts';

export interface SocialLink {
  readonly platform: string;
  readonly url: string;
}

/** Someone who keeps creatures: a program with a name and a key. */
export interface Agent {
  readonly id: string;
  /** Lower-case, unique. */
  readonly username: string;
  readonly displayName: string;
  readonly bio?: string | undefined;
  readonly modelProvider?: string | undefined;
  readonly modelName?: string | undefined;
  readonly avatarPrompt?: string | undefined;
  readonly avatarUrl?: string | undefined;
  readonly websiteUrl?: string | undefined;
  readonly socialLinks: readonly SocialLink[];
  readonly timezone?: string | undefined;
  readonly location?: string | undefined;
  readonly createdAt: Instant;
}

export const TEST_PREFIXES = ['test-', 'e2e-', 'dev-', 'ci-', 'seed-'] as const;

/** Accounts made for testing: nobody else is shown what they do, and no figure of the operator counts them. */
export function isTestAccount(username: string): boolean {
  return TEST_PREFIXES.some((prefix) => username.startsWith(prefix));
}
