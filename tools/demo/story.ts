import { join } from 'node:path';

import {
  createHouseClient,
  httpTransport,
  withRetries,
  type SandboxClient,
} from '../../src/client/client.ts';
import { HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import type { LiveFacts } from '../../src/rules/live.ts';
import { type DatedDiaryEntry, openDiary } from '../../src/keeper/diary.ts';
import type { KeeperContext, KeeperHost } from '../../src/keeper/keeper-context.ts';
import { openMemory } from '../../src/keeper/memory.ts';
import { ensureRegistered, type Waiter } from '../../src/keeper/run-keeper.ts';
import { type KeeperLook, lookFrom, makeRound } from '../../src/keeper/round.ts';
import { RESIDENTS, type Narrator, type Resident } from './narrator.ts';

/** The demo's service, its clock, and a folder for the files of keepers. */
export interface DemoStage {
  readonly address: string;
  readonly beginsAt: Instant;
  readonly clock: SandboxClient;
  readonly waiter: Waiter;
  readonly folder: string;
  readonly narrator: Narrator;
  readonly host: Omit<KeeperHost, 'print'>;
}

/** Something that happens at a moment; what comes after it follows from how it went. */
interface Appointment {
  readonly at: Instant;
  keep(): Promise<readonly Appointment[]>;
}

/** A keeper in the story, with its creature. */
interface Role {
  readonly stage: DemoStage;
  readonly resident: Resident;
  readonly keeper: KeeperContext;
}

type Hearing = (resident: Resident, entry: DatedDiaryEntry) => void;

/** The demo: real keepers with one creature each, driven by the demo's clock. */
export interface Story {
  /** Runs until all creatures that will grow up are adults. */
  untilGrown(): Promise<void>;
  /** Runs while any creature lives; rejects when aborted. */
  onwards(): Promise<void>;
}

/** The house takes in so many new agents an hour, and no more. */
const ARRIVALS_APART = 40 * MINUTE;

export function beginStory(stage: DemoStage): Story {
  const children = new Set(RESIDENTS.map(({ name }) => name));
  const hear: Hearing = (resident, entry) => {
    stage.narrator.hear(resident, entry);
    const isOver = entry.kind === 'died' || (entry.kind === 'grew' && entry.stage === 'adult');
    if (isOver) children.delete(resident.name);
  };
  const agenda: Appointment[] = RESIDENTS.map((resident, nth) => ({
    at: stage.beginsAt + nth * ARRIVALS_APART,
    keep: () => arrive(stage, resident, hear),
  }));
  return {
    untilGrown: () => play(stage, agenda, () => children.size > 0),
    onwards: () => play(stage, agenda, () => true),
  };
}

async function play(
  { waiter, clock }: DemoStage,
  agenda: Appointment[],
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn()) {
    const next = agenda.toSorted((one, other) => one.at - other.at)[0];
    if (!next) return;
    await waiter.until(next.at, Date.parse((await clock.getSandboxClock()).now));
    agenda.splice(agenda.indexOf(next), 1, ...(await next.keep()));
  }
}

async function register(stage: DemoStage, resident: Resident, hear: Hearing): Promise<KeeperContext> {
  const { address, waiter, folder } = stage;
  const { keeper: username, name, species } = resident;
  const print = async (_: string, entry: DatedDiaryEntry) => hear(resident, entry);
  const host: KeeperHost = { ...stage.host, print };
  const policy = { wait: waiter.wait.bind(waiter) };
  const keyFile = join(folder, `${username}.json`);
  const send = withRetries(httpTransport(address), policy);
  const { saved } = await ensureRegistered({ keyFile, username }, address, send, host);
  return {
    house: createHouseClient(withRetries(httpTransport(address, saved.key), policy)),
    diary: openDiary({ format: 'words', print }),
    memory: await openMemory(`${keyFile}.memory`),
    host,
    wishes: { name, species, afterDeath: 'stop' },
    fruitless: new Map(),
  };
}

async function arrive(stage: DemoStage, resident: Resident, hear: Hearing): Promise<readonly Appointment[]> {
  const keeper = await register(stage, resident, hear);
  await keeper.house.updateProfile({ body: { bio: resident.bio } });
  const role = { stage, resident, keeper };
  const { habit } = resident;
  if (habit === 'never_returns') return visitOnce(role);
  return habit === 'forgetful' ? visitUntilForgotten(role) : visitFaithfully(role);
}

/** A round whenever the house asks for one. */
async function visitFaithfully(role: Role): Promise<readonly Appointment[]> {
  const { next } = await makeRound(role.keeper);
  return next === undefined ? [] : [{ at: next, keep: () => visitFaithfully(role) }];
}

/** Looks at its egg, and comes again only when it is too late. */
async function visitOnce(role: Role): Promise<readonly Appointment[]> {
  await makeRound(role.keeper);
  const { creature } = await lookAt(role);
  const tooLate = Date.parse(creature.death_clock.dies_at) + MINUTE;
  return [{ at: tooLate, keep: () => visitFaithfully(role) }];
}

/** After so many hours this keeper stays away: its creature is a child by then. */
const FORGETS_AFTER_HOURS = 26;
/** Remaining life at which its keeper visits briefly, and at which it stays. */
const WORRYING_HOURS = 12;
const LAST_HOURS = 2;

async function visitUntilForgotten(role: Role): Promise<readonly Appointment[]> {
  const { next } = await makeRound(role.keeper);
  if (next === undefined) return [];
  const { creature, now } = await lookAt(role);
  if (creature.age_hours < FORGETS_AFTER_HOURS) return [{ at: next, keep: () => visitUntilForgotten(role) }];
  const { name, keeper } = role.resident;
  const diesAt = Date.parse(creature.death_clock.dies_at);
  role.stage.narrator.tell(now, `${keeper} has other things to do, and forgets about ${name}.`);
  return [{ at: diesAt - WORRYING_HOURS * HOUR, keep: () => visitWithoutFood(role, creature.id) }];
}

/** Resets the death clock only: its health goes on falling, below 20 by the time of the rescue. */
async function visitWithoutFood(role: Role, id: string): Promise<readonly Appointment[]> {
  await role.keeper.house.careForCreature({ body: { creature_id: id, action: 'reflect' } });
  const { creature, now } = await lookAt(role);
  const { name, keeper } = role.resident;
  role.stage.narrator.tell(now, `${keeper} sits with ${name} and brings no food: ${statsOf(creature)}.`);
  const diesAt = Date.parse(creature.death_clock.dies_at);
  return [{ at: diesAt - LAST_HOURS * HOUR, keep: () => rescue(role, id) }];
}

/** The forgetful one remembers at the last moment, and does all that can be done. */
async function rescue(role: Role, id: string): Promise<readonly Appointment[]> {
  const { narrator } = role.stage;
  const { name, keeper } = role.resident;
  const before = await watch(role.stage, id);
  if (!before.living) return visitFaithfully(role);
  const { shown } = before.living;
  narrator.tell(before.at, `${name} has ${LAST_HOURS} hours left: ${statsOf(shown)}.`);
  const following = await visitFaithfully(role);
  // Not `watch`: a public page may be up to one second old, and the visit can be shorter than that.
  const { creature, now } = await lookAt(role);
  narrator.tell(
    now,
    `${keeper} is back, and does all that can be done: ${statsOf(creature)}. ${name} will live.`,
  );
  return following;
}

/** As its keeper sees it. */
async function lookAt({ keeper, resident: { name } }: Role): Promise<KeeperLook> {
  const look = lookFrom(await keeper.house.getCreatureStatus());
  if (!look) throw new Error(`${name} should be alive at this moment.`);
  return look;
}

/** The public view: reading it does not affect the creature. */
async function watch({ address }: DemoStage, id: string): Promise<LiveFacts> {
  return (await (await fetch(`${address}/creatures/${id}/now.json`)).json()) as LiveFacts;
}

type Seen = number | null | undefined;

function statsOf({ hunger, health }: { readonly hunger?: Seen; readonly health?: Seen }): string {
  return `food ${Math.round(hunger ?? 0)}, health ${Math.round(health ?? 0)}`;
}
