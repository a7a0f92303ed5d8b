import type { ComponentChildren } from 'preact';

import type { CreatureView, LifeEvent } from '../../house/view-creature.ts';
import { eventWords } from '../../voice/timeline.ts';
import { Moment } from '../parts/moment.tsx';

/** A life in the order it happened, the newest at the top. */
export function Timeline({ view }: { readonly view: CreatureView }) {
  return (
    <ol class="timeline" reversed>
      {view.timeline.toReversed().map((event) => (
        <li key={`${event.kind} ${event.at} ${keyOf(event)}`} class={`event-${event.kind}`}>
          <p>{told(view, event)}</p>
          <p class="fine">
            <Moment at={event.at} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function keyOf(event: LifeEvent): string {
  if (event.kind === 'milestone') return `${event.type} ${event.threshold}`;
  return event.kind === 'grew' ? event.to : '';
}

function told({ creature, species }: CreatureView, event: LifeEvent): ComponentChildren {
  return eventWords(event, { name: creature.name, family: species.family, seed: creature.seed });
}
