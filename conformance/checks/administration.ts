import { Code } from '../../contract/envelope.ts';
import {
  createStaff,
  endStaffSessions,
  expiringCertificates,
  pageStaff,
  resetStaffPassword,
  setStaffDisabled,
  unlockStaff,
  updateStaff,
} from '../../contract/extension/administration.ts';
import {
  addHospitalHost,
  arrangeDepartments,
  getHospital,
  listDepartments,
  removeHospitalHost,
  retireDepartment,
  updateDepartment,
  updateHospital,
} from '../../contract/extension/hospital.ts';
import { endStaffSession, liveOperations, staffSessions } from '../../contract/extension/operations.ts';
import { listSessions } from '../../contract/extension/sessions.ts';
import { findTrailPatients, searchTrail } from '../../contract/extension/trail.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Group } from '../check.ts';
import { equal, needed } from '../finding.ts';
import { shape } from './reading.ts';

/** An id that no row has. */
export const absent = '999999999';
const dayMs = 86_400_000;
const now = Date.now();
export const newId = () => crypto.randomUUID();

const employee = {
  ...{ name: 'Conformance', nameEn: 'Conformance', mobile: '10000000000', role: 'doctor', deptId: null },
  ...{ titleCode: null, headsDept: false, reviewsCertificates: false },
};

/** Staff, departments, the hospital and its operation: reads, saves of present values, and refusals. */
export const administration: Group = {
  name: 'Administration',
  checks: [
    shape('the page of staff', pageStaff, { pageNo: 1, pageSize: 10 }, 'administrator'),
    shape('the certificates that expire', expiringCertificates, { days: 366 }, 'administrator'),
    shape('the figures of operation', liveOperations, {}, 'administrator'),
    shape('the sessions of the staff', staffSessions, {}, 'administrator'),
    shape('the trail', searchTrail, { from: now - dayMs, to: now + dayMs }, 'administrator'),
    shape('the patients of the trail', findTrailPatients, { keyword: 'nobody' }, 'administrator'),
    {
      rule: 'the hospital saved with its present values stays as it was, and an old version is refused',
      async run(world) {
        const administrator = await world.person('administrator');
        const { name, nameEn, contact, logo, version, settings } = await administrator.call(getHospital, {});
        const { prescribesDuringReview } = settings;
        const present = { name, nameEn, contact, logo, settings: { prescribesDuringReview } };
        await administrator.call(updateHospital, { ...present, version });
        await administrator.refused(updateHospital, { ...present, version }, Code.administrationChanged);
        const after = await administrator.call(getHospital, {});
        const kept = { name: after.name, contact: after.contact, logo: after.logo };
        equal(kept, { name, contact, logo }, 'the hospital has changed');
        equal(after.settings.prescribesDuringReview, prescribesDuringReview, 'a setting has changed');
        const wrong = { ...present, version: after.version, settings: { idleLockMin: 0 } };
        await administrator.refused(updateHospital, wrong, Code.badRequest);
      },
    },
    {
      rule: 'an address that the hospital has is not added twice, and one that it has not needs no removal',
      async run(world) {
        const administrator = await world.person('administrator');
        const { hosts } = await administrator.call(getHospital, {});
        const host = needed(hosts[0], 'the hospital has no address');
        equal((await administrator.call(addHospitalHost, { host })).added, false, 'an address was added twice');
        const unknown = { host: 'nobody.invalid', website: host };
        const { removed } = await administrator.call(removeHospitalHost, unknown);
        equal(removed, false, 'an unknown address was removed');
        const after = await administrator.call(getHospital, {});
        equal(after.hosts.join(), hosts.join(), 'the addresses have changed');
      },
    },
    {
      rule: 'a department saved with its present name, and all in their present order, stay as they were',
      async run(world) {
        const administrator = await world.person('administrator');
        const before = await administrator.call(listDepartments, {});
        const { id, name, nameEn, version } = needed(before[0], 'the hospital has no departments');
        await administrator.call(updateDepartment, { id, name, nameEn, version });
        await administrator.call(arrangeDepartments, { ids: before.map((one) => one.id) });
        const after = await administrator.call(listDepartments, {});
        const namesOf = (list: readonly { name: string }[]) => list.map((one) => one.name);
        equal(namesOf(after), namesOf(before), 'names or order have changed');
        const stale = { id, version: -1 };
        await administrator.refused(updateDepartment, { ...stale, name, nameEn }, Code.administrationChanged);
        await administrator.refused(retireDepartment, { ...stale, retired: false }, Code.administrationChanged);
      },
    },
    {
      rule: 'a member of staff who does not exist is neither changed nor unlocked, and no account name is given twice',
      async run(world) {
        const administrator = await world.person('administrator');
        const unknown = { id: absent, version: 0, clientRequestId: newId() };
        await administrator.refused(updateStaff, { ...unknown, ...employee }, Code.notFound);
        await administrator.refused(setStaffDisabled, { ...unknown, disabled: false }, Code.notFound);
        for (const call of [resetStaffPassword, unlockStaff, endStaffSessions])
          await administrator.refused(call, unknown, Code.notFound);
        const taken = { ...employee, clientRequestId: newId(), username: world.given.doctor.username };
        await administrator.refused(createStaff, taken, Code.badRequest, Code.administrationRefused);
      },
    },
    {
      rule: 'an account is unlocked, and one of its sessions ended',
      async run(world) {
        const administrator = await world.person('administrator');
        const colleague = await world.person('secondDoctor');
        const keyword = colleague.account.username;
        const { list } = await administrator.call(pageStaff, { keyword });
        const { id } = needed(
          list.find(({ username }) => username === keyword),
          'the second doctor is not found by the account',
        );
        await administrator.call(unlockStaff, { id });
        const elsewhere = await world.signIn(colleague.account);
        const session = (await elsewhere.call(listSessions, {})).find(({ current }) => current);
        await administrator.call(endStaffSession, { id: session?.id ?? '' });
        await elsewhere.refused(getDoctorInfo, {}, Code.unauthorised);
        await colleague.call(getDoctorInfo, {});
      },
    },
  ],
};
