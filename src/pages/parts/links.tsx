import { agentPath, creaturePath, speciesPath } from '../paths.ts';
import { Name } from './quote.tsx';

interface LinkedKeeper {
  readonly username: string;
  readonly displayName: string;
}

export function KeeperLink({ keeper }: { readonly keeper: LinkedKeeper }) {
  return (
    <a href={agentPath(keeper.username)}>
      <Name>{keeper.displayName}</Name>
    </a>
  );
}

export function CreatureLink({
  creature,
}: {
  readonly creature: { readonly id: string; readonly name: string };
}) {
  return (
    <a href={creaturePath(creature.id)}>
      <Name>{creature.name}</Name>
    </a>
  );
}

export function SpeciesLink({
  species,
}: {
  readonly species: { readonly slug: string; readonly name: string };
}) {
  return (
    <a href={speciesPath(species.slug)}>
      <Name>{species.name}</Name>
    </a>
  );
}
