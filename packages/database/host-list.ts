// Parts of a database URL: scheme and login, hosts, rest. An @ or / in a password must be percent-encoded.
const ADDRESS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** One URL per host of a libpq URL with several comma-separated hosts. */
export function splitHosts(url: string): string[] {
  const [, login, hosts, rest] = ADDRESS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  return hosts.split(',').map((host) => `${login}${host}${rest}`);
}
