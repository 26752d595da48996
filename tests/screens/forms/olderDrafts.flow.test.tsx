import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { PlanDay } from '../../../contract/extension/schedule.ts';
import { formDraftKey } from '../../../src/domain/drafts.ts';
import { IdentityRequests } from '../../../src/screens/administration/IdentityRequests.tsx';
import { DutySwitch } from '../../../src/screens/alerts/DutySwitch.tsx';
import { DeclineDialog } from '../../../src/screens/cloudRoom/DeclineDialog.tsx';
import { CancelPrescription } from '../../../src/screens/prescription/CancelPrescription.tsx';
import { AddLeave } from '../../../src/screens/workforceManagement/AddLeave.tsx';
import { DayPlan } from '../../../src/screens/workforceManagement/DayPlan.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { startOfTest, waitingOrder } from '../../support/fakeApp.tsx';
import { draftVault, openFormDrafts } from '../../support/formDrafts.ts';

const nothing = () => {};
const request = {
  id: '1',
  staffId: '11',
  username: 'doctor01',
  present: { name: 'Lin Yue', nameEn: '', titleCode: 1, deptName: 'Paediatrics' },
  wanted: { name: 'Lin Yueyue', nameEn: null, titleCode: null, deptId: null, deptName: null },
  createTime: startOfTest,
};
const rx = { id: '5', prescriptionNo: 'RX5', status: 10, orderId: '1' } as never;
const duty = {
  current$: new BehaviorSubject({ value: { state: 'away', message: '' }, state: 'live' }),
  set: async () => null,
  refresh: nothing,
  Switch: DutySwitch,
} as never;
const day: PlanDay = { date: '2026-03-03', source: 'week', slots: [], note: '', by: null };
const { patient } = waitingOrder('1', 'Wang Min');
const plan = { basis: { version: 1 }, onSaved: nothing, onClose: nothing };

type Form = {
  readonly draft: string;
  readonly box: string;
  readonly element: ReactElement;
  readonly answers?: object;
};

/** Forms whose draft was one text in an older version. */
const forms: readonly Form[] = [
  {
    draft: 'refusal of 1',
    box: 'Words to the patient',
    element: <DeclineDialog order={waitingOrder('1', 'Wang Min')} onClose={nothing} />,
  },
  {
    draft: 'decision on identity 1',
    box: 'Reason',
    element: <IdentityRequests />,
    answers: { listIdentityRequests: () => [request] },
  },
  {
    draft: 'cancellation of 5',
    box: 'Reason',
    element: <CancelPrescription rx={rx} patient={patient} colour={null} onCancel={nothing} onClose={nothing} />,
  },
  { draft: 'leave of oneself', box: 'Note', element: <AddLeave today="2026-03-02" {...plan} /> },
  { draft: 'note of 2026-03-03 of oneself', box: 'Note', element: <DayPlan day={day} {...plan} /> },
  { draft: 'duty message', box: 'Message', element: <DutySwitch duty={duty} /> },
];
const written = 'A sentence that took a minute to write';

test.each(forms)('the $draft that an older version kept as one text is in its form', async (form) => {
  const { draft, box, element, answers = {} } = form;
  const vault = draftVault();
  openFormDrafts(vault).keep(draft, written);
  const stored = () => vault.get('draft', formDraftKey(draft), z.unknown());
  await expect.poll(stored).toMatchObject({ value: { form: written } });
  const { user } = openScreen(element, { vault, answers });
  const menu = screen.queryByRole('button', { name: /Duty/ });
  if (menu) {
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: /message/i }));
  }
  const field = await screen.findByRole('textbox', { name: new RegExp(`^${box}`) });
  await waitFor(() => expect(field).toHaveValue(written), { timeout: 2_000 });
});
