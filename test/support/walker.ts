import { expect } from 'vitest';

import type { Instant } from '../../src/rules/base/clock.ts';
import type { NextStep } from '../../src/api/fields.ts';
import type { TestHouse, Told } from './house.ts';
import { turnTo } from './keeping.ts';

export interface Followed {
  readonly step: NextStep;
  readonly told: Told;
}

export const ARRIVE: NextStep = {
  action: 'register',
  method: 'POST',
  endpoint: '/api/auth/register',
  description: 'Come in.',
  body: { username: 'walker', timezone: 'Europe/Berlin' },
};

// An agent told to come back now that finds nothing to do waits a while.
const A_WHILE = '15m';

/** An agent that knows only the suggested steps and sends them unchanged. */
export class Walker {
  readonly #house: TestHouse;
  #key: string | undefined;

  constructor(house: TestHouse, key?: string) {
    this.#house = house;
    this.#key = key;
  }

  /** Follows the first step of every reply until a time, or until none is suggested; returns every step taken. */
  async *walk(from: NextStep, until: Instant): AsyncGenerator<Followed> {
    let step: NextStep | undefined = from;
    while (step && this.#house.clock.now() < until) {
      const told = await this.follow(step);
      yield { step, told };
      const looked: string | undefined = step.endpoint;
      step = stepsIn(told)[0];
      if (step?.method === 'GET' && step.endpoint === looked) this.#waitFor(told);
    }
  }

  /** Follows every suggested step, and those suggested in reply, to this depth; each once. */
  async *everywhere(from: Told, times: number, taken = new Set<string>()): AsyncGenerator<Followed> {
    if (times === 0) return;
    const answers: Told[] = [];
    for (const step of stepsIn(from)) {
      const call = JSON.stringify([step.method, step.endpoint, step.body]);
      if (taken.has(call)) continue;
      taken.add(call);
      const told = await this.follow(step);
      yield { step, told };
      answers.push(told);
    }
    for (const told of answers) yield* this.everywhere(told, times - 1, taken);
  }

  /** Sends a step unchanged; repeats after Retry-After. */
  async follow({ method, endpoint, url, body }: NextStep): Promise<Told> {
    for (;;) {
      const told = await this.#house.ask({
        method,
        path: endpoint ?? url ?? expect.fail('a step that leads nowhere'),
        key: this.#key,
        body,
      });
      const { your_token: key, retry_after_seconds: seconds } = told.body;
      if (typeof key === 'string') this.#key = key;
      if (told.status !== 429) return told;
      this.#house.clock.forward(`${Number(seconds)}s`);
    }
  }

  /** Repeats a look when its reply says so. */
  #waitFor({ body }: Told): void {
    const checkin = body['recommended_checkin'] as { readonly at: string } | undefined;
    if (!checkin) return;
    const before = this.#house.clock.now();
    turnTo(this.#house, checkin.at);
    if (this.#house.clock.now() === before) this.#house.clock.forward(A_WHILE);
  }
}

function stepsIn({ body }: Told): readonly NextStep[] {
  return (body['next_steps'] ?? []) as readonly NextStep[];
}
