import type { Instant } from '../../core/engine/clock.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type {
  BlockedAgent,
  SpeciesTexts,
  HiddenTextEntry,
  Newcomer,
  CareNote,
  RecentTexts,
} from '../../house/moderation/written-texts.ts';
import { MODERATION_PAGE, OPERATOR_MENU, WRITING_NAMES } from '../../voice/moderation/operator-room.ts';
import { Masthead } from '../layout.tsx';
import { Ago } from '../parts/moment.tsx';
import { Name } from '../parts/quote.tsx';
import type { AdminPage } from './admin-layout.tsx';
import { Card } from './charts.tsx';
import { LookUp, ReasonForm } from './forms.tsx';

export interface RecentTextsFacts {
  readonly now: Instant;
  readonly words: RecentTexts;
  readonly csrfToken: string;
  /** Who was looked for in vain. */
  readonly missing?: string | undefined;
}

const BACK = '/admin/words';

/** What strangers wrote lately, and what is out of sight. */
export function recentTextsPage({ now, words, csrfToken, missing }: RecentTextsFacts): AdminPage {
  const { hiddenContent } = words;
  const mine = { now, csrfToken, back: BACK };
  return {
    title: OPERATOR_MENU.words,
    section: '/admin/words',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.words}>
          <p>{MODERATION_PAGE.lead}</p>
        </Masthead>
        <LookUp action="/admin/words" username={missing ?? ''} />
        {missing !== undefined && <p role="status">{MODERATION_PAGE.noAgent(missing)}</p>}
        <div class="cards">
          <Card title={MODERATION_PAGE.reflections} note={MODERATION_PAGE.reflectionsNote} wide>
            <Notes
              {...mine}
              notes={words.reflections}
              isHidden={(id) => hiddenContent.visibleText('note', id, '') === undefined}
            />
          </Card>
          <Card title={MODERATION_PAGE.newcomers}>
            <Newcomers now={now} newcomers={words.newcomers} />
          </Card>
          <Card title={MODERATION_PAGE.species}>
            <Designs
              {...mine}
              designs={words.species}
              isHidden={(slug) => hiddenContent.visibleText('species', slug, '') === undefined}
            />
          </Card>
          <Card title={MODERATION_PAGE.hidden}>
            <HiddenTexts {...mine} hidden={words.hidden} />
          </Card>
          <Card title={MODERATION_PAGE.blocked}>
            <BlockedAgents now={now} blocked={words.blocked} />
          </Card>
        </div>
      </>
    ),
  };
}

interface RecentTextsPlace {
  readonly now: Instant;
  readonly csrfToken: string;
  readonly back: string;
}

/** A text's button: away with it, or back. */
export function HideForm({
  csrfToken,
  back,
  writing,
  subject,
  hiddenAs,
}: Omit<RecentTextsPlace, 'now'> & {
  readonly writing: Writing;
  readonly subject: string;
  /** What it is hidden under; undefined where it is not. */
  readonly hiddenAs: string | undefined;
}) {
  const isHidden = hiddenAs !== undefined;
  return (
    <ReasonForm
      action={isHidden ? '/admin/unhide' : '/admin/hide'}
      csrfToken={csrfToken}
      back={back}
      hidden={{ writing, subject: hiddenAs ?? subject }}
      summary={isHidden ? MODERATION_PAGE.unhide : MODERATION_PAGE.hide}
      button={isHidden ? MODERATION_PAGE.unhideNow : MODERATION_PAGE.hideNow}
    />
  );
}

export function Notes({
  notes,
  isHidden,
  ...place
}: RecentTextsPlace & {
  readonly notes: readonly CareNote[];
  readonly isHidden: (entryId: string) => boolean;
}) {
  if (notes.length === 0) return <p>{MODERATION_PAGE.nothing}</p>;
  return (
    <ul class="entries side">
      {notes.map((note) => (
        <li key={note.id}>
          <p class="fine">
            <AgentLink username={note.username} />, {note.action}, <Ago at={note.at} now={place.now} />
            {isHidden(note.id) && <HiddenTag />}
          </p>
          {note.notes !== undefined && <StrangersText text={note.notes} />}
          {note.item !== undefined && <p dir="auto">{MODERATION_PAGE.gave(note.item)}</p>}
          <HideForm
            csrfToken={place.csrfToken}
            back={place.back}
            writing="note"
            subject={`${note.creatureId}.${note.version}`}
            hiddenAs={isHidden(note.id) ? note.id : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

export function Designs({
  designs,
  isHidden,
  ...place
}: RecentTextsPlace & {
  readonly designs: readonly SpeciesTexts[];
  readonly isHidden: (slug: string) => boolean;
}) {
  if (designs.length === 0) return <p>{MODERATION_PAGE.nothing}</p>;
  return (
    <ul class="entries">
      {designs.map((design) => (
        <li key={design.slug}>
          <p>
            <strong>
              <Name>{design.name}</Name>
            </strong>{' '}
            <code>{design.slug}</code> {isHidden(design.slug) && <HiddenTag />}
          </p>
          <p class="fine">
            <AgentLink username={design.username} />, <Ago at={design.createdAt} now={place.now} />
          </p>
          <StrangersText text={design.personality} />
          {design.specialMechanic !== undefined && <StrangersText text={design.specialMechanic} />}
          <HideForm
            csrfToken={place.csrfToken}
            back={place.back}
            writing="species"
            subject={design.slug}
            hiddenAs={isHidden(design.slug) ? design.slug : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

function Newcomers({ newcomers, now }: { readonly newcomers: readonly Newcomer[]; readonly now: Instant }) {
  if (newcomers.length === 0) return <p>{MODERATION_PAGE.nothing}</p>;
  return (
    <ul class="entries">
      {newcomers.map(({ id, username, displayName, bio, createdAt }) => (
        <li key={id}>
          <p>
            <AgentLink username={username} /> {displayName !== username && <Name>{displayName}</Name>}{' '}
            <span class="fine">
              <Ago at={createdAt} now={now} />
            </span>
          </p>
          {bio === undefined ? <p class="fine">{MODERATION_PAGE.noBio}</p> : <StrangersText text={bio} />}
        </li>
      ))}
    </ul>
  );
}

function HiddenTexts({
  hidden,
  ...place
}: RecentTextsPlace & { readonly hidden: readonly HiddenTextEntry[] }) {
  if (hidden.length === 0) return <p>{MODERATION_PAGE.nothingHidden}</p>;
  return (
    <ul class="entries">
      {hidden.map(({ writing, subject, username, hiddenAt }) => (
        <li key={`${writing} ${subject}`}>
          <p>
            {WRITING_NAMES[writing]}, <AgentLink username={username} />
            {writing === 'species' && <code>{subject}</code>}{' '}
            <span class="fine">
              <Ago at={hiddenAt} now={place.now} />
            </span>
          </p>
          <HideForm
            csrfToken={place.csrfToken}
            back={place.back}
            writing={writing}
            subject={subject}
            hiddenAs={subject}
          />
        </li>
      ))}
    </ul>
  );
}

function BlockedAgents({
  blocked,
  now,
}: {
  readonly blocked: readonly BlockedAgent[];
  readonly now: Instant;
}) {
  if (blocked.length === 0) return <p>{MODERATION_PAGE.nobodyBlocked}</p>;
  return (
    <ul class="entries">
      {blocked.map(({ agentId, username, blockedAt }) => (
        <li key={agentId}>
          <AgentLink username={username} />{' '}
          <span class="fine">
            <Ago at={blockedAt} now={now} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function StrangersText({ text }: { readonly text: string }) {
  return (
    <blockquote class="strangers">
      <p dir="auto">{text}</p>
    </blockquote>
  );
}

export function HiddenTag() {
  return <span class="tag urgency-critical">{MODERATION_PAGE.isHidden}</span>;
}

function AgentLink({ username }: { readonly username: string }) {
  return <a href={`/admin/words?agent=${encodeURIComponent(username)}`}>{username}</a>;
}
