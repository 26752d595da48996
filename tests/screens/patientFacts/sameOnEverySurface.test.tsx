import { cleanup } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { PatientBrief } from '../../../contract/shared.ts';
import { loadTexts, setLanguage } from '../../../src/locales/i18n.ts';
import { FactChips } from '../../../src/screens/cloudRoom/FactChips.tsx';
import { PrescriptionSheet } from '../../../src/screens/PrescriptionSheet.tsx';
import { FactDecisions } from '../../../src/screens/patientFacts/FactDecisions.tsx';
import { PrintedRx } from '../../../src/screens/prescription/PrintedRx.tsx';
import { PatientCell } from '../../../src/screens/prescriptionTask/queueColumns.tsx';
import { PatientContext } from '../../../src/screens/prescriptionTask/ReviewFacts.tsx';
import { auditItem } from '../../support/auditItems.ts';
import { fakeApp, order } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { show } from '../../support/render.tsx';

type Entry = NonNullable<PatientBrief['facts']>[number];
type Claim = Entry['claims'][number];
type Value = Claim['value'];

const march = Date.UTC(2026, 2, 3);
const november = Date.UTC(2026, 10, 27);
const penicillins = { en: 'Penicillins', zh: '青霉素类' };

const claim = (value: Value, confirmed: boolean, outdated = false): Claim => ({
  ...{ id: '1' as Claim['id'], value, confirmed, outdated, origin: confirmed ? 'doctor' : 'intake' },
  name: value.kind === 'allergy' ? penicillins : null,
  by: confirmed ? { en: 'Chen Min', zh: '陈敏' } : null,
  time: confirmed ? march : november,
});

const allergy: Value = { kind: 'allergy', code: 'penicillins', text: 'penicilin', reaction: '', severity: 'unknown' };
const cases: readonly [Entry['kind'], Value, Value][] = [
  ['allergies', allergy, { kind: 'noKnownAllergy' }],
  ['pregnancy', { kind: 'pregnancy', state: 'yes', week: 12 }, { kind: 'pregnancy', state: 'no', week: null }],
  ['lactation', { kind: 'lactation', state: 'yes' }, { kind: 'lactation', state: 'no' }],
  [
    'kidney',
    { kind: 'kidney', state: 'yes', egfr: 25, creatinine: null },
    { kind: 'kidney', state: 'no', egfr: null, creatinine: null },
  ],
  ['liver', { kind: 'liver', state: 'yes', note: '' }, { kind: 'liver', state: 'no', note: '' }],
  ['weight', { kind: 'weight', kg: 24.4 }, { kind: 'weight', kg: 53.7 }],
];
const standings = {
  confirmed: ([first]: readonly [Value, Value]) => [claim(first, true)],
  stated: ([first]: readonly [Value, Value]) => [claim(first, false)],
  outdated: ([first]: readonly [Value, Value]) => [claim(first, true, true)],
  contradictory: ([first, second]: readonly [Value, Value]) => [claim(first, true), claim(second, false)],
} as const;
const languages = ['en', 'zh-CN'] as const;

const every = cases.flatMap(([kind, first, second]) =>
  (['confirmed', 'stated', 'outdated', 'contradictory'] as const).flatMap((standing) =>
    languages.map((language) => ({ kind, standing, language, claims: standings[standing]([first, second]) })),
  ),
);

/** The text of a surface with the sources that its badges have as tooltips. */
function textOf(surface: Parameters<typeof show>[0]): string {
  const { container } = show(fakeApp().within(surface));
  const tooltips = [...container.querySelectorAll('[data-tooltip]')].map((one) => one.getAttribute('data-tooltip'));
  const text = `${container.textContent} ${tooltips.join(' ')}`;
  cleanup();
  return text;
}

const asked = { query: { state: 'loading' }, save: async () => true, busy: false, problem: null };

/** What each surface says about a patient with this one fact. */
function surfaces(entry: Entry) {
  const shown = order('1', 'Wang Min', { patient: { gender: 2, birthday: '1996-05-05', facts: [entry] } as never });
  const one = rx('7', 'Wang Min', { patient: shown.patient, facts: [entry] });
  const found = { rx: one, patient: shown.patient, record: null } as never;
  const isOpen = entry.standing === 'outdated' || entry.standing === 'contradictory';
  return {
    header: textOf(<FactChips order={shown} record={null} />),
    sheet: textOf(<PrescriptionSheet rx={one} />),
    paper: textOf(<PrintedRx rx={one} />),
    review: textOf(<PatientContext found={found} child={false} />),
    ...(entry.kind === 'allergies'
      ? { queue: textOf(<PatientCell item={auditItem(1, 1, { allergies: entry })} />) }
      : {}),
    ...(isOpen ? { panel: textOf(<FactDecisions patient={shown.patient} facts={asked as never} />) } : {}),
  };
}

/** The words that every surface must use for a value, with its source. */
const expected = {
  en: { confirmed: 'confirmed by Chen Min, Mar 3, 2026', stated: 'patient states, Nov 27, 2026', old: 'outdated' },
  'zh-CN': { confirmed: '陈敏确认，2026年3月3日', stated: '患者自述，2026年11月27日', old: '已过期' },
};

test.each(every)('$kind, $standing, in $language: every surface says the same', async ({ language, ...entry }) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  await loadTexts('reviews');
  const { confirmed, stated, old } = expected[language];
  const said = surfaces(entry as Entry);
  for (const [surface, text] of Object.entries(said)) {
    const of = `${surface}: ${text}`;
    if (entry.standing !== 'stated') expect(of).toContain(confirmed);
    if (entry.standing === 'stated' || entry.standing === 'contradictory') expect(of).toContain(stated);
    if (entry.standing === 'outdated') expect(of).toContain(old);
    if (entry.kind === 'allergies') expect(of).toContain(language === 'en' ? 'Penicillins' : '青霉素类');
    if (entry.kind === 'weight') expect(of).toContain('24.4\u00a0kg');
  }
});

test.each(languages)('nobody asked about allergies: every surface says so in %s', async (language) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  await loadTexts('reviews');
  const words = language === 'en' ? 'Allergies not recorded' : '过敏史未记录';
  const { header, sheet, paper, review } = surfaces({ kind: 'weight', standing: 'unknown', claims: [] });
  const none: Entry = { kind: 'allergies', standing: 'unknown', claims: [] };
  const queue = textOf(<PatientCell item={auditItem(1, 1, { allergies: none })} />);
  for (const text of [header, sheet, paper, review, queue]) expect(text).toContain(words);
});

test.each(languages)('an allergy that today’s record denies says in the panel what to do, in %s', async (language) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  const denial: Claim = { ...claim({ kind: 'noKnownAllergy' }, false), id: null, origin: 'record', time: null };
  const entry: Entry = { kind: 'allergies', standing: 'contradictory', claims: [claim(allergy, true), denial] };
  const { panel, queue } = surfaces(entry);
  expect(panel).toContain(language === 'en' ? 'correct the allergy history in the record' : '请更正病历中的过敏史');
  expect(queue).toContain(language === 'en' ? 'Allergic to Penicillins' : '对青霉素类过敏');
});
