import { formatAgo } from '../core/public/format-numbers.ts';
import { partsOfLine, type LiveHappening } from '../core/public/live-event.ts';

/** The sentence about it as plain text. */
export function plainWords({ words, keeper, creature }: LiveHappening): string {
  return partsOfLine(words)
    .map((part) => (part === '{keeper}' ? keeper.name : part === '{creature}' ? creature.name : part))
    .join('');
}

/** A line of the list, made as the house makes them. Names are strangers' words, and stay text. */
export function happeningLine(happening: LiveHappening): HTMLLIElement {
  const { key, at, words, keeper, creature } = happening;
  const line = document.createElement('li');
  line.className = `happening family-${creature.family}`;
  line.dataset['key'] = key;
  const said = document.createElement('p');
  for (const part of partsOfLine(words)) {
    if (part === '{keeper}') said.append(nameLink(keeper));
    else if (part === '{creature}') said.append(nameLink(creature));
    else said.append(part);
  }
  const time = document.createElement('time');
  time.dateTime = new Date(at).toISOString();
  time.title = time.dateTime;
  time.textContent = formatAgo(0);
  said.append(' ', time);
  line.append(portraitOf(creature.picture), said);
  return line;
}

export function nameLink({ name, page }: LiveHappening['keeper']): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = page;
  const isolated = document.createElement('bdi');
  isolated.textContent = name;
  link.append(isolated);
  return link;
}

function portraitOf(picture: string): HTMLImageElement {
  const image = new Image(56, 56);
  image.className = 'portrait small';
  image.alt = '';
  image.decoding = 'async';
  image.src = picture;
  return image;
}
