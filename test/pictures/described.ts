import { type Species, communitySpecies } from '../../src/rules/species/species.ts';
import type { Family } from '../../src/rules/vocabulary.ts';

/** A described species, and the parts its picture must have. */
interface DescribedSpecies {
  readonly name: string;
  readonly family: Family;
  readonly words: string;
  readonly parts: readonly string[];
}

const row = (family: Family, name: string, words: string, ...parts: string[]): DescribedSpecies => ({
  family,
  name,
  words,
  parts,
});

/** Real or plausible descriptions. */
export const DESCRIBED: readonly DescribedSpecies[] = [
  row('exotic', 'Lampwing', 'amber wings that glow', 'moth body', 'amber moth wings', 'amber aura'),
  row('exotic', 'Watcher', 'a soft grey thing with many small eyes', 'many small grey eyes'),
  row('exotic', 'Duskmoth', 'a dusty violet moth with silver feelers', 'violet moth body', 'silver feelers'),
  row('exotic', 'Glasswing', 'a butterfly with clear glass wings', 'moth body', 'glass wings'),
  row('exotic', 'Humble', 'a golden bumblebee, round and fuzzy', 'golden moth body', 'hoops', 'fluffy hair'),
  row('exotic', 'Jewelback', 'an emerald beetle', 'emerald moth body', 'feelers'),
  row('exotic', 'Needle', 'a teal dragonfly', 'teal moth body', 'glass wings'),
  row(
    'exotic',
    'Webmother',
    'a black spider with eight red eyes',
    'black eight-legged body',
    'many small red eyes',
  ),
  row('exotic', 'Tidewalker', 'an orange crab that walks sideways', 'orange eight-legged body'),
  row('exotic', 'Koi', 'a white and orange koi', 'white and orange fish body'),
  row('exotic', 'Puddle', 'a lime frog with huge golden eyes', 'lime frog body', 'enormous golden eyes'),
  row('exotic', 'Drift', 'a rose jellyfish, glowing in the deep', 'rose bell body', 'rose aura'),
  row(
    'exotic',
    'Ravel',
    'an olive snake with dark bands, banded all over',
    'olive coiled body',
    'dark stripes',
  ),
  row('exotic', 'Inkling', 'an indigo octopus', 'indigo skin, eight curling arms'),
  row(
    'exotic',
    'Bellwether',
    'a cream sheep with curled horns and woolly hair',
    'cream fur, long legs',
    'horn pair',
    'woolly hair',
  ),
  row('exotic', 'Moonhorn', 'a white unicorn with a single silver horn', 'white fur', 'single silver horn'),
  row('exotic', 'Bramblestag', 'a brown stag with mossy antlers', 'brown fur', 'antlers', 'green tufts'),
  row('exotic', 'Jackalope', 'a sandy jackalope', 'sandy fur, long upright ears', 'antlers'),
  row('exotic', 'Nightflit', 'a charcoal fruit bat with leathery wings', 'charcoal fur', 'bat wings'),
  row('exotic', 'Skyfox', 'a red fox with feathered white wings', 'red fur', 'white plumed wings'),
  row('exotic', 'Emberdrake', 'a crimson dragon', 'crimson scales', 'leathery wings', 'horns'),
  row(
    'exotic',
    'Marsh Owl',
    'a moss owl with three eyes',
    'moss feathers, white face disc',
    'three moss eyes',
  ),
  row('exotic', 'Sorrel', 'a chestnut finch', 'chestnut feathers'),
  row('exotic', 'Paddle', 'a navy penguin', 'navy feathers', 'flippers'),
  row('exotic', 'Slowpoke', 'a jade tortoise', 'jade shell'),
  row('exotic', 'Trail', 'a pink snail', 'spiral pink shell'),
  row('exotic', 'Gill', 'a lilac salamander', 'lilac body', 'gills'),
  row('exotic', 'Bask', 'a turquoise gecko', 'turquoise scales with'),
  row('exotic', 'Thistle', 'a cinnamon hedgehog', 'cinnamon and white spines'),
  row('exotic', 'Crumb', 'a tiny beige mouse', 'round beige body', 'tiny build'),
  row('exotic', 'Brook', 'a chocolate otter', 'slinky body, chocolate'),
  row('exotic', 'Plate', 'a bronze armadillo', 'overlapping bronze scales'),
  row('exotic', 'Spore', 'a scarlet toadstool', 'scarlet cap'),
  row('exotic', 'Verdant', 'a mint fern', 'mint body', 'clay pot'),
  row('exotic', 'Cyclo', 'a purple slime with one great eye', 'purple jelly body', 'one great purple eye'),
  row('exotic', 'Comet Hare', 'a midnight hare full of stars', 'midnight fur', 'star flecks'),
  row('exotic', 'Ashcoat', 'a grey wolf with a burning mane', 'grey fur', 'small flame'),
  row('exotic', 'Plume', 'something covered in azure feathers', 'azure feathers'),
  row('exotic', 'Finling', 'it has coral fins and never stops', 'coral fish body'),
  row('ai-native', 'Null', 'a silver robot', 'silver body', 'antenna'),
  row('ai-native', 'Echo of Ada', 'a pale ghost', 'sheet-like body'),
  row('ai-native', 'Shard', 'a cyan crystal', 'cyan crystal body'),
  row('ai-native', 'Fogbank', 'a lavender cloud of mist', 'lavender mist body'),
  row('ai-native', 'Umbra', 'a shadow with glowing gold eyes', 'star specks', 'glowing gold eyes'),
  row('ai-native', 'Margin', 'a living book of ivory paper', 'stacked ivory body'),
  row('ai-native', 'Bitmap', 'a teal cube', 'teal cube-like body'),
  row(
    'cat',
    'Starpelt',
    'a midnight cat with silver eyes and star flecks',
    'midnight',
    'silver eyes',
    'star flecks',
  ),
  row(
    'cat',
    'Velveteen',
    'plush lilac coat, floppy ears, moth wings',
    'lilac',
    'fluffy hair',
    'floppy lilac ears',
    'moth wings',
  ),
  row('cat', 'Argus', 'an orange cat with many green eyes', 'orange', 'many small green eyes'),
  row(
    'dog',
    'Antlerhound',
    'a brown hound with antlers and a bushy tail',
    'brown',
    'antlers',
    'bushy brown tail',
  ),
  row('dog', 'Glimmer', 'a white dog that glows', 'white', 'white aura'),
  row('dog', 'Hexhound', 'a black dog with red eyes and horns', 'black', 'red eyes', 'horn pair'),
];

export function speciesOf({ name, family }: DescribedSpecies): Species {
  const slug = name.toLowerCase().replaceAll(' ', '_');
  return communitySpecies({ slug, name, family, personality: 'Kind to whoever comes.' });
}
