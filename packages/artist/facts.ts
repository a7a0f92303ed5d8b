import looks from '#content/pictures/looks.json' with { type: 'json' };

// The words in which a drawing is ordered. The house has the same words, and the compiler compares them where it calls.
export type Family = 'cat' | 'dog' | 'exotic' | 'ai-native';
export type Stage = 'egg' | 'baby' | 'child' | 'teen' | 'adult';
/** How an adult was raised. */
export type Path = 'high_care' | 'balanced' | 'low_care' | 'rescue';
/** A frame of a moving picture. */
export type Pose = 'blink' | 'left' | 'right' | 'twitch' | 'breath';

/** How a creature looks, most alarming first. */
export type Appearance =
  | 'fading'
  | 'failing'
  | 'frightened'
  | 'restless'
  | 'sick'
  | 'hungry'
  | 'unfed'
  | 'sad'
  | 'waiting'
  | 'guarded'
  | 'asleep'
  | 'happy'
  | 'content'
  | 'curious';

/** A species as its designer described it. */
export interface DescribedSpecies {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly personality: string;
  readonly traits: readonly (keyof typeof looks.traits)[];
}

/** A species with a look, in phrases of colours and body parts; an empty one is invented from the description. */
export interface DrawnSpecies extends DescribedSpecies {
  readonly look: readonly string[];
}
