import { randomUUID } from 'node:crypto';
import { identityRequest, qualification } from '../../../server/db/schema/staff.ts';
import { department } from '../../../server/db/schema/tenants.ts';
import type { TrailWorld } from '../../support/trailWorld.ts';
import type { Sample } from './sample.ts';

let made = 100;

/** A call of each kind that an administrator makes about staff, departments and the hospital. */
export function administrationSamples(world: TrailWorld) {
  const { person, store } = world;
  async function ofStaff(input: (id: string) => object): Promise<Sample> {
    const { id } = await person.auditor();
    return { as: await person.administrator(), input: input(id) };
  }
  const fields = () => ({
    name: '新人',
    nameEn: '',
    mobile: `137${String(++made).padStart(8, '0')}`,
    role: 'auditor',
    deptId: null,
    titleCode: null,
    headsDept: false,
    reviewsCertificates: false,
  });
  async function ofDepartment(input: (id: number) => object): Promise<Sample> {
    const row = await store.add(department, { id: String(++made), name: `科室${made}` });
    return { as: await person.administrator(), input: input(Number(row.id)) };
  }
  const clientRequestId = () => randomUUID();
  async function waitingCertificates() {
    const { id: doctorId } = await person.doctor();
    return store.add(qualification, { doctorId, auditStatus: 0, updateTime: world.clock.now });
  }
  return {
    decideIdentity: async (): Promise<Sample> => {
      const { id: staffId } = await person.doctor();
      const { id } = await store.add(identityRequest, { staffId, name: '新名', createTime: world.clock.now });
      return { as: await person.administrator(), input: { id, approve: true } };
    },
    listCertificateReviews: async (): Promise<Sample> => ({ as: await person.administrator() }),
    decideCertificates: async (): Promise<Sample> => {
      const { id } = await waitingCertificates();
      return { as: await person.administrator(), input: { id, approve: true, expireTime: world.clock.now + 1e10 } };
    },
    createStaff: async (): Promise<Sample> => ({
      as: await person.administrator(),
      input: { clientRequestId: clientRequestId(), username: `new${++made}`, ...fields() },
    }),
    updateStaff: () => ofStaff((id) => ({ id, version: 0, ...fields() })),
    setStaffDisabled: () => ofStaff((id) => ({ id, version: 0, disabled: true })),
    resetStaffPassword: () => ofStaff((id) => ({ id, clientRequestId: clientRequestId() })),
    unlockStaff: () => ofStaff((id) => ({ id })),
    endStaffSessions: () => ofStaff((id) => ({ id })),
    createDepartment: async (): Promise<Sample> => ({
      as: await person.administrator(),
      input: { clientRequestId: clientRequestId(), name: `科室${++made}`, nameEn: '' },
    }),
    updateDepartment: () => ofDepartment((id) => ({ id, version: 0, name: `改名${id}`, nameEn: '' })),
    retireDepartment: () => ofDepartment((id) => ({ id, version: 0, retired: true })),
    async arrangeDepartments(): Promise<Sample> {
      const ids = (await store.rows(department)).map(({ id }) => Number(id));
      return { as: await person.administrator(), input: { ids } };
    },
    async searchTrail(): Promise<Sample> {
      return { as: await person.administrator(), input: { from: 0, to: world.clock.now + 1 } };
    },
    async findTrailPatients(): Promise<Sample> {
      return { as: await person.administrator(), input: { keyword: (await world.patient()).name } };
    },
    async updateHospital(): Promise<Sample> {
      const as = await person.administrator();
      const { version } = await world.data<{ version: number }>('getHospital', as);
      return { as, input: { version, name: '医院', nameEn: '', contact: '8001', logo: null } };
    },
    addHospitalHost: async (): Promise<Sample> => ({
      as: await person.administrator(),
      input: { host: `added${++made}.example` },
    }),
    async removeHospitalHost(): Promise<Sample> {
      const as = await person.administrator();
      const { host } = await world.data<{ host: string }>('addHospitalHost', as, { host: `gone${++made}.example` });
      return { as, input: { host, website: 'first.example' } };
    },
  };
}
