import { act, screen, waitFor } from '@testing-library/react';
import type { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { AuditStatus } from '../../../clinical/lifecycle/audit.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import type { Applied } from '../../../src/streams/inbox.ts';
import type { Toast } from '../../../src/ui/Toasts.tsx';
import { order } from '../../support/fakeApp.tsx';
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

test('a rejected prescription is announced once with a link to it, even if its patient is not on the screen', async () => {
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
