import { Code, isSuccess } from '../../contract/envelope.ts';
import { pageDiseases } from '../../contract/http/disease.ts';
import { getCase, saveCase } from '../../contract/http/record.ts';
import type { Group } from '../check.ts';
import { equal, must, mustRefuse, needed } from '../finding.ts';
import type { World } from '../world.ts';

const text = '干咳三天，no fever 🤒 — “since Monday”';

/** The given diagnosis as the main diagnosis of a record or a prescription. */
export async function mainDiagnosis(world: World) {
  const doctor = await world.person('doctor');
  const { list } = await doctor.call(pageDiseases, { name: world.given.diagnosis, pageNo: 1, pageSize: 10 });
  const { id, code, name } = needed(list[0], `no diagnosis is found by ${world.given.diagnosis}`);
  return [{ id, code, name, main: true }];
}

/** The text of the shared consultation's record. */
export async function record(world: World, version: number) {
  const { id: orderId, patient } = world.accepted();
  return {
    orderId,
    patientId: patient.id,
    chiefComplaint: 'Cough for three days',
    presentIllness: text,
    pastHistory: '',
    // A record that denies what is on file is not signed.
    allergyHistory: patient.allergy || 'None known',
    physicalExam: '',
    auxiliaryExam: '',
    treatmentAdvice: 'Rest and drink',
    diagnosisList: await mainDiagnosis(world),
    status: 0,
    version,
  };
}

/** Medical records: nothing typed is lost, and no one writes over a newer version. */
export const records: Group = {
  name: 'Medical record',
  core: true,
  checks: [
    {
      rule: 'a record is stored character by character, and its version rises with each save',
      async run(world) {
        const doctor = await world.treating();
        const { id: orderId } = world.accepted();
        const before = (await doctor.call(getCase, { orderId }))?.version ?? 0;
        const first = await doctor.call(saveCase, await record(world, before));
        must(first.version > before, 'the version did not rise', first.version, `more than ${before}`);
        const again = await doctor.call(saveCase, await record(world, first.version));
        must(
          again.version > first.version,
          'the version did not rise with the second save',
          again.version,
          `more than ${first.version}`,
        );
        const read = await doctor.call(getCase, { orderId });
        equal(read?.presentIllness, text, 'the text has changed');
      },
    },
    {
      rule: 'of two saves of one version at the same moment one is refused, with the stored record',
      async run(world) {
        const doctor = await world.treating();
        const { id: orderId } = world.accepted();
        const { version } = needed(await doctor.call(getCase, { orderId }), 'needs a stored record');
        const save = await record(world, version);
        const answers = await Promise.all(
          ['Rest', 'Drink'].map((treatmentAdvice) => doctor.ask(saveCase, { ...save, treatmentAdvice })),
        );
        const stored = answers.filter(({ code }) => code !== null && isSuccess(code));
        equal(stored.length, 1, `${stored.length} were stored`);
        const refused = answers.find(({ code }) => code === Code.recordChanged);
        const codes = answers.map(({ code }) => code);
        must(refused !== undefined, `the other is refused with code ${codes}`, codes, `one ${Code.recordChanged}`);
        const { data } = refused;
        must(
          typeof data === 'object' && data !== null && 'current' in data,
          'without the current record in data',
          data,
          '{current}',
        );
      },
    },
    {
      rule: 'another doctor neither reads nor writes it, and it looks like one that does not exist',
      async run(world) {
        const other = await world.other();
        const { id: orderId } = world.accepted();
        const read = await other.ask(getCase, { orderId });
        const isRead = read.code !== null && isSuccess(read.code) && read.data !== null;
        must(!isRead, 'it can be read', `code ${read.code} with data`, 'a refusal, or no data');
        const saved = await other.ask(saveCase, await record(world, 0));
        mustRefuse(saved.code, 'it can be written');
      },
    },
  ],
};
