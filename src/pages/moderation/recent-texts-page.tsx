import { sanitizeText } from '../../core/engine/text.ts';
import type { Instant } from '../../core/engine/clock.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type { HiddenContent } from '../../house/moderation/hidden-content.ts';
import type {
  SpeciesTexts,
  HiddenTextEntry,
  CareNote,
  RecentTexts,
} from '../../house/moderation/written-texts.ts';
import { MODERATION_PAGE, OPERATOR_MENU, WRITING_NAMES } from '../../voice/moderation/operator-room.ts';
import { Masthead } from '../layout.tsx';
import { Ago } from '../parts/moment.tsx';
import { Name } from '../parts/quote.tsx';
import { Card, type AdminPage } from './admin-layout.tsx';
import { LookUp, ReasonForm } from './forms.tsx';

interface RecentTextsFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly words: RecentTexts;
  /** The username that was looked for and not found. */
  readonly missing?: string | undefined;
}

/** Recent texts by agents, and the hidden ones. */
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
            <HiddenTexts context={context} entries={words.hidden} />
          </Card>
        </div>
      </>
    ),
  };
}

/** What all lists of texts on a page have in common. */
export interface TextListContext {
  readonly now: Instant;
  readonly csrfToken: string;
  /** The page to return to after a form is sent. */
  readonly back: string;
  readonly hiddenContent: HiddenContent;
}

export interface TextListProps<Entry> {
  readonly entries: readonly Entry[];
  readonly context: TextListContext;
}

interface WrittenText {
  readonly context: TextListContext;
  readonly writing: Writing;
  /** What it is hidden under. */
  readonly id: string;
}

function isHidden({ context, writing, id }: WrittenText): boolean {
  return context.hiddenContent.visibleText(writing, id, '') === undefined;
}

interface HideFormProps extends WrittenText {
  /** What it is to be hidden as, where that is not its id. */
  readonly subject?: string;
  /** Given where the list holds hidden texts only. */
  readonly hidden?: true;
}

/** A text's button: hides it, or shows it again. */
export function HideForm({ subject, hidden, ...text }: HideFormProps) {
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

export function HiddenTag(text: WrittenText) {
  return isHidden(text) ? <span class="tag urgency-critical">{MODERATION_PAGE.isHidden}</span> : null;
}

export function Notes({ entries, context }: TextListProps<CareNote>) {
  if (entries.length === 0) return <p>{MODERATION_PAGE.nothing}</p>;
  return (
    <ul class="entries side">
      {entries.map((note) => (
        <li key={note.id}>
          <p class="fine">
            <AgentLink username={note.username} />, {note.action}, <Ago at={note.at} now={context.now} />
            <HiddenTag context={context} writing="note" id={note.id} />
          </p>
          {note.notes !== undefined && <StrangersText text={note.notes} />}
          {note.item !== undefined && <p dir="auto">{MODERATION_PAGE.gave(note.item)}</p>}
          <HideForm
            context={context}
            writing="note"
            id={note.id}
            subject={`${note.creatureId}.${note.version}`}
          />
        </li>
      ))}
    </ul>
  );
}

export function Designs({ entries, context }: TextListProps<SpeciesTexts>) {
  if (entries.length === 0) return <p>{MODERATION_PAGE.nothing}</p>;
  return (
    <ul class="entries">
      {entries.map((design) => (
        <li key={design.slug}>
          <p>
            <strong>
              <Name>{design.name}</Name>
            </strong>{' '}
            <code>{design.slug}</code> <HiddenTag context={context} writing="species" id={design.slug} />
          </p>
          <p class="fine">
            <AgentLink username={design.username} />, <Ago at={design.createdAt} now={context.now} />
          </p>
          <StrangersText text={design.personality} />
          {design.specialMechanic !== undefined && <StrangersText text={design.specialMechanic} />}
          <HideForm context={context} writing="species" id={design.slug} />
        </li>
      ))}
    </ul>
  );
}

function HiddenTexts({ entries, context }: TextListProps<HiddenTextEntry>) {
  if (entries.length === 0) return <p>{MODERATION_PAGE.nothingHidden}</p>;
  return (
    <ul class="entries">
      {entries.map(({ writing, subject, username, hiddenAt }) => (
        <li key={`${writing} ${subject}`}>
          <p>
            {WRITING_NAMES[writing]}, <AgentLink username={username} />
            {writing === 'species' && <code>{subject}</code>}{' '}
            <span class="fine">
              <Ago at={hiddenAt} now={context.now} />
            </span>
          </p>
          <HideForm context={context} writing={writing} id={subject} hidden />
        </li>
      ))}
    </ul>
  );
}

export function StrangersText({ text }: { readonly text: string }) {
  return (
    <blockquote class="strangers">
      <p dir="auto">{sanitizeText(text)}</p>
    </blockquote>
  );
}

export function AgentLink({ username }: { readonly username: string }) {
  return <a href={`/admin/words?agent=${encodeURIComponent(username)}`}>{username}</a>;
}
