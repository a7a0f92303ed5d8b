import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Diagnosis } from '../../src/cli/diagnosis.ts';
import { runProgram } from '../../test/support/servers/house-node.ts';
import { HERE } from '../support/report.ts';
import { LASTS_MS, type Fault } from './faults.ts';
import type { World } from './world.ts';

// Prometheus waits this long unless told otherwise.
const SCRAPE_TIMEOUT_MS = 10_000;
// Until faketime reads its file again, and the first requests have failed.
const VISIBLE_AFTER_MS = 2000;
const RUNBOOK = join(HERE, 'docs/run/troubleshoot.md');

type Counts = Map<string, number>;

const rises = (now: number, before: number) => (now < before ? now : now - before);
const beyond = (limit: number) => (now: number) => (Math.abs(now) > limit ? now : 0);

/** How abnormal a sample is, by metric; 0 is normal. Counters are summed over the fault, gauges give their extreme. */
const WATCHED: readonly (readonly [name: RegExp, (now: number, before: number) => number])[] = [
  [
    /^(?:database_unavailable_requests|database_write_failures|unhandled_errors|invariant_violations|job_failures)_total/,
    rises,
  ],
  [/^(?:quarantined_rows|settling_paused|redis_degraded)/, beyond(0)],
  [/^(?:database_connections_waiting|clock_offset_seconds|settling_lag_seconds)/, beyond(5)],
];
const IS_UP = /^(?:\w+_)?up(?:\{|$)/;

export class Incident {
  readonly #world: World;
  readonly #eventsBefore: Counts;
  readonly #metrics: Counts = new Map();
  readonly #last: ReadonlyMap<string, number>[] = [];
  /** What the doctor finds without the fault: the PostgreSQL of these worlds does not flush, for example. */
  readonly #usual: readonly string[];
  readonly #scraping: Promise<void>;
  #ended = false;
  #doctor: readonly string[] = [];
  readonly complaints: string[] = [];

  private constructor(world: World, usual: readonly string[]) {
    this.#world = world;
    this.#usual = usual;
    this.#eventsBefore = eventsIn(world.logs());
    this.#scraping = this.#scrapeAll();
  }

  static async begin(world: World): Promise<Incident> {
    return new Incident(world, await doctorFindings(await world.envOf(world.sick)));
  }

  /** To be called while the fault lasts: asks the doctor, and follows the runbook to its cause and, where it can, to its end. */
  async look({ runbook, check, lastsMs = LASTS_MS }: Fault): Promise<void> {
    await pause(VISIBLE_AFTER_MS);
    const env = await this.#world.envOf(this.#world.sick);
    const [confirm = '', ...others] = runbook ? commandsOf(runbook.section) : [];
    const isShown = async (wanted: boolean) => {
      const said = await this.#type(confirm, env);
      if (runbook && runbook.shows.test(said) !== wanted)
        this.complaints.push(
          `the runbook ${wanted ? 'does not show' : 'still shows'} ${runbook.shows}: ${said}`,
        );
    };
    const [doctor, found = []] = await Promise.all([
      doctorFindings(env),
      check?.(this.#world),
      isShown(true),
      pause(Math.max(0, lastsMs - VISIBLE_AFTER_MS)),
    ]);
    this.#doctor = doctor.filter((line) => !this.#usual.includes(line));
    this.complaints.push(...found);
    if (runbook?.fixes !== true) return;
    await this.#type(others.at(-1) ?? '', env);
    await isShown(false);
  }

  async stopScraping(): Promise<void> {
    this.#ended = true;
    await this.#scraping;
  }

  /** What was seen, as cells of a table; once the nodes have ended, since repeated events are logged late. */
  cells(): readonly [events: string, metrics: string, doctor: string] {
    const events = [...eventsIn(this.#world.logs())]
      .map(([event, n]) => [event, n - (this.#eventsBefore.get(event) ?? 0)] as const)
      .filter(([, n]) => n > 0);
    const metrics = [...this.#metrics].map(([name, n]) => `\`${name}\` ${Math.round(n)}`);
    return [
      events.map(([event, n]) => `\`${event}\` × ${n}`).join(', ') || '–',
      metrics.toSorted().join(', ') || '–',
      this.#doctor.join(' ') || '–',
    ];
  }

  async #type(commands: string, env: Record<string, string>): Promise<string> {
    const { nodePorts, metricsPorts, sick, smallFolder } = this.#world;
    const here = commands
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${nodePorts[sick]}`)
      .replaceAll('127.0.0.1:9464', `127.0.0.1:${metricsPorts[sick]}`)
      .replaceAll('/var/lib/postgresql', smallFolder ?? '/')
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, this.#world.damaged ?? '$&');
    const program = `arkhouse() { '${process.execPath}' '${join(HERE, 'dist/cli/arkhouse.js')}' "$@"; }`;
    const options = { cwd: HERE, env: { PATH: process.env['PATH'] ?? '', ...env }, timeout: 30_000 };
    return promisify(execFile)('bash', ['--norc', '-c', `${program}\n${here}`], options).then(
      ({ stdout, stderr }) => stdout + stderr,
      ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => stdout + stderr,
    );
  }

  async #scrapeAll(): Promise<void> {
    while (!this.#ended) {
      await Promise.all(
        this.#world.metricsPorts.map(async (port, nth) => this.#note(await scrape(port), nth)),
      );
      await pause(1000);
    }
  }

  #note(samples: ReadonlyMap<string, number>, nth: number): void {
    const before = this.#last[nth] ?? samples;
    if (samples.size > 1) this.#last[nth] = samples;
    for (const [name, now] of samples) {
      const [, measure] = WATCHED.find(([watched]) => watched.test(name)) ?? [];
      const abnormal = measure?.(now, before.get(name) ?? 0) ?? 0;
      const known = this.#metrics.get(name) ?? 0;
      if (measure === rises && abnormal > 0) this.#metrics.set(name, known + abnormal);
      else if (Math.abs(abnormal) > Math.abs(known)) this.#metrics.set(name, abnormal);
      if (IS_UP.test(name) && now === 0) this.#metrics.set(name, 0);
    }
  }
}

/** The samples of a node; `up` is what Prometheus adds. */
async function scrape(port: number): Promise<ReadonlyMap<string, number>> {
  try {
    const signal = AbortSignal.timeout(SCRAPE_TIMEOUT_MS);
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal });
    if (!answer.ok) return new Map([['up', 0]]);
    const samples = new Map([['up', 1]]);
    for (const [, name = '', value] of (await answer.text()).matchAll(/^arkhouse_(\S+) (\S+)$/gm)) {
      // All jobs together.
      const key = name.replace(/^(job_failures_total).*/, '$1');
      samples.set(key, (samples.get(key) ?? 0) + Number(value));
    }
    return samples;
  } catch {
    return new Map([['up', 0]]);
  }
}

function eventsIn(logs: string): Counts {
  const counts: Counts = new Map();
  for (const [, event = '', rest = ''] of logs.matchAll(/^\{"level".*?"event":"(\w+)"(.*)$/gm)) {
    const repeats = Number(/"repeats":(\d+)/.exec(rest)?.[1] ?? 1);
    counts.set(event, (counts.get(event) ?? 0) + repeats);
  }
  return counts;
}

async function doctorFindings(env: Record<string, string>): Promise<string[]> {
  const { said } = await runProgram(HERE, ['doctor', '--json'], env);
  try {
    const { findings } = JSON.parse(said) as { findings: readonly Diagnosis[] };
    const bad = findings.filter(({ state }) => state !== 'fine');
    return bad.map(({ name, found }) => `${name}: ${found}`);
  } catch {
    return [said.trim().split('\n', 1)[0] ?? ''];
  }
}

/** The commands in a section of the runbook, block by block: the first confirms the cause, the last ends it. Throws if there are none. */
export function commandsOf(section: string): string[] {
  const [, text = ''] = readFileSync(RUNBOOK, 'utf8').split(`\n## ${section}\n`);
  const blocks = text.split('\n## ', 1)[0]?.matchAll(/```sh\n([\s\S]*?)```/g) ?? [];
  const commands = [...blocks].map(([, block = '']) => block);
  if (commands.length === 0) throw new Error(`The runbook has no commands under ${section}.`);
  return commands;
}
