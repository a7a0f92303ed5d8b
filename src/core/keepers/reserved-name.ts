// Names under which somebody could pass for the house or for those who run it. Whoever has one from before keeps it.

const RESERVED = [
  'admin',
  'administrator',
  'arkhouse',
  'helpdesk',
  'mod',
  'moderation',
  'moderator',
  'mods',
  'official',
  'operator',
  'operators',
  'root',
  'security',
  'staff',
  'sudo',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'team',
  'webmaster',
] as const;

// Signs that pass for one another, as all of them are written here.
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '9': 'g',
  '7': 't',
  '8': 'b',
  '2': 'z',
  u: 'v',
  vv: 'w',
  rn: 'm',
};

/** What a name looks like at a glance. */
function glance(name: string): string {
  return name.toLowerCase().replace(/rn|vv|[0-9iu]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
}

const AT_A_GLANCE = RESERVED.map(glance).join('|');
const NOTHING_ELSE = new RegExp(`^(?:the)?(?:${AT_A_GLANCE})+$`);

/** True for a reserved word, however it is parted, numbered or dressed up: adm1n, r00t, the_arkhouse-team, support-24. */
export function isReservedName(username: string): boolean {
  const letters = username.replace(/[-_]/g, '');
  return [letters, unnumbered(letters)].some((each) => NOTHING_ELSE.test(glance(each)));
}

/** Without the digits before and after it. */
function unnumbered(letters: string): string {
  let [from, to] = [0, letters.length];
  while (isDigit(letters[from])) from += 1;
  while (to > from && isDigit(letters[to - 1])) to -= 1;
  return letters.slice(from, to);
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && sign >= '0' && sign <= '9';
}
