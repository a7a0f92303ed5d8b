import type { ComponentChildren } from 'preact';

import type { HiddenContent } from '../../features/moderation/hidden-content.ts';
import type { OperatorLogEntry } from '../../features/moderation/moderate.ts';
import type * as moderated from '../../features/moderation/written-texts.ts';
import type { AccountView, LatestMovements, UnresolvedPayment } from '../../features/money/ledger.ts';
import type { Figures } from '../../features/stats/analytics.ts';
import type { Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { sanitizeText } from '../../rules/base/text.ts';
import { formatPrice } from '../../rules/credits.ts';
import { HOUSE_PROBLEMS, type HouseProblem, type Writing } from '../../rules/vocabulary.ts';
import {
  LEDGER_PAGE,
  MODERATION_PAGE,
  OPERATOR,
  OVERVIEW_PAGE,
  STATE_LINE,
  UNRESOLVED_PAYMENTS,
} from '../../text/pages/operator.ts';
import { describeProblem } from '../../text/server/house-problems.ts';
import { ago, creatureLink, moment, bdi, tableHead } from '../parts.tsx';
import { agentPath, creaturePath, speciesPath } from '../paths.ts';
import { adminPage, agentLink, Card, Entries, lookUp, ReasonForm, tally } from './admin-layout.tsx';

interface OverviewFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly problems: readonly HouseProblem[];
  /** Undefined while the database does not answer. */
  readonly figures: Figures | undefined;
}

/** The operator's overview: what is wrong and what ends it, then the totals. */
export function overviewPage({ now, csrfToken, problems, figures }: OverviewFacts) {
  return adminPage(
    '/admin',
    figures ? OVERVIEW_PAGE.lead(figures) : STATE_LINE.noFigures,
    <>
      {stateOf(problems, csrfToken, now)}
      {figures && figureTallies(figures)}
    </>,
  );
}

function stateOf(problems: readonly HouseProblem[], csrfToken: string, now: Instant) {
  const [worst] = problems;
  const state = worst ? HOUSE_PROBLEMS[worst.name] : 'fine';
  const line = worst ? STATE_LINE.summary(problems.length, describeProblem(worst).title) : STATE_LINE.fine;
  return (
    <section class={`state state-${state}`} aria-labelledby="state">
      <h2 id="state">
        <span class="state-word">{STATE_LINE.severity[state]}</span> {line}
      </h2>
      {worst === undefined && <p class="fine">{STATE_LINE.checked}</p>}
      {problems.length > 0 && (
        <ol class="state-problems">{problems.map((each) => stateProblem(each, csrfToken, now))}</ol>
      )}
    </section>
  );
}

function stateProblem(problem: HouseProblem, csrfToken: string, now: Instant) {
  const { title, found, remedy, command } = describeProblem(problem);
  return (
    <li class={`state-problem state-${HOUSE_PROBLEMS[problem.name]}`}>
      <h3>
        {title} {problem.since !== undefined && <span class="fine">{ago(problem.since, now)}</span>}
      </h3>
      <p>
        {found} {remedy}
      </p>
      {wayOut(problem, csrfToken)}
      <p class="state-command">
        <span class="fine">{STATE_LINE.command}</span> <code>{command}</code>
      </p>
    </li>
  );
}

/** The button or the page that ends a problem, for those that need no command. */
function wayOut({ name }: HouseProblem, csrfToken: string) {
  if (name === 'payments_unresolved')
    return (
      <p>
        <a class="button" href="/admin/ledger">
          {STATE_LINE.unresolved}
        </a>
      </p>
    );
  if (name !== 'settling_paused' && name !== 'clock_behind') return undefined;
  const words = name === 'clock_behind' ? STATE_LINE.time : STATE_LINE.settle;
  return <ReasonForm action="/admin/settle" from={{ csrfToken, back: '/admin' }} hidden={{}} {...words} />;
}

function figureTallies({ agents, creatures, care, deaths, money, testAccounts }: Figures) {
  const words = OVERVIEW_PAGE;
  return (
    <>
      <dl class="tallies">
        {tally(words.agents, number(agents.total), words.today(agents.registered.last24h))}
        {tally(words.active, number(agents.active.last24h), words.month(agents.active.last30d))}
        {tally(words.alive, number(creatures.byStatus.alive), words.eggs(creatures.byStatus.egg))}
        {tally(words.acts, number(care.total), words.today(care.given.last24h))}
        {tally(words.died, number(deaths.total), words.today(deaths.died.last24h))}
        {tally(words.revenue, formatPrice(money.live.cents), words.monthly(money.live.lately.last30d))}
      </dl>
      <p class="fine">
        {OPERATOR.menu.testsLeftOut} {words.tests(testAccounts)} {words.unlike(testAccounts)}
      </p>
    </>
  );
}

function number(value: number): string {
  return value.toLocaleString('en');
}

interface LedgerFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  /** The requested username; empty for the latest movements of all agents. */
  readonly username: string;
  readonly view: AccountView | undefined;
  readonly latest: LatestMovements;
  readonly unresolved: readonly UnresolvedPayment[];
}

export function ledgerPage({ now, csrfToken, username, view, latest, unresolved }: LedgerFacts) {
  return adminPage(
    '/admin/ledger',
    LEDGER_PAGE.lead,
    <>
      {lookUp('/admin/ledger', username)}
      {username !== '' && !view && <p role="status">{MODERATION_PAGE.noAgent(username)}</p>}
      {view ? (
        account(view, now)
      ) : (
        <div class="cards">
          <Entries {...UNRESOLVED_CARD} of={unresolved} wide>
            {(payment) => unresolvedPayment(payment, csrfToken, now)}
          </Entries>
          {ledgerTable(
            { title: LEDGER_PAGE.latest, columns: LEDGER_PAGE.latestColumns, empty: LEDGER_PAGE.noLines },
            latest.map((line) => [
              ago(line.created_at, now),
              agentLink(line.username, 'ledger'),
              line.number,
              ...movementCells(line),
            ]),
          )}
        </div>
      )}
    </>,
  );
}

const UNRESOLVED_CARD = {
  title: UNRESOLVED_PAYMENTS.title,
  note: UNRESOLVED_PAYMENTS.note,
  none: UNRESOLVED_PAYMENTS.allClear,
};

function unresolvedPayment(payment: UnresolvedPayment, csrfToken: string, now: Instant) {
  const { key, username, method, cents, credits, live, createdAt } = payment;
  return (
    <>
      <p>
        {agentLink(username, 'ledger')}:{' '}
        {UNRESOLVED_PAYMENTS.payment(method, formatPrice(cents), credits, live)}, {ago(createdAt, now)}
      </p>
      <p class="fine">
        <code>{key}</code>
      </p>
      <ReasonForm
        action="/admin/close-payment"
        from={{ csrfToken, back: '/admin/ledger' }}
        hidden={{ key }}
        summary={UNRESOLVED_PAYMENTS.close}
        button={UNRESOLVED_PAYMENTS.closeNow}
      >
        <fieldset>
          <legend>{UNRESOLVED_PAYMENTS.whatHappened}</legend>
          <label>
            <input type="radio" name="end" value="settled" required /> {UNRESOLVED_PAYMENTS.settled}
          </label>
          <label>
            <input type="radio" name="end" value="refused" /> {UNRESOLVED_PAYMENTS.refused}
          </label>
        </fieldset>
        <label for={`reference-${key}`}>{UNRESOLVED_PAYMENTS.reference}</label>
        <input id={`reference-${key}`} name="reference" type="text" maxLength={200} autocomplete="off" />
      </ReasonForm>
    </>
  );
}

function account(
  { agent, account: { balance, debt }, lines, purchases, payments }: AccountView,
  now: Instant,
) {
  const { noLines, noPurchases, noPayments } = LEDGER_PAGE;
  return (
    <>
      <h2>{agentLink(agent.username)}</h2>
      <dl class="tallies">
        {tally(LEDGER_PAGE.balance, number(balance))}
        {tally(LEDGER_PAGE.debt, number(debt))}
      </dl>
      <div class="cards">
        {ledgerTable(
          { title: LEDGER_PAGE.lines, columns: LEDGER_PAGE.linesColumns, empty: noLines },
          lines.map((line) => [line.number, ago(line.created_at, now), ...movementCells(line)]),
        )}
        {ledgerTable(
          { title: LEDGER_PAGE.purchases, columns: LEDGER_PAGE.purchasesColumns, empty: noPurchases },
          purchases.map(({ createdAt, pack, credits, cents, provider, live, state, ref, id }) => [
            ago(createdAt, now),
            pack === 'bundle' ? credits : pack,
            ...moneyCells(cents, provider, live, state),
            <code>{ref ?? id}</code>,
          ]),
        )}
        {ledgerTable(
          { title: LEDGER_PAGE.payments, columns: LEDGER_PAGE.paymentsColumns, empty: noPayments },
          payments.map(({ createdAt, credits, cents, method, live, state, reference, key }) => [
            ago(createdAt, now),
            credits,
            ...moneyCells(cents, method, live, state),
            <code>{reference ?? key}</code>,
          ]),
        )}
      </div>
    </>
  );
}

type TableWords = Readonly<{ title: string; columns: readonly string[]; empty: string }>;
type TableRows = readonly (readonly ComponentChildren[])[];

function ledgerTable(words: TableWords, rows: TableRows) {
  return (
    <Card title={words.title} wide>
      {plainTable(words, rows)}
    </Card>
  );
}

function cell(content: ComponentChildren) {
  return <td class={typeof content === 'number' ? 'number' : undefined}>{content}</td>;
}

/** A table whose tab stop makes it scrollable by keyboard when it is wide. */
function plainTable({ title, columns, empty }: TableWords, rows: TableRows) {
  if (rows.length === 0) return <p>{empty}</p>;
  const body = rows.map((row) => <tr>{row.map(cell)}</tr>);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="ledger">
        {tableHead(columns)}
        <tbody>{body}</tbody>
      </table>
    </div>
  );
}

function moneyCells(cents: number, by: string, live: boolean, state: string) {
  return [formatPrice(cents), by, LEDGER_PAGE.money(live), state];
}

function movementCells(line: AccountView['lines'][number]): readonly ComponentChildren[] {
  return [
    line.kind,
    signed(line.delta),
    signed(line.debt_delta),
    line.balance_after,
    <code>{line.ref ?? line.idem_key}</code>,
  ];
}

function signed(n: number): string {
  return n > 0 ? `+${n.toLocaleString('en')}` : n.toLocaleString('en').replace('-', '−');
}

const TEXT_OF_AGENT = /^(\w+)(?: (\S+))? of ([\w-]+)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The subject of an audit log entry, linked if it has a page. */
function subjectOf({ deed, subject }: OperatorLogEntry) {
  if (deed === 'blocked' || deed === 'unblocked') return agentLink(subject);
  const [, writing, which, username] = TEXT_OF_AGENT.exec(subject) ?? [];
  if (writing === undefined || username === undefined) return <span>{subject}</span>;
  return (
    <span>
      {writing} {which !== undefined && textLink(writing, which)} of {agentLink(username)}
    </span>
  );
}

function textLink(writing: string, which: string) {
  if (writing === 'species') return <a href={speciesPath(which)}>{which}</a>;
  const isCreature = writing === 'creature_name' && UUID.test(which);
  return isCreature ? <a href={creaturePath(which)}>{which}</a> : <span>{which}</span>;
}

type LogFacts = Readonly<{ deeds: readonly OperatorLogEntry[]; page: number; hasNext: boolean }>;

export function logPage({ deeds, page, hasNext }: LogFacts) {
  return adminPage(
    '/admin/log',
    OPERATOR.log.lead,
    <>
      {plainTable(
        { title: OPERATOR.menu.log, ...OPERATOR.log },
        deeds.map((entry) => [
          moment(entry.at),
          OPERATOR.deeds[entry.deed],
          subjectOf(entry),
          <span dir="auto">{entry.reason}</span>,
        ]),
      )}
      <p class="ways">
        {page > 1 && <a href={`/admin/log?page=${page - 1}`}>{OPERATOR.log.newer}</a>}
        {hasNext && <a href={`/admin/log?page=${page + 1}`}>{OPERATOR.log.older}</a>}
      </p>
    </>,
  );
}

interface TextListContext {
  readonly now: Instant;
  readonly csrfToken: string;
  readonly back: string;
  readonly hiddenContent: HiddenContent;
}

interface RecentTextsFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly words: moderated.RecentTexts;
  readonly missing?: string | undefined;
}

export function recentTextsPage({ now, words, csrfToken, missing }: RecentTextsFacts) {
  const context = { now, csrfToken, back: '/admin/words', hiddenContent: words.hiddenContent };
  const { reflections, reflectionsNote, species, hidden, nothingHidden } = MODERATION_PAGE;
  return adminPage(
    '/admin/words',
    MODERATION_PAGE.lead,
    <>
      {lookUp('/admin/words', missing ?? '')}
      {missing !== undefined && <p role="status">{MODERATION_PAGE.noAgent(missing)}</p>}
      <div class="cards">
        {notes({ title: reflections, note: reflectionsNote }, words.reflections, context)}
        {designs(species, words.species, context)}
        <Entries title={hidden} of={words.hidden} none={nothingHidden}>
          {({ writing, subject, username, hiddenAt }) => (
            <>
              <p>
                {OPERATOR.writings[writing]}, {agentLink(username)}
                {writing === 'species' && <code>{subject}</code>}{' '}
                <span class="fine">{ago(hiddenAt, now)}</span>
              </p>
              {hideForm({ context, writing, id: subject }, { hidden: true })}
            </>
          )}
        </Entries>
      </div>
    </>,
  );
}

interface WrittenText {
  readonly context: TextListContext;
  readonly writing: Writing;
  /** The id under which the text is hidden. */
  readonly id: string;
}

function isHidden({ context, writing, id }: WrittenText): boolean {
  return context.hiddenContent.visibleText(writing, id, '') === undefined;
}

/** The form that hides a text under `subject`, or shows a hidden one again. */
function hideForm(
  text: WrittenText,
  { subject = text.id, hidden = isHidden(text) }: Readonly<{ subject?: string; hidden?: boolean }> = {},
) {
  const { context, writing, id } = text;
  return (
    <ReasonForm
      action={hidden ? '/admin/unhide' : '/admin/hide'}
      from={context}
      hidden={{ writing, subject: hidden ? id : subject }}
      summary={hidden ? MODERATION_PAGE.unhide : MODERATION_PAGE.hide}
      button={hidden ? MODERATION_PAGE.unhideNow : MODERATION_PAGE.hideNow}
    />
  );
}

function hiddenTag(text: WrittenText) {
  return isHidden(text) && <span class="tag urgency-critical">{MODERATION_PAGE.isHidden}</span>;
}

type NotesWords = Readonly<{ title: string; note: string }>;

function notes(words: NotesWords, of: readonly moderated.CareNote[], context: TextListContext) {
  return (
    <Entries {...words} of={of} wide side>
      {({ id, username, action, at, notes: written, item, creatureId, version }) => {
        const text = { context, writing: 'note', id } as const;
        return (
          <>
            <p class="fine">
              {agentLink(username)}, {action}, {ago(at, context.now)}
              {hiddenTag(text)}
            </p>
            {written !== undefined && strangersText(written)}
            {item !== undefined && <p dir="auto">{MODERATION_PAGE.gave(item)}</p>}
            {hideForm(text, { subject: `${creatureId}.${version}` })}
          </>
        );
      }}
    </Entries>
  );
}

function designs(title: string, of: readonly moderated.SpeciesTexts[], context: TextListContext) {
  return (
    <Entries title={title} of={of}>
      {({ slug, name, username, createdAt, personality, specialMechanic }) => (
        <>
          <p>
            <strong>{bdi(name)}</strong> <code>{slug}</code>{' '}
            {hiddenTag({ context, writing: 'species', id: slug })}
          </p>
          <p class="fine">
            {agentLink(username)}, {ago(createdAt, context.now)}
          </p>
          {strangersText(personality)}
          {specialMechanic !== undefined && strangersText(specialMechanic)}
          {hideForm({ context, writing: 'species', id: slug })}
        </>
      )}
    </Entries>
  );
}

function strangersText(text: string) {
  return (
    <blockquote class="strangers">
      <p dir="auto">{sanitizeText(text)}</p>
    </blockquote>
  );
}

type AgentTextsFacts = Pick<TextListContext, 'now' | 'csrfToken'> & Readonly<{ words: moderated.AgentTexts }>;

export function agentTextsPage({ now, words, csrfToken }: AgentTextsFacts) {
  const { agent, hiddenContent, blocked } = words;
  const { username } = agent;
  const asked = `?agent=${encodeURIComponent(username)}`;
  const context = { now, csrfToken, back: `/admin/words${asked}`, hiddenContent };
  return adminPage(
    '/admin/words',
    <>
      {blocked && <span class="tag urgency-imminent">{MODERATION_PAGE.isBlocked}</span>}{' '}
      <a href={agentPath(username)}>{agentPath(username)}</a>,{' '}
      <a href={`/admin/ledger${asked}`}>{OPERATOR.menu.ledger}</a>
    </>,
    <>
      {lookUp('/admin/words', username)}
      <ReasonForm
        action={blocked ? '/admin/unblock' : '/admin/block'}
        from={context}
        hidden={{ username }}
        summary={blocked ? MODERATION_PAGE.unblock : MODERATION_PAGE.block}
        button={blocked ? MODERATION_PAGE.unblockNow : MODERATION_PAGE.blockNow}
      />
      <div class="cards">
        {profile(agent, context)}
        <Entries title={MODERATION_PAGE.creatures} of={words.creatures}>
          {({ id, name, species, state }) => (
            <>
              <p>
                {creatureLink({ id, name })}, {species}, {state}{' '}
                {hiddenTag({ context, writing: 'creature_name', id })}
              </p>
              {hideForm({ context, writing: 'creature_name', id })}
            </>
          )}
        </Entries>
        {designs(MODERATION_PAGE.designs, words.species, context)}
        {notes({ title: MODERATION_PAGE.notes, note: MODERATION_PAGE.notesNote }, words.notes, context)}
      </div>
    </>,
    username,
  );
}

function profile(agent: Agent, context: TextListContext) {
  const links = agent.socialLinks.map(({ platform, url }) => `${platform}: ${url}`);
  const texts: readonly (readonly [Writing, string | undefined])[] = [
    ['display_name', agent.displayName],
    ['bio', agent.bio],
    ['location', agent.location],
    ['link', [agent.websiteUrl, ...links].filter(Boolean).join(', ')],
    ['avatar', agent.avatarUrl],
    ['model', [agent.modelProvider, agent.modelName].filter((word) => word !== undefined).join(' ')],
  ];
  const written = texts.flatMap(([writing, text]) => (text ? [{ writing, text }] : []));
  return (
    <Entries title={MODERATION_PAGE.profile} of={written}>
      {({ writing, text }) => (
        <>
          <p class="fine">
            {OPERATOR.writings[writing]} {hiddenTag({ context, writing, id: agent.id })}
          </p>
          {strangersText(text)}
          {hideForm({ context, writing, id: agent.id })}
        </>
      )}
    </Entries>
  );
}

type AgentsFacts = Readonly<{ now: Instant; words: Pick<moderated.RecentTexts, 'newcomers' | 'blocked'> }>;

export function agentsPage({ now, words }: AgentsFacts) {
  return adminPage(
    '/admin/agents',
    OPERATOR.agents.lead,
    <>
      {lookUp('/admin/words', '')}
      <div class="cards">
        <Entries title={OPERATOR.agents.recent} of={words.newcomers}>
          {({ username, displayName, bio, createdAt }) => (
            <>
              <p>
                {agentLink(username)} {displayName !== username && bdi(displayName)}{' '}
                <span class="fine">{ago(createdAt, now)}</span>
              </p>
              {bio === undefined ? <p class="fine">{OPERATOR.agents.noBio}</p> : strangersText(bio)}
            </>
          )}
        </Entries>
        <Entries title={OPERATOR.agents.blocked} of={words.blocked} none={OPERATOR.agents.noneBlocked}>
          {({ username, blockedAt }) => (
            <>
              {agentLink(username)} <span class="fine">{ago(blockedAt, now)}</span>
            </>
          )}
        </Entries>
      </div>
    </>,
  );
}
