import settings from '#content/ops/settings.json' with { type: 'json' };

export type SettingName = keyof typeof settings;

export const SETTINGS: Readonly<Record<SettingName, Readonly<Record<'usual' | 'meaning', string>>>> =
  settings;

export type GivenSettings = Readonly<Partial<Record<SettingName, string>>>;

/** Environment variables; an empty string counts as absent. */
export type Env = Readonly<Record<string, string | undefined>>;
