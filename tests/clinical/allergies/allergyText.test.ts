import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allergyReader } from '../../../clinical/allergies/allergyReader.ts';
import { readAllergyText, writtenAllergies } from '../../../clinical/allergies/allergyText.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';

const denials = [
  '无',
  '无。',
  '否认',
  '没有过敏',
  '无过敏史',
  '无药物过敏史',
  '否认药物过敏',
  '无已知药物过敏',
  '无过敏药物',
  '否认药物及食物过敏史',
  '否认食物、药物过敏史。',
  '否认药物过敏史，否认食物过敏史。',
  '患者否认药物过敏史',
  '无特殊',
  'None',
  'none known',
  'No',
  'NKDA',
  'NKA.',
  'No allergies',
  'No known allergies',
  'no known drug allergy',
  'No known drug or food allergies',
  'no drug, food or latex allergies',
  'NKDA (no known drug allergies)',
  'Denies allergies',
  'denies any drug allergies',
  'Patient denies allergies to drugs or food',
  'No history of drug allergy',
  'not allergic to anything',
  'ＮＫＤＡ',
];

test.each(denials)('"%s" denies allergies to medicines', (text) => {
  expect(readAllergyText(text)).toBe('denied');
});

test.each(['否认食物过敏史', '无花粉过敏', 'No known food allergies', 'denies latex or pollen allergy'])(
  '"%s" denies other allergies only',
  (text) => {
    expect(readAllergyText(text)).toBe('deniedInPart');
  },
);

test.each([
  '青霉素过敏性休克史 penicillin anaphylaxis 2019',
  '青霉素',
  '无花果过敏',
  '否认青霉素过敏史',
  '无其他药物过敏',
  '否认食物过敏，青霉素过敏',
  '否认过敏史，但青霉素皮试阳性',
  '无（青霉素除外）',
  '无，青霉素',
  '不详',
  '未询问',
  '无法确认',
  'no allergy to X but penicillin',
  'No allergies except penicillin',
  'no allergy to penicillin',
  'no other allergies',
  'NKDA, penicillin',
  'NKDA. Penicillin rash',
  'None: penicillin',
  'No allergies (penicillin)',
  'unknown',
  '?',
  '...',
])('"%s" is not a denial', (text) => {
  expect(readAllergyText(text)).toBe('stated');
});

test('an empty text is not an answer', () => {
  expect(['', '  ', '\n'].map(readAllergyText)).toEqual(['empty', 'empty', 'empty']);
});

const substances = readTable('ingredients').rows.flatMap(({ label }) => [label.en, label.zh]);
const joints = [', ', '，', '; ', '。', ' except ', ' but ', ' (', '，但', '、', '\n', ': ', ' '];

test('a text that also names a medicine is not a denial', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...denials),
      fc.constantFrom(...joints),
      fc.constantFrom(...substances),
      (denial, joint, medicine) => {
        expect(readAllergyText(`${denial}${joint}${medicine}`)).toBe('stated');
        expect(readAllergyText(`${medicine}${joint}${denial}`)).toBe('stated');
      },
    ),
  );
});

describe('written allergies of a patient', () => {
  const written = (over: Partial<Parameters<typeof writtenAllergies>[1]>, codedTexts: string[] = []) =>
    writtenAllergies(codedTexts, { onFile: null, inRecord: '', histories: [], complaints: [], ...over });

  test('allergies count as not asked about without a text and with an empty file', () => {
    expect(written({})).toEqual({ allergiesAsked: false, uncodedAllergies: [] });
    expect(written({ onFile: '' })).toEqual({ allergiesAsked: false, uncodedAllergies: [] });
  });

  test('a denial is an answer; a text that names a substance is uncoded', () => {
    expect(written({ inRecord: 'NKDA' })).toEqual({ allergiesAsked: true, uncodedAllergies: [] });
    expect(written({ inRecord: '青霉素过敏' })).toEqual({ allergiesAsked: true, uncodedAllergies: ['青霉素过敏'] });
    expect(written({ onFile: 'Penicillin', inRecord: 'None' }).uncodedAllergies).toEqual(['Penicillin']);
    expect(written({ inRecord: 'No food allergies' }).uncodedAllergies).toEqual(['No food allergies']);
  });

  test('a text with a confirmed code is coded, also if the record repeats it; other texts are not', () => {
    const onFile = '头孢类过敏（荨麻疹）';
    expect(written({ onFile, inRecord: ` ${onFile} ` }, [onFile]).uncodedAllergies).toEqual([]);
    expect(written({ onFile, inRecord: `${onFile}，青霉素` }, [onFile]).uncodedAllergies).toEqual([
      `${onFile}，青霉素`,
    ]);
  });

  test('the same text in two places is quoted once, and a long text is truncated', () => {
    const { uncodedAllergies } = written({ onFile: '青霉素', inRecord: '青霉素' });
    expect(uncodedAllergies).toEqual(['青霉素']);
    expect([...(written({ inRecord: '药'.repeat(999) }).uncodedAllergies[0] ?? '')]).toHaveLength(200);
  });

  test.each([
    ['高血压5年，青霉素过敏', ['青霉素过敏']],
    ['Hypertension. Anaphylaxis to cefaclor', ['Anaphylaxis to cefaclor']],
    ['否认过敏，除青霉素过敏', ['除青霉素过敏']],
    ['否认肝炎、结核，否认药物食物过敏史', []],
    ['过敏性鼻炎病史，长期服用抗过敏药', []],
    ['Allergic rhinitis.', []],
  ])('another history is searched for allergies: "%s"', (text, found) => {
    expect(written({ inRecord: 'NKDA', histories: [text] }).uncodedAllergies).toEqual(found);
  });

  test.each([
    ['咳嗽三天，我对青霉素过敏', ['我对青霉素过敏']],
    ['Cough. I am allergic to penicillin', ['I am allergic to penicillin']],
    ['皮肤过敏起疹三天', []],
    ['Is this an allergy?', []],
    ['没有对药物过敏', []],
  ])('the complaint is searched for allergies: "%s"', (text, found) => {
    expect(written({ inRecord: 'NKDA', complaints: [text] }).uncodedAllergies).toEqual(found);
  });
});

test('without the words of other denials the usual sentences are read, and nothing else counts as none', () => {
  const usual = allergyReader(() => null);
  expect(['无', '无药物过敏史', 'NKDA', 'No known drug allergies'].map(usual.readAllergyText)).toEqual(
    Array(4).fill('denied'),
  );
  expect(['sin alergias', '从来没有过敏过', 'penicillin'].map(usual.readAllergyText)).toEqual(Array(3).fill('stated'));
});
