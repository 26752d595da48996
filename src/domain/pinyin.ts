/** The first character of each initial in the order of pinyin; no syllable begins with I, U or V. */
const firsts = [...'吖八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫匝'];
const letters = 'abcdefghjklmnopqrstwxyz';
const han = /\p{Script=Han}/u;

const byPinyin = new Intl.Collator('zh-Hans-u-co-pinyin');

function initialOf(character: string): string {
  if (!han.test(character)) return character.toLowerCase();
  let found = '';
  for (const [at, first] of firsts.entries()) {
    if (byPinyin.compare(first, character) > 0) break;
    found = letters[at] ?? '';
  }
  return found;
}

/** What a Chinese text is called by its first letters: 王小明 is wxm. The usual reading counts; other writing stays as it is. */
export const initialsOf = (text: string): string => [...text].map(initialOf).join('');

/** Whether one of the texts contains what is searched for, as written or by its pinyin initials. */
export function isFoundIn(query: string, texts: readonly (string | null | undefined)[]): boolean {
  const wanted = query.trim().toLowerCase();
  return (
    wanted === '' ||
    texts.some((text) => text && (text.toLowerCase().includes(wanted) || initialsOf(text).includes(wanted)))
  );
}
