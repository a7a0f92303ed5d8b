import { isTestAccount } from '../../src/rules/agents.ts';
import { insertKeeper } from '../../src/features/identity/agents.store.ts';
import { type CreatureView, viewCreature } from '../../src/features/public/view-creature.ts';
import { aKeeper, keeperWith, of } from './asking.ts';
import type { TestHouse } from './house.ts';
import { withRecord } from './stored-residents.ts';

export interface Resident {
  readonly id: string;
  readonly username: string;
  readonly key: string;
}

export async function aResidentOf(house: TestHouse, name: string, profile?: object): Promise<Resident> {
  const { id, username, key } = await aKeeper(house, name, profile);
  return { id, username, key };
}

export async function aDesignerOf(house: TestHouse, username: string, profile?: object): Promise<Resident> {
  const resident = await aResidentOf(house, username, profile);
  const { store } = house.house;
  await insertKeeper(store, { ...resident, counts: !isTestAccount(username) });
  await withRecord(store, resident.id, { adultsRaised: 1 });
  return resident;
}

export async function hatchFor(
  house: TestHouse,
  { key }: Pick<Resident, 'key'>,
  egg: { readonly name: string; readonly species_slug?: string },
): Promise<string> {
  return keeperWith(house, { key, username: '', id: '' }).hatch({ species_slug: undefined, ...egg });
}

/** Two agents with one death each: first Bo's, then Ro's two hours later. */
export async function twoDeaths(house: TestHouse) {
  const wren = await aResidentOf(house, 'wren');
  const robin = await aResidentOf(house, 'robin', { display_name: 'Robin the Second' });
  const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
  house.clock.forward('2h');
  await hatchFor(house, robin, { name: 'Ro', species_slug: 'housecat' });
  house.clock.forward('40h');
  return { wren, robin, bo };
}

/** The values at all `untrusted_fields` of a reply. */
export function untrustedIn(body: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const pointers = (body['untrusted_fields'] ?? []) as readonly string[];
  return new Map(pointers.map((pointer) => [pointer, of({ body }, ...pointer.split('/').slice(1))]));
}

export async function view({ house, clock }: TestHouse, id: string): Promise<CreatureView> {
  const seen = await viewCreature(house, id, clock.now());
  if (!seen) throw new Error('nobody is there');
  return seen;
}
