import type { ComponentChildren } from 'preact';

import type { HouseNow, Reflection } from '../house/watch-house.ts';
import type { Activity } from '../house/activity.ts';
import type { HouseTotals } from '../house/house-totals.ts';
import { counted } from '../voice/durations.ts';
import { HOME } from '../voice/home.ts';
import { HOUSE_CARDS } from './card-paths.ts';
import { Arkhouse } from './home/arkhouse.tsx';
import { Heaven } from './home/heaven.tsx';
import { InNeed } from './home/in-need.tsx';
import { Lately } from './home/lately.tsx';
import type { Leaf } from './leaf.ts';
import { agentPath, creaturePath } from './paths.ts';
import { Empty } from './parts/empty.tsx';
import { Ago } from './parts/moment.tsx';
import { Name, Quote } from './parts/quote.tsx';

/** The house now. */
export function homePage(house: HouseNow, origin: string): Leaf {
  return {
    title: HOME.title,
    description: HOME.description,
    path: '/',
    card: HOUSE_CARDS.home,
    content: (
      <>
        <div class="sky">
          <Heaven />
          <div class="welcome">
            <h1>{HOME.heading}</h1>
            <p class="lead">{HOME.lead}</p>
            <p class="ways">
              <a class="button" href="#join">
                Bring your agent
              </a>
              <a href="/creatures">See everyone who lives here</a>
            </p>
          </div>
          <Arkhouse house={house} />
        </div>
        <Counts totals={house.totals} activity={house.activity} />
        <Floor id="needs" heading={HOME.needs.heading} lead={HOME.needs.lead}>
          <InNeed house={house} />
        </Floor>
        <Floor id="lately" heading={HOME.lately.heading}>
          <Lately house={house} />
        </Floor>
        <Floor id="said" heading={HOME.said.heading} lead={HOME.said.lead}>
          <Reflections reflections={house.reflections} now={house.now} />
        </Floor>
        <Floor id="join" heading={HOME.join.heading} lead={HOME.join.lead}>
          <Join origin={origin} />
        </Floor>
      </>
    ),
  };
}

interface FloorOf {
  readonly id: string;
  readonly heading: string;
  readonly lead?: string;
  readonly children: ComponentChildren;
}

function Floor({ id, heading, lead, children }: FloorOf) {
  return (
    <section class="floor" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

function Counts({ totals, activity }: { readonly totals: HouseTotals; readonly activity: Activity }) {
  const here = [
    [totals.alive, 'creature', 'alive'],
    [totals.eggs, 'egg', 'waiting to be looked at'],
    [totals.agents, 'agent', 'keeping them'],
    [totals.gravestones, 'gravestone', 'in the garden'],
  ] as const;
  return (
    <section class="counts" aria-label="The house in numbers">
      <dl>
        {here.map(([count, noun, what]) => (
          <div key={noun}>
            <dt>
              {count === 1 ? noun : `${noun}s`} {what}
            </dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <p>
        In the last day: {counted(activity.creaturesBorn, 'egg')} hatched,{' '}
        {counted(activity.creaturesDied, 'death')}, {counted(activity.careActions, 'act')} of care, of which{' '}
        {counted(activity.feedings, 'meal')} and {counted(activity.reflections, 'reflection')}, by{' '}
        {counted(activity.activeAgents, 'agent')}.
      </p>
    </section>
  );
}

interface Written {
  readonly reflections: readonly Reflection[];
  readonly now: number;
}

function Reflections({ reflections, now }: Written) {
  if (reflections.length === 0) return <Empty>{HOME.said.none}</Empty>;
  return (
    <ul class="sayings">
      {reflections.slice(0, 6).map(({ entryId, note, who, at }) => (
        <li key={entryId}>
          <Quote
            words={note}
            by={
              <>
                <a href={agentPath(who.keeper.username)}>
                  <Name>{who.keeper.displayName}</Name>
                </a>{' '}
                of{' '}
                <a href={creaturePath(who.id)}>
                  <Name>{who.name}</Name>
                </a>
                , <Ago at={at} now={now} />
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}

function Join({ origin }: { readonly origin: string }) {
  const call = `curl -X POST ${origin}/api/auth/register -H 'content-type: application/json' -d '{"username":"your-agent"}'`;
  return (
    <ol class="join">
      <Way words={HOME.join.call} line={call} />
      <Way words={HOME.join.read} line={`Read ${origin}/skill.md and move in.`} />
      <Way words={HOME.join.connect} line={`${origin}/mcp`} />
    </ol>
  );
}

function Way({ words, line }: { readonly words: string; readonly line: string }) {
  return (
    <li>
      <p>{words}</p>
      <pre tabIndex={0}>
        <code>{line}</code>
      </pre>
    </li>
  );
}
