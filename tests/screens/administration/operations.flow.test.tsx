import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LiveFigures, StaffSession } from '../../../contract/extension/operations.ts';
import type { TrailRow } from '../../../contract/extension/trail.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { Operations } from '../../../src/screens/administration/operations/Operations.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';

const minute = 60_000;
const figures: LiveFigures = {
  time: startOfTest,
  sockets: { doctor: 31, auditor: 4, administrator: 1, patient: 206 },
  processes: 3,
  orders: { length: 7, oldestSeconds: 190 },
  reviews: { length: 0, oldestSeconds: 0 },
  calls: {
    callsPerMin: 412.5,
    errorsPerMin: 0.4,
    groups: [{ group: 'doctor/order', callsPerMin: 120, errorsPerMin: 0.4, p50Ms: 10, p95Ms: 250 }],
  },
  process: {
    startTime: startOfTest - 90 * minute,
    memoryMiB: 310,
    eventLoopP50Ms: 20.1,
    eventLoopP99Ms: 22.4,
    eventLagMs: null,
    connections: null,
    bus: { connected: false, waiting: 12, heartbeatAgeMs: 90_000 },
  },
  failing: [],
  jobs: [
    {
      ...{ name: 'seal the trail', everyMs: 1_000, lastStart: startOfTest - 5 * minute, lastEnd: startOfTest },
      ...{ lastMs: 12, lastFailure: startOfTest - 60 * minute, failures: 3 },
    },
  ],
  browserErrors: [
    {
      ...{ release: '1.4.0', fingerprint: 'ab12', kind: 'uncaught', name: 'TypeError', route: '/cloudRoom' },
      ...{ frames: [{ file: 'Room.js', line: 3, column: 14 }], count: 9, firstTime: startOfTest - minute },
      lastTime: startOfTest,
    },
  ],
};

const device = { browser: 'Chrome 141', system: 'Windows', kind: 'desktop' } as const;
const session = (id: string, name: string, current = false): StaffSession => ({
  id,
  staff: { id, username: `${name.toLowerCase()}01`, name, nameEn: '', role: 'doctor' },
  ...{ device, network: '10.0.0.7', signInTime: startOfTest - 30 * minute, lastTime: startOfTest - minute, current },
});

const row = (id: string, rest: Partial<TrailRow> = {}): TrailRow => ({
  ...{ id, time: startOfTest, by: { kind: 'staff', name: 'Luo Min' }, action: 'read', entity: 'record' },
  ...{
    about: 'WZ1',
    patient: '李**',
    listed: 0,
    outcome: 'ok',
    ip: '10.0.0.7',
    device: 'Chrome 141 on Windows #0a1b2c3d',
  },
  ...rest,
});

function open(tab = 'live', answers: object = {}) {
  return openScreen(<Operations />, {
    path: `/administration/operations${tab === 'live' ? '' : `?tab=${tab}`}`,
    answers: {
      liveOperations: () => figures,
      staffSessions: () => [session('1', 'Ann', true), session('2', 'Bob')],
      endStaffSession: () => true,
      searchTrail: () => ({ list: [row('1')], next: null }),
      ...answers,
    },
  });
}

const card = (name: string) => screen.findByRole('region', { name });

test('the figures of now have their units', async () => {
  open();
  expect(await card('Waiting')).toHaveTextContent(/waiting for a doctor7oldest: 3\smin/);
  expect(await card('Waiting')).toHaveTextContent(/waiting for review0none waits/);
  expect(await card('Connected now')).toHaveTextContent('Patients206');
  expect(await card('Calls of the hospital')).toHaveTextContent('412.5/min');
  expect(await card('Process that answers')).toHaveTextContent(/99th percentile22.4\sms/);
  expect(await card('Process that answers')).toHaveTextContent(
    /Other processesnot connected for 1\smin, 12 messages wait/,
  );
  const calls = screen.getByRole('table', { name: 'Latency by group of calls' });
  expect(within(calls).getByRole('row', { name: /doctor\/order/ })).toHaveTextContent(/≤ 250\sms/);
  const jobs = screen.getByRole('table', { name: 'Background jobs' });
  expect(within(jobs).getByRole('row', { name: /Seal the trail/ })).toHaveTextContent(
    /5\smin ago12\sms1\sh ago \(3 in all\)/,
  );
});

test('in Chinese the names of jobs and the units are Chinese', async () => {
  await act(() => setLanguage('zh-CN'));
  try {
    open();
    expect(await card('本院的调用')).toHaveTextContent(/412.5\s次\/分/);
    expect(screen.getByRole('table', { name: '后台任务' })).toHaveTextContent('封存审计记录');
  } finally {
    await act(() => setLanguage('en'));
  }
});

test('figures are loaded again while the page is visible, and marked when they are old', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let [fails, time] = [false, startOfTest];
    const { asked, now$ } = open('live', {
      liveOperations: () => {
        if (fails) throw new Refused(500, 'Server error');
        return { ...figures, time };
      },
    });
    await card('Waiting');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(asked('liveOperations')).toHaveLength(2);
    fails = true;
    time += 20_000;
    act(() => now$.next(time));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.getByRole('status')).toHaveTextContent('These figures are old');
    expect(await card('Waiting')).toBeVisible();
    fails = false;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText('These figures are old')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('parts that cannot serve are said at once', async () => {
  open('live', { liveOperations: () => ({ ...figures, failing: ['database', 'files'] }) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not ready: database, files.');
});

test('figures that cannot be loaded say so and can be loaded again', async () => {
  let fails = true;
  const { user } = open('live', {
    liveOperations: () => {
      if (fails) throw new Refused(500, 'Server error');
      return figures;
    },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(again);
  expect(await card('Waiting')).toBeVisible();
});

test('a session is ended after a question that says whose it is', async () => {
  const { user, asked, said } = open('sessions');
  const table = await screen.findByRole('table', { name: 'Sessions of the staff' });
  const own = within(table).getByRole('row', { name: /Ann/ });
  expect(own).toHaveTextContent('This session');
  expect(within(own).queryByRole('button')).toBeNull();
  await user.click(within(table).getByRole('button', { name: 'End the session of Bob, Chrome 141 on Windows' }));
  const question = await screen.findByRole('alertdialog', { name: 'End the session of Bob?' });
  expect(question).toHaveTextContent('Bob (bob01) is logged out at once on Chrome 141 on Windows');
  await user.click(within(question).getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(said).toEqual(['The session of Bob is ended.']));
  expect(asked('endStaffSession')).toEqual([{ id: '2' }]);
  await waitFor(() => expect(asked('staffSessions')).toHaveLength(2));
});

test('a session that was not ended says why', async () => {
  const { user } = open('sessions', {
    endStaffSession: () => {
      throw new Refused(404, 'There is no such session');
    },
  });
  await user.click(await screen.findByRole('button', { name: /End the session of Bob/ }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'End session' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The session of Bob was not ended. There is no such session',
  );
});

test('sessions are filtered by name', async () => {
  const { user, address } = open('sessions');
  await screen.findByRole('row', { name: /Ann/ });
  const field = screen.getByRole('searchbox', { name: 'Name or account' });
  await user.type(field, 'BOB{Enter}');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ann/ })).toBeNull());
  expect(screen.getByRole('row', { name: /Bob/ })).toBeVisible();
  expect(address()).toContain('name=BOB');
  await user.clear(field);
  // A full-width letter, and an accent in a character of its own.
  await user.type(field, 'ｂo\u0301b{Enter}');
  expect(await screen.findByRole('row', { name: /Bob/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /Ann/ })).toBeNull();
  await user.type(field, 'x{Enter}');
  expect(await screen.findByText('No session matches')).toBeVisible();
});

test('a row of the trail says in words who did what, and how it ended', async () => {
  open('trail', {
    searchTrail: () => ({
      list: [
        row('1'),
        row('2', { by: { kind: 'patient', name: '李**' }, action: 'create', entity: 'session', outcome: 'refused' }),
        row('3', { by: { kind: 'platform', name: '' }, action: 'list', entity: 'order', patient: null, listed: 12 }),
      ],
      next: null,
    }),
  });
  const table = await screen.findByRole('table', { name: 'Rows of the trail' });
  const [, first, second, third] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent(/Luo MinRead a medical recordWZ1李\*\*Done10\.0\.0\.7Chrome 141 on Windows$/);
  expect(second).toHaveTextContent(/李\*\*, patientLogged in.*Refused/);
  expect(third).toHaveTextContent(/The platformListed consultations.*12 patients listed/);
});

test('without filters the last week is searched; pages follow by their cursor', async () => {
  const { asked } = open('trail', {
    searchTrail: ({ cursor }: { cursor?: string }) =>
      cursor ? { list: [row('2', { about: 'WZ2' })], next: null } : { list: [row('1')], next: '5.1' },
  });
  await waitFor(() => expect(screen.getByRole('table')).toHaveTextContent('WZ2'));
  const [first, second] = asked('searchTrail') as { from: number; to: number; cursor?: string }[];
  expect((first?.to ?? 0) - (first?.from ?? 0)).toBe(7 * 86_400_000);
  expect(second).toEqual({ ...first, cursor: '5.1' });
  expect(screen.getByText('2 entries')).toBeVisible();
});

test('the trail is searched by person, patient, number, kind and days', async () => {
  const { user, asked } = open('trail', {
    pageStaff: () => ({ list: [{ id: '7', name: '罗敏', nameEn: 'Luo Min', username: 'luomin' }], total: 1 }),
    findTrailPatients: () => [{ id: '55', name: '李**', mobile: '139****0001', birthYear: '1980' }],
  });
  await screen.findByRole('table');
  await user.type(screen.getByRole('combobox', { name: 'Member of staff' }), 'luo');
  await user.click(await screen.findByRole('option', { name: /Luo Min/ }));
  await user.type(screen.getByRole('combobox', { name: 'Patient' }), '李小明');
  await user.click(await screen.findByRole('option', { name: /139\*\*\*\*0001/ }));
  await user.type(screen.getByRole('searchbox', { name: 'Consultation or Rx no.' }), 'WZ1{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Reads');
  await waitFor(() =>
    expect(asked('searchTrail').at(-1)).toMatchObject({ staffId: '7', patientId: '55', number: 'WZ1', kind: 'read' }),
  );
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(Object.keys(asked('searchTrail').at(-1) as object)).toEqual(['from', 'to']));
  expect(screen.getByRole('combobox', { name: 'Member of staff' })).toHaveValue('');
});

test('an unknown number says what to do; nothing found says so', async () => {
  const { user } = open('trail', {
    searchTrail: ({ number }: { number?: string }) => {
      if (number) throw new Refused(404, 'No consultation has this number. Check it');
      return { list: [], next: null };
    },
  });
  expect(await screen.findByText('Nothing was recorded')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Consultation or Rx no.' }), 'X{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('No consultation has this number. Check it');
});

test('errors of browsers are listed by release and place, or there are none', async () => {
  const { unmount } = open('errors');
  const errors = await screen.findByRole('table', { name: 'Errors of browsers' });
  expect(within(errors).getByRole('row', { name: /TypeError/ })).toHaveTextContent(
    /UncaughtRoom\.js:3:14\/cloudRoom1\.4\.0ab129/,
  );
  unmount();
  open('errors', { liveOperations: () => ({ ...figures, browserErrors: [] }) });
  expect(await screen.findByText('No errors reported')).toBeVisible();
});

test('on a phone each list is one column', async () => {
  openScreen(<Operations />, {
    path: '/administration/operations?tab=trail',
    narrow: true,
    answers: { searchTrail: () => ({ list: [row('1')], next: null }) },
  });
  const table = await screen.findByRole('table', { name: 'Rows of the trail' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(1);
  expect(table).toHaveTextContent('Read a medical record');
});

test('sessions are loaded again after an ending without an answer, which may have taken place', async () => {
  const { user, asked } = open('sessions', { endStaffSession: () => undefined });
  await user.click(await screen.findByRole('button', { name: /End the session of Bob/ }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End session' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(asked('staffSessions')).toHaveLength(2));
});
