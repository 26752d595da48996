import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { MyAuditRecord } from '../../../src/screens/myAuditRecord/MyAuditRecord.tsx';
import { setWidth } from '../../support/doctorScreen.tsx';
import { downloads } from '../../support/downloads.ts';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { reviewScreen } from '../../support/reviewScreen.tsx';

const decided = (id: string, name: string, decision: 'approved' | 'rejected', decisionRemark: string | null) => ({
  ...rx(id, name),
  decision,
  decisionTime: startOfTest,
  decisionRemark,
});
const all = [decided('1', 'Wang Min', 'approved', null), decided('2', 'Li Qiang', 'rejected', 'Too much')];

type Asked = { result?: number; createTimeFrom?: number };

const open = (path = '/myAuditRecord', more = {}) =>
  reviewScreen(<MyAuditRecord />, {
    path,
    answers: {
      myAuditRecord: ({ result }: Asked) => {
        const list = all.filter(({ decision }) => result === undefined || (result === 2) === (decision === 'approved'));
        return { list, total: list.length };
      },
      getPrescription: ({ id }: { id: string }) => rx(id, 'Li Qiang', { status: 11, auditRemark: 'Too much' }),
      ...more,
    },
  });

const rows = async () =>
  within(await screen.findByRole('table', { name: 'My reviews' }))
    .getAllByRole('row')
    .slice(1);

test('the reviewer’s decisions are listed with result and comment', async () => {
  open();
  const [first, second] = await rows();
  expect(first).toHaveTextContent(/Approved.*RX1.*Wang Min/);
  expect(second).toHaveTextContent(/Rejected.*RX2.*Li Qiang.*Too much/);
});

test('on a phone each decision is a single cell with all its data', async () => {
  setWidth(true);
  open();
  const [, second] = await rows();
  if (!second) throw new Error('two rows');
  const cells = within(second).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Li Qiang.*Rejected.*Too much.*RX2$/),
  ]);
});

test('decisions are filtered by result and day, and the URL contains the filter', async () => {
  const { user, sent } = open('/myAuditRecord?from=2026-03-01');
  await rows();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Decision' }), 'Rejected');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(sent('myAuditRecord').at(-1)).toMatchObject({
    result: 3,
    createTimeFrom: Date.parse('2026-03-01T00:00:00+08:00'),
  });
});

test('a decision opens the current state of the prescription', async () => {
  const { user } = open();
  await rows();
  await user.click(screen.getByRole('button', { name: 'Show RX2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Prescription RX2' }));
  expect(await dialog.findByText('Rejected by the reviewer')).toBeVisible();
});

const alerts = {
  prescriptions: 200,
  rules: [
    {
      ruleCode: 'interaction',
      level: 'warn',
      findings: 30,
      prescriptions: 25,
      overridden: 30,
      refused: 10,
      rejected: 3,
    },
    { ruleCode: 'allergy', level: 'block', findings: 0, prescriptions: 0, overridden: 0, refused: 4, rejected: 0 },
  ],
  settings: {
    maxDrugs: 5,
    supplyDays: { ordinary: 7, emergency: 3, paediatric: 7, chronic: 30, longest: 84 },
    supplyCountsRest: true,
    sparePacks: 1,
    rules: [{ ruleCode: 'elder', level: 'off' }],
  },
};

test('alerts are shown by rule with their share, beside the settings that cannot be changed here', async () => {
  const { user, sent } = open('/myAuditRecord', { alertsByRule: () => alerts });
  await user.click(await screen.findByRole('button', { name: 'Findings by rule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Findings by rule' }));
  const row = await dialog.findByRole('row', { name: /^interactions/ });
  for (const name of ['Warning', '30', '20.0', '75\u00a0%', '10', '10\u00a0%'])
    expect(within(row).getByRole('cell', { name })).toBeVisible();
  expect(dialog.getByText(/cannot be changed here yet/)).toBeVisible();
  expect(dialog.getByText('suitability in old age').nextSibling).toHaveTextContent('off');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Period' }), 'Last 7 days');
  await waitFor(() => expect(sent('alertsByRule').at(-1)).toMatchObject({ days: 7 }));
});

test('a time without alerts says so', async () => {
  const { user } = open('/myAuditRecord', { alertsByRule: () => ({ ...alerts, prescriptions: 0, rules: [] }) });
  await user.click(await screen.findByRole('button', { name: 'Findings by rule' }));
  expect(await screen.findByText('No findings in this time')).toBeVisible();
});

test('own reviews are exported as CSV in the reader’s language', async () => {
  const files = downloads();
  const { user } = open();
  await rows();
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = ((await files[0]?.content) ?? '').split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(/,Rejected,RX2,Li Qiang.*,Too much$/);
});

const numbers = {
  ...{ approved: 8, rejected: 2, overridden: 3, timed: 9, medianMs: 105_000, p90Ms: 300_000, bucket: 'day' },
  periods: [
    { start: '2026-03-01', approved: 6, rejected: 2, medianMs: 105_000 },
    { start: '2026-03-02', approved: 2, rejected: 0, medianMs: null },
  ],
  reasons: [{ code: 'dosage', count: 2 }],
  overrides: [{ code: 'interaction', count: 3 }],
  doctors: [{ id: '11', name: 'Lin Yue' }],
};

test('all filters are in the URL and select list and statistics alike; they are cleared together', async () => {
  const { user, sent } = open('/myAuditRecord?keyword=Wang&doctor=11&reasons=yes&to=2026-03-01', {
    reviewStatistics: () => numbers,
  });
  await rows();
  const wanted = {
    keyword: 'Wang',
    doctorId: '11',
    overridden: true,
    createTimeTo: Date.parse('2026-03-02T00:00:00+08:00') - 1,
  };
  expect(sent('myAuditRecord').at(-1)).toMatchObject(wanted);
  expect(sent('reviewStatistics').at(-1)).toEqual(wanted);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Doctor' })).toHaveDisplayValue('Lin Yue'));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(sent('reviewStatistics').at(-1)).toEqual({}));
});

test('a filter in the URL that the platform would refuse is left out', async () => {
  const { sent } = open('/myAuditRecord?doctor=nobody&result=seven&from=yesterday', {
    reviewStatistics: () => numbers,
  });
  await rows();
  expect(sent('reviewStatistics')).toEqual([{}]);
});

test('statistics show the numbers, and each chart says in words and as a table what it shows', async () => {
  open('/myAuditRecord?tab=statistics', { reviewStatistics: () => numbers });
  const decisions = within(await screen.findByRole('figure', { name: 'Decisions by day' }));
  expect(decisions.getByText('10 decisions; most on Mar 1: 8.')).toBeVisible();
  const table = decisions.getByRole('table', { hidden: true });
  expect(within(table).getByRole('row', { name: '2026-03-02 2 0', hidden: true })).toBeInTheDocument();
  const durations = screen.getByRole('figure', { name: 'Review time by day' });
  expect(durations).toHaveTextContent(/half take at most 1\.8 min, nine out of ten at most 5 min/);
  expect(screen.getByText('Approved', { selector: 'dt' }).nextSibling).toHaveTextContent('8 80%');
  expect(
    within(screen.getByRole('table', { name: 'Reasons for rejecting' })).getByRole('row', { name: /Dose not right 2/ }),
  ).toBeVisible();
  expect(
    within(screen.getByRole('table', { name: /continued past/ })).getByRole('row', { name: /interactions 3/ }),
  ).toBeVisible();
});

test('statistics that fail are loaded again on request, and a selection without reviews says so', async () => {
  let answer: object | null = null;
  const { user } = open('/myAuditRecord?tab=statistics', {
    reviewStatistics: () => {
      if (answer === null) throw new Refused(500, 'The platform does not answer.');
      return answer;
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer = { ...numbers, approved: 0, rejected: 0, periods: [] };
  await user.click(retry);
  expect(await screen.findByText('No such review')).toBeVisible();
});

test('a change of language loads list and statistics again: the platform names medicines and doctors in it', async () => {
  onTestFinished(() => void setLanguage('en'));
  const { sent } = open('/myAuditRecord', { reviewStatistics: () => numbers });
  await rows();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Doctor' })).toBeEnabled());
  await setLanguage('zh-CN');
  await waitFor(() => expect([sent('myAuditRecord').length, sent('reviewStatistics').length]).toEqual([2, 2]));
});
