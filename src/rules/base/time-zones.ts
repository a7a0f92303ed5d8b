// Zones for which the runtime still gives the older name, and the name that is in use today.
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

// Asking the runtime costs more than all the rest of a registration.
const cache = new Map<string, string | undefined>();

/** The one name a zone is stored under, whatever the case or the alias it came in; undefined when there is no such zone. */
export function canonicalZone(name: string): string | undefined {
  if (cache.has(name)) return cache.get(name);
  if (cache.size >= 1024) cache.clear();
  const zone = lookUpZone(name);
  cache.set(name, zone);
  return zone;
}

function lookUpZone(name: string): string | undefined {
  // Intl also takes offsets such as +05:30, which are not names of places and know no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return RENAMED.get(zone) ?? zone;
  } catch {
    return undefined;
  }
}
