import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { approveAudit, claimAudit, rejectAudit } from '../../../contract/extension/audit.ts';
import { cancelPrescription, createPrescription, editPrescription } from '../../../contract/http/prescription.ts';
import { getCase, saveCase } from '../../../contract/http/record.ts';
import { drugInventory } from '../../../server/db/schema/drugs.ts';
import { prescription, prescriptionVersion } from '../../../server/db/schema/prescriptions.ts';
import { expirePrescriptions } from '../../../server/prescriptions/expire.ts';
import { around } from '../../support/database.ts';
import { engines } from '../../support/engines.ts';
import { type Hospital, lineOf, type Member, morning, openHospital, wholeRecord } from '../../support/hospital.ts';
import { allTicked, submitted } from '../../support/prescribing.ts';
import { seededRandom } from '../../support/random.ts';

/** Concurrent requests, on databases that run them in parallel. */
describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let hospital: Hospital;
  let doctor: Member;
  let reviewer: Member;
  let colleague: Member;
  const clock = { now: morning };

  beforeAll(async () => {
    store = await open();
    hospital = await openHospital(
      around(store.db, () => clock.now),
      clock,
    );
    doctor = await hospital.hire(false);
    reviewer = await hospital.hire(true);
    colleague = await hospital.hire(true);
  }, 60_000);
  afterAll(async () => {
    await hospital?.close();
    await store?.end();
  });

  const stockOf = async (drugId: string) =>
    (await hospital.store.first(drugInventory, eq(drugInventory.drugId, drugId)))?.stock;
  const codesOf = (answers: { code: number }[]) => new Set(answers.map(({ code }) => code));

  /** A running consultation with its record, ready for a prescription. */
  async function ready(by: Member) {
    const { orderId, patientId } = await hospital.consultation(by);
    await hospital.call(saveCase, by, { ...wholeRecord, orderId, patientId, status: 0, version: 0 });
    const diagnosisList = [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: '', main: true }];
    const { warehouseId } = hospital;
    return (lines: object[], clientRequestId: string = crypto.randomUUID()) =>
      hospital.call(createPrescription, by, {
        orderId,
        warehouseId,
        diagnosisList,
        lines,
        submit: true,
        clientRequestId,
      });
  }

  test('when twenty doctors prescribe the last five packs, five get one each', async () => {
    const drugId = await hospital.here.stock('amoxicillin', 5);
    const doctors = await Promise.all(Array.from({ length: 20 }, () => hospital.hire(false)));
    const creates = await Promise.all(doctors.map(ready));
    const answers = await Promise.all(creates.map((create) => create([lineOf(drugId)])));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
    const losers = answers.filter(({ code }) => code === Code.stockShort);
    expect(losers).toHaveLength(15);
    const atLine = {
      lineErrors: [{ index: 0, field: 'quantity', msg: expect.stringMatching(/^Only \d left in stock\./) }],
    };
    for (const { data } of losers) expect(data).toMatchObject(atLine);
    expect(await stockOf(drugId)).toBe(0);
  });

  test('the last packs taken by twenty doctors come back with each rejection, cancellation and expiry', async () => {
    const plenty = await hospital.here.stock('ibuprofen', 20);
    const scarce = await hospital.here.stock('amoxicillin', 9);
    const doctors = await Promise.all(Array.from({ length: 20 }, () => hospital.hire(false)));
    const creates = await Promise.all(doctors.map(ready));
    const answers = await Promise.all(creates.map((create) => create([lineOf(plenty), lineOf(scarce)])));
    const taken = answers.flatMap(({ code, data }, n) => (code === 200 ? [{ by: doctors[n] as Member, data }] : []));
    expect(taken).toHaveLength(9);
    for (const { code, data } of answers)
      if (code !== 200) expect(data).toMatchObject({ lineErrors: [{ index: 1, field: 'quantity' }] });
    // A loser has taken nothing, of the other line neither.
    expect([await stockOf(plenty), await stockOf(scarce)]).toEqual([11, 0]);

    const decide = async (data: never, decision: typeof approveAudit | typeof rejectAudit) => {
      const { id } = data as { id: string };
      const lease = { id, version: 1, leaseId: leaseOf(await claim(id, reviewer)) };
      const grounds = { checklist: allTicked, reasonCodes: ['dosage'], remark: 'Too much' };
      return hospital.call(decision, reviewer, { ...lease, ...grounds });
    };
    await Promise.all(
      taken.map(({ by, data }, n) => {
        if (n < 3) return decide(data, rejectAudit);
        if (n < 6) return decide(data, approveAudit);
        return hospital.call(cancelPrescription, by, {
          id: (data as { id: string }).id,
          version: 1,
          reason: 'Wrong patient',
        });
      }),
    );
    expect([await stockOf(plenty), await stockOf(scarce)]).toEqual([17, 6]);
    clock.now += 86_400_000;
    const clockwork = { ...hospital.needs, db: store.db };
    await Promise.all([expirePrescriptions(clockwork), expirePrescriptions(clockwork)]);
    clock.now = morning;
    expect([await stockOf(plenty), await stockOf(scarce)]).toEqual([20, 9]);
  });

  test('of ten edits of one prescription at once one is stored, and the others get its content', async () => {
    const { id, content, stock } = await submitted(hospital, doctor, { packs: 20 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        hospital.call(editPrescription, doctor, {
          id,
          version: 1,
          ...content,
          advice: `tab ${n}`,
          submit: true,
          clientRequestId: crypto.randomUUID(),
        }),
      ),
    );
    const row = await hospital.store.first(prescription, eq(prescription.id, id));
    const losers = answers.filter(({ code }) => code === Code.prescriptionChanged);
    expect([answers.filter(({ code }) => code === 200).length, losers.length, row?.version]).toEqual([1, 9, 2]);
    for (const { data } of losers)
      expect(data).toMatchObject({ version: 2, current: { version: 2, advice: row?.advice } });
    expect(await stock()).toBe(19);
  });

  test('one request sent ten times at once makes one prescription, and each answer contains it', async () => {
    const drugId = await hospital.here.stock('amoxicillin', 10);
    const create = await ready(doctor);
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create([lineOf(drugId)], key)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => answers[0]));
    expect(answers[0]).toMatchObject({ code: 200 });
    expect(await hospital.store.count(prescription, eq(prescription.clientRequestId, key))).toBe(1);
    expect(await stockOf(drugId)).toBe(9);
  });

  test('prescription numbers are unique in the hospital', async () => {
    const numbers = (await hospital.store.rows(prescription)).map(({ prescriptionNo }) => prescriptionNo);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('of ten saves of a record on one version, one is stored', async () => {
    const { orderId, patientId } = await hospital.consultation(doctor);
    const save = (chiefComplaint: string, version: number) =>
      hospital.call(saveCase, doctor, { ...wholeRecord, orderId, patientId, status: 0, version, chiefComplaint });
    const firsts = await Promise.all(Array.from({ length: 10 }, (_, n) => save(`first ${n}`, 0)));
    expect(firsts.filter(({ code }) => code === 200)).toHaveLength(1);
    const seconds = await Promise.all(Array.from({ length: 10 }, (_, n) => save(`second ${n}`, 1)));
    expect(seconds.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(codesOf([...firsts, ...seconds])).toEqual(new Set([200, Code.recordChanged]));
    const stored = (await hospital.call(getCase, doctor, { orderId })).data as { chiefComplaint: string };
    const { chiefComplaint } = stored;
    for (const { code, data } of seconds)
      if (code !== 200) expect(data).toMatchObject({ version: 2, current: { version: 2, chiefComplaint } });
  });

  const claim = (id: string, as: Member, version = 1) => hospital.call(claimAudit, as, { id, version });
  const leaseOf = ({ data }: { data: never }) => (data as { leaseId: string }).leaseId;

  test('of two reviewers who claim a prescription at once one gets the lease', async () => {
    const { id } = await submitted(hospital, doctor);
    const answers = await Promise.all([
      claim(id, reviewer),
      claim(id, colleague),
      claim(id, reviewer),
      claim(id, colleague),
    ]);
    expect(codesOf(answers)).toEqual(new Set([200, Code.locked]));
    expect(new Set(answers.filter(({ code }) => code === 200).map(leaseOf)).size).toBe(1);
  });

  test('of approval, rejection, edit and cancellation at once exactly one succeeds', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id, stock, content } = await submitted(hospital, doctor, { packs: 3 });
      const leaseId = leaseOf(await claim(id, reviewer));
      const lease = { id, version: 1, leaseId };
      const answers = await Promise.all([
        hospital.call(approveAudit, reviewer, { ...lease, checklist: allTicked }),
        hospital.call(rejectAudit, reviewer, { ...lease, reasonCodes: ['dosage'], remark: 'Too much' }),
        hospital.call(cancelPrescription, doctor, { id, version: 1, reason: 'A mistake' }),
        hospital.call(editPrescription, doctor, {
          id,
          version: 1,
          ...content,
          submit: true,
          clientRequestId: crypto.randomUUID(),
        }),
      ]);
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
      const row = await hospital.store.first(prescription, eq(prescription.id, id));
      expect(row).toMatchObject({ version: 2 });
      expect(await stock()).toBe(row?.status === 20 ? 2 : 3);
    }
  });

  test('doctors who take, change and return the same medicines at once never deadlock, and no pack is lost', async () => {
    const random = seededRandom(7);
    const packs = 40;
    const drugIds = await Promise.all(Array.from({ length: 4 }, () => hospital.here.stock('ibuprofen', packs)));
    const pick = () => {
      const quantity = 1 + Math.floor(random() * 3);
      // Nine capsules a day: two, four and seven days need one, two and three boxes.
      const course = { onceDose: 750, days: [2, 4, 7][quantity - 1], quantity };
      return [lineOf(drugIds[Math.floor(random() * 4)] ?? '', course)];
    };
    async function work() {
      const by = await hospital.hire(false);
      const create = await ready(by);
      const created = await create(pick());
      if (created.code !== 200) return created.code;
      const { id } = created.data as { id: string };
      const row = await hospital.store.first(prescription, eq(prescription.id, id));
      const { warehouseId, diagnosisList } = row ?? {};
      const edited = await hospital.call(editPrescription, by, {
        id,
        version: 1,
        warehouseId,
        diagnosisList,
        lines: pick(),
        submit: true,
        clientRequestId: crypto.randomUUID(),
      });
      if (random() < 0.5) await hospital.call(cancelPrescription, by, { id, version: 2, reason: 'A mistake' });
      return edited.code;
    }
    const codes = await Promise.all(Array.from({ length: 16 }, work));
    expect(new Set(codes)).toEqual(new Set([200]));
    const waiting = (await hospital.store.rows(prescription, eq(prescription.status, 10))).flatMap(
      ({ lines }) => lines,
    );
    for (const drugId of drugIds) {
      const taken = waiting
        .filter((line) => line.drugId === drugId)
        .reduce((sum, line) => sum + Number(line.quantity), 0);
      expect(await stockOf(drugId)).toBe(packs - taken);
    }
  });

  test('submitted versions cannot be changed or removed', async () => {
    const { id } = await submitted(hospital, doctor);
    const own = eq(prescriptionVersion.prescriptionId, id);
    await expect(hospital.store.change(prescriptionVersion, { content: {} }, own)).rejects.toThrow();
    await expect(hospital.store.remove(prescriptionVersion, own)).rejects.toThrow();
  });
});
