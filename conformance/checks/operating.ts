import { Code } from '../../contract/envelope.ts';
import { getHospital } from '../../contract/extension/hospital.ts';
import {
  addHostOfHospital,
  createHospital,
  createHospitalAdministrator,
  getPlatformHospital,
  pageHospitals,
  removeHostOfHospital,
  setHospitalDisabled,
  setHospitalLicence,
} from '../../contract/extension/operator.ts';
import type { Group } from '../check.ts';
import { equal, needed } from '../finding.ts';
import { absent, newId } from './administration.ts';

/** What operators do to the hospitals of the platform: reads, saves of present values, and refusals. */
export const operating: Group = {
  name: 'Hospitals of the platform',
  checks: [
    {
      rule: 'the own hospital is found by its id, marked as the own one, and the same in the list and alone',
      async run(world) {
        const operator = await world.person('operator');
        const { hospitalId: id } = world.given;
        const { list } = await operator.call(pageHospitals, { keyword: id, pageSize: 50 });
        const listed = needed(
          list.find((one) => one.id === id),
          'the own hospital is not found by its id',
        );
        const alone = await operator.call(getPlatformHospital, { id });
        const { hosts } = await operator.call(getHospital, {});
        equal([listed.own, listed.name], [true, alone.name], 'the list and the hospital differ');
        equal(alone.hosts.join(), hosts.join(), 'the addresses are not those of the hospital');
      },
    },
    {
      rule: 'the own hospital is not disabled, and a hospital that does not exist is not changed',
      async run(world) {
        const operator = await world.person('operator');
        const { hospitalId: id, website } = world.given;
        const { version } = await operator.call(getPlatformHospital, { id });
        const closing = { disabled: true, reason: 'conformance' };
        await operator.refused(setHospitalDisabled, { id, version, ...closing }, Code.administrationRefused);
        const unknown = { id: absent, version: 0, website, host: 'nobody.invalid' };
        await operator.refused(setHospitalDisabled, { ...unknown, ...closing }, Code.notFound);
        await operator.refused(setHospitalLicence, { ...unknown, lastDay: null }, Code.notFound);
        for (const call of [getPlatformHospital, addHostOfHospital, removeHostOfHospital])
          await operator.refused(call, unknown, Code.notFound);
        const person = { username: 'nobody', name: 'Nobody', nameEn: '', mobile: '13799999999' };
        const first = { id: absent, clientRequestId: newId(), ...person };
        await operator.refused(createHospitalAdministrator, first, Code.notFound);
      },
    },
    {
      rule: 'the licence saved as it is stays as it was, and an old version is refused',
      async run(world) {
        const operator = await world.person('operator');
        const { hospitalId: id } = world.given;
        const { version, expireTime } = await operator.call(getPlatformHospital, { id });
        needed(expireTime === null || null, 'needs a hospital whose licence has no end');
        await operator.call(setHospitalLicence, { id, version, lastDay: null });
        await operator.refused(setHospitalLicence, { id, version, lastDay: null }, Code.administrationChanged);
      },
    },
    {
      rule: 'an address that the hospital has is not added twice, and leads to no other hospital',
      async run(world) {
        const operator = await world.person('operator');
        const { hospitalId: id, website } = world.given;
        const { hosts } = await operator.call(getPlatformHospital, { id });
        const host = needed(hosts[0], 'the hospital has no address');
        const { added } = await operator.call(addHostOfHospital, { id, host, website });
        equal(added, false, 'an address was added twice');
        const gone = await operator.call(removeHostOfHospital, { id, host: 'nobody.invalid', website });
        equal(gone.removed, false, 'an unknown address was removed');
        const other = { clientRequestId: newId(), name: 'Nobody', nameEn: '', hosts: [host], website };
        await operator.refused(createHospital, other, Code.administrationRefused);
      },
    },
  ],
};
