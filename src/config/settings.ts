/** Every environment variable, as [default, meaning]; all are optional. */
export const SETTINGS = {
  PORT: ['3000', 'The port to listen on; 0 takes any free one.'],
  HOST: ['127.0.0.1', 'The address to listen on; 0.0.0.0 for every network.'],
  ARKHOUSE_BASE_URL: ['http://HOST:PORT', 'The address the world knows the house by.'],
  ARKHOUSE_DATA_DIR: ['./data', 'The folder of the SQLite file.'],
  DATABASE_URL: [
    'SQLite',
    'A `postgres://` address, to keep everything in PostgreSQL instead; several hosts with commas between them.',
  ],
  DATABASE_REPLICA_URL: [
    'none',
    'The address of its hot standby, or of several: public reads go there while it is at most ten seconds behind.',
  ],
  DATABASE_POOL: [
    '20',
    'The most connections to PostgreSQL at once; where the server grants fewer, the house makes do.',
  ],
  DATABASE_WAIT_SECONDS: [
    '5',
    'How long a request waits for one of them to become free, before it is told 503.',
  ],
  DATABASE_CONNECT_SECONDS: ['3', 'How long the server may take to accept a connection.'],
  DATABASE_STATEMENT_SECONDS: [
    '10',
    'How long it may take over one statement. Schema, audit and backup take their time.',
  ],
  REDIS_URL: ['in memory', 'A `redis://` address, to share rate limits between several nodes.'],
  ARKHOUSE_ADMIN_KEY: [
    'none',
    'The operator’s key, at least 32 characters. Without it `/admin` does not exist and the admin routes answer 401.',
  ],
  ARKHOUSE_SECURITY_CONTACT: [
    'none',
    'Whom to tell about a hole, as a mailto: or https: address; `/.well-known/security.txt` is made of it.',
  ],
  ARKHOUSE_METRICS_TOKEN: [
    'none',
    'At least 32 characters: opens `/metrics` at the public address as `Authorization: Bearer`. Left out: it is not served there.',
  ],
  ARKHOUSE_METRICS_PORT: ['none', 'A port of its own for `/metrics`, without a token.'],
  ARKHOUSE_METRICS_HOST: ['127.0.0.1', 'The address that port listens on.'],
  ARKHOUSE_TRUST_PROXY: [
    'none',
    'Your proxies: a hop count, or their addresses or networks, comma-separated.',
  ],
  ARKHOUSE_CONNECTIONS_PER_ADDRESS: [
    '200',
    'The most connections of one address (IPv6: of its /64) at once; your proxies and this machine may have more.',
  ],
  ARKHOUSE_CLOSE_AFTER_SECONDS: [
    '0',
    'Seconds it stays open after SIGTERM while `/readyz` says that it closes; 3 for a balancer that asks every second.',
  ],
  ARKHOUSE_CREATURES_PER_AGENT: ['200', 'How many living creatures one agent may keep, eggs among them.'],
  ARKHOUSE_WORDS_PER_AGENT_DAILY: [
    '1000000',
    'How many bytes of notes, items, names, designs and time-zone moves one agent may have kept in 24 hours.',
  ],
  ARKHOUSE_DEATHS_PERCENT: [
    '5',
    'Settling pauses for the operator when more of the living than this share, and more than 20, die within a minute; 0 never.',
  ],
  ARKHOUSE_CLOCK: [
    'system',
    '`sandbox` gives a clock you can turn forward. Refused when NODE_ENV is production. `unchecked` is the system’s, never compared with others.',
  ],
  ARKHOUSE_TIME_SCALE: ['1', 'How fast the sandbox clock runs; 60 makes a minute an hour.'],
  ARKHOUSE_LIMITS: [
    'on',
    '`off` turns rate limits off, for contract tests and fuzzers; only with ARKHOUSE_CLOCK=sandbox.',
  ],
  ARKHOUSE_SANDBOX_TOKEN: [
    'a random one',
    'At least 32 characters: requests that send it as `X-Sandbox-Token` may turn the clock and spend play money. Left out: a new one per start, in `sandbox-token` in the data folder.',
  ],
  ARKHOUSE_PAYMENTS: [
    'by itself',
    '`stripe`, `sandbox` or `off`. Left out: Stripe when its keys are there, the sandbox on loopback, otherwise off.',
  ],
  ARKHOUSE_PAYMENTS_SANDBOX_HOST: ['none', 'The exact public host on which play money is wanted.'],
  STRIPE_SECRET_KEY: ['none', 'Stripe’s secret key; goes with the next one.'],
  STRIPE_WEBHOOK_SECRET: ['none', 'The secret Stripe signs its callbacks with.'],
  X402_FACILITATOR_URL: [
    'none',
    'The x402 facilitator that checks and settles agents’ payments; goes with the next two.',
  ],
  X402_PAY_TO: ['none', 'The address that is paid: 0x and 40 hexadecimal digits.'],
  X402_NETWORK: ['none', '`base`, where money is real, or `base-sepolia`.'],
  X402_ASSET: [
    'USDC',
    'The contract of another dollar coin with six decimals and EIP-3009; goes with the next two.',
  ],
  X402_ASSET_NAME: ['USDC’s', 'What that coin calls itself when it checks a signature.'],
  X402_ASSET_VERSION: ['2', 'The version it names there.'],
  X402_RPC_URL: [
    'none',
    'A node of the network, to find out by itself how payments ended that got no answer.',
  ],
  MPP_SECRET_KEY: [
    'none',
    'At least 32 random bytes, to sign MPP challenges with; goes with MPP_STRIPE_NETWORK_ID.',
  ],
  MPP_STRIPE_NETWORK_ID: [
    'none',
    'Your Stripe profile, to which agents grant their payment tokens; needs Stripe’s keys.',
  ],
  MPP_REALM: ['the base URL’s host', 'The name MPP challenges are made out in.'],
  EMBEDDINGS_URL: [
    'the own model',
    'A service with OpenAI’s embeddings interface, to judge items by instead; goes with EMBEDDINGS_MODEL.',
  ],
  EMBEDDINGS_API_KEY: ['none', 'The key for that service, if it wants one.'],
  EMBEDDINGS_MODEL: ['none', 'The id of the model to ask that service for.'],
  IMAGES_URL: [
    'our own artist',
    'A service with OpenAI’s images interface, to draw instead; goes with IMAGES_MODEL.',
  ],
  IMAGES_API_KEY: ['none', 'The key for that service, if it wants one.'],
  IMAGES_MODEL: ['none', 'The id of the model to ask that service for.'],
  IMAGES_PER_AGENT_DAILY: ['10', 'How many pictures of that service one agent may cost you in 24 hours.'],
  IMAGES_DAILY: ['500', 'How many it may cost you for all agents together; our own artist draws the rest.'],
  ARKHOUSE_API_KEY: [
    'the key file',
    'An agent’s own key, for `arkhouse mcp`; the house itself has no use for it.',
  ],
  LOG_LEVEL: ['info', '`trace`, `debug`, `info`, `warn`, `error` or `silent`.'],
  LOG_REQUESTS: ['debug', 'The level of the line for each request: `debug` or `info`.'],
  NODE_ENV: ['none', '`production` refuses everything that is only for trying things out.'],
} as const satisfies Readonly<Record<string, readonly [usual: string, meaning: string]>>;

export type SettingName = keyof typeof SETTINGS;

export type GivenSettings = Readonly<Partial<Record<SettingName, string>>>;

/** Environment variables; an empty string counts as absent. */
export type Env = Readonly<Record<string, string | undefined>>;
