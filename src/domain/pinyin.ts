import { searchForm } from '../../clinical/words/searchForm.ts';

/** The first character of each initial in the order of pinyin; no syllable begins with I, U or V. */
const firsts = [...'吖八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫匝'];
const letters = 'abcdefghjklmnopqrstwxyz';
const han = /\p{Script=Han}/u;

const byPinyin = new Intl.Collator('zh-Hans-u-co-pinyin');

function initialOf(character: string): string {
  if (!han.test(character)) return character;
  let found = '';
  for (const [at, first] of firsts.entries()) {
    if (byPinyin.compare(first, character) > 0) break;
    found = letters[at] ?? '';
  }
  return found;
}

/** Characters in names and medical text with a second reading, each with the initials of its other readings. */
const otherInitials = new Map(
  (
    '曾z单sc仇q解x查z区o翟z尉y乐y重c调t长z行h参s降x传z弹t朝z盛c石d系j校j藏z奇j强j期j折s恶w否p壳q咳h溃h率s尿s什z省x识z' +
    '属z提d吓h遗w粘n种c便p给j会k宿x泊p屏b覃q秘b车j繁p贾g隗k祭z颤z臭x畜x术z叶x纤q巷h虾h攒c轧g殖s椎c蛤hg荨xq咯lkg龟jq' +
    '芥g阿e万m厦x茄j卡q炮b曝b卒c伺c匙s扁p朴b'
  )
    .match(/\p{Script=Han}[a-z]+/gu)
    ?.map((one) => [one.charAt(0), one.slice(1)]),
);

/** The pinyin initials of a Chinese text by the usual readings: 王小明 is wxm. Other writing is folded alone. */
export const initialsOf = (text: string): string => [...searchForm(text)].map(initialOf).join('');

/** Whether the letters occur in the folded text as initials, by any reading of each character. */
function isReadAs(text: string, wanted: string): boolean {
  const readings = [...text].map((character) => initialOf(character) + (otherInitials.get(character) ?? ''));
  const letters = [...wanted];
  return readings.some((_, from) => letters.every((letter, at) => readings[from + at]?.includes(letter)));
}

/** Whether one of the texts contains the query, literally or by pinyin initials. */
export function isFoundIn(query: string, texts: readonly (string | null | undefined)[]): boolean {
  const wanted = searchForm(query);
  if (wanted === '') return true;
  const forms = texts.flatMap((text) => (text ? [searchForm(text)] : []));
  return forms.some((form) => form.includes(wanted) || isReadAs(form, wanted));
}
