/** Problems of a picture: unclosed tags, unresolved references, foreign content. */
export function faultsIn(svg: string): readonly string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const rest = svg.replace(TAG, (tag, closing: string, name: string, attributes: string, alone: string) => {
    if (!KNOWN.has(name)) faults.push(`strange element ${name}`);
    if (attributes.replace(ATTRIBUTE, '').trim() !== '') faults.push(`strange attribute in ${tag}`);
    if (closing && open.pop() !== name) faults.push(`${name} closes nothing`);
    if (!closing && !alone) open.push(name);
    return '';
  });
  if (rest !== '') faults.push(`text between tags: ${rest.slice(0, 40)}`);
  if (open.length > 0) faults.push(`left open: ${open.join(' ')}`);
  if (/NaN|undefined|Infinity|null|\[object|""/.test(svg)) faults.push('a value is missing');
  const names = namesIn(svg);
  const asked = [...svg.matchAll(/(?:href="#|url\(#)([a-z0-9]+)/gi)].map(([, name = '']) => name);
  faults.push(...asked.filter((name) => !names.includes(name)).map((name) => `${name} is nowhere`));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...faults, ...twice.map((name) => `${name} is there twice`)];
}

const TAG = /<(\/?)([A-Za-z]+)((?:\s[^<>]*?)?)(\/?)>/g;
const KNOWN = new Set('svg g path use ellipse circle clipPath radialGradient stop'.split(' '));
// Only numbers, colours, path letters and our own few words may stand in a picture.
const ATTRIBUTE =
  /\s(?:(?:xmlns="http:\/\/www\.w3\.org\/2000\/svg")|(?:id|href|clip-path|fill)="(?:#|url\(#)?[a-z0-9]+\)?"|d="[MLHVCQTASZmlhvcqtasz0-9. -]+"|(?:fill|stroke|stop-color)="(?:none|#[0-9a-f]{6})"|clip-path="url\(#[a-z0-9]+c\)"|transform="(?:(?:translate|rotate|scale|matrix)\([0-9. -]+\) ?)+"|stroke-line(?:cap|join)="round"|(?:viewBox|stroke-width|stroke-opacity|stop-opacity|stroke-dasharray|opacity|offset|cx|cy|rx|ry|r|x|y|width|height)="[0-9. -]+")/g;

export const namesIn = (svg: string) => [...svg.matchAll(/\sid="([^"]+)"/g)].map(([, name = '']) => name);

/** The visible part of a picture: inner names depend on the facts. */
export function withoutNames(svg: string): string {
  const prefix = /id="(a[a-z0-9]+?)0c?"/.exec(svg)?.[1] ?? 'none';
  return svg.replaceAll(new RegExp(`${prefix}([a-z0-9]{1,4})(?=["c)])`, 'g'), '$1');
}
