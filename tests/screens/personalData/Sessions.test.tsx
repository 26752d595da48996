import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonalData } from '../../../src/screens/personalData/PersonalData.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { fakeEntrance } from '../../support/fakeEntrance.ts';

const hour = 3_600_000;
const pc = { browser: 'Chrome 141', system: 'Windows', kind: 'desktop' };
const phone = { browser: 'Safari 18', system: 'iOS', kind: 'mobile' };
const session = (id: string, device: object, ip: string, lastTime: number, current = false) => ({
  id,
  device,
  ip,
  signInTime: startOfTest - 48 * hour,
  lastTime,
  current,
});
const all = [
  session('1', pc, '10.0.0.1', startOfTest, true),
  session('2', phone, '10.0.0.2', startOfTest - hour / 4),
  session('3', { browser: null, system: null, kind: null }, '10.0.0.3', startOfTest - 5 * hour),
];
const signIn = (outcome: 'ok' | 'refused', more: object = {}) => ({
  time: startOfTest,
  ip: '10.0.0.9',
  device: outcome === 'ok' ? pc : null,
  outcome,
  end: null,
  endTime: null,
  ...more,
});

function open(answers: object = {}, isAuditor = false) {
  let sessions = all;
  return openScreen(<PersonalData />, {
    isAuditor,
    path: '/personalData?tab=sessions',
    given: { entrance: fakeEntrance().entrance },
    answers: {
      listSessions: () => sessions,
      recentSignIns: () => [],
      endSession: ({ id }: { id: string }) => {
        sessions = sessions.filter((one) => one.id !== id);
        return true;
      },
      endOtherSessions: () => {
        sessions = sessions.filter(({ current }) => current);
        return { ended: 2 };
      },
      ...answers,
    },
  });
}
const place = () => screen.findByRole('region', { name: 'Where you are logged in' });
const items = async () => {
  const list = await within(await place()).findByRole('list');
  return within(list).getAllByRole('listitem');
};

test.each([false, true])(
  'each device says where it is, when it logged in and when it was last used (auditor: %s)',
  async (isAuditor) => {
    open({}, isAuditor);
    const [here, recent, long] = await items();
    expect(here).toHaveTextContent(
      /Chrome 141 on Windows.*This device.*10\.0\.0\.1, logged in Feb 28, 2026, 09:30.*in use now/,
    );
    expect(recent).toHaveTextContent(/Safari 18 on iOS.*used within the last half hour/);
    expect(long).toHaveTextContent(/Unknown program.*last used 5 h ago/);
    expect(within(here as HTMLElement).queryByRole('button')).toBeNull();
  },
);

test('one device is logged out and leaves the list', async () => {
  const { user, asked, said } = open();
  await items();
  await user.click(screen.getByRole('button', { name: 'Log out Safari 18 on iOS, 10.0.0.2' }));
  await waitFor(async () => expect(await items()).toHaveLength(2));
  expect(asked('endSession')).toEqual([{ id: '2' }]);
  expect(said).toEqual(['Safari 18 on iOS is logged out.']);
});

test('all other devices are logged out after a question, and cancelling sends nothing', async () => {
  const { user, asked, said } = open();
  await items();
  const button = () =>
    within(screen.getByRole('region', { name: 'Where you are logged in' })).getByRole('button', {
      name: 'Log out everywhere else',
    });
  await user.click(button());
  const question = () => within(screen.getByRole('alertdialog'));
  await waitFor(() => expect(question().getByText(/2 other devices/)).toBeVisible());
  await user.click(question().getByRole('button', { name: 'Cancel' }));
  expect(asked('endOtherSessions')).toEqual([]);
  await user.click(button());
  await user.click(await question().findByRole('button', { name: 'Log out everywhere else' }));
  expect(await screen.findByText('You are logged in nowhere else.')).toBeVisible();
  expect(said).toEqual(['2 other devices are logged out.']);
});

test('a refused ending is reported in place, and the list stays', async () => {
  const { user } = open({
    endSession: () => {
      throw new Refused(429, 'Too many requests.');
    },
  });
  await items();
  await user.click(screen.getByRole('button', { name: /^Log out Safari/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not logged out: Too many requests.');
  expect(await items()).toHaveLength(3);
});

test('a list that cannot be loaded is loaded again on request', async () => {
  let fails = true;
  const { user } = open({
    listSessions: () => {
      if (fails) throw new Refused(500, 'The platform does not answer.');
      return all;
    },
  });
  const region = within(await place());
  fails = false;
  await user.click(await region.findByRole('button', { name: 'Try again' }));
  expect(await items()).toHaveLength(3);
});

test('recent log-ins say how they ended, and refused attempts are pointed out', async () => {
  open({
    recentSignIns: () => [
      signIn('refused'),
      signIn('ok', { end: 'passwordChanged', endTime: startOfTest }),
      signIn('ok'),
    ],
  });
  const list = await screen.findByRole('list', { name: 'Log-ins of the last 30 days' });
  const [refused, ended, running] = within(list).getAllByRole('listitem');
  expect(refused).toHaveTextContent(/Refused.*10\.0\.0\.9/);
  expect(ended).toHaveTextContent(/Logged in.*Chrome 141 on Windows.*password changed/);
  expect(running).toHaveTextContent(/Still logged in/);
  expect(screen.getByText(/^1 attempt was refused/)).toBeVisible();
});

test('devices are loaded again after a log-out without an answer, which may have taken place', async () => {
  const { user, asked } = open({ endSession: () => undefined });
  await items();
  await user.click(screen.getByRole('button', { name: /^Log out Safari/ }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(asked('listSessions')).toHaveLength(2));
});
