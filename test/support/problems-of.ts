import { SettingsError, readConfig } from '../../src/config/config.ts';

/** Problems of these settings; empty if valid. */
export function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
