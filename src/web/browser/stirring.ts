// Animates creatures in sight: now and then one blinks, looks aside or twitches, or breathes in its sleep.
// Each pose is another picture that replaces the portrait for a moment; no frames are drawn in between.
import type { Pose } from '../../rules/vocabulary.ts';
import { chance, find, recall, remember, setText } from './dom.ts';

const CALMEST_MS = 6600;
const LIVELIEST_MS = 2400;

const HELD_MS: Readonly<Record<Pose, number>> = {
  blink: 150,
  left: 1100,
  right: 1100,
  twitch: 180,
  breath: 1400,
};
/** Poses of a waking creature, weighted by repetition. */
const AWAKE: readonly Pose[] = ['blink', 'blink', 'blink', 'twitch', 'twitch', 'left', 'right'];

const SITTERS = '.window.awake .portrait, .window.asleep .portrait, #portrait';

export function startStirring(): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const control = motionControl(calm);
  const mayStir = () => !calm.matches && !control.isStill() && !document.hidden;
  const beat = () => {
    if (mayStir()) void stirSomebody(mayStir);
    setTimeout(beat, LIVELIEST_MS + chance() * (CALMEST_MS - LIVELIEST_MS));
  };
  setTimeout(beat, LIVELIEST_MS);
  followPointer(mayStir);
}

async function stirSomebody(mayStir: () => boolean): Promise<void> {
  const portrait = oneOf(sittersInSight());
  if (!portrait) return;
  const pose = isAsleep(portrait) ? 'breath' : oneOf(AWAKE);
  if (pose) await strike(portrait, pose, mayStir);
}

/** True if the portrait shows a sleeping creature: the picture's URL names the appearance. */
function isAsleep({ src }: HTMLImageElement): boolean {
  return src.includes('sleep');
}

function sittersInSight(): HTMLImageElement[] {
  return [...document.querySelectorAll<HTMLImageElement>(SITTERS)].filter((portrait) => {
    const { top, bottom } = portrait.getBoundingClientRect();
    return portrait.complete && bottom > 0 && top < innerHeight;
  });
}

async function strike(portrait: HTMLImageElement, pose: Pose, mayStir: () => boolean): Promise<void> {
  const still = portrait.src;
  // Only the built-in artist's drawings have poses; a portrait that shows a pose is left alone.
  if (!still.includes('/picture.svg?') || still.includes('&pose=')) return;
  const posed = `${still}&pose=${pose}`;
  if (!(await hasLoaded(posed)) || portrait.src !== still || !mayStir()) return;
  portrait.src = posed;
  setTimeout(() => {
    // Shows the portrait again, unless the live script has changed the picture.
    if (portrait.src === posed) portrait.src = still;
  }, HELD_MS[pose]);
}

const MOST_FRAMES = 120;
const frames = new Map<string, HTMLImageElement>();

async function hasLoaded(address: string): Promise<boolean> {
  const known = frames.get(address);
  const frame = known ?? new Image();
  if (!known) {
    if (frames.size >= MOST_FRAMES) frames.clear();
    frames.set(address, frame);
    frame.src = address;
  }
  try {
    await frame.decode();
    return true;
  } catch {
    frames.delete(address);
    return false;
  }
}

const LOOKS_EVERY_MS = 500;
const NEAR_PX = 320;

/** Makes a creature near the pointer look at it. */
function followPointer(mayStir: () => boolean): void {
  let waiting = false;
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (waiting || !mayStir()) return;
      waiting = true;
      setTimeout(() => (waiting = false), LOOKS_EVERY_MS);
      const near = oneOf(sittersInSight().filter((one) => distanceTo(one, clientX, clientY) < NEAR_PX));
      if (!near || isAsleep(near)) return;
      const { left, width } = near.getBoundingClientRect();
      const aside = clientX - (left + width / 2);
      if (Math.abs(aside) > width / 4) void strike(near, aside < 0 ? 'left' : 'right', mayStir);
    },
    { passive: true },
  );
}

function distanceTo(portrait: HTMLImageElement, x: number, y: number): number {
  const { left, top, width, height } = portrait.getBoundingClientRect();
  return Math.hypot(x - (left + width / 2), y - (top + height / 2));
}

const REMEMBERED_AS = 'arkhouse-still';

/** The button that pauses the animation; the choice is kept in local storage. */
function motionControl(calm: MediaQueryList): { readonly isStill: () => boolean } {
  const button = find('#motion');
  let still = recall(REMEMBERED_AS) === 'yes';
  const show = () => {
    if (!button) return;
    // The browser's reduced motion setting already stops the animation.
    button.toggleAttribute('hidden', calm.matches);
    setText(button, button.getAttribute(still ? 'data-go' : 'data-stop') ?? undefined);
  };
  button?.addEventListener('click', () => {
    still = !still;
    remember(REMEMBERED_AS, still ? 'yes' : 'no');
    show();
  });
  calm.addEventListener('change', show);
  show();
  return { isStill: () => still };
}

function oneOf<T>(some: readonly T[]): T | undefined {
  return some[Math.floor(chance() * some.length)];
}
