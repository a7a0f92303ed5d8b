import { iso, type Instant } from '../../core/clock.ts';
import { momentOf } from '../../voice/dates.ts';
import { ago } from '../../voice/durations.ts';

/** How long ago it was, with the exact moment for those who point at it. */
export function Ago({ at, now }: { readonly at: Instant; readonly now: Instant }) {
  return (
    <time dateTime={iso(at)} title={momentOf(at)}>
      {ago(Math.max(0, now - at))}
    </time>
  );
}

/** The moment itself. */
export function Moment({ at }: { readonly at: Instant }) {
  return <time dateTime={iso(at)}>{momentOf(at)}</time>;
}
