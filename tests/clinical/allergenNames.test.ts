import { expect, test } from 'vitest';
import { namesOfIngredient, recogniseAllergens } from '../../clinical/allergenNames.ts';
import { affirmedIn } from '../../clinical/allergyText.ts';
import { labelsOf } from '../../server/patients/factNames.ts';
import { readRuleTables, readTable } from '../../server/seed/tables.ts';

const words = new Map(readTable('allergen-words').rows.map(({ code, words }) => [code, words]));
const names = [...labelsOf(readRuleTables())].map(([code, label]) => ({
  code,
  label,
  words: [...namesOfIngredient(code, label), ...(words.get(code) ?? [])],
}));
const offered = (text: string) => recogniseAllergens(affirmedIn(text), names).map(({ code }) => code);

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

test.each(['vancomycin', 'latex', '花生', 'no idea', '感冒药'])('"%s" is offered no code', (text) => {
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

test('a text that only denies a substance is still offered it, because somebody must decide', () => {
  expect(offered('不知道对青霉素过不过敏')).toContain('penicillins');
  expect(offered('not allergic to penicillin')).toEqual(['penicillins']);
});
