import type { Agent } from '../../core/agent.ts';
import type { Instant } from '../../core/clock.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type { NamedCreature, WordsOfOne } from '../../house/look-up-words.ts';
import { WORDS } from '../../voice/operator-words.ts';
import { DESK, WRITING_NAMES } from '../../voice/operator.ts';
import { Masthead } from '../layout.tsx';
import { agentPath, creaturePath } from '../paths.ts';
import { Name } from '../parts/quote.tsx';
import { Card } from './charts.tsx';
import { LookUp, ReasonForm } from './forms.tsx';
import type { DeskPage } from './frame.tsx';
import { Designs, HiddenTag, HideForm, Notes, Words } from './words.tsx';

export interface WordsOfOneFacts {
  readonly now: Instant;
  readonly words: WordsOfOne;
  readonly seal: string;
}

/** Everything one agent has written where others could read it, and the door it can be shown. */
export function wordsOfOnePage({ now, words, seal }: WordsOfOneFacts): DeskPage {
  const { agent, curtain, blocked } = words;
  const back = `/admin/words?agent=${encodeURIComponent(agent.username)}`;
  const place = { now, seal, back };
  return {
    title: agent.username,
    drawer: '/admin/words',
    content: (
      <>
        <Masthead title={agent.username}>
          <p>
            {blocked && <span class="tag urgency-imminent">{WORDS.isBlocked}</span>}{' '}
            <a href={agentPath(agent.username)}>{agentPath(agent.username)}</a>,{' '}
            <a href={`/admin/ledger?agent=${encodeURIComponent(agent.username)}`}>{DESK.ledger}</a>
          </p>
        </Masthead>
        <LookUp action="/admin/words" username={agent.username} />
        <ReasonForm
          action={blocked ? '/admin/unblock' : '/admin/block'}
          seal={seal}
          back={back}
          hidden={{ username: agent.username }}
          summary={blocked ? WORDS.unblock : WORDS.block}
          button={blocked ? WORDS.unblockNow : WORDS.blockNow}
        />
        <div class="cards">
          <Card title={WORDS.profile}>
            <Profile
              agent={agent}
              {...place}
              isHidden={(writing) => curtain.words(writing, agent.id, '') === undefined}
            />
          </Card>
          <Card title={WORDS.creatures}>
            <Creatures
              creatures={words.creatures}
              {...place}
              isHidden={(id) => curtain.words('creature_name', id, '') === undefined}
            />
          </Card>
          <Card title={WORDS.designs}>
            <Designs
              {...place}
              designs={words.species}
              isHidden={(slug) => curtain.words('species', slug, '') === undefined}
            />
          </Card>
          <Card title={WORDS.notes} note={WORDS.notesNote} wide>
            <Notes
              {...place}
              notes={words.notes}
              isHidden={(id) => curtain.words('note', id, '') === undefined}
            />
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

/** What of a profile others can read, in the order it is shown there. */
const TEXTS: readonly { readonly writing: Writing; readonly of: (agent: Agent) => string }[] = [
  { writing: 'display_name', of: ({ displayName }) => displayName },
  { writing: 'bio', of: ({ bio }) => bio ?? '' },
  { writing: 'location', of: ({ location }) => location ?? '' },
  {
    writing: 'link',
    of: ({ websiteUrl, socialLinks }) =>
      [websiteUrl ?? '', ...socialLinks.map(({ platform, url }) => `${platform}: ${url}`)]
        .filter((link) => link !== '')
        .join(', '),
  },
  { writing: 'avatar', of: ({ avatarUrl }) => avatarUrl ?? '' },
  {
    writing: 'model',
    of: ({ modelProvider, modelName }) =>
      [modelProvider, modelName].filter((word) => word !== undefined).join(' '),
  },
];

function Profile({
  agent,
  isHidden,
  seal,
  back,
}: Place & { readonly agent: Agent; readonly isHidden: (writing: Writing) => boolean }) {
  const texts = TEXTS.map(({ writing, of }) => ({ writing, text: of(agent) })).filter(
    ({ text }) => text !== '',
  );
  return (
    <ul class="entries">
      {texts.map(({ writing, text }) => (
        <li key={writing}>
          <p class="fine">
            {WRITING_NAMES[writing]} {isHidden(writing) && <HiddenTag />}
          </p>
          <Words text={text} />
          <HideForm
            seal={seal}
            back={back}
            writing={writing}
            subject={agent.id}
            hiddenAs={isHidden(writing) ? agent.id : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

function Creatures({
  creatures,
  isHidden,
  seal,
  back,
}: Place & { readonly creatures: readonly NamedCreature[]; readonly isHidden: (id: string) => boolean }) {
  if (creatures.length === 0) return <p>{WORDS.nothing}</p>;
  return (
    <ul class="entries">
      {creatures.map(({ id, name, species, state }) => (
        <li key={id}>
          <p>
            <a href={creaturePath(id)}>
              <Name>{name}</Name>
            </a>
            , {species}, {state} {isHidden(id) && <HiddenTag />}
          </p>
          <HideForm
            seal={seal}
            back={back}
            writing="creature_name"
            subject={id}
            hiddenAs={isHidden(id) ? id : undefined}
          />
        </li>
      ))}
    </ul>
  );
}
