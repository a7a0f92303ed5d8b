/** A JSON value as block YAML 1.2. Strings are quoted as in JSON, which YAML reads the same way. */
export function toYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`;
}

function lines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => {
      const [first = '', ...more] = lines(item);
      return [`- ${first}`, ...more.map(indent)];
    });
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (fields.length === 0) return [JSON.stringify(value)];
  return fields.flatMap(([name, field]: [string, unknown]) => {
    const key = PLAIN_KEY.test(name) ? name : JSON.stringify(name);
    const written = lines(field);
    return isBlock(field) ? [`${key}:`, ...written.map(indent)] : [`${key}: ${written.join('')}`];
  });
}

// Other words are quoted: YAML 1.1 reads `no`, `on`, `y` and their like as booleans.
const PLAIN_KEY = /^(?!(?:y|yes|n|no|on|off|true|false|null)$)[a-z$][\w$-]*$/i;

function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function indent(line: string): string {
  return `  ${line}`;
}
