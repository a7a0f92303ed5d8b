/** Every environment variable the house reads, in the order people meet them. None is needed. */
export const SETTINGS = {
  PORT: { usual: '3000', meaning: 'The port to listen on; 0 takes any free one.' },
  HOST: { usual: '127.0.0.1', meaning: 'The address to listen on; 0.0.0.0 for every network.' },
  ARKHOUSE_BASE_URL: { usual: 'http://HOST:PORT', meaning: 'The address the world knows the house by.' },
  ARKHOUSE_DATA_DIR: { usual: './data', meaning: 'The folder of the SQLite file.' },
  DATABASE_URL: {
    usual: 'SQLite',
    meaning: 'A `postgres://` address, to keep everything in PostgreSQL instead.',
  },
  REDIS_URL: {
    usual: 'in memory',
    meaning: 'A `redis://` address, to share rate limits between several nodes.',
  },
  ARKHOUSE_ADMIN_KEY: {
    usual: 'none',
    meaning:
      'The operator’s key, at least 32 characters. Without it `/admin` does not exist and the admin routes answer 401.',
  },
  ARKHOUSE_SECURITY_CONTACT: {
    usual: 'none',
    meaning:
      'Whom to tell about a hole, as a mailto: or https: address; `/.well-known/security.txt` is made of it.',
  },
  ARKHOUSE_METRICS_PORT: {
    usual: 'none',
    meaning:
      'A port of its own for `/metrics`, without a key. Left out: `/metrics` is at the house’s door, behind the admin key.',
  },
  ARKHOUSE_METRICS_HOST: { usual: '127.0.0.1', meaning: 'The address that port listens on.' },
  ARKHOUSE_TRUST_PROXY: {
    usual: 'none',
    meaning: 'Your proxies: a hop count, or their addresses or networks, comma-separated.',
  },
  ARKHOUSE_CLOCK: {
    usual: 'system',
    meaning: '`sandbox` gives a clock you can turn forward. Refused when NODE_ENV is production.',
  },
  ARKHOUSE_TIME_SCALE: { usual: '1', meaning: 'How fast the sandbox clock runs; 60 makes a minute an hour.' },
  ARKHOUSE_PAYMENTS: {
    usual: 'by itself',
    meaning:
      '`stripe`, `sandbox` or `off`. Left out: Stripe when its keys are there, the sandbox on loopback, otherwise off.',
  },
  ARKHOUSE_PAYMENTS_SANDBOX_HOST: {
    usual: 'none',
    meaning: 'The exact public host on which play money is wanted; the sandbox is refused there otherwise.',
  },
  STRIPE_SECRET_KEY: { usual: 'none', meaning: 'Stripe’s secret key; goes with the next one.' },
  STRIPE_WEBHOOK_SECRET: { usual: 'none', meaning: 'The secret Stripe signs its callbacks with.' },
  X402_FACILITATOR_URL: {
    usual: 'none',
    meaning: 'The x402 facilitator that checks and settles agents’ payments; goes with the next two.',
  },
  X402_PAY_TO: { usual: 'none', meaning: 'The address that is paid: 0x and 40 hexadecimal digits.' },
  X402_NETWORK: { usual: 'none', meaning: '`base`, where money is real, or `base-sepolia`.' },
  X402_ASSET: {
    usual: 'USDC',
    meaning: 'The contract of another dollar coin with six decimals and EIP-3009; goes with the next two.',
  },
  X402_ASSET_NAME: { usual: 'USDC’s', meaning: 'What that coin calls itself when it checks a signature.' },
  X402_ASSET_VERSION: { usual: '2', meaning: 'The version it names there.' },
  X402_RPC_URL: {
    usual: 'none',
    meaning: 'A node of the network, to find out by itself how payments ended that got no answer.',
  },
  MPP_SECRET_KEY: {
    usual: 'none',
    meaning: 'At least 32 random bytes, to sign MPP challenges with; goes with MPP_STRIPE_NETWORK_ID.',
  },
  MPP_STRIPE_NETWORK_ID: {
    usual: 'none',
    meaning: 'Your Stripe profile, to which agents grant their payment tokens; needs Stripe’s keys.',
  },
  MPP_REALM: { usual: 'the base URL’s host', meaning: 'The name MPP challenges are made out in.' },
  EMBEDDINGS_URL: {
    usual: 'the own model',
    meaning:
      'A service with OpenAI’s embeddings interface, to judge items by instead; goes with EMBEDDINGS_MODEL.',
  },
  EMBEDDINGS_API_KEY: { usual: 'none', meaning: 'The key for that service, if it wants one.' },
  EMBEDDINGS_MODEL: { usual: 'none', meaning: 'The id of the model to ask that service for.' },
  IMAGES_URL: {
    usual: 'our own artist',
    meaning: 'A service with OpenAI’s images interface, to draw instead; goes with IMAGES_MODEL.',
  },
  IMAGES_API_KEY: { usual: 'none', meaning: 'The key for that service, if it wants one.' },
  IMAGES_MODEL: { usual: 'none', meaning: 'The id of the model to ask that service for.' },
  IMAGES_PER_AGENT_DAILY: {
    usual: '10',
    meaning: 'How many pictures of that service one agent may cost you in 24 hours.',
  },
  ARKHOUSE_API_KEY: {
    usual: 'the key file',
    meaning: 'An agent’s own key, for `arkhouse mcp`; the house itself has no use for it.',
  },
  LOG_LEVEL: { usual: 'info', meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`.' },
  NODE_ENV: { usual: 'none', meaning: '`production` refuses everything that is only for trying things out.' },
} as const;

export type SettingName = keyof typeof SETTINGS;

/** Strings as the environment gives them; an empty one counts as absent. */
export type Env = Readonly<Record<string, string | undefined>>;
