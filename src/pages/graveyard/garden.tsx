/** The hill behind the house: a willow, and over it the evening or the moon. */
export function Garden() {
  return (
    <svg class="hill" viewBox="0 0 1200 260" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <circle class="dusk" cx="880" cy="92" r="46" />
      <path class="far" d="M0 210q240-90 520-46t420-24q160-34 260 10v110H0z" />
      <g class="willow">
        <path class="trunk" d="M1044 250q14-54 8-110h26q-4 58 18 110z" />
        <path
          class="boughs"
          d="M968 150C962 92 1006 44 1066 44c62 0 104 46 100 104q2 30-8 46-1-23-8-46q2 20-8 30-1-15-8-30q2 38-8 58-1-29-8-58q2 25-8 38-1-19-8-38q2 42-8 64-1-32-8-64q2 28-8 42-1-21-8-42q2 34-8 52-1-26-8-52q2 22-8 34-1-17-8-34q2 40-8 60-1-30-8-60q2 26-8 40-1-20-8-40q2 32-8 48-1-24-8-48q2 21-8 32-1-16-8-32q2 30-8 46-1-23-8-46z"
        />
        <path
          class="fall"
          d="M1066 50c-36 26-54 62-58 104M1066 50c-14 32-20 68-18 112M1066 50c18 32 26 68 24 110M1066 50c36 24 54 58 60 102"
        />
      </g>
      <path class="near" d="M0 240q300-60 640-22t560-14v56H0z" />
    </svg>
  );
}
