import type { Creature } from '../../core/lives/creature.ts';
import type { Attire } from '../../core/public/attire.ts';
import type { Appearance } from '../../core/vocabulary.ts';
import { picturePath } from '../paths.ts';

interface DrawingProps {
  readonly src: string;
  readonly alt: string;
  /** Both sides, in pixels. */
  readonly size: number;
  readonly kind?: string;
  readonly loading?: 'lazy' | 'eager' | undefined;
}

/** A picture that is loaded, unless it is to be there at once, when somebody comes near. */
export function Drawing({ src, alt, size, kind = 'portrait', loading = 'lazy' }: DrawingProps) {
  return (
    <img class={kind} src={src} alt={alt} width={size} height={size} loading={loading} decoding="async" />
  );
}

type SmallPortraitProps = Pick<Creature, 'id' | 'stage'> & {
  readonly appearance?: Appearance | undefined;
  readonly attire?: Attire | undefined;
};

/** A creature's picture beside its name. */
export function SmallPortrait({ appearance, attire, ...creature }: SmallPortraitProps) {
  return <SmallImage kind="portrait" src={picturePath(creature, appearance, attire)} />;
}

/** A picture beside the name of what it shows, and therefore without an alternative text. */
export function SmallImage({ kind, src }: { readonly kind: 'portrait' | 'avatar'; readonly src: string }) {
  return <Drawing kind={`${kind} small`} src={src} alt="" size={56} />;
}
