import type { FastifyRequest } from 'fastify';

import { ROUTES } from '../../api/routes.ts';
import { fieldsOf } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import { isAlive } from '../../rules/lives/creature.ts';
import { ProblemError, type InvalidField } from '../../rules/problem.ts';
import type { House } from '../../features/house.ts';
import { loadNamed } from '../../features/lives/choose-creature.ts';
import { parseInput, type RouteInputs } from '../parse-request.ts';
import { isObject } from './misread-values.ts';

type NamedCreatures = Awaited<ReturnType<typeof loadNamed>>;

const TARGETS = ['creature_id', 'id'] as const;
const CREATURE_NAME = /^[a-z0-9 _-]{1,50}$/i;

export function isTargetMisfit({ field }: InvalidField): boolean {
  return TARGETS.some((target) => target === field);
}

/**
 * Accepts the name of one of the caller's creatures in place of its id. Throws the problem again unless exactly one
 * creature has that name. Routes that take exact input only suggest the id.
 */
export async function readByName(
  house: House,
  route: Route,
  request: FastifyRequest,
  problem: unknown,
): Promise<RouteInputs> {
  const { agent, read, now } = request.context;
  const isRefused = problem instanceof ProblemError && problem.is('invalid_request');
  const part = 'creature_id' in fieldsOf(route.body) ? 'body' : 'query';
  const sent = read?.[part];
  if (!isRefused || !agent || !read || !isObject(sent)) throw problem;
  const { misfits } = problem.facts;
  const field = TARGETS.find((target) => misfits.some((misfit) => misfit.field === target));
  const name = field === undefined ? undefined : sent[field];
  if (field === undefined || typeof name !== 'string' || !CREATURE_NAME.test(name)) throw problem;
  const meant = candidates(route, await loadNamed(house, agent, name.trim(), now));
  const [found] = meant;
  if (!found) throw problem;
  const { id } = found.creature;
  if (meant.length > 1) throw withTarget(misfits, { expected: 'the UUID of one of those of that name' });
  if (route.exact) throw withTarget(misfits, { nearest: id });
  const { [field]: _, ...rest } = sent;
  const fixed = { ...rest, creature_id: id };
  // The id replaces the name in the request, so that a later refusal suggests the id.
  request[part] = fixed;
  const unexpected = [...read.unexpected, { kind: 'reread', field, as: id } as const];
  const again = { ...read, [part]: fixed, unexpected };
  request.context.read = again;
  return parseInput(route, again);
}

/** The creatures that a name may mean: the living, or else the dead; for resurrection only the dead. */
function candidates(route: Route, named: NamedCreatures): NamedCreatures {
  const living = named.filter(({ creature }) => isAlive(creature));
  const dead = named.filter(({ creature }) => creature.died);
  if (route.operationId === ROUTES.resurrectCreature.operationId) return dead;
  return living.length > 0 ? living : dead;
}

function withTarget(misfits: readonly InvalidField[], told: Partial<InvalidField>): ProblemError {
  return new ProblemError('invalid_request', {
    misfits: misfits.map((misfit) => (isTargetMisfit(misfit) ? { ...misfit, ...told } : misfit)),
  });
}
