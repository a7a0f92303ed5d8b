import { iso, type Instant } from '../../core/engine/clock.ts';
import { formatMoment } from '../../voice/engine/dates.ts';
import { formatAgo } from '../../voice/engine/durations.ts';

/** How long ago it was, with the exact moment for those who point at it. */
export function Ago({ at, now }: { readonly at: Instant; readonly now: Instant }) {
  return (
    <time dateTime={iso(at)} title={formatMoment(at)}>
      {formatAgo(Math.max(0, now - at))}
    </time>
  );
}

/** The moment itself. */
export function Moment({ at }: { readonly at: Instant }) {
  return <time dateTime={iso(at)}>{formatMoment(at)}</time>;
}
