import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { affirmedIn } from '../../../clinical/allergies/affirmedAllergies.ts';
import {
  namesOfIngredient,
  otherMedicine,
  otherMedicineNames,
  recogniseAllergens,
} from '../../../clinical/allergies/allergenNames.ts';
import { readAllergyText } from '../../../clinical/allergies/allergyText.ts';
import { unrecognisedIn } from '../../../clinical/allergies/unrecognised.ts';
import { foldText } from '../../../clinical/words/foldText.ts';
import { readRuleTables, readTable } from '../../../server/clinicalTables/tables.ts';
import { labelsOf } from '../../../server/patients/factNames.ts';

const words = new Map(readTable('allergen-words').rows.map(({ code, words }) => [code, words]));
const others = words.get(otherMedicine) ?? [];
const known = [...labelsOf(readRuleTables())].map(([code, label]) => ({
  code,
  label,
  words: [...namesOfIngredient(code, label), ...(words.get(code) ?? [])],
}));
const names = [...known, otherMedicineNames(others)];
const offered = (text: string) => recogniseAllergens(affirmedIn(text, names), names).map(({ code }) => code);

test.each([
  ['penecillin', 'penicillins'],
  ['amoxycillin rash', 'amoxicillin'],
  ['cephelexin', 'cephalexin'],
  ['Cefalexin', 'cephalexin'],
  ['asprin', 'aspirin'],
  ['erythromicin', 'erythromycin'],
  ['azithromicin', 'azithromycin'],
  ['morfine', 'morphine'],
  ['ciproflaxin', 'ciprofloxacin'],
  ['Keflex', 'cephalexin'],
  ['z-pak', 'azithromycin'],
  ['septrin', 'sulfonamide-antibiotics'],
  ['NSAIDS', 'nsaids'],
  ['青梅素', 'penicillins'],
  ['阿斯匹林', 'aspirin'],
  ['阿奇霉索', 'azithromycin'],
  ['先锋五号', 'cephalosporins'],
  ['链霉素', 'aminoglycosides'],
  ['安痛定', 'metamizole'],
  ['地塞米松', 'dexamethasone'],
  ['华法林', 'warfarin'],
])('"%s" is offered first as %s', (text, code) => {
  expect(offered(text)[0]).toBe(code);
});

test.each(['latex', '花生', 'no idea', '感冒药'])('"%s" is offered no code', (text) => {
  expect(offered(text)).toEqual([]);
});

test.each([
  ['penicillin, sulfa and ibuprofin', ['ibuprofen', 'penicillins', 'sulfonamide-antibiotics']],
  ['青霉素、磺胺、阿奇霉索', ['azithromycin', 'benzylpenicillin', 'penicillins', 'sulfonamide-antibiotics']],
])('a misspelt name counts beside a right one: "%s"', (text, codes) => {
  expect(offered(text).toSorted()).toEqual(codes);
});

test.each([
  ['no penicillin allergy but rash with cephalexin', ['cephalexin']],
  ['I am not allergic to penicillin, but amoxicillin gave me a rash', ['amoxicillin']],
  ['penicillin: no problem; sulfa: rash', ['sulfonamide-antibiotics']],
  ['denies allergy to aspirin, allergic to ibuprofen', ['ibuprofen']],
  ['对青霉素不过敏，对头孢过敏', ['cephalosporins']],
  ['青霉素皮试阴性，头孢过敏', ['cephalosporins']],
  ['无青霉素过敏，但磺胺过敏', ['sulfonamide-antibiotics']],
  ['No allergies except codeine', ['codeine']],
  ['除磺胺外无其他过敏', ['sulfonamide-antibiotics']],
])('what a text denies is not offered: "%s"', (text, codes) => {
  expect(offered(text)).toEqual(codes);
});

test.each(
  readFileSync(new URL('tolerated.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
)('what a text calls tolerated or excepts is offered as no allergy, and stays unanswered: %s', (text) => {
  expect([offered(text), readAllergyText(text)]).toEqual([[], 'stated']);
});

test.each([
  ['no penicillin allergy, aspirin and ibuprofen', ['aspirin', 'ibuprofen']],
  ['No known drug allergies, aspirin and ibuprofen', ['aspirin', 'ibuprofen']],
  ['no penicillin allergy, but aspirin and ibuprofen', ['aspirin', 'ibuprofen']],
  ['no penicillin allergy, aspirin, ibuprofen', ['aspirin', 'ibuprofen']],
  ['无青霉素过敏，阿司匹林和布洛芬', ['aspirin', 'ibuprofen']],
  ['否认青霉素过敏，阿司匹林及布洛芬', ['aspirin', 'ibuprofen']],
  ['青霉素不过敏，阿司匹林与布洛芬', ['aspirin', 'ibuprofen']],
])('a list with "and" after a whole denial may be what is not tolerated, and is offered: %s', (text, codes) => {
  expect(offered(text).toSorted()).toEqual(codes);
});

test.each([
  ['vancomycin', 'vancomycin'],
  ['万古霉素', 'vancomycin'],
  ['替考拉宁', 'teicoplanin'],
  ['美罗培南', 'meropenem'],
  ['ganciclovir', 'valganciclovir'],
  ['vitamin B1', 'thiamine'],
  ['lincomycin', 'clindamycin'],
])('a frequent allergen without a product has a code of its own, or that of its relative: %s is %s', (text, code) => {
  expect(offered(text)).toEqual([code]);
});

test.each([
  ['不知道对青霉素过不过敏', 'penicillins'],
  ['is penicillin safe?', 'penicillins'],
  ["can't take amoxicillin", 'amoxicillin'],
  ['不能用青霉素', 'penicillins'],
  ['不排除青霉素过敏', 'penicillins'],
  ['penicillin is not tolerated', 'penicillins'],
  ['青霉素不耐受', 'penicillins'],
  ['only allergic to penicillin', 'penicillins'],
  ['nothing but penicillin', 'penicillins'],
  ['没有药物过敏，除了青霉素', 'penicillins'],
  ['all antibiotics are fine except penicillin', 'penicillins'],
  ['除青霉素外都可以用', 'penicillins'],
  ['除青霉素外，还对头孢过敏', 'penicillins'],
  ['非甾体抗炎药过敏', 'nsaids'],
  ['不仅对青霉素过敏，对磺胺也过敏', 'penicillins'],
  ['penicillin, no other allergies', 'penicillins'],
  ['No hypertension, penicillin and aspirin allergy', 'penicillins'],
  ['No diabetes, asthma, penicillin or aspirin allergy', 'penicillins'],
  ['denies chest pain, penicillin and aspirin allergy', 'penicillins'],
  ['否认高血压，青霉素或头孢过敏', 'penicillins'],
  ['无高血压、糖尿病，青霉素及头孢过敏', 'penicillins'],
])('"%s" still offers %s', (text, code) => {
  expect(offered(text)).toContain(code);
});

test.each([
  ['allergic to all antibiotics except penicillin, worst with sulfa', 'allergic to all antibiotics'],
  ['所有抗生素都过敏，尤其是磺胺', '所有抗生素都过敏'],
])('of "%s" what is said of all medicines stays unchecked', (text, rest) => {
  const affirmed = affirmedIn(text, names);
  expect(unrecognisedIn(affirmed, recogniseAllergens(affirmed, names)) ?? '').toContain(rest);
});

test('a name of another medicine is offered as no allergen that it resembles or contains', () => {
  expect(others.length).toBeGreaterThan(100);
  const misread = others.flatMap((word) => [word, `对${word}过敏`]).filter((text) => offered(text).length > 0);
  expect(misread).toEqual([]);
});

test.each([
  ['protamine', []],
  ['鱼精蛋白', []],
  ['protamine sulfate reaction', []],
  ['柔红霉素', []],
  ['碘海醇', []],
  ['vit b6', []],
  ['枸橼酸莫沙必利', ['mosapride']],
  ['哌拉西林他唑巴坦', ['penicillins']],
  ['protamine, ergotamine', ['ergotamine']],
])('"%s" is offered as %j, not as a name that it resembles', (text, codes) => {
  expect(offered(text)).toEqual(codes);
});

test.each([
  ['codeine and dihydrocodeine', ['codeine', 'opioids']],
  ['青霉素和羟氨苄青霉素过敏', ['amoxicillin', 'benzylpenicillin', 'penicillins']],
  ['阿莫西林胶囊，西林类都过敏', ['amoxicillin', 'penicillins']],
])('a name inside a longer one still counts where the text has it alone: %s', (text, codes) => {
  expect(offered(text).toSorted()).toEqual(codes);
});

test.each([
  ['ASA rash, nasal spray', 'nasal spray'],
  ['pen rash, some suspension', 'some suspension'],
  ['penicillins and latex', 'latex'],
])('a part of "%s" with a recognised word only inside another word stays unchecked', (text, rest) => {
  expect(unrecognisedIn(text, recogniseAllergens(text, names))).toBe(rest);
});

test('a name of the tables that contains a name of something else is offered as itself alone', () => {
  const codesOf = new Map<string, readonly string[]>();
  for (const { code, words } of known)
    for (const word of words.map(foldText)) codesOf.set(word, [...(codesOf.get(word) ?? []), code]);
  // These two say what they contain.
  const stated = ['smz/tmp', 'aspirin and other nsaids'];
  const all = [...codesOf.keys()].filter((word) => !word.includes('*') && !stated.includes(word));
  const longer = all.filter((word) => all.some((other) => other !== word && word.includes(other)));
  const wrong = longer.filter((word) =>
    recogniseAllergens(word, names).some(({ code }) => !codesOf.get(word)?.includes(code)),
  );
  expect(longer.length).toBeGreaterThan(400);
  expect(wrong).toEqual([]);
}, 60_000);

test.each([
  ['no sign', ''],
  ['spaces', ' \u3000'],
  ['an invisible sign', '\u200b'],
  ['a stem without letters', '*'],
])('a hospital’s name of %s names nothing in a text', (_, word) => {
  const blank = { code: 'blank', label: { en: 'Blank', zh: '空' }, words: [word] };
  expect(recogniseAllergens('penicillin rash 青霉素', [...names, blank])).toEqual(
    recogniseAllergens('penicillin rash 青霉素', names),
  );
});
