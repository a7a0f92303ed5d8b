// What an item is compared with besides what a creature likes. The words are everyday ones,
// chosen by subject; none stands in the labelled set the score is measured with.

/** Things no care is done with. */
export const USELESS_ITEMS: readonly string[] =
  splitPhrases(`paperwork, loan, salary, shareholder meeting, office memo, business plan, lawsuit, legislation, election,
    newspaper article, passport, calendar, statistics, algebra, philosophy, history book, geography,
    grammar, car engine, bicycle wheel, bus, train, ship, aeroplane, road, bridge, fuel station,
    wheelbarrow, tractor, cement mixer, steel, copper pipe, wooden plank, window frame, door handle, roof
    tile, fence, ladder, wrench, screwdriver, bolt, nail gun, drill, shovel, rake, printer, keyboard,
    monitor, telephone, cable, router, hard disk, calculator, camera, light bulb, clock, refrigerator, oven,
    dishwasher, kettle, frying pan, fork, plate, bottle cap, plastic wrap, tin foil, cardboard, envelope,
    pencil, rubber band, glue, wall paint, trousers, shoes, hat, handbag, belt, jewellery, wallet, coin,
    umbrella, suitcase, lipstick, deodorant, sunglasses, wig, mountain, desert, volcano, glacier, galaxy,
    atom, stone, sand, seawater, wind, storm, elephant, spider, king, soldier, lawyer, accountant, factory,
    airport, prison, football stadium, war, religion, love, jealousy, justice, time, nothing`);

/** Things that hurt. */
export const DANGEROUS_ITEMS: readonly string[] =
  splitPhrases(`poison, poisonous chemical, toxic waste, bleach and ammonia, corrosive acid, petrol, engine coolant,
    insecticide, herbicide, mouse bait, paint stripper, mercury, toxic plant, snake venom, toxic mushroom,
    moldy rotten food, spoiled meat, sewage, trash, dirty water, contaminated, blade, dagger, shards of
    glass, thorns, sharp spikes, scalpel, needle in the skin, fire, burning, scalding steam, red hot iron,
    bomb, rifle, bullet, exposed wires, lightning strike, hammer blow, heavy machinery, car crash, busy
    highway, cliff edge, disease, infection, parasites, swarm of bees, predator, liquor, tobacco smoke,
    cocaine, drug overdose, expired drugs, human painkiller, sedative abuse, hitting, kicking, whipping,
    torture, cruelty, shouting in anger, strangling, drowning, locked in a car, dragged by the neck,
    throwing against a wall, deafening siren, suffocation, frostbite, blinding light, abandonment, terror,
    malware, corrupted file, power failure, electromagnetic pulse, liquid on circuits, memory leak, wiping
    the disk`);

function splitPhrases(lines: string): readonly string[] {
  return lines.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '));
}
