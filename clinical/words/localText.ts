/** A text from a table, in both languages. */
export type LocalText = { en: string; zh: string };

/** Joins several names into a list without duplicates. */
export const listed = (names: readonly LocalText[]): LocalText => ({
  en: [...new Set(names.map(({ en }) => en))].join(', '),
  zh: [...new Set(names.map(({ zh }) => zh))].join('、'),
});
