/**
 * Whether a written reason says something: at least two different letters or ideographs. Marks, digits and one letter
 * repeated say nothing.
 */
export const saysSomething = (text: string): boolean =>
  new Set((text.normalize('NFKC').match(/\p{L}/gu) ?? []).map((one) => one.toLowerCase())).size >= 2;
