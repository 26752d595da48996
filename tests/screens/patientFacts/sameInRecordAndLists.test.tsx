import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { loadTexts, setLanguage } from '../../../src/locales/i18n.ts';
import { FactsPanel } from '../../../src/screens/patientFacts/FactsPanel.tsx';
import { StatedFacts } from '../../../src/screens/prescriptionTask/ReviewFacts.tsx';
import { cases, claim, type Entry, every, expected, firstValue, languages } from '../../support/factEntries.ts';
import { fakeApp, order } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { bronchitis, recordScreen, stored } from '../../support/recordScreen.tsx';
import { show } from '../../support/render.tsx';

/** A record that can be signed, without a word about allergies. */
const complete = {
  ...{ chiefComplaint: 'Cough', presentIllness: 'Dry cough', treatmentAdvice: 'Rest', diagnosisList: [bronchitis] },
};

/** The lists of statements, in the facts of the record and in the review, of a patient with this one entry. */
async function lists(entry: Entry) {
  const { patient, id: orderId } = order('1', 'Wang Min', { patient: { gender: 2, facts: [entry] } as never });
  const current = entry.claims.map(({ by, time, ...one }, at) => ({
    ...{ ...one, id: String(at + 1), by: by?.en ?? null, createTime: time, confirmedBy: one.confirmed ? by?.en : null },
  }));
  const answers = { getPatientFacts: () => ({ patient, current, ended: [], written: [] }) };
  const found = { rx: rx('7', 'Wang Min', { patient, orderId }), patient, record: null } as never;
  const texts = [];
  for (const [surface, panel] of [
    ['facts', <FactsPanel key="facts" orderId={orderId} patient={patient} />],
    ['review', <StatedFacts key="review" found={found} />],
  ] as const) {
    const { container } = show(fakeApp({ answers }).within(panel));
    const list = surface === 'facts' ? '.facts-list' : '.review-facts, .ui-badge';
    await waitFor(() => expect(container.querySelector(list)).not.toBeNull());
    const shown = [...container.querySelectorAll(list)].map(({ textContent }) => textContent);
    texts.push(`${surface}: ${shown.join(' ')}`);
    cleanup();
  }
  return texts;
}

test.each(every)('$kind, $standing, in $language: the lists say it as every other surface does', async (one) => {
  const { language, ...entry } = one;
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  await loadTexts('reviews');
  const unconfirmed = language === 'en' ? 'unconfirmed' : '未确认';
  const { confirmed, stated: statedBy, old } = expected[language];
  for (const text of await lists(entry as Entry)) {
    expect(text).toContain(firstValue[language][entry.kind] ?? '');
    if (entry.standing !== 'stated') expect(text).toContain(confirmed);
    if (entry.standing === 'stated' || entry.standing === 'contradictory') expect(text).toContain(statedBy);
    if (entry.standing === 'outdated') expect(text).toContain(old);
    expect(text.includes(unconfirmed)).toBe(entry.claims.some(({ confirmed }) => !confirmed));
  }
});

test.each(languages)(
  'the lists say that nobody asked about allergies, whatever else is known, in %s',
  async (language) => {
    onTestFinished(() => setLanguage('en'));
    await setLanguage(language);
    await loadTexts('documents');
    await loadTexts('reviews');
    const words = language === 'en' ? 'Allergies not recorded' : '过敏史未记录';
    for (const [kind, value] of cases) {
      const claims = kind === 'allergies' ? [] : [claim(value, true)];
      for (const text of await lists({ kind, standing: kind === 'allergies' ? 'unknown' : 'confirmed', claims }))
        expect(text).toContain(words);
    }
  },
);

const recordOf = every.filter(({ kind }) => kind === 'allergies');

test.each(recordOf)('allergies, $standing, in $language: the record and its signature say the same', async (one) => {
  const { language, ...entry } = one;
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  const { confirmed, stated: statedBy } = expected[language];
  const { patient } = order('1', 'Wang Min', { patient: { gender: 2, allergy: null, facts: [entry] } as never });
  const { user, container } = recordScreen({ patient, record: stored(complete) });
  const source = entry.standing === 'stated' ? statedBy : confirmed;
  await waitFor(() => expect(container).toHaveTextContent(source));
  expect(container).toHaveTextContent(firstValue[language].allergies ?? '-');
  await user.click(screen.getByRole('button', { name: language === 'en' ? 'Sign record' : '签署病历' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(firstValue[language].allergies ?? '-');
});

test.each(languages)('the record signs that nobody asked about allergies, in %s', async (language) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  const { patient } = order('1', 'Wang Min', { patient: { allergy: null, facts: [] } as never });
  const { user } = recordScreen({ patient, record: stored(complete) });
  await user.click(await screen.findByRole('button', { name: language === 'en' ? 'Sign record' : '签署病历' }));
  const words = language === 'en' ? 'Allergies not recorded' : '过敏史未记录';
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(words);
});
