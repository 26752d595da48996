import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { order } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { enter } from './room.tsx';

const wang = order('1', 'Wang Min');
const found: RuleHit = {
  ...{ ruleCode: 'allergy', level: 'block', lineIndex: 0, params: { allergen: 'penicillin' } },
  ...{ detail: 'Penicillin allergy', source: 'Label', needReason: false },
};

test('a finding that is new since the submission is marked in the prescription’s tab once it is pushed', async () => {
  let newFindings: RuleHit[] = [];
  let updateTime = 1;
  const stored = () => rx('9', 'Wang Min', { status: 10, auditStatus: 0, updateTime, newFindings });
  const answers = { listPrescriptions: () => ({ list: [stored()], total: 1 }), getPrescription: stored };
  const room = enter({ running: [wang], answers }, { path: '/cloudRoom?order=1&tab=prescription' });
  const pane = await room.inPane('Wang Min');
  expect(await screen.findByText('Waiting for review')).toBeVisible();
  expect(pane.getByRole('tab', { name: 'Prescription' })).toBeVisible();
  [newFindings, updateTime] = [[found], 2];
  const { version, status } = stored();
  act(() =>
    room.workspace.getSnapshot().context.consultations['1']?.send({
      type: 'prescription.changed',
      ...{ id: '9' as PrescriptionId, version, status, updateTime },
    }),
  );
  expect(await pane.findByRole('tab', { name: 'Prescription 1 new finding' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'New findings since you submitted this' })).toBeVisible();
});
