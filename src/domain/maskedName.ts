/** Surnames of two characters; all others have one. */
const twoCharacterSurnames = new Set([
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '司徒',
  '夏侯',
  '宇文',
  '长孙',
  '闻人',
  '赫连',
  '澹台',
  '公冶',
  '宗政',
  '濮阳',
  '淳于',
  '单于',
  '太叔',
  '申屠',
  '钟离',
  '轩辕',
  '端木',
  '独孤',
  '南宫',
  '西门',
  '百里',
  '呼延',
  '完颜',
  '耶律',
  '拓跋',
  '歐陽',
  '司馬',
  '諸葛',
]);

const isHan = (text: string) => /^\p{Script=Han}/u.test(text);

/** A patient's name for onlookers: the initial, or the Chinese surname, and a star. */
export function maskedName(name: string): string {
  const [first = '', second = ''] = [...name.trim()];
  const surname = isHan(first) && twoCharacterSurnames.has(first + second) ? first + second : first.toUpperCase();
  return `${surname}*`;
}
