import { MOTION } from '../../voice/public/page-words.ts';

/** Lets the creatures hold still; shown by the script that moves them. */
export function MotionControl() {
  return (
    <button
      id="motion"
      class="motion-control"
      type="button"
      hidden
      data-stop={MOTION.stop}
      data-go={MOTION.go}
    >
      {MOTION.stop}
    </button>
  );
}
