// Zones that ICU still reports under an older name, with the current IANA name.
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

// Keys are lower-case names. Constructing an Intl.DateTimeFormat takes 50-100 µs, so only aliases get that far.
const KNOWN: ReadonlyMap<string, string> = new Map(
  ['UTC', ...Intl.supportedValuesOf('timeZone')].flatMap((zone) => {
    const current = RENAMED.get(zone) ?? zone;
    return [zone, current].map((name) => [name.toLowerCase(), current] as const);
  }),
);

/** The name a time zone is stored under, whatever its case or alias; undefined when there is no such zone. */
export function canonicalZone(name: string): string | undefined {
  const known = KNOWN.get(name.toLowerCase());
  // Intl also accepts offsets such as +05:30, which have no daylight saving and are refused.
  if (known !== undefined || !/^[A-Za-z]/.test(name)) return known;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return RENAMED.get(zone) ?? zone;
  } catch {
    return undefined;
  }
}
