// Scheme and login, then the hosts, then whatever follows. A password that holds an @ or a slash must be percent-encoded.
const ADDRESS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** One address for each host of one that names several, separated by commas as libpq takes them. */
export function splitHosts(url: string): string[] {
  const [, login, hosts, rest] = ADDRESS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  return hosts.split(',').map((host) => `${login}${host}${rest}`);
}
