import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import type { PatientFact, PatientFacts } from '../../../contract/extension/facts.ts';
import { PatientFactId } from '../../../contract/ids.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { FactsPanel } from '../../../src/screens/patientFacts/FactsPanel.tsx';
import type { FactChange } from '../../../src/screens/patientFacts/useFacts.ts';
import { allergy, claim } from '../../support/factEntries.ts';
import { fakeApp, order, Refused, startOfTest } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

const patientOrder = order('1', 'Wang Min');
const fact = (value: PatientFact['value'], over: Partial<PatientFact> = {}): PatientFact => ({
  id: PatientFactId.parse('1'),
  value,
  confirmed: true,
  origin: 'patient',
  by: 'Lin Yue',
  createTime: startOfTest,
  ...over,
});

/** The panel over a platform that stores what is sent. */
function panel(stored: Partial<PatientFacts> = {}, refusal: Refused | null = null, who = patientOrder.patient) {
  const saved: FactChange[][] = [];
  const answer = { patient: who, current: [], ended: [], written: [], ...stored };
  const app = fakeApp({
    running: [patientOrder],
    answers: {
      getPatientFacts: () => answer,
      savePatientFacts({ changes }: { changes: FactChange[] }) {
        // The platform takes an implausible measure once it is confirmed.
        if (refusal && !changes.some((change) => 'confirmedImplausible' in change)) throw refusal;
        saved.push(changes);
        return answer;
      },
      searchAllergens: () => [{ code: 'penicillins', name: 'Penicillins', said: 'penic' }],
      searchGenerics: () => [{ code: 'warfarin', name: 'Warfarin', said: 'warf' }],
    },
  });
  const shown = show(app.within(<FactsPanel orderId={patientOrder.id} patient={who} />));
  return { ...app, ...shown, saved };
}

test('an allergy chosen from the list is stored with its code, and the form is empty again', async () => {
  const { user, saved } = panel();
  const box = await screen.findByRole('combobox', { name: 'Allergy to' });
  await user.type(box, 'penic');
  await user.click(await screen.findByRole('option', { name: 'Penicillins' }));
  await user.type(screen.getByRole('textbox', { name: 'Reaction' }), 'rash');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'severe');
  await user.click(screen.getByRole('button', { name: 'Add allergy' }));
  const value = { kind: 'allergy', code: 'penicillins', text: 'Penicillins', reaction: 'rash', severity: 'severe' };
  await waitFor(() => expect(saved).toEqual([[{ op: 'add', origin: 'patient', value }]]));
  await waitFor(() => expect(box).toHaveValue(''));
});

test('typing on after a choice removes the code, and the form says that nothing is checked without one', async () => {
  const { user, saved } = panel();
  const box = await screen.findByRole('combobox', { name: 'Allergy to' });
  await user.type(box, 'penic');
  await user.click(await screen.findByRole('option', { name: 'Penicillins' }));
  await user.type(box, ' or similar');
  expect(box).toHaveAccessibleDescription(/without a code it cannot be checked/);
  await user.click(screen.getByRole('button', { name: 'Add allergy' }));
  await waitFor(() => expect(saved[0]?.[0]).toMatchObject({ value: { code: null, text: 'Penicillins or similar' } }));
});

test('a refusal is shown and what was typed stays', async () => {
  const { user } = panel({}, new Refused(Code.orderStatusRefused, 'The consultation has ended'));
  const box = await screen.findByRole('combobox', { name: 'Allergy to' });
  await user.type(box, 'latex');
  await user.click(screen.getByRole('button', { name: 'Add allergy' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The consultation has ended');
  expect(box).toHaveValue('latex');
});

test('a written allergy is quoted and offered with its code for confirmation', async () => {
  const written = {
    text: '青霉素过敏',
    place: 'file' as const,
    denied: false,
    offers: [{ code: 'penicillins', name: 'Penicillins', said: '青霉素' }],
  };
  const { user, saved } = panel({ written: [written] });
  expect(await screen.findByText(/青霉素过敏/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Code as Penicillins' }));
  await waitFor(() => expect(saved[0]?.[0]).toMatchObject({ value: { code: 'penicillins', text: '青霉素过敏' } }));
});

test('a text that names several allergens is confirmed with all of them at once, so that none is lost', async () => {
  const text = '青霉素、磺胺过敏';
  const offers = [
    { code: 'penicillins', name: 'Penicillins', said: '青霉素' },
    { code: 'benzylpenicillin', name: 'Benzylpenicillin', said: '青霉素' },
    { code: 'sulfonamide-antibiotics', name: 'Sulfonamide antibacterials', said: '磺胺' },
    { code: 'aspirin', name: 'Aspirin', said: '阿司' },
  ];
  const { user, saved } = panel({ written: [{ text, place: 'file', denied: false, offers }] });
  expect(await screen.findByRole('checkbox', { name: 'Benzylpenicillin' })).not.toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Aspirin' }));
  await user.click(screen.getByRole('button', { name: 'Code as the 2 ticked' }));
  await waitFor(() =>
    expect(saved[0]).toMatchObject([
      { op: 'add', value: { code: 'penicillins', text } },
      { op: 'add', value: { code: 'sulfonamide-antibiotics', text } },
    ]),
  );
});

test('what was not recognised in a written allergy is kept without a code beside the coded part', async () => {
  const text = 'penicillin rash, some blue pill';
  const offers = [{ code: 'penicillins', name: 'Penicillins', said: 'penicillin' }];
  const { user, saved } = panel({ written: [{ text, place: 'file', denied: false, offers, rest: 'some blue pill' }] });
  expect(await screen.findByText(/stays "not checked": some blue pill/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Code as Penicillins' }));
  const value = { kind: 'allergy', reaction: '', severity: 'unknown' };
  expect(saved).toEqual([
    [
      { op: 'add', origin: 'patient', value: { ...value, code: 'penicillins', text } },
      { op: 'add', origin: 'patient', value: { ...value, code: null, text: 'some blue pill' } },
    ],
  ]);
});

test('a written denial is confirmed with one button', async () => {
  panel({ written: [{ text: 'No known allergies', place: 'file', denied: true, offers: [] }] });
  expect(await screen.findAllByRole('button', { name: 'No known drug allergies' })).toHaveLength(1);
});

test('a fact is withdrawn only with a reason', async () => {
  const { user, saved } = panel({ current: [fact({ kind: 'weight', kg: 61 })] });
  const list = await screen.findByRole('list', { name: 'Recorded facts' });
  expect(within(list).getByText('61 kg')).toBeVisible();
  await user.click(within(list).getByRole('button', { name: 'Withdraw: 61\u00a0kg' }));
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Why is it withdrawn?' }), 'Another patient{Enter}');
  await waitFor(() => expect(saved).toEqual([[{ op: 'withdraw', id: '1', reason: 'Another patient' }]]));
});

test('an adult’s creatinine is stored as it was measured, with the state that follows from it', async () => {
  const { user, saved } = panel();
  await user.type(await screen.findByRole('textbox', { name: 'Creatinine (µmol/l)' }), '180{Enter}');
  await waitFor(() =>
    expect(saved[0]?.[0]).toMatchObject({ value: { kind: 'kidney', state: 'yes', egfr: null, creatinine: 180 } }),
  );
});

test('without the sex nothing follows from the creatinine, which the panel says; an impairment stays', async () => {
  const impaired = { kind: 'kidney', state: 'yes', egfr: null, creatinine: 170 } as const;
  const claims = [
    {
      ...{ id: null, value: impaired, name: null, confirmed: true, origin: 'doctor' as const, by: null },
      time: 1,
      outdated: false,
    },
  ];
  const who = {
    ...patientOrder.patient,
    gender: 0,
    facts: [{ kind: 'kidney' as const, standing: 'confirmed' as const, claims }],
  };
  const { user, saved } = panel({ current: [fact(impaired)] }, null, who);
  expect(await screen.findByText(/sex is not recorded/)).toBeVisible();
  await user.type(await screen.findByRole('textbox', { name: 'Creatinine (µmol/l)' }), '80{Enter}');
  await waitFor(() =>
    expect(saved[0]?.[0]).toMatchObject({ value: { kind: 'kidney', state: 'yes', egfr: null, creatinine: 80 } }),
  );
});

test('a value that cannot be right is explained and not sent', async () => {
  const { user, saved } = panel();
  const box = await screen.findByRole('textbox', { name: 'Weight (kg)' });
  await user.type(box, '6100{Enter}');
  expect(box).toHaveAccessibleDescription('Enter a number from 0.3 to 500.');
  expect(box).toHaveValue('6100');
  expect(saved).toEqual([]);
});

test('states are asked one by one; a man is not asked about pregnancy', async () => {
  const { user, saved } = panel();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Smoking' }), 'current');
  await waitFor(() => expect(saved[0]?.[0]).toMatchObject({ value: { kind: 'smoking', state: 'current' } }));
  const asked = screen.queryByRole('combobox', { name: 'Pregnancy' }) !== null;
  expect(asked).toBe(patientOrder.patient.gender !== 1);
});

test('the week of pregnancy has passed on since it was stated', async () => {
  const twoWeeksAgo = startOfTest - 14 * 86_400_000;
  panel({ current: [fact({ kind: 'pregnancy', state: 'yes', week: 20 }, { createTime: twoWeeksAgo })] });
  expect(await screen.findByText('Pregnant, week 22')).toBeVisible();
});

test('a medicine that the patient wrote in the form is confirmed with a code from the list', async () => {
  const written = fact({ kind: 'medicine', genericCode: null, name: 'Warf', dose: '' }, { confirmed: false });
  const { user, saved } = panel({ current: [written] });
  await user.click(await screen.findByRole('button', { name: 'Give a code: Warf' }));
  await user.type(screen.getByRole('combobox', { name: 'Code' }), 'warf');
  await user.click(await screen.findByRole('option', { name: 'Warfarin' }));
  await user.click(screen.getByRole('button', { name: 'Confirm with this code' }));
  await waitFor(() => expect(saved).toEqual([[{ op: 'confirm', id: '1', code: 'warfarin' }]]));
});

test.each([
  ['14,7', '14.7'],
  ['１４．７', '14.7'],
])('a weight typed as %j is shown as %s once its field is left, and stored so', async (typed, shown) => {
  const { user, saved } = panel();
  const field = await screen.findByRole('textbox', { name: 'Weight (kg)' });
  await user.type(field, typed);
  await user.tab();
  expect(field).toHaveValue(shown);
  await user.click(screen.getByRole('button', { name: /weight/i }));
  await waitFor(() => expect(saved.flat()).toMatchObject([{ value: { kind: 'weight', kg: 14.7 } }]));
});

test('a weight that can be one or a thousand is refused with both, and nothing is stored', async () => {
  const { user, saved } = panel();
  const field = await screen.findByRole('textbox', { name: 'Weight (kg)' });
  await user.type(field, '1,000{Enter}');
  expect(field).toHaveAccessibleDescription('“1,000” can mean 1 or 1000. Write 1 or 1000.');
  expect(saved).toEqual([]);
});

const question = { code: Code.implausibleMeasure, msg: 'A weight of 32.4 kg is unusual' };

test('an implausible weight is stored only after the doctor says that it is right', async () => {
  const { user, saved } = panel({}, new Refused(question.code, question.msg));
  await user.type(await screen.findByRole('textbox', { name: 'Weight (kg)' }), '32.4{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('A weight of 32.4 kg is unusual');
  await user.click(screen.getByRole('button', { name: 'Correct it' }));
  await waitFor(() => expect(screen.queryByText('A weight of 32.4 kg is unusual')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Weight (kg)' })).toHaveValue('32.4');
  expect(saved).toEqual([]);
});

test('“It is right” stores the implausible weight as confirmed', async () => {
  const { user, saved } = panel({}, new Refused(question.code, question.msg));
  const box = await screen.findByRole('textbox', { name: 'Weight (kg)' });
  await user.type(box, '32.4{Enter}');
  await user.click(await screen.findByRole('button', { name: 'It is right, save it' }));
  const change = { op: 'add', origin: 'doctor', value: { kind: 'weight', kg: 32.4 }, confirmedImplausible: true };
  await waitFor(() => expect(saved).toEqual([[change]]));
  await waitFor(() => expect(box).toHaveValue(''));
  expect(screen.queryByText(question.msg)).toBeNull();
});

test('a height in metres is explained with the centimetres it would be, and not sent', async () => {
  const { user, saved } = panel();
  const box = await screen.findByRole('textbox', { name: 'Height (cm)' });
  await user.type(box, '1.2{Enter}');
  expect(box).toHaveAccessibleDescription(/1\.2\sm is 120\scm\. Write the height in centimetres/);
  expect(saved).toEqual([]);
});

test('an implausible creatinine is stored only after the doctor says that it is right', async () => {
  const words = 'A creatinine of 9 µmol/L is unusual';
  const { user, saved } = panel({}, new Refused(Code.implausibleMeasure, words));
  await user.type(await screen.findByRole('textbox', { name: 'Creatinine (µmol/l)' }), '9{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(saved).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'It is right, save it' }));
  await waitFor(() =>
    expect(saved).toMatchObject([[{ value: { kind: 'kidney', creatinine: 9 }, confirmedImplausible: true }]]),
  );
});

test.each([
  ['en', 'Creatinine (µmol/l)', '0.9 mg/dL is 80 µmol/L. Write the creatinine in µmol/L.'],
  ['zh-CN', '肌酐 (µmol/l)', '0.9 mg/dL 即 80 µmol/L，请以 µmol/L 填写肌酐。'],
] as const)(
  'a creatinine in mg/dL is explained with the µmol/L it would be, and not sent: %s',
  async (lang, name, words) => {
    await setLanguage(lang);
    const { user, saved } = panel();
    const box = await screen.findByRole('textbox', { name });
    await user.type(box, '0.9{Enter}');
    expect(box).toHaveAccessibleDescription(new RegExp(words.replaceAll(' ', String.raw`\s`)));
    expect(saved).toEqual([]);
  },
);

test.each([
  ['en', /Creatinine clearance.*by Cockcroft–Gault, from creatinine 120 µmol\/L of .*2026 and 50 kg/],
  ['zh-CN', /肌酐清除率.*按Cockcroft-Gault公式，由肌酐120 µmol\/L（2026.*）及50 kg推算/],
] as const)(
  'the creatinine clearance stands among the facts, with its formula and the day: %s',
  async (language, row) => {
    await setLanguage(language);
    const stated = (value: PatientFact['value']) => ({
      ...{ id: PatientFactId.parse('1'), value, name: null, confirmed: true, origin: 'doctor' as const },
      ...{ by: null, time: startOfTest, outdated: false },
    });
    const facts: NonNullable<PatientFacts['patient']['facts']> = [
      {
        ...{ kind: 'kidney', standing: 'confirmed' },
        claims: [stated({ kind: 'kidney', state: 'unknown', egfr: null, creatinine: 120 })],
      },
      { kind: 'weight', standing: 'confirmed', claims: [stated({ kind: 'weight', kg: 50 })] },
    ];
    panel({ patient: { ...patientOrder.patient, facts } });
    const list = await screen.findByRole('list', { name: /Derived from the recorded facts|由已记录信息推算/ });
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(row);
  },
);

test('an allergy stated against a doctor’s "none" is not said to be denied by the patient', async () => {
  const claims = [claim({ kind: 'noKnownAllergy' }, true), claim(allergy, false)];
  const facts = [{ kind: 'allergies', standing: 'contradictory', claims }] as const;
  panel({}, null, { ...patientOrder.patient, facts: [...facts] });
  expect(await screen.findByText('Allergies: the patient states something else')).toBeVisible();
  expect(screen.queryByText(/The patient denies it/)).toBeNull();
});
