import type { KeeperName } from '../../house/public/public-creature.ts';
import { agentPath, creaturePath, speciesPath } from '../paths.ts';
import { Name } from './quote.tsx';

export function KeeperLink({ keeper }: { readonly keeper: KeeperName }) {
  return <NameLink href={agentPath(keeper.username)} name={keeper.displayName} />;
}

export function CreatureLink({ creature }: { readonly creature: Readonly<Record<'id' | 'name', string>> }) {
  return <NameLink href={creaturePath(creature.id)} name={creature.name} />;
}

export function SpeciesLink({ species }: { readonly species: Readonly<Record<'slug' | 'name', string>> }) {
  return <NameLink href={speciesPath(species.slug)} name={species.name} />;
}

export function NameLink({ href, name }: Readonly<Record<'href' | 'name', string>>) {
  return (
    <a href={href}>
      <Name>{name}</Name>
    </a>
  );
}
