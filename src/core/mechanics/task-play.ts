import { scaleGains, type CareMoment, type Mechanic } from '../stats.ts';

/** A toy is a task when its name has one of these words, in the singular or the plural. */
export const TASK_WORDS = [
  'puzzle',
  'training',
  'task',
  'work',
  'agility',
  'obedience',
  'herding',
  'obstacle',
  'scent',
  'trick',
  'frisbee',
] as const;

export const taskPlay: Mechanic = {
  key: 'work',
  blurb:
    'Needs a job to do: play works in full only with a task, such as a puzzle, training, agility or herding. Anything else gives half and never counts as effective.',
  adjustCare: (changes, moment) => (idlePlay(moment) ? scaleGains(0.5, changes) : changes),
  neverEffective: idlePlay,
};

function idlePlay({ action, item }: CareMoment): boolean {
  return action === 'play' && !(item && isTask(item.name));
}

function isTask(name: string): boolean {
  const words = new Set(name.toLowerCase().match(/\p{L}+/gu));
  return TASK_WORDS.some((task) => words.has(task) || words.has(`${task}s`));
}
