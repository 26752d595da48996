import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { PrescriptionReview } from '../../../src/screens/prescriptionTask/PrescriptionReview.tsx';
import { PrescriptionTask } from '../../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { startOfTest } from '../../support/fakeApp.tsx';
import { item } from '../../support/fakeReviewer.ts';
import { removal, reviewScreen } from '../../support/reviewScreen.tsx';

afterEach(() => setLanguage('en'));

const minute = 60_000;
const open = (given: Parameters<typeof reviewScreen>[1] = {}) => reviewScreen(<PrescriptionTask />, given);
const table = () => screen.getByRole('table', { name: 'Review queue' });
/** Changes the queue and renders the next frame. */
const inFrame = (change: () => void) =>
  act(async () => {
    change();
    await new Promise(requestAnimationFrame);
  });
const numbers = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => /RX\d+/.exec(row.textContent ?? '')?.[0]);

test('urgent prescriptions come first: emergencies, children, findings, then the longest wait', () => {
  open({
    items: [
      item('1', 'Short wait', { waited: 1 }),
      item('2', 'Long wait', { waited: 9 }),
      item('3', 'With a warning', { waited: 2, warnCount: 1 }),
      item('4', 'A child', { waited: 2, child: true }),
      item('5', 'Emergency', { waited: 1, rxType: 1 }),
    ],
  });
  expect(numbers()).toEqual(['RX5', 'RX4', 'RX3', 'RX2', 'RX1']);
});

test('a row shows patient, findings, waiting time and lease holder', () => {
  open({
    items: [
      item('1', 'Wang Min', {
        blockCount: 1,
        warnCount: 2,
        child: true,
        waited: 23,
        holder: { id: '99' as never, name: 'Gao Lei', leaseUntil: startOfTest + minute },
      }),
    ],
  });
  const row = within(table()).getAllByRole('row')[1];
  for (const text of ['RX1', 'Wang Min', 'F 34 y', 'Child', 'Lin Yue', 'Acute bronchitis', '1 refused', '2 warnings'])
    expect(row).toHaveTextContent(text);
  expect(row).toHaveTextContent('overdue 3 min');
  expect(row).toHaveTextContent('waiting 23 min, 3 min longer than the limit');
  expect(row).toHaveTextContent('Gao Lei');
});

/** The width of the queue, which jsdom lacks. */
function queueWidth(width: number) {
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { width: this.matches('.ui-table-box') ? width : 0, height: 0, top: 0, bottom: 0 } as DOMRect;
  });
  onTestFinished(() => measured.mockRestore());
}

const lateItem = item('1', 'Wang Min', {
  blockCount: 1,
  waited: 23,
  holder: { id: '99' as never, name: 'Gao Lei', leaseUntil: startOfTest + minute },
});
const facts = ['RX1', '1 refused', 'overdue 3 min', 'Gao Lei'];
const heads = () =>
  within(table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent);

test('a wide row shows each fact once, in its own column', () => {
  queueWidth(1_100);
  open({ items: [lateItem] });
  expect(heads()).toEqual(expect.arrayContaining(['No.', 'Patient', 'Findings', 'Waiting', 'Held by']));
  for (const fact of facts) expect(within(table()).getAllByText(fact)).toHaveLength(1);
});

test('a narrow row has number, findings, wait and holder below the patient’s name', async () => {
  queueWidth(390);
  const { becomes } = open({ items: [lateItem] });
  expect(heads()).toEqual(['Select', 'Patient', 'Review']);
  const patient = () => within(within(table()).getByText('Wang Min').closest('td') ?? document.body);
  for (const fact of facts) expect(patient().getAllByText(fact)).toHaveLength(1);
  await inFrame(() => becomes([item('1', 'Wang Min')]));
  expect(patient().queryByText('none')).toBeNull();
  expect(patient().queryByText('free')).toBeNull();
});

test('an expired lease does not count, even before the platform reports that', async () => {
  const { now$ } = open({
    items: [
      item('1', 'Wang Min', { holder: { id: '99' as never, name: 'Gao Lei', leaseUntil: startOfTest + minute } }),
    ],
  });
  act(() => now$.next(startOfTest + 2 * minute));
  await waitFor(() => expect(table()).toHaveTextContent('free'));
});

test('the header shows the queue length, the late prescriptions and the longest wait', () => {
  open({ items: [item('1', 'Wang Min', { waited: 25 }), item('2', 'Li Qiang', { waited: 3 })] });
  expect(screen.getByText('2 waiting')).toBeVisible();
  expect(screen.getByText('1 overdue')).toBeVisible();
  expect(screen.getByText('Longest wait 25 min')).toBeVisible();
});

test('what describes the whole queue is there with its first rows', async () => {
  const { becomes } = open();
  await inFrame(() => becomes([]));
  await inFrame(() => becomes([item('1', 'Wang Min'), item('2', 'Li Qiang')]));
  expect(screen.getByText('2 waiting')).toBeVisible();
});

test('no row moves under the pointer: new ones wait above, one that left stays and says why', async () => {
  const [first, second] = [item('1', 'Wang Min', { waited: 5 }), item('2', 'Li Qiang', { waited: 4 })];
  const { user, becomes } = open({ items: [first, second] });
  await user.hover(table());
  const urgent = item('3', 'Zhao Lei', { rxType: 1 });
  await inFrame(() => becomes([second, urgent], [removal('1', 'approved', 'Gao Lei')]));
  expect(numbers()).toEqual(['RX1', 'RX2']);
  expect(within(table()).getByText('Approved by Gao Lei, 09:30')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Review RX1' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '1 new prescription' }));
  expect(numbers()).toEqual(['RX3', 'RX2']);
});

test('a prescription less urgent than all others is added at the end at once', async () => {
  const first = item('1', 'Wang Min', { waited: 5 });
  const { user, becomes } = open({ items: [first] });
  await user.hover(table());
  await inFrame(() => becomes([first, item('2', 'Li Qiang', { waited: 1 })]));
  expect(numbers()).toEqual(['RX1', 'RX2']);
});

test('without the pointer rows update at once, and the last one that left says why', async () => {
  const { becomes } = open({ items: [item('1', 'Wang Min')] });
  await inFrame(() => becomes([item('2', 'Li Qiang')], [removal('1', 'withdrawn', 'Lin Yue')]));
  expect(numbers()).toEqual(['RX2']);
  expect(screen.getByText(/Wang Min · Cancelled by Lin Yue/)).toBeVisible();
});

test('the reviewer who decided is named in the reader’s language if such a name exists', async () => {
  const { becomes } = open({ items: [item('1', 'Wang Min')] });
  await inFrame(() => becomes([item('2', 'Li Qiang')], [removal('1', 'approved', '孙薇', 'Sun Wei')]));
  expect(screen.getByText(/Wang Min · Approved by Sun Wei/)).toBeVisible();
  await inFrame(() => becomes([], [removal('2', 'approved', '孙薇', '')]));
  expect(screen.getByText(/Li Qiang · Approved by 孙薇/)).toBeVisible();
});

test('an unknown queue has no count', () => {
  const failed = open({ state: 'failed' });
  expect(screen.queryByText(/\d+ waiting/)).toBeNull();
  expect(screen.getByText('Number waiting not known')).toBeVisible();
  failed.unmount();
  const loading = open({ state: 'loading' });
  expect(screen.queryByText(/\d+ waiting/)).toBeNull();
  loading.unmount();
  open();
  expect(screen.getByText('0 waiting')).toBeVisible();
});

test('a failed queue can be reloaded, also at the URL of a review', async () => {
  const queue = open({ state: 'failed' });
  await queue.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(queue.refreshed()).toBe(1);
  queue.unmount();
  const one = reviewScreen(<PrescriptionReview />, { state: 'failed', path: '/prescriptionReview?id=1' });
  expect(screen.getByRole('alert')).toHaveTextContent('The review queue could not be loaded');
  await one.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(one.refreshed()).toBe(1);
});

test('an empty, a failed and an outdated queue look different', () => {
  const { unmount } = open();
  expect(screen.getByText('Nothing to review')).toBeVisible();
  unmount();
  const failed = open({ state: 'failed' });
  expect(screen.getByRole('alert')).toHaveTextContent('The review queue could not be loaded');
  failed.unmount();
  open({ state: 'stale', items: [item('1', 'Wang Min')] });
  expect(screen.getByText('Not up to date: no connection')).toBeVisible();
  expect(numbers()).toEqual(['RX1']);
});

test('J and K move between rows, Enter opens', async () => {
  const { user, sent } = open({ items: [item('1', 'Wang Min', { waited: 9 }), item('2', 'Li Qiang', { waited: 5 })] });
  screen.getByRole('button', { name: 'Review RX1' }).focus();
  await user.keyboard('j');
  await user.keyboard('j');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Review RX2' })).toHaveFocus());
  await user.keyboard('k');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Review RX1' })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('region', { name: 'Review of RX1' })).toBeVisible();
  expect(sent('claimAudit')).toEqual([{ id: '1', version: 3 }]);
});

test('the queue is shown in Chinese', async () => {
  await setLanguage('zh-CN');
  open({ items: [item('1', 'Wang Min', { warnCount: 1 })] });
  expect(screen.getByRole('table', { name: '审方任务' })).toHaveTextContent('1项警告');
  expect(screen.getByRole('button', { name: '审核 RX1' })).toBeEnabled();
});
