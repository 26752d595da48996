import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { currentLanguage, setLanguage } from '../../../src/locales/i18n.ts';
import { HistoryPanel } from '../../../src/screens/history/HistoryPanel.tsx';
import { fakeApp, order, startOfTest } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';

const { patient, id } = order('1', 'Wang Min');
const visit = (number: number) => ({
  visitNo: `v${number}`,
  visitTime: startOfTest - number * 86_400_000,
  hospital: 'Demo Hospital',
  dept: 'Internal medicine',
  doctor: 'Dr Sun',
  diagnosis: `Diagnosis ${number}`,
});
const past = {
  getPersonalHistory: () => ({ past: 'High blood pressure', allergy: 'Penicillin', family: '' }),
  medicalRecordList: ({ pageNo }: { pageNo: number }) => ({ total: 21, list: [visit(pageNo)] }),
  electronicMedicalRecords: ({ visitNo }: { visitNo: string }) => ({
    visitNo,
    sections: [{ title: 'Chief complaint', text: 'Dizziness' }],
  }),
  prescriptionHistory: () => ({ total: 0, list: [] }),
};

function looking(answers: object) {
  const fake = fakeApp({ answers });
  return { ...fake, ...show(fake.within(<HistoryPanel patient={patient} orderId={id} />)) };
}
const part = (name: string) => within(screen.getByRole('region', { name }));

test('known facts are shown, and unknown ones are named as unknown', async () => {
  looking(past);
  expect(await screen.findByText('High blood pressure')).toBeVisible();
  expect(part('Own history').getAllByText('Not recorded')).not.toHaveLength(0);
  expect(await screen.findByText('No earlier prescription')).toBeVisible();
});

test('a visit opens its record, and more visits load on request', async () => {
  const { user } = looking(past);
  const first = await part('Past visits').findByRole('button', { name: /Diagnosis 1/ });
  await user.click(first);
  expect(first).toHaveAttribute('aria-expanded', 'true');
  expect(await screen.findByText('Dizziness')).toBeVisible();
  await user.click(part('Past visits').getByRole('button', { name: 'Show more' }));
  expect(await part('Past visits').findByRole('button', { name: /Diagnosis 2/ })).toBeVisible();
  expect(part('Past visits').queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a part that fails to load does not affect the others and can be retried', async () => {
  let up = false;
  const { user } = looking({ ...past, getPersonalHistory: () => (up ? past.getPersonalHistory() : undefined) });
  expect(await part('Past visits').findByText('Diagnosis 1')).toBeVisible();
  up = true;
  await user.click(await part('Own history').findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('High blood pressure')).toBeVisible();
});

test('a past visit shows who signed it, its medicines, addenda of one day, and documents by their names', async () => {
  const addendum = { title: 'Addendum · Dr Sun · 2026-03-01', text: 'No growth' };
  const name = `Befund <b>${'lang '.repeat(15)}.pdf`;
  const { user } = looking({
    ...past,
    electronicMedicalRecords: () => ({
      visitNo: 'v1',
      sections: [addendum, { ...addendum, text: 'Second result' }],
      orders: [
        { name: 'Amoxicillin 0.25 g', usage: '1 day, 1 × box; prescription RX1' },
        { name: 'Amoxicillin 0.25 g', usage: '7 days, 2 × box; prescription RX2' },
      ],
      reports: [{ name, url: '/files/abc.pdf' }],
    }),
  });
  const visits = part('Past visits');
  const row = await visits.findByRole('button', { name: /Diagnosis 1/ });
  expect(row).toHaveTextContent('Demo Hospital · Internal medicine · Dr Sun');
  await user.click(row);
  expect(await visits.findByText('No growth')).toBeVisible();
  expect(visits.getByText('Second result')).toBeVisible();
  expect(visits.getByText(/RX1$/)).toBeVisible();
  expect(visits.getByText(/RX2$/)).toBeVisible();
  const report = visits.getByRole('link', { name: /^Befund <b>/ });
  expect([report.textContent, report.getAttribute('href')]).toEqual([name, '/files/abc.pdf']);
});

test('past visits are read again in the language that the reader changes to', async () => {
  onTestFinished(() => setLanguage('en'));
  const named = () => (currentLanguage() === 'en' ? 'Gout' : '痛风');
  const { user } = looking({
    ...past,
    medicalRecordList: () => ({ total: 1, list: [{ ...visit(1), diagnosis: named() }] }),
    electronicMedicalRecords: () => ({ visitNo: 'v1', sections: [{ title: '-', text: `${named()}.` }] }),
  });
  await user.click(await part('Past visits').findByRole('button', { name: /Gout/ }));
  expect(await screen.findByText('Gout.')).toBeVisible();
  await act(() => setLanguage('zh-CN'));
  expect(await screen.findByText('痛风')).toBeVisible();
  expect(await screen.findByText('痛风.')).toBeVisible();
});
