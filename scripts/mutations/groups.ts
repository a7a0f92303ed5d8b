import { globSync } from 'node:fs';

/** Files that bugs are planted in, and the tests that have to find them. */
export interface MutationPart {
  readonly files: readonly string[];
  /** Only those that state the rules of these files: others would find the same bugs, hours later. */
  readonly tests: readonly string[];
}

export interface MutationGroup {
  readonly title: string;
  readonly parts: readonly MutationPart[];
  /** Kinds of bugs that are not planted, by Stryker's names for them. */
  readonly spared: readonly string[];
  /** Of a hundred planted bugs, how many have to be found. */
  readonly atLeast: number;
}

/** Texts are read by people and SQL by every test of its table; an object without its fields does not compile. */
const SPARED = ['StringLiteral', 'ObjectLiteral'];

export const GROUPS = {
  core: {
    title: 'The rules',
    parts: [
      {
        files: ['src/rules/**/*.ts', '!src/rules/**/*.test.ts', '!src/rules/vocabulary.ts'],
        tests: ['src/rules/**/*.test.ts'],
      },
    ],
    spared: [],
    atLeast: 85,
  },
  money: {
    title: 'Money',
    parts: [
      {
        files: [
          'src/features/money/{checkout,checkout-webhook}.ts',
          'src/features/money/{purchases,ledger}.store.ts',
        ],
        tests: [
          'src/features/money/*.test.ts',
          'test/money/{ledger,pinned,sandbox,stripe,stripe-*}.test.ts',
          'test/mistakes/time-limits.test.ts',
        ],
      },
      {
        files: [
          'src/features/money/{pay-inline,ways-to-pay,reconcile,ledger,buy-credits}.ts',
          'src/features/money/inline-payments.store.ts',
        ],
        tests: [
          'src/features/money/*.test.ts',
          'test/money/{credits,admin-money,mpp,pinned,repeated,way-back,x402,x402-*}.test.ts',
          'test/mistakes/{ceiling,time-limits}.test.ts',
        ],
      },
    ],
    spared: SPARED,
    atLeast: 80,
  },
  keys: {
    title: 'Keys',
    parts: [
      {
        files: ['src/features/agents/{api-keys,register}.ts', 'src/features/agents/agents.store.ts'],
        tests: [
          'src/features/agents/agents.store.test.ts',
          'test/keepers/{keys,registration,stored-agents,backups-tell-no-keys}.test.ts',
          'test/moderation/block.test.ts',
        ],
      },
      {
        files: ['src/server/caller.ts'],
        tests: ['src/server/{client-address,misplaced-key}.test.ts'],
      },
      {
        files: ['src/server/authenticate.ts'],
        tests: ['test/server/authenticate.test.ts'],
      },
    ],
    spared: SPARED,
    atLeast: 80,
  },
  lives: {
    title: 'Eggs, ends and returns',
    parts: [
      {
        files: ['src/features/lives/adopt.ts'],
        tests: [
          'src/features/lives/adopt.test.ts',
          'test/lives/adopt.test.ts',
          'test/keepers/{tiers,quotas}.test.ts',
        ],
      },
      {
        files: ['src/features/lives/{release,resurrect,returnable}.ts'],
        tests: [
          'src/features/lives/ends-and-returns.test.ts',
          'test/lives/{release,resurrect,resurrect-races}.test.ts',
          'test/money/{resurrect,way-back}.test.ts',
        ],
      },
    ],
    spared: SPARED,
    atLeast: 80,
  },
  growing: {
    title: 'Care and time',
    parts: [
      {
        files: ['src/features/lives/{settle,save-change}.ts'],
        tests: [
          'src/features/lives/{save-change,settle}.test.ts',
          'test/lives/{settle,settle-together}.test.ts',
          'test/mistakes/settle-moments.test.ts',
          'test/public/gravestones.test.ts',
        ],
      },
      {
        files: ['src/features/care/care.ts'],
        tests: [
          'test/care/{brief-care,care,care-refusals,come-back,company,deeds,family-deeds,items,meals}.test.ts',
          'test/keepers/quotas.test.ts',
          'test/mistakes/{overtaken,remembered-care,struck-down}.test.ts',
        ],
      },
    ],
    spared: SPARED,
    atLeast: 80,
  },
  limits: {
    title: 'Limits',
    parts: [
      {
        files: ['src/outside/rate-limiter.ts'],
        tests: ['src/outside/rate-limiter{,-memory}.test.ts'],
      },
      {
        files: ['src/server/rate-limit.ts'],
        tests: ['test/server/rate-limit.test.ts'],
      },
      {
        files: ['src/server/mistakes/body-limits.ts'],
        tests: ['src/server/mistakes/body-limits.test.ts'],
      },
      {
        files: ['src/features/once.ts', 'src/features/once.store.ts'],
        tests: [
          'src/features/idempotency.test.ts',
          'test/engine/{idempotent-replies,reply-packing}.test.ts',
          'test/keepers/backups-tell-no-keys.test.ts',
        ],
      },
      {
        files: ['src/features/agents/count-words.ts'],
        tests: ['src/features/agents/count-words.test.ts'],
      },
    ],
    spared: SPARED,
    atLeast: 80,
  },
  departures: {
    title: 'Departures',
    parts: [
      {
        files: ['src/features/agents/leave.ts', 'src/features/agents/departures.store.ts'],
        tests: ['src/features/agents/leave.test.ts', 'test/keepers/departure.test.ts'],
      },
    ],
    spared: SPARED,
    atLeast: 80,
  },
  tills: {
    title: 'Where money comes in',
    parts: [
      {
        files: [
          'src/features/money/credits.http.ts',
          'src/server/payment-headers.ts',
          'src/outside/money/{cashier,mpp,mpp-stripe,x402,x402-*}.ts',
          '!src/outside/money/*.test.ts',
        ],
        tests: [
          'src/{features/money/credits.http,server/payment-headers}.test.ts',
          'src/outside/money/{cashier,mpp,x402,x402-*}.test.ts',
          'test/money/{credits,mpp,mpp-stripe,pinned,repeated,x402,x402-*}.test.ts',
        ],
      },
      {
        files: [
          'src/features/money/checkout.http.ts',
          'src/outside/money/{checkout-sandbox,checkout-stripe,stripe-events}.ts',
        ],
        tests: [
          'src/outside/money/checkout-*.test.ts',
          'test/money/{sandbox,stripe,stripe-*}.test.ts',
          'test/mistakes/time-limits.test.ts',
        ],
      },
    ],
    spared: SPARED,
    atLeast: 80,
  },
} as const satisfies Record<string, MutationGroup>;

export type GroupName = keyof typeof GROUPS;

export function isGroupName(name: string): name is GroupName {
  return Object.hasOwn(GROUPS, name);
}

/** The files of a part that are there, by their paths below `root`. */
export function filesOf({ files }: MutationPart, root: string): string[] {
  const [without = [], within = []] = [true, false].map((isLeftOut) =>
    files.filter((file) => file.startsWith('!') === isLeftOut),
  );
  return globSync(within, { cwd: root, exclude: without.map((file) => file.slice(1)) }).toSorted();
}
