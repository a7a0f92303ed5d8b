import { TimeZone } from '../../src/rules/base/clock.ts';
import { ProblemError, type ProblemCode, type ProblemFacts } from '../../src/rules/problem.ts';
import { aCreature, after, aSleeper, NOON, PLAIN } from './creature.ts';

function factsAbout(id: string): Partial<ProblemFacts> {
  const creature = { ...aCreature(), id };
  const yours = [{ id, name: creature.name, species: 'Tabby', stage: 'baby', alive: true }] as const;
  const late = {
    creature: { ...creature, died: { at: NOON, cause: 'hunger' } },
    species: PLAIN,
    imageUrl: undefined,
    cost: 100,
    credits: 0,
    missing: 100,
    payers: [],
    now: after(1),
  } as const;
  const turnedAway = { id, name: creature.name, family: 'cat', seed: 1, count: 1 } as const;
  const short = { cost: 100, credits: 40, shortfall: 60 };
  return {
    invalid_request: { misfits: [{ field: 'bio', expected: 'text', received: 'nothing' }] },
    body_too_large: { limitBytes: 65_536 },
    foreign_address: { address: 'https://ark.example' },
    misplaced_key: { place: 'header', name: 'x-auth-token' },
    limited_key: { guest: 'owner' },
    moved_recently: { retryAfterSeconds: 3600 },
    too_many_requests: { retryAfterSeconds: 7 },
    too_many_words: { limitBytes: 1_000_000, retryAfterSeconds: 3600 },
    no_such_route: {},
    wrong_method: { allowed: ['GET'], meant: 'GET /api' },
    unknown_admin_key: {},
    invalid_idempotency_key: { secret: '6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd7' },
    house_unreachable: { retryAfterSeconds: 5 },
    press_busy: { retryAfterSeconds: 10, drawn: true },
    no_press: { drawn: true },
    username_taken: { username: 'wren' },
    nobody_home: { target: { kind: 'any' }, yours: [], late },
    no_living_creature: { target: { kind: 'dead' }, yours: [], late },
    no_creature: { target: { kind: 'unknown' }, yours },
    nobody_to_release: { target: { kind: 'unknown' }, yours },
    creature_not_found: { target: { kind: 'unknown' }, yours: [] },
    which_creature: { yours },
    egg_not_hatched: turnedAway,
    creature_asleep: {
      ...turnedAway,
      rest: { wakesAt: after(13), nightEndsAt: after(18), zone: new TimeZone('UTC') },
      household: [aSleeper(11, { id })],
    },
    died_before_release: { late },
    released_meanwhile: { name: creature.name, yours },
    too_many_creatures: { most: 200 },
    too_many_sitters: { most: 3 },
    slug_reserved: { slug: 'tabby' },
    slug_taken: { slug: 'moss_fox' },
    still_alive: { id, name: creature.name },
    window_closed: { name: creature.name },
    insufficient_credits: { ...short, ways: {} },
    payment_required: { credits: 100, ways: {} },
    payment_refused: { ...short, ways: {}, reason: 'declined' },
    payment_unclear: { retryAfterSeconds: 5 },
    payments_off: { lacksToken: false },
    checkout_unreachable: { retryAfterSeconds: 5 },
  };
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

export function problemOf(code: ProblemCode, id = NOBODY): ProblemError {
  const known = factsAbout(id);
  const facts = code in known ? [known[code]] : [];
  return new ProblemError(code, ...(facts as [never]));
}
