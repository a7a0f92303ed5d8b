import type { Instant } from '../../core/clock.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type { Blocked, Described, Hidden, Newcomer, Note, WordsLately } from '../../house/look-up-words.ts';
import { WORDS } from '../../voice/operator-words.ts';
import { DESK, WRITING_NAMES } from '../../voice/operator.ts';
import { Masthead } from '../layout.tsx';
import { Ago } from '../parts/moment.tsx';
import { Name } from '../parts/quote.tsx';
import { Card } from './charts.tsx';
import { LookUp, ReasonForm } from './forms.tsx';
import type { DeskPage } from './frame.tsx';

export interface WordsFacts {
  readonly now: Instant;
  readonly words: WordsLately;
  readonly seal: string;
  /** Who was looked for in vain. */
  readonly missing?: string | undefined;
}

const BACK = '/admin/words';

/** What strangers wrote lately, and what is out of sight. */
export function wordsPage({ now, words, seal, missing }: WordsFacts): DeskPage {
  const { curtain } = words;
  const mine = { now, seal, back: BACK };
  return {
    title: DESK.words,
    drawer: '/admin/words',
    content: (
      <>
        <Masthead title={DESK.words}>
          <p>{WORDS.lead}</p>
        </Masthead>
        <LookUp action="/admin/words" username={missing ?? ''} />
        {missing !== undefined && <p role="status">{WORDS.noAgent(missing)}</p>}
        <div class="cards">
          <Card title={WORDS.reflections} note={WORDS.reflectionsNote} wide>
            <Notes
              {...mine}
              notes={words.reflections}
              isHidden={(id) => curtain.words('note', id, '') === undefined}
            />
          </Card>
          <Card title={WORDS.newcomers}>
            <Newcomers now={now} newcomers={words.newcomers} />
          </Card>
          <Card title={WORDS.species}>
            <Designs
              {...mine}
              designs={words.species}
              isHidden={(slug) => curtain.words('species', slug, '') === undefined}
            />
          </Card>
          <Card title={WORDS.hidden}>
            <HiddenTexts {...mine} hidden={words.hidden} />
          </Card>
          <Card title={WORDS.blocked}>
            <BlockedAgents now={now} blocked={words.blocked} />
          </Card>
        </div>
      </>
    ),
  };
}

interface Place {
  readonly now: Instant;
  readonly seal: string;
  readonly back: string;
}

/** A text's button: away with it, or back. */
export function HideForm({
  seal,
  back,
  writing,
  subject,
  hiddenAs,
}: Omit<Place, 'now'> & {
  readonly writing: Writing;
  readonly subject: string;
  /** What it is hidden under; undefined where it is not. */
  readonly hiddenAs: string | undefined;
}) {
  const isHidden = hiddenAs !== undefined;
  return (
    <ReasonForm
      action={isHidden ? '/admin/unhide' : '/admin/hide'}
      seal={seal}
      back={back}
      hidden={{ writing, subject: hiddenAs ?? subject }}
      summary={isHidden ? WORDS.unhide : WORDS.hide}
      button={isHidden ? WORDS.unhideNow : WORDS.hideNow}
    />
  );
}

export function Notes({
  notes,
  isHidden,
  ...place
}: Place & { readonly notes: readonly Note[]; readonly isHidden: (entryId: string) => boolean }) {
  if (notes.length === 0) return <p>{WORDS.nothing}</p>;
  return (
    <ul class="entries side">
      {notes.map((note) => (
        <li key={note.id}>
          <p class="fine">
            <Agent username={note.username} />, {note.action}, <Ago at={note.at} now={place.now} />
            {isHidden(note.id) && <HiddenTag />}
          </p>
          {note.notes !== undefined && <Words text={note.notes} />}
          {note.item !== undefined && <p dir="auto">{WORDS.gave(note.item)}</p>}
          <HideForm
            seal={place.seal}
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
}: Place & { readonly designs: readonly Described[]; readonly isHidden: (slug: string) => boolean }) {
  if (designs.length === 0) return <p>{WORDS.nothing}</p>;
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
            <Agent username={design.username} />, <Ago at={design.createdAt} now={place.now} />
          </p>
          <Words text={design.personality} />
          {design.specialMechanic !== undefined && <Words text={design.specialMechanic} />}
          <HideForm
            seal={place.seal}
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
  if (newcomers.length === 0) return <p>{WORDS.nothing}</p>;
  return (
    <ul class="entries">
      {newcomers.map(({ id, username, displayName, bio, createdAt }) => (
        <li key={id}>
          <p>
            <Agent username={username} /> {displayName !== username && <Name>{displayName}</Name>}{' '}
            <span class="fine">
              <Ago at={createdAt} now={now} />
            </span>
          </p>
          {bio === undefined ? <p class="fine">{WORDS.noBio}</p> : <Words text={bio} />}
        </li>
      ))}
    </ul>
  );
}

function HiddenTexts({ hidden, ...place }: Place & { readonly hidden: readonly Hidden[] }) {
  if (hidden.length === 0) return <p>{WORDS.nothingHidden}</p>;
  return (
    <ul class="entries">
      {hidden.map(({ writing, subject, username, hiddenAt }) => (
        <li key={`${writing} ${subject}`}>
          <p>
            {WRITING_NAMES[writing]}, <Agent username={username} />
            {writing === 'species' && <code>{subject}</code>}{' '}
            <span class="fine">
              <Ago at={hiddenAt} now={place.now} />
            </span>
          </p>
          <HideForm
            seal={place.seal}
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

function BlockedAgents({ blocked, now }: { readonly blocked: readonly Blocked[]; readonly now: Instant }) {
  if (blocked.length === 0) return <p>{WORDS.nobodyBlocked}</p>;
  return (
    <ul class="entries">
      {blocked.map(({ agentId, username, blockedAt }) => (
        <li key={agentId}>
          <Agent username={username} />{' '}
          <span class="fine">
            <Ago at={blockedAt} now={now} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Words({ text }: { readonly text: string }) {
  return (
    <blockquote class="strangers">
      <p dir="auto">{text}</p>
    </blockquote>
  );
}

export function HiddenTag() {
  return <span class="tag urgency-critical">{WORDS.isHidden}</span>;
}

function Agent({ username }: { readonly username: string }) {
  return <a href={`/admin/words?agent=${encodeURIComponent(username)}`}>{username}</a>;
}
