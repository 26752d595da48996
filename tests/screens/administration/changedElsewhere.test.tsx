import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { Departments } from '../../../src/screens/administration/Departments.tsx';
import { IdentityRequests } from '../../../src/screens/administration/IdentityRequests.tsx';
import { People } from '../../../src/screens/administration/People.tsx';
import type { AlertServices } from '../../../src/screens/app/app.ts';
import { Sessions } from '../../../src/screens/personalData/Sessions.tsx';
import { WeeklyPlan } from '../../../src/screens/workforceManagement/WeeklyPlan.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { fakeAlerts } from '../../support/fakeAlerts.ts';

/** A list that a colleague, or another device, changes. */
function open(element: ReactElement, answers: object) {
  const { services, changeElsewhere, changeHospital } = fakeAlerts();
  const given = { alerts$: new BehaviorSubject<AlertServices | null>(services) };
  const shown = openScreen(element, { path: '/', given, answers: { ...answers } });
  const changed: typeof changeElsewhere = (part) => act(() => changeElsewhere(part));
  const hospitalChanged: typeof changeHospital = (part) => act(() => changeHospital(part));
  return { ...shown, changed, hospitalChanged };
}

const person = (id: string, nameEn: string) => ({
  ...{ id, username: `user${id}`, name: nameEn, nameEn, role: 'doctor', mobile: '13800000000', deptId: null },
  ...{ deptName: '', titleCode: null, disabled: false, version: 1, headsDept: false, reviewsCertificates: false },
  ...{ operatesPlatform: false, mustChangePassword: false, lastSignIn: null, running: 0 },
});

test('an account that a colleague added is listed at once', async () => {
  const list = [person('1', 'Lin Yue')];
  const pageStaff = () => ({ list: [...list], total: list.length });
  const { changed } = open(<People />, { pageStaff, listDepartments: () => [] });
  await screen.findAllByRole('button', { name: 'Lin Yue' });
  list.push(person('2', 'Zhao Min'));
  changed('people');
  expect((await screen.findAllByRole('button', { name: 'Zhao Min' }))[0]).toBeVisible();
});

test('departments follow the hospital’s dictionaries', async () => {
  const department = (id: number, nameEn: string) => ({
    id,
    name: nameEn,
    nameEn,
    version: 1,
    retired: false,
    people: 0,
  });
  const list = [department(1, 'Medicine')];
  const { hospitalChanged } = open(<Departments />, { listDepartments: () => [...list] });
  await screen.findByRole('button', { name: 'Medicine' });
  list.push(department(2, 'Surgery'));
  hospitalChanged('dictionaries');
  expect(await screen.findByRole('button', { name: 'Surgery' })).toBeVisible();
});

test.each([
  ['requests of people', <IdentityRequests key="a" />, 'listIdentityRequests', 'requests', () => []],
  ['the own sign-ins', <Sessions key="b" />, 'listSessions', 'sessions', () => []],
  ['the weekly plan', <WeeklyPlan key="c" doctorId={null} />, 'getSchedule', 'plan', () => []],
] as const)('%s load again once for each change', async (_, element, call, part, answer) => {
  const { changed, asked } = open(element, { [call]: answer, recentSignIns: () => [] });
  await waitFor(() => expect(asked(call)).toHaveLength(1));
  await act(async () => {});
  changed(part);
  await waitFor(() => expect(asked(call)).toHaveLength(2));
  changed('away');
  expect(asked(call)).toHaveLength(2);
  expect(within(document.body).queryByRole('alert')).toBeNull();
});
