type NamedNumber = readonly [label: string, value: number | string];

export function NumberList({ numbers }: { readonly numbers: readonly NamedNumber[] }) {
  return (
    <dl>
      {numbers.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
