/** At most `max` requests in a fixed window, counted per address or per agent (by its address without a key). */
export type RateLimit = Readonly<{ max: number; windowSeconds: number; per: 'ip' | 'agent' }>;

const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;

// Rate limits of the specification, in its order.
export const RATE_LIMITS = {
  register: { max: 3, windowSeconds: HOUR, per: 'ip' },
  rotate_key: { max: 5, windowSeconds: HOUR, per: 'agent' },
  adopt: { max: 5, windowSeconds: MINUTE, per: 'agent' },
  status: { max: 60, windowSeconds: MINUTE, per: 'agent' },
  preferences: { max: 60, windowSeconds: MINUTE, per: 'agent' },
  care: { max: 2, windowSeconds: 10 * SECOND, per: 'agent' },
  history: { max: 20, windowSeconds: MINUTE, per: 'agent' },
  graveyard: { max: 20, windowSeconds: MINUTE, per: 'agent' },
  hall: { max: 20, windowSeconds: MINUTE, per: 'ip' },
  species_create: { max: 3, windowSeconds: HOUR, per: 'agent' },
  species: { max: 30, windowSeconds: MINUTE, per: 'ip' },
  resurrect: { max: 3, windowSeconds: HOUR, per: 'agent' },
  // Rate limits that the specification does not have.
  due: { max: 60, windowSeconds: MINUTE, per: 'agent' },
  week: { max: 20, windowSeconds: MINUTE, per: 'agent' },
  letters: { max: 20, windowSeconds: MINUTE, per: 'agent' },
  release: { max: 10, windowSeconds: MINUTE, per: 'agent' },
  credits: { max: 20, windowSeconds: MINUTE, per: 'agent' },
  profile: { max: 20, windowSeconds: MINUTE, per: 'agent' },
  export: { max: 5, windowSeconds: HOUR, per: 'agent' },
  calendar: { max: 60, windowSeconds: MINUTE, per: 'ip' },
  // Limit of calendar requests per feed token, not per address.
  calendar_token: { max: 30, windowSeconds: MINUTE, per: 'ip' },
  calendar_feed: { max: 10, windowSeconds: MINUTE, per: 'agent' },
  owner_link: { max: 10, windowSeconds: HOUR, per: 'agent' },
  sitters: { max: 10, windowSeconds: HOUR, per: 'agent' },
  stats: { max: 60, windowSeconds: MINUTE, per: 'ip' },
  discovery: { max: 60, windowSeconds: MINUTE, per: 'ip' },
  health: { max: 60, windowSeconds: MINUTE, per: 'ip' },
  unknown_path: { max: 60, windowSeconds: MINUTE, per: 'ip' },
  admin: { max: 30, windowSeconds: MINUTE, per: 'ip' },
  // Limit of failed operator sign-ins; successful ones are not counted.
  operator_sign_in: { max: 5, windowSeconds: 5 * MINUTE, per: 'ip' },
  // Limits of replayed requests: per agent with an API key, per address with the Idempotency-Key alone.
  replay: { max: 30, windowSeconds: MINUTE, per: 'agent' },
  lost_answer: { max: 5, windowSeconds: MINUTE, per: 'ip' },
  // Limits that count refused requests instead of the route's own limit: per address without an API key, per agent with one.
  malformed: { max: 30, windowSeconds: MINUTE, per: 'ip' },
  refused: { max: 30, windowSeconds: MINUTE, per: 'agent' },
  failed_key: { max: 30, windowSeconds: MINUTE, per: 'ip' },
  mcp: { max: 300, windowSeconds: MINUTE, per: 'ip' },
  // Limit of PNG pictures (share cards and portraits) that have to be rendered; cached ones are not counted.
  cards: { max: 20, windowSeconds: MINUTE, per: 'ip' },
  pages: { max: 120, windowSeconds: MINUTE, per: 'ip' },
  pictures: { max: 1200, windowSeconds: MINUTE, per: 'ip' },
  probe: { max: 600, windowSeconds: MINUTE, per: 'ip' },
  callbacks: { max: 3000, windowSeconds: MINUTE, per: 'ip' },
  sandbox: { max: 600, windowSeconds: MINUTE, per: 'ip' },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;
