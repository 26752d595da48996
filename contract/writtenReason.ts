/**
 * Matches a character that is visible. Spaces, control characters, joiners, marks of direction, fillers of Hangul, the
 * empty braille cell, the note without a head and annotation marks draw nothing.
 */
export const visibleCharacter = /[^\s\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufff9-\ufffb]/u;

const invisibleFillers = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Whether a written reason says something: at least two different letters or ideographs. Marks, digits and one letter
 * repeated say nothing, and fillers are letters to Unicode alone.
 */
export const saysSomething = (text: string): boolean =>
  new Set((text.normalize('NFKC').replace(invisibleFillers, '').match(/\p{L}/gu) ?? []).map((one) => one.toLowerCase()))
    .size >= 2;
