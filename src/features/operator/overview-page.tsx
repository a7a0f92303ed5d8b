import type { ComponentChildren } from 'preact';

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
import { fillTemplate } from '../../text/pick-line.ts';
import { describeProblem } from '../../text/server/house-problems.ts';
import { formatDay } from '../../text/times.ts';
import { ago, creatureLink, hiddenFields, moment, bdi, tableHead } from '../../web/parts.tsx';
import { agentPath, creaturePath, speciesPath } from '../../web/paths.ts';
import type { HiddenContent } from '../hidden/hidden-content.ts';
import type { OperatorLogEntry } from '../moderation/moderate.ts';
import {
  type AgentTexts,
  type CareNote,
  noteReview,
  profileReview,
  type RecentTexts,
  type Review,
  speciesReview,
  type SpeciesTexts,
  type Waiting,
} from '../moderation/written-texts.ts';
import type { AccountView, LatestMovements, UnresolvedPayment } from '../money/ledger.ts';
import type { FoundByOperator } from '../public/browse-creatures.ts';
import type { DayFigures, Figures } from '../stats/analytics.ts';
import { type ComeBack, RETURN_DAYS, type ReturnCounts } from '../stats/come-back.ts';
import {
  adminPage,
  agentLink,
  Card,
  Entries,
  lookUp,
  ReasonForm,
  tally,
  type AdminPage,
} from './admin-layout.tsx';

interface OverviewFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly days: readonly DayFigures[] | undefined;
  readonly comeBack: ComeBack | undefined;
  readonly search: Readonly<{ words: string; found: FoundByOperator | undefined }>;
  readonly problems: readonly HouseProblem[];
  /** Undefined while the database does not answer. */
  readonly figures: Figures | undefined;
}

/** The operator's overview: what is wrong and what ends it, then the totals. */
export function overviewPage(facts: OverviewFacts): AdminPage {
  const { now, csrfToken, problems, figures, days, comeBack, search } = facts;
  return adminPage(
    '/admin',
    figures ? OVERVIEW_PAGE.lead(figures) : STATE_LINE.noFigures,
    <>
      {stateOf(problems, csrfToken, now)}
      {finder(search)}
      {figures && figureTallies(figures)}
      <div class="cards">
        {days && lastDays(days)}
        {comeBack && returns(comeBack)}
      </div>
    </>,
  );
}

function finder({ words, found }: OverviewFacts['search']) {
  const text = OPERATOR.find;
  return (
    <section class="seek-all" aria-label={text.label}>
      {lookUp('/admin', words, { name: 'q', label: text.label, button: text.find, hint: text.hint })}
      {found && (
        <div role="status">
          {found.agents.length + found.creatures.length === 0 && <p>{text.none}</p>}
          {found.agents.length > 0 && (
            <p>
              {text.agents}: {commaList(found.agents.map((username) => agentLink(username)))}
            </p>
          )}
          {found.creatures.length > 0 && (
            <ul>
              {found.creatures.map(({ id, name, species, state, username }) => (
                <li>
                  {creatureLink({ id, name })}, {speciesOrSlug(species)}, {state}, {agentLink(username)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

function commaList(items: readonly ComponentChildren[]) {
  return items.map((item, at) => [at > 0 && ', ', item]);
}

const speciesOrSlug = (slug: string) => <a href={speciesPath(slug)}>{slug}</a>;

const DAY_LINES = Object.entries(OPERATOR.days.lines) as [Exclude<keyof DayFigures, 'day'>, string][];

function lastDays(days: readonly DayFigures[]) {
  const { title, note, table, day, most, today } = OPERATOR.days;
  return (
    <Card title={title} note={note} wide>
      <div class="day-lines">
        {DAY_LINES.map(([name, label]) => {
          const values = days.map((each) => each[name]);
          return (
            <div class={`day-line day-${name}`}>
              <p>
                {label} <strong>{number(values.at(-1) ?? 0)}</strong>{' '}
                <span class="fine">
                  {today}, {most} {number(Math.max(...values))}
                </span>
              </p>
              {lineThrough(values)}
            </div>
          );
        })}
      </div>
      <details>
        <summary>{table}</summary>
        {plainTable(
          { title, columns: [day, ...DAY_LINES.map(([, label]) => label)], empty: '' },
          days
            .toReversed()
            .map((each) => [formatDay(each.day), ...DAY_LINES.map(([name]) => number(each[name]))]),
        )}
      </details>
    </Card>
  );
}

function returns({ all, byWeek, bySource }: ComeBack) {
  const { title, note, week, source, registered, hatched, day, total, empty } = OPERATOR.comeBack;
  const counts = [registered, hatched, ...RETURN_DAYS.map((each) => fillTemplate(day, { day: `${each}` }))];
  return (
    <Card title={title} note={note} wide>
      {plainTable({ title: `${title}: ${week}`, columns: [week, ...counts], empty }, [
        [total, ...returnCells(all)],
        ...byWeek.map((each) => [formatDay(each.week), ...returnCells(each)]),
      ])}
      {plainTable(
        { title: `${title}: ${source}`, columns: [source, ...counts], empty },
        bySource.map((each) => [bdi(each.source), ...returnCells(each)]),
      )}
    </Card>
  );
}

function returnCells({ registered, hatched, onDay }: ReturnCounts) {
  const shares = RETURN_DAYS.map((day) => {
    const { agents, cameBack } = onDay[day];
    return agents === 0 ? '–' : `${Math.round((100 * cameBack) / agents)}% (${number(agents)})`;
  });
  return [number(registered), number(hatched), ...shares];
}

// The width of the drawing is free: it is stretched, and its strokes are not.
const LINE = { width: 290, height: 48, room: 2 };

function lineThrough(values: readonly number[]) {
  const most = Math.max(1, ...values);
  const places = values.map((value, at) => {
    const x = Math.round((at / Math.max(1, values.length - 1)) * LINE.width);
    return `${x} ${(LINE.height - LINE.room - (value / most) * (LINE.height - 2 * LINE.room)).toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${LINE.width} ${LINE.height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="day-ground" d={`M0 ${LINE.height - LINE.room}H${LINE.width}`} />
      <path class="day-path" d={`M${places.join('L')}`} />
    </svg>
  );
}

function stateOf(problems: readonly HouseProblem[], csrfToken: string, now: Instant) {
  const [worst, ...others] = problems;
  const state = worst ? HOUSE_PROBLEMS[worst.name] : 'fine';
  return (
    <section class={`state state-${state}`} aria-labelledby="state">
      <h2 id="state">
        <span class="state-word">{STATE_LINE.severity[state]}</span>{' '}
        {others.length > 0
          ? STATE_LINE.summary(problems.length)
          : worst
            ? problemTitle(worst, now)
            : STATE_LINE.fine}
      </h2>
      {worst === undefined && <p class="fine">{STATE_LINE.checked}</p>}
      {worst && others.length === 0 && <div class="state-problem">{solution(worst, csrfToken)}</div>}
      {others.length > 0 && (
        <ol class="state-problems">
          {problems.map((each) => (
            <li class={`state-problem state-${HOUSE_PROBLEMS[each.name]}`}>
              <h3>{problemTitle(each, now)}</h3>
              {solution(each, csrfToken)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function problemTitle(problem: HouseProblem, now: Instant) {
  const { title } = describeProblem(problem);
  return (
    <>
      {title} {problem.since !== undefined && <span class="fine">{ago(problem.since, now)}</span>}
    </>
  );
}

function solution(problem: HouseProblem, csrfToken: string) {
  const { found, remedy, command } = describeProblem(problem);
  return (
    <>
      <p>
        {found} {remedy}
      </p>
      {wayOut(problem, csrfToken)}
      <p class="state-command">
        <span class="fine">{STATE_LINE.command}</span> <code>{command}</code>
      </p>
    </>
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

export function ledgerPage({ now, csrfToken, username, view, latest, unresolved }: LedgerFacts): AdminPage {
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
              ...movementCells(line, line.username),
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
          lines.map((line) => [
            line.number,
            ago(line.created_at, now),
            ...movementCells(line, agent.username),
          ]),
        )}
        {ledgerTable(
          { title: LEDGER_PAGE.purchases, columns: LEDGER_PAGE.purchasesColumns, empty: noPurchases },
          purchases.map(({ createdAt, pack, credits, cents, provider, live, state, ref, id }) => [
            ago(createdAt, now),
            pack === 'bundle' ? credits : pack,
            ...moneyCells(cents, provider, live, state),
            <code id={referenceId(id)}>{ref ?? id}</code>,
          ]),
        )}
        {ledgerTable(
          { title: LEDGER_PAGE.payments, columns: LEDGER_PAGE.paymentsColumns, empty: noPayments },
          payments.map(({ createdAt, credits, cents, method, live, state, reference, key }) => [
            ago(createdAt, now),
            credits,
            ...moneyCells(cents, method, live, state),
            <code id={referenceId(key)}>{reference ?? key}</code>,
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
function plainTable(
  { title, columns, empty }: TableWords,
  rows: TableRows,
  layout: 'rows' | 'stacked' = 'rows',
) {
  if (rows.length === 0) return <p>{empty}</p>;
  const body = rows.map((row) => <tr>{row.map(cell)}</tr>);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table class={layout === 'stacked' ? 'ledger stacked' : 'ledger'}>
        {tableHead(columns)}
        <tbody>{body}</tbody>
      </table>
    </div>
  );
}

function moneyCells(cents: number, by: string, live: boolean, state: string) {
  return [formatPrice(cents), by, LEDGER_PAGE.money(live), state];
}

/** A resurrection refers to its creature, other movements to a purchase or payment of the same account. */
function movementReference({ kind, ref, idem_key: key }: AccountView['lines'][number], username: string) {
  const words = ref ?? key;
  if (kind === 'resurrection' && ref !== null)
    return (
      <a href={creaturePath(ref)}>
        <code>{words}</code>
      </a>
    );
  const anchor = kind === 'inline_payment' ? key : ref;
  if (anchor === null) return <code>{words}</code>;
  return (
    <a href={`/admin/ledger?agent=${encodeURIComponent(username)}#${referenceId(anchor)}`}>
      <code>{words}</code>
    </a>
  );
}

const referenceId = (reference: string) => `of-${reference.replace(/[^\w-]/g, '-')}`;

function movementCells(line: AccountView['lines'][number], username: string): readonly ComponentChildren[] {
  return [
    line.kind,
    signed(line.delta),
    signed(line.debt_delta),
    line.balance_after,
    movementReference(line, username),
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
  if (deed === 'payment_settled' || deed === 'payment_refused')
    return (
      <a href={`/admin?q=${encodeURIComponent(subject)}`}>
        <code>{subject}</code>
      </a>
    );
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

export function logPage({ deeds, page, hasNext }: LogFacts): AdminPage {
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
        'stacked',
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
  /** Set in the queue: how many texts of this kind wait. */
  readonly count?: number;
}

interface RecentTextsFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly words: RecentTexts;
  readonly missing?: string | undefined;
}

export function recentTextsPage({ now, words, csrfToken, missing }: RecentTextsFacts): AdminPage {
  const context = { now, csrfToken, back: '/admin/words', hiddenContent: words.hiddenContent };
  const { reflections, reflectionsNote, species, hidden, nothingHidden } = MODERATION_PAGE;
  const { queue } = words;
  return adminPage(
    '/admin/words',
    MODERATION_PAGE.lead,
    <>
      {lookUp('/admin/words', missing ?? '')}
      {missing !== undefined && <p role="status">{MODERATION_PAGE.noAgent(missing)}</p>}
      <div class="cards">
        {notes({ title: reflections, note: reflectionsNote }, queue.reflections.shown, {
          ...context,
          count: queue.reflections.count,
        })}
        {designs(species, queue.species.shown, { ...context, count: queue.species.count })}
        {profilesToReview(queue.profiles, context)}
        <Entries title={hidden} of={words.hidden} none={nothingHidden}>
          {({ writing, subject, username, hiddenAt }) => (
            <>
              <p>
                {OPERATOR.writings[writing]}, {agentLink(username)}
                {writing === 'species' && speciesOrSlug(subject)}
                {writing === 'creature_name' && textLink(writing, subject)}{' '}
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

function notes(words: NotesWords, of: readonly CareNote[], context: TextListContext) {
  return (
    <Entries {...words} title={queueTitle(words.title, context)} of={of} none={noneIn(context)} wide side>
      {(note) => {
        const { id, username, action, at, notes: written, item, creatureId, version } = note;
        const text = { context, writing: 'note', id } as const;
        return (
          <>
            <p class="fine">
              {agentLink(username)}, <a href={creaturePath(creatureId)}>{action}</a>, {ago(at, context.now)}
              {hiddenTag(text)}
            </p>
            {written !== undefined && strangersText(written)}
            {item !== undefined && <p dir="auto">{MODERATION_PAGE.gave(item)}</p>}
            <div class="decide">
              {reviewButton(context, noteReview(note), `${creatureId}.${version}`)}
              {hideForm(text, { subject: `${creatureId}.${version}` })}
            </div>
          </>
        );
      }}
    </Entries>
  );
}

function profilesToReview(
  { shown, count }: Waiting<RecentTexts['newcomers'][number]>,
  context: TextListContext,
) {
  return (
    <Entries
      wide
      side
      title={queueTitle(MODERATION_PAGE.profiles, { count })}
      of={shown}
      none={noneIn({ count })}
    >
      {(agent) => (
        <>
          <p>
            {agentLink(agent.username)} {agent.displayName !== agent.username && bdi(agent.displayName)}{' '}
            <span class="fine">{ago(agent.createdAt, context.now)}</span>
          </p>
          {agent.bio !== undefined && strangersText(agent.bio)}
          <div class="decide">
            {reviewButton({ ...context, count }, profileReview(agent), agent.id)}
            {hideForm({ context, writing: 'bio', id: agent.id })}
          </div>
        </>
      )}
    </Entries>
  );
}

type Counted = Pick<TextListContext, 'count'>;

const queueTitle = (title: string, { count }: Counted) => (count ? `${title} (${number(count)})` : title);
const noneIn = ({ count }: Counted) =>
  count === undefined ? MODERATION_PAGE.nothing : MODERATION_PAGE.nothingWaits;

/** Takes a text out of the queue with one click; nothing outside of the queue. */
function reviewButton(
  { csrfToken, back, count }: TextListContext,
  { writing, hash }: Review,
  subject: string,
) {
  if (count === undefined) return null;
  return (
    <form class="review" method="post" action="/admin/review">
      {hiddenFields({ seal: csrfToken, back, writing, subject, hash })}
      <button class="plain" type="submit">
        {MODERATION_PAGE.review}
      </button>
    </form>
  );
}

function designs(title: string, of: readonly SpeciesTexts[], context: TextListContext) {
  return (
    <Entries title={queueTitle(title, context)} of={of} none={noneIn(context)} wide side>
      {(design) => {
        const { slug, name, username, createdAt, personality, specialMechanic } = design;
        return (
          <>
            <p>
              <strong>{bdi(name)}</strong> {speciesOrSlug(slug)}{' '}
              {hiddenTag({ context, writing: 'species', id: slug })}
            </p>
            <p class="fine">
              {agentLink(username)}, {ago(createdAt, context.now)}
            </p>
            {strangersText(personality)}
            {specialMechanic !== undefined && strangersText(specialMechanic)}
            <div class="decide">
              {reviewButton(context, speciesReview(design), slug)}
              {hideForm({ context, writing: 'species', id: slug })}
            </div>
          </>
        );
      }}
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

type AgentTextsFacts = Pick<TextListContext, 'now' | 'csrfToken'> & Readonly<{ words: AgentTexts }>;

export function agentTextsPage({ now, words, csrfToken }: AgentTextsFacts): AdminPage {
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

type AgentsFacts = Readonly<{ now: Instant; words: Pick<RecentTexts, 'newcomers' | 'blocked'> }>;

export function agentsPage({ now, words }: AgentsFacts): AdminPage {
  return adminPage(
    '/admin/agents',
    OPERATOR.agents.lead,
    <>
      {lookUp('/admin/words', '')}
      <div class="cards">
        <Entries title={OPERATOR.agents.recent} of={words.newcomers} wide side>
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
