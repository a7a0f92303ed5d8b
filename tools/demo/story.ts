import { join } from 'node:path';

import { DAY, HOUR, iso, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import type { LiveFacts } from '../../src/rules/live.ts';
import {
  createHouseClient,
  httpTransport,
  type SandboxClient,
  withRetries,
} from '../../src/client/client.ts';
import { type DatedDiaryEntry, openDiary } from '../../src/keeper/diary.ts';
import { type KeeperContext, type KeeperHost, openMemory } from '../../src/keeper/keeper-context.ts';
import { type KeeperLook, lookFrom, makeRound } from '../../src/keeper/round.ts';
import { ensureRegistered, type Waiter } from '../../src/keeper/run-keeper.ts';

interface DemoStage {
  readonly address: string;
  readonly beginsAt: Instant;
  readonly clock: SandboxClient;
  readonly waiter: Waiter;
  readonly folder: string;
  readonly host: Omit<KeeperHost, 'print'>;
  readonly say: (line: string) => void;
}

/** A creature of the demo and its keeper: kept well, with one long absence, or visited once and abandoned. */
const RESIDENTS = [
  'wren|Pebble|housecat|faithful|Comes when the house says so, and never a minute later.',
  'juniper|Biscuit|retriever|forgetful|Means well. Loses track of the days.',
  'heron|Puddle|duck|faithful|Stands very still beside water.',
  'orbit|Pixel|blob|faithful|Runs on a schedule, and likes it there.',
  'drifter|Thistle|rabbit|never_returns|Only passing through.',
].map((row) => {
  const [keeper = '', name = '', species = '', habit = '', bio = ''] = row.split('|');
  return { keeper, name, species, habit, bio };
});
type Resident = (typeof RESIDENTS)[number];

interface Role {
  readonly resident: Resident;
  readonly keeper: KeeperContext;
  readonly address: string;
  readonly tell: (at: Instant, sentence: string) => void;
}

/** What a keeper does; it yields the moment at which it goes on. */
type Visits = AsyncGenerator<Instant, void, void>;

/** The house takes in so many new agents an hour, and no more. */
const ARRIVALS_APART = 40 * MINUTE;

export function beginStory(stage: DemoStage) {
  const { beginsAt, clock, waiter, say } = stage;
  const children = new Set(RESIDENTS.map(({ name }) => name));
  const told = new Set<string>();
  const tell = (at: Instant, sentence: string) => {
    const day = Math.floor((at - Math.floor(beginsAt / DAY) * DAY) / DAY) + 1;
    say(`  day ${day}, ${iso(at).slice(11, 16)}  ${sentence}`);
  };
  const hear = (resident: Resident, entry: DatedDiaryEntry) => {
    const [once = '', sentence] = lineFor(resident, entry) ?? [];
    // Each only the first time: how it is done, not how often.
    if (sentence !== undefined && !told.has(once)) tell(Date.parse(entry.at), sentence);
    told.add(once);
    const isOver = entry.kind === 'died' || (entry.kind === 'grew' && entry.stage === 'adult');
    if (isOver) children.delete(resident.name);
  };
  let agenda = RESIDENTS.map((resident, nth) => ({
    at: beginsAt + nth * ARRIVALS_APART,
    visits: live(stage, resident, hear, tell),
  }));
  const play = async (goesOn: () => boolean) => {
    while (goesOn()) {
      const next = agenda.toSorted((one, other) => one.at - other.at)[0];
      if (!next) return;
      await waiter.until(next.at, Date.parse((await clock.getSandboxClock()).now));
      const { value: at } = await next.visits.next();
      if (at === undefined) agenda = agenda.filter((each) => each !== next);
      else next.at = at;
    }
  };
  return { untilGrown: () => play(() => children.size > 0), onwards: () => play(() => true) };
}

/** The sentence for a diary entry, and a key by which it is printed only once; most entries have no sentence. */
function lineFor(
  { name, keeper, species, habit }: Resident,
  entry: DatedDiaryEntry,
): [once: string, sentence: string] | undefined {
  switch (entry.kind) {
    case 'hatched': {
      const leaves = `${keeper} looks at it once, and moves on.`;
      const stays = habit === 'never_returns' ? leaves : `${keeper} will look after it.`;
      return [`hatched ${name}`, `${name}, a ${species}, hatches. ${stays}`];
    }
    case 'asleep':
      return ['asleep', `Night. ${name} is asleep, and ${keeper} tiptoes out again.`];
    case 'grew': {
      const form = entry.form === undefined ? '' : ` They call it ${entry.form}.`;
      const grew = entry.stage === 'adult' ? `has grown up.${form}` : `is a ${entry.stage} now.`;
      return [`${entry.stage} ${name}`, `${name} ${grew}`];
    }
    case 'died':
      return [`died ${name}`, `${name} has died, because nobody came. A stone is set in the graveyard.`];
    case 'care': {
      if (!entry.success || entry.action !== 'feed' || habit !== 'faithful') return undefined;
      const liking = entry.category === 'loved' ? ' It loves that.' : '';
      return [`fed ${name}`, `The first meal for ${name}: ${entry.item}.${liking}`];
    }
    default:
      return undefined;
  }
}

async function* live(
  stage: DemoStage,
  resident: Resident,
  hear: (resident: Resident, entry: DatedDiaryEntry) => void,
  tell: Role['tell'],
): Visits {
  const { address, waiter, folder } = stage;
  const { keeper: username, name, species, habit, bio } = resident;
  const print = async (_: string, entry: DatedDiaryEntry) => hear(resident, entry);
  const host: KeeperHost = { ...stage.host, print };
  const policy = { wait: waiter.wait.bind(waiter) };
  const keyFile = join(folder, `${username}.json`);
  const send = withRetries(httpTransport(address), policy);
  const { saved } = await ensureRegistered({ keyFile, username }, address, send, host);
  const keeper: KeeperContext = {
    house: createHouseClient(withRetries(httpTransport(address, saved.key), policy)),
    diary: openDiary({ format: 'words', print }),
    memory: await openMemory(`${keyFile}.memory`),
    host,
    wishes: { name, species, afterDeath: 'stop' },
    sits: false,
    fruitless: new Map(),
  };
  await keeper.house.updateProfile({ body: { bio } });
  const role = { resident, keeper, address, tell };
  if (habit === 'never_returns') yield* visitOnce(role);
  if (habit === 'forgetful') yield* forgetAndRescue(role);
  yield* visitFaithfully(role);
}

async function* visitFaithfully({ keeper }: Role, isEnough = async () => false): Visits {
  for (;;) {
    const { next } = await makeRound(keeper);
    if (next === undefined || (await isEnough())) return;
    yield next;
  }
}

/** Looks at its egg, and comes again only when it is too late. */
async function* visitOnce(role: Role): Visits {
  await makeRound(role.keeper);
  const { creature } = await lookAt(role);
  yield Date.parse(creature.death_clock.dies_at) + MINUTE;
}

/** After so many hours this keeper stays away: its creature is a child by then. */
const FORGETS_AFTER_HOURS = 26;
/** Remaining life at which its keeper visits briefly, and at which it stays. */
const WORRYING_HOURS = 12;
const LAST_HOURS = 2;

async function* forgetAndRescue(role: Role): Visits {
  const { tell, keeper, address, resident } = role;
  const { name, keeper: who } = resident;
  yield* visitFaithfully(role, async () => (await lookAt(role)).creature.age_hours >= FORGETS_AFTER_HOURS);
  const left = await lookAt(role);
  const { id } = left.creature;
  tell(left.now, `${who} has other things to do, and forgets about ${name}.`);
  yield Date.parse(left.creature.death_clock.dies_at) - WORRYING_HOURS * HOUR;
  // Resets the death clock only: its health goes on falling, below 20 by the time of the rescue.
  await keeper.house.careForCreature({ body: { creature_id: id, action: 'reflect' } });
  const worried = await lookAt(role);
  tell(worried.now, `${who} sits with ${name} and brings no food: ${statsOf(worried.creature)}.`);
  yield Date.parse(worried.creature.death_clock.dies_at) - LAST_HOURS * HOUR;
  // The public view: reading it does not affect the creature.
  const seen = await fetch(`${address}/creatures/${id}/now.json`);
  const { at, living } = (await seen.json()) as LiveFacts;
  if (!living) return;
  tell(at, `${name} has ${LAST_HOURS} hours left: ${statsOf(living.shown)}.`);
  const { next } = await makeRound(keeper);
  // Not the public view: it may be up to one second old, and the visit can be shorter than that.
  const { creature, now } = await lookAt(role);
  tell(now, `${who} is back, and does all that can be done: ${statsOf(creature)}. ${name} will live.`);
  if (next !== undefined) yield next;
}

async function lookAt({ keeper, resident: { name } }: Role): Promise<KeeperLook> {
  const look = lookFrom(await keeper.house.getCreatureStatus());
  if (!look) throw new Error(`${name} should be alive at this moment.`);
  return look;
}

type Seen = number | null | undefined;

function statsOf({ hunger, health }: { readonly hunger?: Seen; readonly health?: Seen }): string {
  return `food ${Math.round(hunger ?? 0)}, health ${Math.round(health ?? 0)}`;
}
