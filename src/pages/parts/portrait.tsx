import type { Creature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import type { Mood } from '../../core/vocabulary.ts';
import { portraitAlt } from '../../voice/pictures/picture-prompts.ts';
import { picturePath } from '../paths.ts';

interface PortraitProps {
  readonly creature: Pick<Creature, 'id' | 'name' | 'stage'>;
  readonly species: Pick<Species, 'tier' | 'name' | 'family'>;
  readonly mood?: Mood | undefined;
  /** Both sides, in pixels. */
  readonly size: number;
  readonly loading?: 'lazy' | 'eager';
}

/** A creature as our own artist draws it now. */
export function Portrait({ creature, species, mood, size, loading = 'lazy' }: PortraitProps) {
  return (
    <img
      class="portrait"
      src={picturePath(creature, mood)}
      alt={portraitAlt(creature, species, mood)}
      width={size}
      height={size}
      loading={loading}
      decoding="async"
    />
  );
}

/** A creature's picture beside its name. */
export function SmallPortrait({
  id,
  stage,
  mood,
}: {
  readonly id: string;
  readonly stage?: string;
  readonly mood?: Mood | undefined;
}) {
  const look = [stage, mood].filter((word) => word !== undefined).join('-');
  return (
    <SmallImage kind="portrait" src={`/creatures/${id}/picture.svg${look === '' ? '' : `?look=${look}`}`} />
  );
}

/** A picture beside the name of what it shows, and therefore without an alternative text. */
export function SmallImage({ kind, src }: { readonly kind: 'portrait' | 'avatar'; readonly src: string }) {
  return (
    <img class={`${kind} small`} src={src} alt="" width="56" height="56" loading="lazy" decoding="async" />
  );
}
