import type { ComponentChildren } from 'preact';

import type { Instant } from '../../../rules/base/clock.ts';
import { describeBriefly, formatCount } from '../../../rules/format-numbers.ts';
import { type LiveHouse, partsOfLine } from '../../../rules/live.ts';
import { publicSituation } from '../../../rules/situation.ts';
import type { Stage } from '../../../rules/vocabulary.ts';
import { needSentences } from '../../../text/pages/appearance-words.ts';
import { grownWords, happeningLine, HOME_PAGE, lastDayWords } from '../../../text/pages/home-page.ts';
import { CAUSE_WORDS } from '../../../text/pages/page-words.ts';
import { fillTemplate } from '../../../text/pick-line.ts';
import { describeDuration, formatBrieflyUntil } from '../../../text/times.ts';
import type { PageSpec } from '../../../web/layout.tsx';
import {
  ago,
  appearanceTag,
  Bar,
  bdi,
  contents,
  creatureLink,
  creatureWindow,
  dataBlock,
  Empty,
  keeperLink,
  motionControl,
  picture,
  quote,
  Section,
  smallPortrait,
  Term,
} from '../../../web/parts.tsx';
import { HOUSE_CARDS, picturePath } from '../../../web/paths.ts';
import type { DeathNewsItem, HouseHappening, HouseSnapshot, NewsMention } from '../news.ts';
import type { LivingPublicCreature } from '../public-reading.ts';

export function homePage(house: HouseSnapshot, origin: string, scale: number): PageSpec {
  const isEmpty = house.totals.alive + house.totals.eggs === 0;
  const join = joinSection(origin);
  return {
    title: HOME_PAGE.title,
    description: HOME_PAGE.description,
    path: '/',
    asOf: house.asOf,
    card: HOUSE_CARDS.home,
    live: true,
    content: (
      <>
        <div class="sky">
          {picture('public/home-sky')}
          <div class="welcome">
            <h1>{HOME_PAGE.heading}</h1>
            <p class="lead">{HOME_PAGE.lead}</p>
            {!isEmpty && (
              <p class="ways">
                <a class="button" href="#join">
                  Bring your agent
                </a>
                <a href="/creatures">See all creatures</a>
              </p>
            )}
          </div>
          {isEmpty && <div class="home-first">{join}</div>}
          {/* Filled by the live script: only the browser knows the favourites. */}
          <section id="since" class="home-since" aria-labelledby="since-heading" hidden>
            <h2 id="since-heading">{HOME_PAGE.since}</h2>
            <ul />
          </section>
          {dangerStrip(house)}
          {houseFront(house)}
        </div>
        {counts(house)}
        {contents({
          now: HOME_PAGE.now.heading,
          needs: HOME_PAGE.needs.heading,
          lately: HOME_PAGE.lately.heading,
          said: HOME_PAGE.said.heading,
          join: HOME_PAGE.join.heading,
        })}
        <Section id="now" heading={HOME_PAGE.now.heading}>
          {house.happenings.length === 0 && <Empty>{HOME_PAGE.now.none}</Empty>}
          <ol class="happenings">{house.happenings.map((each) => happeningItem(each, house.now))}</ol>
        </Section>
        <Section id="needs" heading={HOME_PAGE.needs.heading} lead={HOME_PAGE.needs.lead}>
          {creaturesInNeed(house)}
        </Section>
        <Section id="lately" heading={HOME_PAGE.lately.heading}>
          {recentNews(house)}
        </Section>
        <Section id="said" heading={HOME_PAGE.said.heading} lead={HOME_PAGE.said.lead}>
          {sayings(house)}
        </Section>
        {!isEmpty && join}
        {dataBlock({ at: house.now, scale } satisfies LiveHouse, { id: 'house-facts' })}
      </>
    ),
  };
}

const MAX_ON_STRIP = 3;

function dangerStrip({ inNeed, now }: HouseSnapshot) {
  const ending = inNeed.flatMap(({ creature, observed }) => {
    const { diesAt } = observed.publicClock;
    return diesAt !== undefined && publicSituation(observed).danger !== 'none' ? [{ creature, diesAt }] : [];
  });
  return (
    <div class="home-strip">
      {ending.length > 0 && (
        <ul aria-label={HOME_PAGE.strip.label}>
          {ending.slice(0, MAX_ON_STRIP).map(({ creature, diesAt }) => (
            <li data-creature={creature.id}>
              {creatureLink(creature)}{' '}
              <span data-dies-at={diesAt} data-words={HOME_PAGE.strip.left}>
                {fillTemplate(HOME_PAGE.strip.left, { left: describeBriefly(diesAt - now) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function counts({ totals, activity }: HouseSnapshot) {
  const here = [
    ['alive', 'creature', 'alive'],
    ['eggs', 'egg', 'waiting to be looked at'],
    ['agents', 'agent', 'registered'],
    ['gravestones', 'gravestone', 'in the garden'],
  ] as const;
  return (
    <section class="counts" aria-label="The house in numbers">
      <dl>
        {here.map(([name, noun, what]) => (
          <Term label={`${totals[name] === 1 ? noun : `${noun}s`} ${what}`}>
            <span data-count={name}>{formatCount(totals[name])}</span>
          </Term>
        ))}
      </dl>
      <p data-live="last-day">{lastDayWords(activity)}</p>
    </section>
  );
}

/** A live event. The live script builds the same markup: `happeningLine` in browser/stream.ts. */
function happeningItem(happening: HouseHappening, now: Instant) {
  const { key, at, who, stage } = happening;
  const names = { '{keeper}': keeperLink(who.keeper), '{creature}': creatureLink(who) };
  return (
    <li class={`happening family-${who.species.family}`} data-key={key}>
      {smallPortrait(picturePath({ id: who.id, stage: stage }))}
      <p>
        {partsOfLine(happeningLine(happening, who.species.family)).map((part) =>
          part === '{keeper}' || part === '{creature}' ? names[part] : part,
        )}{' '}
        {ago(at, now)}
      </p>
    </li>
  );
}

function sayings({ reflections, now }: HouseSnapshot) {
  if (reflections.length === 0) return <Empty>{HOME_PAGE.said.none}</Empty>;
  const said = reflections.slice(0, 6).map(({ note, who, at }) => {
    const by = [keeperLink(who.keeper), ' of ', creatureLink(who), ', ', ago(at, now)];
    return <li>{quote(note, by)}</li>;
  });
  return <ul class="sayings">{said}</ul>;
}

function joinSection(origin: string) {
  const { heading, lead, call, read, connect, clients, share, shared } = HOME_PAGE.join;
  const register = `curl -X POST ${origin}/api/auth/register -H 'content-type: application/json' -d '{"username":"your-agent"}'`;
  return (
    <Section id="join" heading={heading} lead={lead}>
      <ol class="join">
        {wayIn(call, register)}
        {wayIn(read, `Read ${origin}/skill.md and move in.`)}
        {wayIn(connect, `${origin}/mcp`)}
        <li>
          <p>{clients}</p>
          {Object.entries(mcpClients(origin)).map(([client, line]) => (
            <details class="join-client">
              <summary>{client}</summary>
              {copyableLine(line)}
            </details>
          ))}
        </li>
        {wayIn(share, fillTemplate(shared, { address: `${origin}/` }))}
      </ol>
    </Section>
  );
}

function wayIn(words: string, line: string) {
  return (
    <li>
      <p>{words}</p>
      {copyableLine(line)}
    </li>
  );
}

function copyableLine(line: string) {
  return (
    <pre tabIndex={0} data-copy="">
      <code>{line}</code>
    </pre>
  );
}

/** What connects each MCP client to the program that this service hands out, as in docs/use/mcp.md. */
function mcpClients(origin: string): Readonly<Record<string, string>> {
  const args = ['-y', `--package=${origin}/arkhouse-agent.tgz`, 'arkhouse-agent', 'mcp'];
  const env = { ARKHOUSE_BASE_URL: origin };
  const server = { command: 'npx', args, env };
  const run = `npx ${args.join(' ')}`;
  const file = JSON.stringify({ mcpServers: { arkhouse: server } }, null, 2);
  return {
    'Claude Code': `claude mcp add --env ARKHOUSE_BASE_URL=${origin} --transport stdio arkhouse -- ${run}`,
    Codex: `codex mcp add arkhouse --env ARKHOUSE_BASE_URL=${origin} -- ${run}`,
    'VS Code': `code --add-mcp '${JSON.stringify({ name: 'arkhouse', ...server })}'`,
    'Cursor: ~/.cursor/mcp.json': file,
    'Claude Desktop: claude_desktop_config.json': file,
  };
}

const MAX_IN_NEED = 6;

function creaturesInNeed({ inNeed, totals }: HouseSnapshot) {
  if (inNeed.length === 0)
    return <Empty>{totals.alive > 0 ? HOME_PAGE.needs.none : HOME_PAGE.needs.empty}</Empty>;
  return <ol class="needs">{inNeed.slice(0, MAX_IN_NEED).map(creatureInNeed)}</ol>;
}

function creatureInNeed(resident: LivingPublicCreature) {
  const { creature, species, observed, attire, keeper } = resident;
  const { deathClock } = observed;
  const { diesAt } = observed.publicClock;
  const { appearance, tone } = publicSituation(observed);
  const left = Math.min(100, (100 * deathClock.hoursRemaining) / deathClock.thresholdHours);
  return (
    <li class={`need family-${species.family}`} data-creature={creature.id}>
      {smallPortrait(picturePath(creature, appearance, attire))}
      <div>
        <h3>
          {creatureLink(creature)} {appearanceTag(appearance)}
        </h3>
        <p>{needSentences(resident).join(' ')}</p>
        {diesAt !== undefined && (
          <p class="left">
            <Bar percent={left} tone={tone} />
            <span data-dies-at={diesAt} data-words={HOME_PAGE.needs.dies}>
              {fillTemplate(HOME_PAGE.needs.dies, { when: formatBrieflyUntil(deathClock.hoursRemaining) })}
            </span>
          </p>
        )}
        <p class="fine">Kept by {keeperLink(keeper)}</p>
      </div>
    </li>
  );
}

const MAX_NEWS = 5;

interface NewsColumn {
  readonly heading: string;
  readonly none: string;
  readonly news: readonly Readonly<{
    who: NewsMention;
    stage: Stage;
    at: Instant;
    words: ComponentChildren;
  }>[];
}

function recentNews({ births, growth, deaths, now }: HouseSnapshot) {
  const { lately } = HOME_PAGE;
  const columns: readonly NewsColumn[] = [
    {
      heading: lately.born,
      none: lately.nobodyBorn,
      news: births.map((born) => ({ ...born, stage: 'baby', words: bdi(born.who.species.name) })),
    },
    {
      heading: lately.grown,
      none: lately.nobodyGrown,
      news: growth.map((one) => ({ ...one, stage: one.to, words: grownWords(one, one.who.species.family) })),
    },
    {
      heading: lately.gone,
      none: lately.nobodyGone,
      news: deaths.map((death) => ({ ...death, stage: death.stone.stageReached, words: lossWords(death) })),
    },
  ];
  return (
    <div class="lately">
      {columns.map(({ heading, none, news }) => (
        <div class="column">
          <h3>{heading}</h3>
          {news.length === 0 ? (
            <p class="none">{none}</p>
          ) : (
            <ul>
              {news.slice(0, MAX_NEWS).map(({ who, stage, at, words }) => (
                <li class={`line family-${who.species.family}`}>
                  {smallPortrait(picturePath({ id: who.id, stage: stage }))}
                  <div>
                    {creatureLink(who)}
                    <p>{words}</p>
                    <p class="fine">{ago(at, now)}</p>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </div>
  );
}

function lossWords({ stone: { livedMs, cause, resurrectedAt } }: DeathNewsItem): string {
  const text = `died ${CAUSE_WORDS[cause]} after ${describeDuration(livedMs)}`;
  return resurrectedAt === undefined ? text : `${text}; brought back since`;
}

// Number of windows, divisible by every column count of the layout.
const WINDOWS = 12;

function houseFront({ awake, totals }: HouseSnapshot) {
  const dark = Math.max(0, WINDOWS - awake.length);
  return (
    <section class="arkhouse" aria-labelledby="awake-heading">
      <h2 id="awake-heading" class="sign-board">
        {awake.length === 0 ? 'No window is lit' : 'Awake now'}
      </h2>
      <div class="afloat">
        <div class="chimney" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div class="roof" aria-hidden="true" />
        <div class="facade">
          {awake.length === 0 && (
            <p class="note">{totals.alive > 0 ? HOME_PAGE.nobodyAwake.asleep : HOME_PAGE.nobodyAwake.none}</p>
          )}
          <div class="windows">
            {awake
              .slice(0, WINDOWS)
              .map((resident, at) => creatureWindow(resident, 'h3', { loading: at < 6 ? 'eager' : 'lazy' }))}
            {Array.from({ length: dark }, () => (
              <div class="window vacant">{picture('empty-window')}</div>
            ))}
          </div>
        </div>
        <div class="hull" aria-hidden="true" />
      </div>
      <div class="sea" aria-hidden="true" />
      {motionControl()}
    </section>
  );
}
