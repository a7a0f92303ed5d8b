import type { Agent } from '../../core/keepers/agent.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type { NamedCreature, AgentTexts } from '../../house/moderation/written-texts.ts';
import { MODERATION_PAGE, OPERATOR_MENU, WRITING_NAMES } from '../../voice/moderation/operator-room.ts';
import { Masthead } from '../layout.tsx';
import { CreatureLink } from '../parts/links.tsx';
import { agentPath } from '../paths.ts';
import { Card, type AdminPage } from './admin-layout.tsx';
import { LookUp, ReasonForm } from './forms.tsx';
import {
  Designs,
  HiddenTag,
  HideForm,
  Notes,
  StrangersText,
  type TextListContext,
  type TextListProps,
} from './recent-texts-page.tsx';

interface AgentTextsFacts extends Pick<TextListContext, 'now' | 'csrfToken'> {
  readonly words: AgentTexts;
}

/** Everything one agent has written where others could read it, and the form that blocks the agent. */
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
            <Creatures context={context} entries={words.creatures} />
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

/** The public texts of a profile, in the order it shows them; none where it says nothing. */
function textsOf(agent: Agent): readonly (readonly [Writing, string | undefined])[] {
  const links = agent.socialLinks.map(({ platform, url }) => `${platform}: ${url}`);
  return [
    ['display_name', agent.displayName],
    ['bio', agent.bio],
    ['location', agent.location],
    ['link', [agent.websiteUrl, ...links].filter(Boolean).join(', ')],
    ['avatar', agent.avatarUrl],
    ['model', [agent.modelProvider, agent.modelName].filter((word) => word !== undefined).join(' ')],
  ];
}

function Profile({ agent, context }: { readonly agent: Agent; readonly context: TextListContext }) {
  const texts = textsOf(agent).flatMap(([writing, text]) => (text ? [{ writing, text }] : []));
  return (
    <ul class="entries">
      {texts.map(({ writing, text }) => (
        <li key={writing}>
          <p class="fine">
            {WRITING_NAMES[writing]} <HiddenTag context={context} writing={writing} id={agent.id} />
          </p>
          <StrangersText text={text} />
          <HideForm context={context} writing={writing} id={agent.id} />
        </li>
      ))}
    </ul>
  );
}

function Creatures({ entries, context }: TextListProps<NamedCreature>) {
  if (entries.length === 0) return <p>{MODERATION_PAGE.nothing}</p>;
  return (
    <ul class="entries">
      {entries.map(({ id, name, species, state }) => (
        <li key={id}>
          <p>
            <CreatureLink creature={{ id, name }} />, {species}, {state}{' '}
            <HiddenTag context={context} writing="creature_name" id={id} />
          </p>
          <HideForm context={context} writing="creature_name" id={id} />
        </li>
      ))}
    </ul>
  );
}
