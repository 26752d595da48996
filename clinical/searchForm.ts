/** Text in its form for comparison: without differences of width, case, accents and spaces, and without control characters. */
export const searchForm = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
