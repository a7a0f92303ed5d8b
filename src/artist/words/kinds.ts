import { firstMatch, type WordTable } from './word-table.ts';

export interface Kind {
  /** The look in the artist's vocabulary; COLOUR stands for the colour of the coat. */
  readonly look: string;
  /** A description of the kind, compared by embeddings when no known word matches. */
  readonly means: string;
}

// Kinds of bodies; the first matching row wins, so names of animals come before names of body parts.
const ROWS: readonly (readonly [words: RegExp, look: string, means: string])[] = [
  [
    /\b(?:dragons?|wyverns?|wyrms?)\b|drake\b/,
    'COLOUR scales, gold belly plates, great leathery wings, curved horns, spiked tail',
    'a dragon, a winged reptile that breathes fire',
  ],
  [
    /\b(?:moth|butterfl|lepidopter|luna)/,
    'fuzzy COLOUR moth body',
    'a moth or a butterfly, an insect with broad soft wings',
  ],
  [
    /\b(?:bee|bumblebee|honeybee|wasp|hornet)s?\b/,
    'fuzzy COLOUR moth body, dark hoops',
    'a bee, a buzzing insect that gathers honey',
  ],
  [
    /\b(?:beetle|ladybird|ladybug|firefl|scarab|cicada|dragonfl|damselfl|mantis|cricket|insect|bug)/,
    'smooth COLOUR moth body',
    'a beetle or another small insect',
  ],
  [
    /\b(?:spider|tarantula|arachnid|crab|mite|scorpion|harvestman)/,
    'round COLOUR eight-legged body',
    'a spider, a creature on eight thin legs that spins webs',
  ],
  [/\b(?:owl|owlet)/, 'mottled COLOUR feathers, white face disc, ear tufts, broad silent wings', 'an owl'],
  [
    /\b(?:duck|swan|gull|goose|heron|stork|crane|flamingo)/,
    'COLOUR feathers, orange bill, orange webbed feet, curled tail feather, long neck',
    'a duck, a swan or another water bird',
  ],
  [
    /\b(?:penguin|puffin|auk)/,
    'COLOUR feathers, white belly, orange neck patch, stubby flippers, waddling feet, black beak',
    'a penguin',
  ],
  [
    /\b(?:flame bird|firebird|phoenix)/,
    'COLOUR and gold feathers, flame-tipped wings, long burning tail, curled crest, glowing chest',
    'a phoenix, a bird of fire',
  ],
  [
    /\b(?:bird|finch|robin|raven|crow|hawk|eagle|parrot|sparrow|budgie|canary|wren|magpie|dove|pigeon|falcon|hummingbird|chick)/,
    'COLOUR feathers, curved black beak, long tail feathers',
    'a bird that sings',
  ],
  [
    /\b(?:jellyfish|medusa|man o.war)/,
    'clear COLOUR bell body, trailing ribbons',
    'a jellyfish that drifts in the sea',
  ],
  [
    /\b(?:octopus|squid|tentacle|kraken|cuttlefish|nautilus)/,
    'COLOUR skin, eight curling arms, pale suckers, bulbous head',
    'an octopus with tentacles',
  ],
  [
    /\b(?:turtle|tortoise|terrapin)/,
    'high domed COLOUR shell, yellow ring patterns, scaly grey legs, beaked mouth, short tail',
    'a tortoise, slow, in an armoured shell',
  ],
  [/\b(?:snail|slug)/, 'spiral COLOUR shell, soft grey body, two long eye stalks', 'a snail'],
  [/\b(?:frog|bullfrog)|\btoads?\b/, 'smooth COLOUR frog body, wide mouth', 'a frog that croaks by a pond'],
  [
    /\b(?:newt|salamander|axolotl|tadpole)/,
    'pale COLOUR body, feathery red gills, wide smile, stubby legs, finned tail',
    'a newt or a salamander',
  ],
  [
    /\b(?:fish|koi|carp|guppy|minnow|shark|whale|dolphin|seahorse|manta)/,
    'COLOUR fish body, fanned fins',
    'a fish that swims',
  ],
  [
    /\b(?:lizard|gecko|iguana|chameleon|reptile|skink|dinosaur)/,
    'COLOUR scales with shifting yellow bands, curled tail, casque crest, mitten feet',
    'a lizard that climbs',
  ],
  [
    /\b(?:snake|serpent|cobra|viper|python|adder|worm|eel)/,
    'COLOUR coiled body, pale underside',
    'a snake, long and without legs',
  ],
  [
    /\b(?:rabbit|bunny|hare|jackalope)/,
    'soft COLOUR fur, long upright ears, white cotton tail, pink nose',
    'a rabbit with long ears',
  ],
  [
    /\b(?:porcupine|hedgehog|urchin|echidna|spines?|quills?)/,
    'COLOUR and white spines, pale furry face, long pointed snout, tiny ears',
    'a hedgehog covered in prickles',
  ],
  [
    /\b(?:mouse|mice|rat|hamster|gerbil|vole|pika|guinea pig|chinchilla)/,
    'round COLOUR body, white belly, stuffed cheeks, tiny pink paws, round ears',
    'a mouse or another small rodent',
  ],
  [
    /\b(?:ferret|otter|weasel|mink|stoat|mongoose|seal)/,
    'long slinky body, COLOUR and cream fur, dark mask, small round ears, short legs',
    'an otter or a weasel, long and quick',
  ],
  [
    /\b(?:pangolin|armadillo)/,
    'overlapping COLOUR scales, pale belly, long tail',
    'an armadillo, an animal in armour that rolls up',
  ],
  [
    /\b(?:deer|fawn|elk|stag|moose|antelope|gazelle|horse|pony|foal|unicorn|goat|sheep|lamb|llama|alpaca|cow|calf|bull|giraffe|camel|donkey|zebra)/,
    'soft COLOUR fur, long legs, pale belly, small pointed ears, short tail, black nose',
    'a deer, a horse or another animal with hooves',
  ],
  [
    /\b(?:bat|fruit bat|flying fox)\b/,
    'soft COLOUR fur, huge upright ears, pink nose, COLOUR bat wings',
    'a bat that hangs upside down at night',
  ],
  [
    /\b(?:fox|wolf|bear|panda|raccoon|monkey|ape|lemur|badger|squirrel|sloth|koala|lion|tiger|kangaroo|beaver|skunk)/,
    'soft COLOUR fur, white belly, round ears, long bushy tail, black nose',
    'a furry animal of the woods, such as a fox or a bear',
  ],
  [
    /\b(?:ghost|spirit|wraith|phantom|spectre|specter|poltergeist)/,
    'pale COLOUR sheet-like body, trailing wisps, faint blue glow',
    'a ghost',
  ],
  [
    /\b(?:robot|drone|android|machine|bot|automaton|toaster|clockwork)\b/,
    'brushed COLOUR body, rounded square head, antenna with red light, rubber treads, chest screen',
    'a robot, a machine of metal',
  ],
  [
    /\b(?:mushroom|fungus|fungi|spore|toadstool)/,
    'COLOUR cap with white spots, pale stem body, tiny root feet, mossy collar',
    'a mushroom',
  ],
  [
    /\b(?:cactus|succulent|plant|thorn|flower|sprout|sapling|seedling|vine|fern|tree|petal)/,
    'round ribbed COLOUR body, white spines, pink flower on top, clay pot, stubby arms',
    'a plant that grows, with leaves and flowers',
  ],
  [
    /\b(?:crystal|gem|gemstone|prism|ice|diamond|quartz|glass|stone|golem|rock|pebble)/,
    'clear COLOUR crystal body, repeating hexagons, geometric legs, prism glow',
    'a being of crystal, ice or stone',
  ],
  [
    /\b(?:flame|fire|ember|lava|magma)/,
    'COLOUR and gold feathers, flame-tipped wings, long burning tail, curled crest, glowing chest',
    'a being of fire and embers',
  ],
  [
    /\b(?:slime|goo|blob|ooze|pudding|jelly|gel)/,
    'round wobbly COLOUR jelly body, glossy surface, floating bubbles inside',
    'a soft wobbling blob of slime',
  ],
  [
    /\b(?:cloud|mist|fog|vapou?r|smoke|breeze|wind|storm)/,
    'pale COLOUR mist body, ribbon fins',
    'a cloud of mist',
  ],
  [
    /\b(?:shadow|void|night sky|darkness|nebula|galaxy|constellation)/,
    'shapeless COLOUR body, star specks, violet rim light',
    'a shadow full of stars',
  ],
  [
    /\b(?:cube|box|block|crate|dice|pixel)/,
    'COLOUR cube-like body, scrolling white glyphs, angular ears',
    'a cube or a box with signs on it',
  ],
  [
    /\b(?:book|library|scroll|letter|dictionary|page)/,
    'stacked COLOUR body, brass drawer fronts, ribbon bookmark tail, round spectacles',
    'a book, paper that is read',
  ],
  // Kinds recognised by a body part, when no animal is named.
  [
    /\b(?:feathers?|plumage|beak)\b/,
    'COLOUR feathers, curved black beak, long tail feathers',
    'something feathered',
  ],
  [/\b(?:antennae|feelers|chrysalis|cocoon|proboscis)\b/, 'fuzzy COLOUR moth body', 'something with feelers'],
  [/\bwings?\b/, 'fuzzy COLOUR moth body', 'something winged and light'],
  [/\b(?:fins?|gills?)\b/, 'COLOUR fish body, fanned fins', 'something with fins'],
  [/\bwebs?\b|\b(?:six|eight|many) legs\b/, 'round COLOUR eight-legged body', 'something with many legs'],
  [
    /\bscales?\b|\bscaly\b/,
    'COLOUR scales with shifting yellow bands, curled tail, casque crest, mitten feet',
    'something scaly',
  ],
  [
    /\bshell\b/,
    'high domed COLOUR shell, yellow ring patterns, scaly grey legs, beaked mouth, short tail',
    'something in a shell',
  ],
];

export const KINDS: readonly Kind[] = ROWS.map(([, look, means]) => ({ look, means }));
const KIND_WORDS: WordTable<Kind> = ROWS.map(([words, look, means]) => [words, { look, means }]);

/** The kind of body that a description names; undefined when it has no known word. */
export function findKind(said: string): Kind | undefined {
  return firstMatch(KIND_WORDS, said);
}
