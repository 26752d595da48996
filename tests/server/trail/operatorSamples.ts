import { randomUUID } from 'node:crypto';
import type { TrailWorld } from '../../support/trailWorld.ts';
import type { Sample } from './sample.ts';

let made = 500;

/** A call of each kind that an operator makes about the hospitals of the platform. */
export function operatorSamples({ person, data }: TrailWorld) {
  const website = 'first.example';
  const names = { name: '新院', nameEn: '' };
  const created = async () => {
    const as = await person.operator();
    const hosts = [`platform${++made}.example`];
    const input = { clientRequestId: randomUUID(), ...names, hosts, website };
    return { as, hosts, ...(await data<{ id: string }>('createHospital', as, input)) };
  };
  const ofHospital = async (input: object): Promise<Sample> => {
    const { as, id } = await created();
    return { as, input: { id, version: 0, ...input } };
  };
  return {
    createHospital: async (): Promise<Sample> => ({
      as: await person.operator(),
      input: { clientRequestId: randomUUID(), ...names, hosts: [`platform${++made}.example`], website },
    }),
    setHospitalDisabled: () => ofHospital({ disabled: true, reason: 'Unpaid' }),
    setHospitalLicence: () => ofHospital({ lastDay: '2030-12-31' }),
    addHostOfHospital: () => ofHospital({ host: `platform${++made}.example`, website }),
    async removeHostOfHospital(): Promise<Sample> {
      const { as, id, hosts } = await created();
      return { as, input: { id, host: hosts[0], website } };
    },
    createHospitalAdministrator: () =>
      ofHospital({
        clientRequestId: randomUUID(),
        username: `first${++made}`,
        ...names,
        mobile: `1360000${1000 + made}`,
      }),
  };
}
