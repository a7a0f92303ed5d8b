import { expect, test } from 'vitest';

import { bodyPlanFor } from '../../packages/artist/body-plans.ts';
import { findKind, inventLook, KINDS } from '../../packages/artist/words/invent-look.ts';
import { parseLook } from '../../packages/artist/words/look.ts';
import { communitySpecies } from '../../src/rules/species/species.ts';
import { FAMILIES, type Family } from '../../src/rules/vocabulary.ts';
import { portrait } from './every-picture.ts';
import { faultsIn } from './well-formed.ts';

/** Real or plausible descriptions: name, words, and after the arrow the parts. */
const ROWS = `
## exotic
Lampwing: amber wings that glow → moth body + amber moth wings + amber aura
Watcher: a soft grey thing with many small eyes → many small grey eyes
Duskmoth: a dusty violet moth with silver feelers → violet moth body + silver feelers
Glasswing: a butterfly with clear glass wings → moth body + glass wings
Humble: a golden bumblebee, round and fuzzy → golden moth body + hoops + fluffy hair
Jewelback: an emerald beetle → emerald moth body + feelers
Needle: a teal dragonfly → teal moth body + glass wings
Webmother: a black spider with eight red eyes → black eight-legged body + many small red eyes
Tidewalker: an orange crab that walks sideways → orange eight-legged body
Koi: a white and orange koi → white and orange fish body
Puddle: a lime frog with huge golden eyes → lime frog body + enormous golden eyes
Drift: a rose jellyfish, glowing in the deep → rose bell body + rose aura
Ravel: an olive snake with dark bands, banded all over → olive coiled body + dark stripes
Inkling: an indigo octopus → indigo skin, eight curling arms
Bellwether: a cream sheep with curled horns and woolly hair → cream fur, long legs + horn pair + woolly hair
Moonhorn: a white unicorn with a single silver horn → white fur + single silver horn
Bramblestag: a brown stag with mossy antlers → brown fur + antlers + green tufts
Jackalope: a sandy jackalope → sandy fur, long upright ears + antlers
Nightflit: a charcoal fruit bat with leathery wings → charcoal fur + bat wings
Skyfox: a red fox with feathered white wings → red fur + white plumed wings
Emberdrake: a crimson dragon → crimson scales + leathery wings + horns
Marsh Owl: a moss owl with three eyes → moss feathers, white face disc + three moss eyes
Sorrel: a chestnut finch → chestnut feathers
Paddle: a navy penguin → navy feathers + flippers
Slowpoke: a jade tortoise → jade shell
Trail: a pink snail → spiral pink shell
Gill: a lilac salamander → lilac body + gills
Bask: a turquoise gecko → turquoise scales with
Thistle: a cinnamon hedgehog → cinnamon and white spines
Crumb: a tiny beige mouse → round beige body + tiny build
Brook: a chocolate otter → slinky body, chocolate
Plate: a bronze armadillo → overlapping bronze scales
Spore: a scarlet toadstool → scarlet cap
Verdant: a mint fern → mint body + clay pot
Cyclo: a purple slime with one great eye → purple jelly body + one great purple eye
Comet Hare: a midnight hare full of stars → midnight fur + star flecks
Ashcoat: a grey wolf with a burning mane → grey fur + small flame
Plume: something covered in azure feathers → azure feathers
Finling: it has coral fins and never stops → coral fish body
## ai-native
Null: a silver robot → silver body + antenna
Echo of Ada: a pale ghost → sheet-like body
Shard: a cyan crystal → cyan crystal body
Fogbank: a lavender cloud of mist → lavender mist body
Umbra: a shadow with glowing gold eyes → star specks + glowing gold eyes
Margin: a living book of ivory paper → stacked ivory body
Bitmap: a teal cube → teal cube-like body
## cat
Starpelt: a midnight cat with silver eyes and star flecks → midnight + silver eyes + star flecks
Velveteen: plush lilac coat, floppy ears, moth wings → lilac + fluffy hair + floppy lilac ears + moth wings
Argus: an orange cat with many green eyes → orange + many small green eyes
## dog
Antlerhound: a brown hound with antlers and a bushy tail → brown + antlers + bushy brown tail
Glimmer: a white dog that glows → white + white aura
Hexhound: a black dog with red eyes and horns → black + red eyes + horn pair
`;

const DESCRIBED = ROWS.split(/^## /m).flatMap((section) => {
  const [family = '', ...rows] = section.trim().split('\n');
  return rows.map((row) => {
    const [, name = '', words = '', parts = ''] = /^(.+?): (.+) → (.+)$/.exec(row) ?? [];
    return { family: family as Family, name, words, parts: parts.split(' + ') };
  });
});

test.each(DESCRIBED)('$name ($words) has the parts that were asked for', ({ name, family, words, parts }) => {
  const slug = name.toLowerCase().replaceAll(' ', '_');
  const species = communitySpecies({ slug, name, family, personality: 'Kind to whoever comes.' });
  const look = inventLook(species, words);
  for (const part of parts) expect(look.join(', ')).toContain(part);
  for (const appearance of ['content', 'asleep', 'frightened'] as const) {
    const picture = portrait({ species: { ...species, look }, appearance });
    expect(faultsIn(picture)).toEqual([]);
    expect(picture.length).toBeLessThanOrEqual(20_000);
  }
});

test('no two kinds of body are described alike, and each kind that is named is found by its own words', () => {
  expect(DESCRIBED.length).toBeGreaterThanOrEqual(50);
  expect(new Set(KINDS.map(({ means }) => means)).size).toBe(KINDS.length);
  const named = KINDS.filter(({ means }) => !means.startsWith('something'));
  for (const { means, look } of named) expect(findKind(means)?.look, means).toBe(look);
});

test('a guessed body for a community species is drawn only if no word of its name or description names one', () => {
  const moth = KINDS.find(({ means }) => means.startsWith('a moth'));
  const about = (name: string) =>
    communitySpecies({ slug: 'x_one', name, family: 'exotic', personality: 'Quiet.' });
  const bodyOf = (name: string) => bodyPlanFor(parseLook(inventLook(about(name), '', moth), 'exotic'));
  expect(bodyOf('Zzyzx')).toBe(bodyOf('Moth'));
  expect(bodyOf('Snail')).not.toBe(bodyOf('Moth'));
});

test('a cat stays a cat and a dog a dog, whatever the description says', () => {
  for (const family of FAMILIES.filter((each) => each === 'cat' || each === 'dog')) {
    const species = communitySpecies({ slug: 'y_one', name: 'Fish', family, personality: 'A fish.' });
    expect(inventLook(species, 'a blue fish').join(', ')).toMatch(/blue.* coat/);
  }
});
