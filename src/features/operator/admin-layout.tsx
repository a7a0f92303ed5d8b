import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';

import { MODERATION_PAGE, OPERATOR } from '../../text/pages/operator.ts';
import { SITE } from '../../text/pages/page-words.ts';
import { fontPreload, Masthead, type PageSite, Top } from '../../web/layout.tsx';
import { hiddenFields, linkList, paragraphs, picture, Submit } from '../../web/parts.tsx';

export interface AdminSite {
  readonly site: PageSite;
  readonly style: string;
  /** CSRF token that every form sends back; undefined before sign-in. */
  readonly csrfToken?: string;
}

const ADMIN_SECTIONS = {
  '/admin/words': OPERATOR.menu.words,
  '/admin/ledger': OPERATOR.menu.ledger,
  '/admin/log': OPERATOR.menu.log,
  '/admin/agents': OPERATOR.menu.agents,
  '/admin': OPERATOR.menu.house,
};

export interface AdminPage {
  readonly title: string;
  readonly section?: keyof typeof ADMIN_SECTIONS;
  readonly notice?: string | undefined;
  readonly content: ComponentChildren;
}

export function renderAdminPage(desk: AdminSite, page: AdminPage): string {
  return `<!doctype html>${render(<Document desk={desk} page={page} />)}`;
}

function Document({ desk, page }: { readonly desk: AdminSite; readonly page: AdminPage }) {
  const { site, csrfToken, style } = desk;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`${page.title} · ${OPERATOR.menu.room} · ${SITE.name}`}</title>
        <link rel="icon" type="image/svg+xml" href={site.assets.icon} />
        {fontPreload(site)}
        <link rel="stylesheet" href={site.assets.style} />
        <link rel="stylesheet" href={style} />
      </head>
      <body class="desk">
        <Top>
          {csrfToken !== undefined && (
            <>
              <nav aria-label={OPERATOR.menu.room}>{linkList(ADMIN_SECTIONS, page.section)}</nav>
              <form method="post" action="/admin/logout">
                {hiddenFields({ seal: csrfToken })}
                <button class="plain" type="submit">
                  {OPERATOR.menu.signOut}
                </button>
              </form>
            </>
          )}
        </Top>
        <main id="main">
          {page.notice !== undefined && (
            <p class="said-so" role="status">
              {page.notice}
            </p>
          )}
          {page.content}
        </main>
      </body>
    </html>
  );
}

export function adminPage(
  section: keyof typeof ADMIN_SECTIONS,
  lead: ComponentChildren,
  content: ComponentChildren,
  title: string = ADMIN_SECTIONS[section],
): AdminPage {
  return {
    title,
    section,
    content: (
      <>
        <Masthead title={title}>{lead}</Masthead>
        {content}
      </>
    ),
  };
}

type CardProps = Readonly<{ title: string; note?: string; wide?: boolean; children: ComponentChildren }>;

export function Card({ title, note, wide = false, children }: CardProps): JSX.Element {
  return (
    <section class={wide ? 'card wide' : 'card'}>
      <h2>{title}</h2>
      {children}
      {note !== undefined && <p class="fine">{note}</p>}
    </section>
  );
}

export function tally(label: string, value: string, about?: string): JSX.Element {
  return (
    <div class="tally">
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {about !== undefined && <span>{about}</span>}
      </dd>
    </div>
  );
}

interface ReasonFormProps extends Readonly<Record<'action' | 'summary' | 'button', string>> {
  readonly from: Readonly<Record<'csrfToken' | 'back', string>>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly children?: ComponentChildren;
}

/** A collapsed form with a field for the reason, which goes into the audit log. */
export function ReasonForm({
  action,
  hidden,
  summary,
  button,
  children,
  from,
}: ReasonFormProps): JSX.Element {
  const name = `reason-${action}-${Object.values(hidden).join('-')}`.replace(/[^\w-]/g, '-');
  return (
    <details class="deed-form">
      <summary>{summary}</summary>
      <form method="post" action={action}>
        {hiddenFields({ seal: from.csrfToken, back: from.back, ...hidden })}
        {children}
        <label for={name}>{OPERATOR.form.why}</label>
        <input id={name} name="reason" type="text" maxLength={200} required autocomplete="off" />
        <Submit>{button}</Submit>
      </form>
    </details>
  );
}

interface EntriesProps<Entry> extends Omit<CardProps, 'children'> {
  readonly of: readonly Entry[];
  readonly none?: string;
  readonly side?: boolean;
  readonly children: (entry: Entry) => ComponentChildren;
}

export function Entries<Entry>({
  of,
  none,
  side = false,
  children,
  ...card
}: EntriesProps<Entry>): JSX.Element {
  const list = of.map((entry) => <li>{children(entry)}</li>);
  return (
    <Card {...card}>
      {of.length === 0 && <p>{none ?? MODERATION_PAGE.nothing}</p>}
      {of.length > 0 && <ul class={side ? 'entries side' : 'entries'}>{list}</ul>}
    </Card>
  );
}

export function agentLink(username: string, on: 'words' | 'ledger' = 'words'): JSX.Element {
  return <a href={`/admin/${on}?agent=${encodeURIComponent(username)}`}>{username}</a>;
}

const AGENT_FIELD = { name: 'agent', label: OPERATOR.form.agent, button: OPERATOR.form.lookUp };

export function lookUp(
  action: string,
  value: string,
  field: Readonly<typeof AGENT_FIELD & { hint?: string }> = AGENT_FIELD,
): JSX.Element {
  return (
    <form class="look-up" method="get" action={action}>
      <label for={field.name}>{field.label}</label>
      <input
        id={field.name}
        name={field.name}
        placeholder={field.hint}
        type="search"
        value={value}
        maxLength={200}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <Submit>{field.button}</Submit>
    </form>
  );
}

type SignInFacts = Readonly<{ to: string } & Partial<Record<'notice' | 'keyProblem', string | undefined>>>;

export function signInPage({ to, notice, keyProblem }: SignInFacts): AdminPage {
  const problem = keyProblem === undefined ? undefined : 'key-problem';
  return {
    title: OPERATOR.signIn.title,
    notice,
    content: (
      <div class="alone">
        <h1>{OPERATOR.signIn.title}</h1>
        <p>{OPERATOR.signIn.lead}</p>
        <form class="sign-in" method="post" action="/admin/login">
          <input type="hidden" name="to" value={to} />
          <input name="username" value="operator" autocomplete="username" hidden readOnly />
          <label for="key">{OPERATOR.signIn.key}</label>
          <input
            id="key"
            name="key"
            type="password"
            autocomplete="current-password"
            required
            aria-invalid={problem && 'true'}
            aria-describedby={problem}
          />
          {keyProblem !== undefined && (
            <p id={problem} class="field-problem" role="alert">
              {keyProblem}
            </p>
          )}
          <Submit>{OPERATOR.signIn.button}</Submit>
        </form>
      </div>
    ),
  };
}

export const noRoomPage: AdminPage = refusal(OPERATOR.noAdminKey);
export const notFromHerePage: AdminPage = refusal(OPERATOR.csrf);

function refusal({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): AdminPage {
  return {
    title,
    content: (
      <div class="alone">
        {picture('empty-window')}
        <h1>{title}</h1>
        {paragraphs(lines)}
      </div>
    ),
  };
}
