import type { ComponentChildren } from 'preact';

import type { HiddenContent } from '../../features/moderation/hidden-content.ts';
import type { OperatorLogEntry } from '../../features/moderation/moderate.ts';
import type {
  AgentTexts,
  CareNote,
  RecentTexts,
  SpeciesTexts,
} from '../../features/moderation/written-texts.ts';
import type { AccountView, LatestMovements, UnresolvedPayment } from '../../features/money/ledger.ts';
import type { Analytics } from '../../features/stats/analytics.ts';
import type { Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { sanitizeText } from '../../rules/base/text.ts';
import { formatPrice } from '../../rules/credits.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import {
  AGENTS_PAGE,
  DEED_NAMES,
  LEDGER_PAGE,
  MODERATION_PAGE,
  OPERATOR_LOG_PAGE,
  OPERATOR_MENU,
  OVERVIEW_PAGE,
  UNRESOLVED_PAYMENTS,
  WRITING_NAMES,
} from '../../text/pages/operator.ts';
import { catchingUp } from '../../text/pages/page-words.ts';
import { Masthead } from '../layout.tsx';
import { ago, creatureLink, moment, bdi } from '../parts.tsx';
import { agentPath, creaturePath, speciesPath } from '../paths.ts';
import { type AdminPage, agentLink, Card, Entries, Figure, LookUp, ReasonForm } from './admin-layout.tsx';

/** The operator's overview: totals only; time series are in the metrics. */
export function overviewPage(analytics: Analytics): AdminPage {
  const { agents, creatures, care, deaths, money } = analytics;
  const totals = [
    [OVERVIEW_PAGE.agents, number(agents.total), OVERVIEW_PAGE.today(agents.registered.last24h)],
    [OVERVIEW_PAGE.active, number(agents.active.last24h), OVERVIEW_PAGE.month(agents.active.last30d)],
    [OVERVIEW_PAGE.alive, number(creatures.byStatus.alive), OVERVIEW_PAGE.eggs(creatures.byStatus.egg)],
    [OVERVIEW_PAGE.acts, number(care.total), OVERVIEW_PAGE.today(care.given.last24h)],
    [OVERVIEW_PAGE.died, number(deaths.total), OVERVIEW_PAGE.today(deaths.died.last24h)],
    [OVERVIEW_PAGE.revenue, formatPrice(money.live.cents), OVERVIEW_PAGE.monthly(money.live.lately.last30d)],
  ] as const;
  return {
    title: OPERATOR_MENU.house,
    section: '/admin',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.house}>
          {OVERVIEW_PAGE.lead(analytics)} {analytics.asOf !== undefined && catchingUp(analytics.asOf)}
        </Masthead>
        <dl class="tallies">
          {totals.map(([label, value, about]) => (
            <Figure label={label} value={value} about={about} />
          ))}
        </dl>
        <p class="fine">
          {OPERATOR_MENU.testsLeftOut} {OVERVIEW_PAGE.tests(analytics.testAccounts)}{' '}
          {OVERVIEW_PAGE.unlike(analytics.testAccounts)}
        </p>
      </>
    ),
  };
}

function number(value: number): string {
  return value.toLocaleString('en');
}

interface LedgerFacts {
  readonly now: Instant;
  readonly csrfToken: string;
  /** The requested username; empty for the latest movements of all agents. */
  readonly username: string;
  readonly view: AccountView | undefined;
  readonly latest: LatestMovements;
  readonly unresolved: readonly UnresolvedPayment[];
}

export function ledgerPage({ now, csrfToken, username, view, latest, unresolved }: LedgerFacts): AdminPage {
  return {
    title: OPERATOR_MENU.ledger,
    section: '/admin/ledger',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.ledger}>{LEDGER_PAGE.lead}</Masthead>
        <LookUp action="/admin/ledger" username={username} />
        {username !== '' && !view && <p role="status">{MODERATION_PAGE.noAgent(username)}</p>}
        {view ? (
          <Account view={view} now={now} />
        ) : (
          <div class="cards">
            <Card title={UNRESOLVED_PAYMENTS.title} note={UNRESOLVED_PAYMENTS.note} wide>
              <Entries of={unresolved} none={UNRESOLVED_PAYMENTS.allClear}>
                {(payment) => <Unresolved payment={payment} csrfToken={csrfToken} now={now} />}
              </Entries>
            </Card>
            <Table
              title={LEDGER_PAGE.latest}
              columns={LEDGER_PAGE.latestColumns}
              empty={LEDGER_PAGE.noLines}
              rows={latest.map((line) => [
                ago(line.created_at, now),
                agentLink(line.username, 'ledger'),
                line.number,
                ...movementCells(line),
              ])}
            />
          </div>
        )}
      </>
    ),
  };
}

type UnresolvedProps = Readonly<{ payment: UnresolvedPayment; csrfToken: string; now: Instant }>;

function Unresolved({ payment, csrfToken, now }: UnresolvedProps) {
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
        csrfToken={csrfToken}
        back="/admin/ledger"
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

function Account({ view, now }: { readonly view: AccountView; readonly now: Instant }) {
  const { agent, account } = view;
  return (
    <>
      <h2>{agentLink(agent.username)}</h2>
      <dl class="tallies">
        <Figure label={LEDGER_PAGE.balance} value={number(account.balance)} />
        <Figure label={LEDGER_PAGE.debt} value={number(account.debt)} />
      </dl>
      <div class="cards">
        <Table
          title={LEDGER_PAGE.lines}
          columns={LEDGER_PAGE.linesColumns}
          empty={LEDGER_PAGE.noLines}
          rows={view.lines.map((line) => [line.number, ago(line.created_at, now), ...movementCells(line)])}
        />
        <Table
          title={LEDGER_PAGE.purchases}
          columns={LEDGER_PAGE.purchasesColumns}
          empty={LEDGER_PAGE.noPurchases}
          rows={view.purchases.map((purchase) => [
            ago(purchase.createdAt, now),
            purchase.pack === 'bundle' ? purchase.credits : purchase.pack,
            formatPrice(purchase.cents),
            purchase.provider,
            LEDGER_PAGE.money(purchase.live),
            purchase.state,
            <code>{purchase.ref ?? purchase.id}</code>,
          ])}
        />
        <Table
          title={LEDGER_PAGE.payments}
          columns={LEDGER_PAGE.paymentsColumns}
          empty={LEDGER_PAGE.noPayments}
          rows={view.payments.map((payment) => [
            ago(payment.createdAt, now),
            payment.credits,
            formatPrice(payment.cents),
            payment.method,
            LEDGER_PAGE.money(payment.live),
            payment.state,
            <code>{payment.reference ?? payment.key}</code>,
          ])}
        />
      </div>
    </>
  );
}

type TableProps = Readonly<{
  title: string;
  columns: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  empty: string;
}>;

function Table(table: TableProps) {
  return (
    <Card title={table.title} wide>
      <PlainTable {...table} />
    </Card>
  );
}

/** A table whose tab stop makes it scrollable by keyboard when it is wide. */
function PlainTable({ title, columns, rows, empty }: TableProps) {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="ledger">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td class={typeof cell === 'number' ? 'number' : undefined}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
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
function Subject({ deed, subject }: Pick<OperatorLogEntry, 'deed' | 'subject'>) {
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

export function logPage({ deeds, page, hasNext }: LogFacts): AdminPage {
  return {
    title: OPERATOR_MENU.log,
    section: '/admin/log',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.log}>{OPERATOR_LOG_PAGE.lead}</Masthead>
        <PlainTable
          title={OPERATOR_MENU.log}
          columns={OPERATOR_LOG_PAGE.columns}
          empty={OPERATOR_LOG_PAGE.empty}
          rows={deeds.map(({ at, deed, subject, reason }) => [
            moment(at),
            DEED_NAMES[deed],
            <Subject deed={deed} subject={subject} />,
            <span dir="auto">{reason}</span>,
          ])}
        />
        <p class="ways">
          {page > 1 && <a href={`/admin/log?page=${page - 1}`}>{OPERATOR_LOG_PAGE.newer}</a>}
          {hasNext && <a href={`/admin/log?page=${page + 1}`}>{OPERATOR_LOG_PAGE.older}</a>}
        </p>
      </>
    ),
  };
}

interface TextListContext {
  readonly now: Instant;
  readonly csrfToken: string;
  readonly back: string;
  readonly hiddenContent: HiddenContent;
}

interface RecentTextsFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly words: RecentTexts;
  readonly missing?: string | undefined;
}

export function recentTextsPage({ now, words, csrfToken, missing }: RecentTextsFacts): AdminPage {
  const context = { now, csrfToken, back: '/admin/words', hiddenContent: words.hiddenContent };
  return {
    title: OPERATOR_MENU.words,
    section: '/admin/words',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.words}>{MODERATION_PAGE.lead}</Masthead>
        <LookUp action="/admin/words" username={missing ?? ''} />
        {missing !== undefined && <p role="status">{MODERATION_PAGE.noAgent(missing)}</p>}
        <div class="cards">
          <Card title={MODERATION_PAGE.reflections} note={MODERATION_PAGE.reflectionsNote} wide>
            <Notes context={context} entries={words.reflections} />
          </Card>
          <Card title={MODERATION_PAGE.species}>
            <Designs context={context} entries={words.species} />
          </Card>
          <Card title={MODERATION_PAGE.hidden}>
            <Entries of={words.hidden} none={MODERATION_PAGE.nothingHidden}>
              {({ writing, subject, username, hiddenAt }) => (
                <>
                  <p>
                    {WRITING_NAMES[writing]}, {agentLink(username)}
                    {writing === 'species' && <code>{subject}</code>}{' '}
                    <span class="fine">{ago(hiddenAt, now)}</span>
                  </p>
                  <HideForm context={context} writing={writing} id={subject} hidden />
                </>
              )}
            </Entries>
          </Card>
        </div>
      </>
    ),
  };
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

interface HideFormProps extends WrittenText {
  /** The subject to hide, if it differs from the id of the text. */
  readonly subject?: string;
  /** True in the list of hidden texts, where the form shows a text again. */
  readonly hidden?: true;
}

function HideForm({ subject, hidden, ...text }: HideFormProps) {
  const { context, writing, id } = text;
  const hides = !(hidden ?? isHidden(text));
  return (
    <ReasonForm
      action={hides ? '/admin/hide' : '/admin/unhide'}
      csrfToken={context.csrfToken}
      back={context.back}
      hidden={{ writing, subject: hides ? (subject ?? id) : id }}
      summary={hides ? MODERATION_PAGE.hide : MODERATION_PAGE.unhide}
      button={hides ? MODERATION_PAGE.hideNow : MODERATION_PAGE.unhideNow}
    />
  );
}

function HiddenTag(text: WrittenText) {
  return isHidden(text) ? <span class="tag urgency-critical">{MODERATION_PAGE.isHidden}</span> : null;
}

type TextListProps<Entry> = Readonly<{ entries: readonly Entry[]; context: TextListContext }>;

function Notes({ entries, context }: TextListProps<CareNote>) {
  return (
    <Entries of={entries} side>
      {({ id, username, action, at, notes, item, creatureId, version }) => (
        <>
          <p class="fine">
            {agentLink(username)}, {action}, {ago(at, context.now)}
            <HiddenTag context={context} writing="note" id={id} />
          </p>
          {notes !== undefined && <StrangersText text={notes} />}
          {item !== undefined && <p dir="auto">{MODERATION_PAGE.gave(item)}</p>}
          <HideForm context={context} writing="note" id={id} subject={`${creatureId}.${version}`} />
        </>
      )}
    </Entries>
  );
}

function Designs({ entries, context }: TextListProps<SpeciesTexts>) {
  return (
    <Entries of={entries}>
      {({ slug, name, username, createdAt, personality, specialMechanic }) => (
        <>
          <p>
            <strong>{bdi(name)}</strong> <code>{slug}</code>{' '}
            <HiddenTag context={context} writing="species" id={slug} />
          </p>
          <p class="fine">
            {agentLink(username)}, {ago(createdAt, context.now)}
          </p>
          <StrangersText text={personality} />
          {specialMechanic !== undefined && <StrangersText text={specialMechanic} />}
          <HideForm context={context} writing="species" id={slug} />
        </>
      )}
    </Entries>
  );
}

function StrangersText({ text }: { readonly text: string }) {
  return (
    <blockquote class="strangers">
      <p dir="auto">{sanitizeText(text)}</p>
    </blockquote>
  );
}

interface AgentTextsFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly words: AgentTexts;
}

/** All public texts of one agent, and the form that blocks it. */
export function agentTextsPage({ now, words, csrfToken }: AgentTextsFacts): AdminPage {
  const { agent, hiddenContent, blocked } = words;
  const back = `/admin/words?agent=${encodeURIComponent(agent.username)}`;
  const context = { now, csrfToken, back, hiddenContent };
  return {
    title: agent.username,
    section: '/admin/words',
    content: (
      <>
        <Masthead title={agent.username}>
          {blocked && <span class="tag urgency-imminent">{MODERATION_PAGE.isBlocked}</span>}{' '}
          <a href={agentPath(agent.username)}>{agentPath(agent.username)}</a>,{' '}
          <a href={`/admin/ledger?agent=${encodeURIComponent(agent.username)}`}>{OPERATOR_MENU.ledger}</a>
        </Masthead>
        <LookUp action="/admin/words" username={agent.username} />
        <ReasonForm
          action={blocked ? '/admin/unblock' : '/admin/block'}
          csrfToken={csrfToken}
          back={back}
          hidden={{ username: agent.username }}
          summary={blocked ? MODERATION_PAGE.unblock : MODERATION_PAGE.block}
          button={blocked ? MODERATION_PAGE.unblockNow : MODERATION_PAGE.blockNow}
        />
        <div class="cards">
          <Card title={MODERATION_PAGE.profile}>
            <Profile context={context} agent={agent} />
          </Card>
          <Card title={MODERATION_PAGE.creatures}>
            <Entries of={words.creatures}>
              {({ id, name, species, state }) => (
                <>
                  <p>
                    {creatureLink({ id, name })}, {species}, {state}{' '}
                    <HiddenTag context={context} writing="creature_name" id={id} />
                  </p>
                  <HideForm context={context} writing="creature_name" id={id} />
                </>
              )}
            </Entries>
          </Card>
          <Card title={MODERATION_PAGE.designs}>
            <Designs context={context} entries={words.species} />
          </Card>
          <Card title={MODERATION_PAGE.notes} note={MODERATION_PAGE.notesNote} wide>
            <Notes context={context} entries={words.notes} />
          </Card>
        </div>
      </>
    ),
  };
}

function Profile({ agent, context }: { readonly agent: Agent; readonly context: TextListContext }) {
  const links = agent.socialLinks.map(({ platform, url }) => `${platform}: ${url}`);
  const texts: readonly (readonly [Writing, string | undefined])[] = [
    ['display_name', agent.displayName],
    ['bio', agent.bio],
    ['location', agent.location],
    ['link', [agent.websiteUrl, ...links].filter(Boolean).join(', ')],
    ['avatar', agent.avatarUrl],
    ['model', [agent.modelProvider, agent.modelName].filter((word) => word !== undefined).join(' ')],
  ];
  return (
    <Entries of={texts.flatMap(([writing, text]) => (text ? [{ writing, text }] : []))}>
      {({ writing, text }) => (
        <>
          <p class="fine">
            {WRITING_NAMES[writing]} <HiddenTag context={context} writing={writing} id={agent.id} />
          </p>
          <StrangersText text={text} />
          <HideForm context={context} writing={writing} id={agent.id} />
        </>
      )}
    </Entries>
  );
}

type AgentsFacts = Readonly<{ now: Instant; words: Pick<RecentTexts, 'newcomers' | 'blocked'> }>;

export function agentsPage({ now, words }: AgentsFacts): AdminPage {
  return {
    title: OPERATOR_MENU.agents,
    section: '/admin/agents',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.agents}>{AGENTS_PAGE.lead}</Masthead>
        <LookUp action="/admin/words" username="" />
        <div class="cards">
          <Card title={AGENTS_PAGE.recent}>
            <Entries of={words.newcomers}>
              {({ username, displayName, bio, createdAt }) => (
                <>
                  <p>
                    {agentLink(username)} {displayName !== username && bdi(displayName)}{' '}
                    <span class="fine">{ago(createdAt, now)}</span>
                  </p>
                  {bio === undefined ? <p class="fine">{AGENTS_PAGE.noBio}</p> : <StrangersText text={bio} />}
                </>
              )}
            </Entries>
          </Card>
          <Card title={AGENTS_PAGE.blocked}>
            <Entries of={words.blocked} none={AGENTS_PAGE.noneBlocked}>
              {({ username, blockedAt }) => (
                <>
                  {agentLink(username)} <span class="fine">{ago(blockedAt, now)}</span>
                </>
              )}
            </Entries>
          </Card>
        </div>
      </>
    ),
  };
}
