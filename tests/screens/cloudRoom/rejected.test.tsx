import { act, screen, waitFor } from '@testing-library/react';
import type { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../../clinical/lifecycle/review.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import type { Applied } from '../../../src/streams/inbox.ts';
import type { Toast } from '../../../src/ui/Toasts.tsx';
import { order } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { enter } from './room.tsx';

const wang = order('1', 'Wang Min');

function withPrescription() {
  const room = enter({ running: [wang] });
  const told: Toast[] = [];
  room.app.toasts.setPresenter({ show: (toast) => void told.push(toast), dismiss: () => {} });
  const { conversationId } = wang;
  const is = (version: number, auditStatus: number) =>
    act(() =>
      (room.inbox.inbox.applied$ as Subject<Applied>).next({
        conversationId,
        event: {
          kind: 'prescription',
          conversationId,
          seq: version,
          version,
          status: 11,
          auditStatus,
          prescriptionId: '9' as PrescriptionId,
          prescriptionNo: 'RX9',
        },
      }),
    );
  return { ...room, told, is };
}

const rejection = {
  key: '9:2',
  id: '9' as PrescriptionId,
  orderId: wang.id,
  prescriptionNo: 'RX9',
  remark: 'Half of the dose is enough',
};
const rejectedRx = rx('9', 'Wang Min', { orderId: wang.id, version: 2, status: PrescriptionStatus.rejected });

test('a rejection stays in the pane and the row until the doctor opens the prescription; that is stored', async () => {
  const answers = {
    listPrescriptions: () => ({ list: [rejectedRx], total: 1 }),
    getPrescription: () => rejectedRx,
  };
  const room = enter({ running: [wang], answers });
  act(() => room.rejections$.next([rejection]));
  await room.user.click(await room.chats().findByRole('button', { name: /^Wang Min.*Prescription rejected/ }));
  const pane = await room.inPane('Wang Min');
  expect(await pane.findByRole('alert')).toHaveTextContent(/rejected prescription RX9\. Half of the dose is enough/);
  act(() => room.rejections$.next([{ ...rejection }]));
  await room.user.click(pane.getByRole('button', { name: 'Open prescription' }));
  await waitFor(() => expect(pane.queryByText(/rejected prescription RX9/)).toBeNull());
  await waitFor(() => expect(room.chats().queryByRole('button', { name: /Prescription rejected/ })).toBeNull());
  expect(room.app.settings.current$.value).toMatchObject({ 'rejections.opened': '9:2' });
  await waitFor(() => expect(room.calls.map(({ name }) => name)).toContain('putUiSetting'));
  // A later rejection of the same prescription has to be opened again.
  act(() => room.rejections$.next([{ ...rejection, key: '9:4' }]));
  expect(await room.chats().findByRole('button', { name: /Prescription rejected/ })).toBeVisible();
});

test('a rejected prescription is announced once with a link, even if its patient is not on the screen', async () => {
  const { told, is, inPane } = withPrescription();
  expect(await screen.findByText('No consultation is open')).toBeVisible();
  is(1, AuditStatus.waiting);
  expect(told).toEqual([]);
  is(2, AuditStatus.rejected);
  is(2, AuditStatus.rejected);
  expect(told.map(({ text }) => text)).toEqual(['The prescription of Wang Min was rejected']);
  act(() => told[0]?.action?.run());
  const pane = await inPane('Wang Min');
  await waitFor(() => expect(pane.getByRole('tab', { name: 'Prescription' })).toHaveAttribute('aria-selected', 'true'));
});
