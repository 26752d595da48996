import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RxLine } from '../../../contract/http/prescription.ts';
import { HistoryPanel } from '../../../src/screens/history/HistoryPanel.tsx';
import { PrescriptionSheet } from '../../../src/screens/prescription/PrescriptionSheet.tsx';
import { PrintedRx } from '../../../src/screens/prescription/PrintedRx.tsx';
import { VersionChanges } from '../../../src/screens/prescription/VersionChanges.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { order } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { reviewing } from '../../support/reviewScreen.tsx';

const morning = rx('7', 'Wang Min').lines[0] as RxLine;
const twice = rx('7', 'Wang Min', { lines: [morning, { ...morning, onceDose: 240 }] });

let problems: string[] = [];
beforeEach(() => {
  problems = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => void problems.push(said.join(' ')));
});
afterEach(() => {
  vi.restoreAllMocks();
});
const sameKeys = () => problems.filter((said) => said.includes('same key'));

const shown = [
  ['on paper', <PrintedRx key="paper" rx={twice} />],
  ['on its sheet', <PrescriptionSheet key="sheet" rx={twice} />],
  [
    'among changes',
    <VersionChanges
      key="changes"
      before={{ diagnosisList: [], lines: [], advice: '', overDaysReason: '' }}
      after={{ diagnosisList: [], lines: twice.lines, advice: '', overDaysReason: '' }}
    />,
  ],
] as const;

test.each(shown)('two lines of one medicine have a place each %s', async (_, element) => {
  openScreen(element, { path: '/', answers: {} });
  await act(async () => {});
  expect(screen.getAllByText(/Carbocisteine syrup/)).toHaveLength(2);
  expect(sameKeys()).toEqual([]);
});

test('two lines of one medicine have a place each among past prescriptions', async () => {
  const { patient, id } = order('1', 'Wang Min');
  const past = { ...twice, lines: [morning, { ...morning, remark: 'evening' }] };
  openScreen(<HistoryPanel patient={patient} orderId={id} />, {
    path: '/',
    answers: {
      getPersonalHistory: () => ({ past: '', allergy: '', family: '' }),
      medicalRecordList: () => ({ total: 0, list: [] }),
      prescriptionHistory: () => ({ total: 1, list: [past] }),
    },
  });
  expect(await screen.findAllByText(/Carbocisteine syrup/)).toHaveLength(2);
  expect(sameKeys()).toEqual([]);
});

test('two lines of one medicine have a place each in a review', async () => {
  const running = twice.lines.map((line) => ({ prescriptionNo: 'RX9', line, daysLeft: 3 }));
  const { inPane } = await reviewing({ found: { rx: { ...twice, prescriptionNo: 'RX1' }, running, past: [twice] } });
  const paper = within(await inPane.findByRole('article', { name: 'Prescription RX1' }));
  expect(paper.getAllByText('Carbocisteine syrup')).toHaveLength(2);
  expect(sameKeys()).toEqual([]);
});
