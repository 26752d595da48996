import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PrescriptionStatus as S } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import { Archive } from '../../../src/screens/archive/Archive.tsx';
import { ReviewedRx } from '../../../src/screens/myAuditRecord/ReviewedRx.tsx';
import { OrderDetail } from '../../../src/screens/orderRecord/OrderDetail.tsx';
import { PrescriptionDetail } from '../../../src/screens/prescriptionRecord/PrescriptionDetail.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { startOfTest } from '../../support/fakeApp.tsx';
import { documentAnswers, finishedOrder } from '../../support/finishedOrder.ts';
import { prescriptionScreen } from '../../support/prescriptionScreen.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { reviewing } from '../../support/reviewScreen.tsx';

type Signature = NonNullable<Rx['signatures']>[number];
type State = Signature['state'];

const later = startOfTest + 86_400_000;
const sign = (role: Signature['role'], state: State): Signature => ({ role, name: role, time: startOfTest, state });

/** A prescription whose both people have a picture on file, whatever was signed. */
function signedBy(status: number, doctor: State | null, reviewer: State | null, patch: Partial<Rx> = {}): Rx {
  const signatures = [...(doctor ? [sign('doctor', doctor)] : []), ...(reviewer ? [sign('auditor', reviewer)] : [])];
  const one = rx('7', 'Wang Min');
  return {
    ...one,
    status,
    expireTime: later,
    doctor: { ...one.doctor, name: 'Lin Yue', signUrl: '/files/doctor.png' },
    auditor: { id: '9' as NonNullable<Rx['auditor']>['id'], name: 'Gao Lei', signUrl: '/files/auditor.png' },
    signatures,
    ...patch,
  };
}

const both = ['doctor', 'auditor'];
const states: readonly (readonly [string, Rx, readonly string[], RegExp])[] = [
  ['draft', signedBy(S.draft, null, null), [], /Draft: not signed, not valid/],
  ['waiting', signedBy(S.pending, 'valid', null), ['doctor'], /Not in force: waiting for review/],
  ['rejected', signedBy(S.rejected, 'valid', null), ['doctor'], /Not in force: rejected/],
  ['approved', signedBy(S.approved, 'valid', 'valid'), both, /Valid until/],
  ['dispensed', signedBy(S.dispensed, 'valid', 'valid'), both, /Dispensed/],
  ['cancelled as a draft', signedBy(S.cancelled, null, null), [], /Cancelled/],
  ['cancelled while waiting', signedBy(S.cancelled, 'valid', null), ['doctor'], /Cancelled/],
  ['cancelled after approval', signedBy(S.cancelled, 'valid', 'valid'), both, /Cancelled/],
  ['expired while waiting', signedBy(S.expired, 'valid', null), ['doctor'], /Expired/],
  ['expired after approval', signedBy(S.approved, 'valid', 'valid', { expireTime: startOfTest - 1 }), both, /Expired/],
  ['approved, then changed', signedBy(S.approved, 'broken', 'broken'), [], /Not valid: changed after signing/],
  ['approved by nobody', signedBy(S.approved, 'valid', 'broken'), ['doctor'], /Not valid: changed after signing/],
];

beforeEach(() => vi.spyOn(window, 'print').mockImplementation(() => {}));
afterEach(() => {
  vi.restoreAllMocks();
});

const picturesIn = (element: ParentNode) =>
  [...element.querySelectorAll('img')].flatMap((img) => /files\/(doctor|auditor)\.png/.exec(img.src)?.[1] ?? []);

/** What the browser puts on paper: the sheet, or the page itself where nothing else is printed. */
function onPaper(): { readonly pictures: string[]; readonly text: string; readonly isSheet: boolean } {
  fireEvent(window, new Event('beforeprint'));
  const sheet = document.querySelector('.print-sheet');
  const printed = sheet ?? document.body;
  const found = { pictures: picturesIn(printed), text: printed.textContent ?? '', isSheet: sheet !== null };
  fireEvent(window, new Event('afterprint'));
  return found;
}

async function byButton(name: string | RegExp) {
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(window.print).toHaveBeenCalled());
  return onPaper();
}

const orderAnswers = (one: Rx) => ({
  ...documentAnswers,
  orderDetail: () => ({ ...finishedOrder, prescriptionIds: [one.id] }),
  getPrescription: () => one,
  queryImMessages: () => ({ list: [], total: 0, headSeq: 0, events: [], coveredTo: 0 }),
});
const openDetail = (one: Rx) =>
  openScreen(<PrescriptionDetail id={one.id} onChanged={() => {}} />, {
    path: '/prescriptionRecord',
    answers: { getPrescription: () => one },
  });

type Place = readonly [string, (one: Rx) => Promise<ReturnType<typeof onPaper>>];
const places: readonly Place[] = [
  [
    'by the button of the prescription panel',
    async (one) => {
      prescriptionScreen({ latest: one });
      return byButton('Print');
    },
  ],
  [
    'by the browser, from the prescription panel',
    async (one) => {
      prescriptionScreen({ latest: one });
      await screen.findByRole('region', { name: /Prescription for/ });
      return onPaper();
    },
  ],
  [
    'by the button of its page',
    async (one) => {
      openDetail(one);
      return byButton('Print');
    },
  ],
  [
    'by the browser, from its page',
    async (one) => {
      openDetail(one);
      await screen.findAllByText('Carbocisteine syrup');
      return onPaper();
    },
  ],
  [
    'from the order',
    async (one) => {
      openScreen(<OrderDetail />, { path: '/orderRecord/detail?id=1', answers: orderAnswers(one) });
      return byButton('Print prescription RX7');
    },
  ],
  [
    'from the archive',
    async (one) => {
      openScreen(<Archive />, { path: '/cloudRoom/detail1?id=1', answers: orderAnswers(one) });
      return byButton('Print prescription RX7');
    },
  ],
  [
    'by the browser, from the review',
    async (one) => {
      const { inPane } = await reviewing({ found: { rx: { ...one, prescriptionNo: 'RX1' } } });
      await inPane.findByRole('article', { name: 'Prescription RX1' });
      return onPaper();
    },
  ],
  [
    'from the list of own reviews',
    async (one) => {
      openScreen(
        <ReviewedRx reviewed={{ id: one.id, prescriptionNo: one.prescriptionNo } as never} onClose={() => {}} />,
        { path: '/', answers: { getPrescription: () => one } },
      );
      return byButton('Print');
    },
  ],
];

/** A draft is a form in the panel, which has no paper. */
const hasPaper = (place: string, state: string) => !(place.includes('panel') && state === 'draft');

describe.each(places)('a prescription printed %s', (place, print) => {
  test.each(states.filter(([state]) => hasPaper(place, state)))(
    '%s: has pictures of valid signatures alone',
    async (_, one, pictures, text) => {
      const paper = await print(one);
      expect(paper.isSheet).toBe(true);
      expect(paper.pictures).toEqual(pictures);
      expect(paper.text).toMatch(text);
      if (one.status === S.draft) expect(paper.text).not.toMatch(/Cancelled/);
    },
  );
});

test.each(states)(
  'the archive printed by the browser with a prescription that is %s has no picture',
  async (_, one) => {
    openScreen(<Archive />, { path: '/cloudRoom/detail1?id=1', answers: orderAnswers(one) });
    await screen.findAllByText('Carbocisteine syrup');
    expect(onPaper()).toMatchObject({ isSheet: false, pictures: [] });
  },
);

test('a prescription that is being written prints no paper but what to do instead', async () => {
  prescriptionScreen({ latest: signedBy(S.draft, null, null) });
  await screen.findByRole('button', { name: 'Save draft' });
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  const paper = onPaper();
  expect(paper).toMatchObject({ isSheet: true, pictures: [] });
  expect(paper.text).toMatch(/The prescription for .?Wang Min.? is a draft: not signed, not valid/);
  expect(paper.text).toContain('Submit it, then print it here.');
  expect(paper.text).not.toContain('Carbocisteine');
});
