import { HOUR } from '../core/clock.ts';
import { counted } from './durations.ts';
import { epitaph, type LifeLived } from './epitaphs.ts';
import { ACTION_NAMES } from './pages.ts';

/** A stone as the store keeps it, as far as its words are made of it. */
interface Stone extends Omit<LifeLived, 'stage' | 'livedHours' | 'lastAction' | 'resurrections'> {
  readonly stageReached: LifeLived['stage'];
  readonly livedMs: number;
  readonly lastCareAction: LifeLived['lastAction'];
  readonly deathNumber: number;
}

/** What is written on a stone. */
export function stoneWords(stone: Stone): string {
  const { stageReached, livedMs, lastCareAction, deathNumber } = stone;
  return epitaph({
    ...stone,
    stage: stageReached,
    livedHours: livedMs / HOUR,
    lastAction: lastCareAction,
    resurrections: deathNumber - 1,
  });
}

/** How it was kept, for those who stand at its stone. */
export function graveWords({
  feedings,
  missedFeedings,
  lastCareAction,
}: Pick<Stone, 'feedings' | 'missedFeedings' | 'lastCareAction'>): string {
  const meals = `It was given ${counted(feedings, 'meal')} and missed ${missedFeedings}.`;
  return lastCareAction ? `${meals} Last of all it was ${ACTION_NAMES[lastCareAction]}.` : meals;
}
