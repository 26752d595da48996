/** The steps of every hue, from nearly white to nearly black. */
const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;
type Step = (typeof steps)[number];

const hue = (colours: string): Record<Step, { value: string }> => {
  const values = colours.split(' ');
  return Object.fromEntries(steps.map((step, at) => [step, { value: `#${values[at]}` }])) as Record<
    Step,
    { value: string }
  >;
};

/** Raw colours. Screens never name these; they use the semantic tokens, which are checked for contrast. */
export const palette = {
  gray: hue('f7f9fa eef2f4 dfe6ea c5d0d6 93a2ac 5f6e79 4c5a65 38444d 27313a 1a2229 12181d'),
  teal: hue('effaf9 d5f1ee abe2dd 77cbc5 43ada7 238f8a 157370 105d5b 104a49 0d3837 072423'),
  red: hue('fef3f2 fde3e1 fbcbc7 f6a59e ec736a dc4a3f c03028 9f241e 7d211c 57180f 2f0d09'),
  orange: hue('fff6ea fde9cd fad19b f5b362 e8902f c87313 a3590c 84470d 663810 46280d 271606'),
  green: hue('f0f9f1 dbf0dd b8e0bd 88c891 57aa64 378c47 287137 215a2d 1d4826 15351c 0b2010'),
  blue: hue('f0f6fd dceafa bcd6f5 8fbaed 5c97e0 3a78cc 295faf 234c8d 213f70 1a2f52 101d33'),
  purple: hue('f8f5fd eee7fa ddd0f5 c4adec a583df 8860cd 7048b3 5b3a91 483072 352453 201533'),
};
