import { expect, test } from 'vitest';
import { brandsOf } from '../../../server/catalogues/knownNames.ts';
import { nameProblems } from '../../../server/catalogues/medicineNames.ts';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readRuleTables, readTable } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';

const generics = readGenerics();
const banned = readTable('online-bans').rows.flatMap(({ named }) => named);
const brands = brandsOf(readTable('allergen-words').rows, readRuleTables().names);
const known = { generics, banned, brands };
const noNames = { nameEn: '', tradeName: '', tradeNameEn: '' };
const problemsOf = (genericCode: string, name: string, nameEn = '') =>
  nameProblems({ ...noNames, genericCode, name, nameEn }, known);

test.each([
  ['levothyroxine', '华法林钠片', ''],
  ['levothyroxine', '优甲乐', 'Warfarin sodium tablets'],
  ['ofloxacin', '左氧氟沙星片', ''],
  ['levofloxacin', '氧氟沙星片', ''],
  ['cetirizine', '盐酸左西替利嗪片', 'Levocetirizine tablets'],
  ['amoxicillin', '阿莫西林克拉维酸钾片', ''],
  ['amlodipine', '缬沙坦氨氯地平片', ''],
  ['metronidazole', '替硝唑片', 'Tinidazole tablets'],
  ['paracetamol', '对乙酰氨基酚片', 'Ibuprofen tablets'],
  ['terbinafine', '富马酸酮替芬片', ''],
  ['prednisone', '甲泼尼龙片', 'Methylprednisolone tablets'],
  ['omeprazole', '艾司奥美拉唑镁肠溶片', 'Esomeprazole tablets'],
  ['ornidazole', '左奥硝唑片', 'Levornidazole tablets'],
  ['theophylline', '胆茶碱片', ''],
  ['estradiol-valerate', '雌二醇凝胶', 'Estradiol gel'],
  ['ibuprofen', '布洛伪麻片', ''],
  ['loperamide', '复方地芬诺酯片', ''],
  ['metoprolol', '可达龙', ''],
  ['metoprolol', '可达龙片（进口）', 'Cordarone tablets'],
  ['metoprolol', '倍他乐克', 'Cordarone'],
  ['hydroxyzine', '安定片', ''],
  ['hydroxyzine', '地西泮片（安定）', ''],
  ['amlodipine', '倍博特', ''],
  ['amoxicillin', '力百汀', 'Augmentin'],
  ['paracetamol', '泰诺', ''],
  ['paracetamol', '儿童泰诺', ''],
  ['paracetamol', '泰诺感冒片', ''],
  ['paracetamol', '酚麻美敏片', ''],
  ['paracetamol', '小儿氨酚麻美糖浆', ''],
  ['paracetamol', '氨麻苯美片', ''],
  ['ibuprofen', '酚咖麻敏胶囊', ''],
  ['chlorphenamine', '氨酚曲麻片', ''],
  ['salbutamol', '盐酸麻黄素片', ''],
  ['salbutamol', '盐酸甲基麻黄素片', ''],
  ['salbutamol', '伪麻黄素片', ''],
])('a medicine of %s named %s %s is refused at its generic', (genericCode, name, nameEn) => {
  expect(problemsOf(genericCode, name, nameEn)).toMatchObject([{ field: 'genericCode' }]);
});

test.each([
  ['levothyroxine', '优甲乐', ''],
  ['levofloxacin', '盐酸左氧氟沙星片', 'Levofloxacin hydrochloride tablets'],
  ['levofloxacin-eye', '左氧氟沙星滴眼液', ''],
  ['clotrimazole-vaginal', '克霉唑阴道片', 'Clotrimazole vaginal tablets'],
  ['amoxicillin-clavulanate', '阿莫西林克拉维酸钾分散片', 'Co-amoxiclav dispersible tablets'],
  ['tacrolimus-topical', '他克莫司软膏', 'Tacrolimus ointment'],
  ['vitamin-c', '维生素C泡腾片', 'Vitamin C effervescent tablets'],
  ['calcium-carbonate-d3', '碳酸钙D3片', ''],
  ['unknown-generic', '华法林钠片', ''],
  ['paracetamol-pseudoephedrine', '氨酚伪麻片', 'Paracetamol and pseudoephedrine tablets'],
  ['pseudoephedrine', '盐酸伪麻黄碱片', 'Pseudoephedrine tablets'],
  ['estradiol-valerate', '戊酸雌二醇片', 'Estradiol valerate tablets'],
  ['drospirenone-ethinylestradiol', '优思明', 'Ethinylestradiol with drospirenone'],
  ['amiodarone', '可达龙', 'Cordarone'],
  ['pseudoephedrine', '盐酸伪麻黄素片', ''],
  ['valaciclovir', '维德思', 'Valtrex'],
  ['paracetamol', '泰诺林', 'Tylenol'],
  ['diazepam', '安定片', 'Valium'],
  ['clonazepam', '氯硝安定片', ''],
  ['alprazolam', '佳静安定', ''],
])('a medicine of %s named %s %s is accepted', (genericCode, name, nameEn) => {
  expect(problemsOf(genericCode, name, nameEn)).toEqual([]);
});

test('no medicine of the national list that has no generic here passes under another generic', () => {
  expect(banned.length).toBeGreaterThan(20);
  const passed = banned.filter(
    ({ name: { zh, en } }) =>
      problemsOf('amoxicillin', `${zh}片`).length * problemsOf('amoxicillin', '甲', en).length === 0,
  );
  expect(passed).toEqual([]);
});

test('a brand under a generic without its ingredients is refused, as name and as trade name', () => {
  const counted = brands.filter(({ word }) => (/^[a-z]/.test(word) ? word.length >= 5 : true));
  expect(counted.length).toBeGreaterThan(1500);
  const passed = counted.filter(({ word, ingredients }) => {
    const [other] = ['metoprolol', 'amoxicillin'].filter((code) => !ingredients.includes(code));
    const asTrade = { ...noNames, genericCode: other ?? '', name: '甲', tradeName: word };
    return problemsOf(other ?? '', word).length === 0 || nameProblems(asTrade, known).length === 0;
  });
  expect(passed.map(({ word }) => word)).toEqual([]);
});

test('a brand under a generic with all of its ingredients is accepted', () => {
  const genericNames = [...generics.values()].map(({ name }) => name.zh);
  const others = brands.filter(({ word }) => !genericNames.includes(word));
  const refused = [...generics.values()].flatMap(({ code, ingredients }) =>
    others
      .filter((brand) => brand.ingredients.every((one) => ingredients.includes(one)))
      .filter(({ word }) => problemsOf(code, word).length > 0)
      .map(({ word }) => `${code} ${word}`),
  );
  expect(refused).toEqual([]);
});

test('the refusal names what the name says and what the generic is, in both languages', () => {
  const [found] = problemsOf('levothyroxine', '华法林钠片');
  expect(found?.reason.en).toContain('Warfarin');
  expect(found?.reason.en).toContain('Levothyroxine');
  expect(found?.reason.zh).toContain('华法林');
});

test('no product of the formulary is named like another generic', () => {
  const wrong = readDemoTable('products').rows.flatMap(({ code, generic, name, tradeName }) =>
    [name, tradeName].flatMap((one) =>
      one && problemsOf(generic, one.zh, one.en).length > 0 ? [`${code} ${generic} ${one.zh} ${one.en}`] : [],
    ),
  );
  expect(wrong).toEqual([]);
});
