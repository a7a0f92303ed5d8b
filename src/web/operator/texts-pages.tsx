import type { HiddenContent } from '../../features/moderation/hidden-content.ts';
import type {
  AgentTexts,
  CareNote,
  RecentTexts,
  SpeciesTexts,
} from '../../features/moderation/written-texts.ts';
import type { Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { sanitizeText } from '../../rules/base/text.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import { AGENTS_PAGE, MODERATION_PAGE, OPERATOR_MENU, WRITING_NAMES } from '../../text/pages/operator.ts';
import { Masthead } from '../layout.tsx';
import { Ago, CreatureLink, Name } from '../parts.tsx';
import { agentPath } from '../paths.ts';
import { type AdminPage, AgentLink, Card, Entries, LookUp, ReasonForm } from './admin-layout.tsx';

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
                    {WRITING_NAMES[writing]}, <AgentLink username={username} />
                    {writing === 'species' && <code>{subject}</code>}{' '}
                    <span class="fine">
                      <Ago at={hiddenAt} now={now} />
                    </span>
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
            <AgentLink username={username} />, {action}, <Ago at={at} now={context.now} />
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
            <strong>
              <Name>{name}</Name>
            </strong>{' '}
            <code>{slug}</code> <HiddenTag context={context} writing="species" id={slug} />
          </p>
          <p class="fine">
            <AgentLink username={username} />, <Ago at={createdAt} now={context.now} />
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
                    <CreatureLink creature={{ id, name }} />, {species}, {state}{' '}
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
                    <AgentLink username={username} /> {displayName !== username && <Name>{displayName}</Name>}{' '}
                    <span class="fine">
                      <Ago at={createdAt} now={now} />
                    </span>
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
                  <AgentLink username={username} />{' '}
                  <span class="fine">
                    <Ago at={blockedAt} now={now} />
                  </span>
                </>
              )}
            </Entries>
          </Card>
        </div>
      </>
    ),
  };
}
