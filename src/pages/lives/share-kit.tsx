import type { ComponentChildren } from 'preact';

import type { CreatureView } from '../../house/public/view-creature.ts';
import { embedTitle, SHARE_KIT } from '../../voice/lives/story/share.ts';
import { Section } from '../parts/section.tsx';
import { creaturePath } from '../paths.ts';
import { lifeCardPath, type LifeCardFacts } from '../pictures/card-paths.ts';
import { EMBED_SIZE, embedPath, lifeCalendarPath, lifeFeedPath } from './life-paths.ts';

interface ShareKitProps {
  readonly view: CreatureView;
  readonly card: LifeCardFacts;
  readonly origin: string;
}

/** Everything of a creature that can be taken elsewhere; what is to be pasted is plain text that can be selected. */
export function ShareKit({ view: { creature }, card, origin }: ShareKitProps) {
  const { id, name } = creature;
  const page = origin + creaturePath(id);
  return (
    <Section heading={SHARE_KIT.heading} lead={SHARE_KIT.lead}>
      <div class="share-kit">
        <div class="share-texts">
          <Copyable label={SHARE_KIT.link} text={page} />
          <Copyable label={SHARE_KIT.badge} text={badgeMarkdown(name, page)}>
            <img class="badge" src={`${creaturePath(id)}/badge.svg`} alt="" height="20" loading="lazy" />
          </Copyable>
          <Copyable label={SHARE_KIT.embed} text={embedHtml(name, origin + embedPath(id))} />
        </div>
        <div class="share-links">
          <h3>{SHARE_KIT.cards}</h3>
          <ul>
            <li>
              <a href={lifeCardPath(card, 'wide')}>{SHARE_KIT.wideCard}</a>
            </li>
            <li>
              <a href={lifeCardPath(card, 'square')}>{SHARE_KIT.squareCard}</a>
            </li>
          </ul>
          <h3>{SHARE_KIT.follow}</h3>
          <ul>
            <li>
              <a href={lifeFeedPath(id)}>{SHARE_KIT.feed}</a>
            </li>
            <li>
              <a href={lifeCalendarPath(id)}>{SHARE_KIT.calendar}</a>
            </li>
          </ul>
        </div>
      </div>
    </Section>
  );
}

interface CopyableProps {
  readonly label: string;
  readonly text: string;
  /** What the text becomes where it is pasted. */
  readonly children?: ComponentChildren;
}

function Copyable({ label, text, children }: CopyableProps) {
  return (
    <div class="share-text">
      <h3>
        {label} {children}
      </h3>
      <pre data-copy={label.charAt(0).toLowerCase() + label.slice(1)} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

// A creature's name has letters, digits, spaces, `_` and `-`: it can end neither a link nor an attribute.

/** An image in a link. */
function badgeMarkdown(name: string, page: string): string {
  return `[![${name}](${page}/badge.svg)](${page})`;
}

function embedHtml(name: string, address: string): string {
  const { width, height } = EMBED_SIZE;
  return `<iframe src="${address}" title="${embedTitle(name)}" width="${width}" height="${height}" loading="lazy"></iframe>`;
}
