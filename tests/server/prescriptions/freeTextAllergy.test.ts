import { describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { auditContext } from '../../../contract/extension/audit.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { type Hospital, type Member, wholeRecord } from '../../support/hospital.ts';
import { dataOf, prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

describe('an allergy in free text without a code', () => {
  const penicillin = '青霉素过敏性休克史 penicillin anaphylaxis 2019';

  /** A doctor whose patient's record mentions an allergy in free text. */
  async function withAllergy(allergyHistory: string, of: Parameters<typeof prescribing>[0] = {}) {
    const open = await prescribing({ record: false, ...of });
    const { orderId, patientId } = open;
    const saved = { ...wholeRecord, orderId, patientId, status: 0, version: 0, allergyHistory };
    await hospital.call(saveCase, doctor, saved);
    const check = () => hospital.call(checkPrescription, doctor, { orderId, ...open.content });
    const reason = (about?: string) => [
      {
        ruleCode: 'notChecked',
        severity: 'warn',
        lineIndex: null,
        reason: 'Tolerated it in 2024',
        ...(about && { about }),
      },
    ];
    return { ...open, check, reason };
  }
  const notCoded = (quote: string) => ({
    ruleCode: 'notChecked',
    level: 'warn',
    lineIndex: null,
    needReason: true,
    params: { rule: 'allergy', why: 'allergyNotCoded', quote },
  });

  test('is reported as not checked, is quoted, and needs a reason', async () => {
    const { check, create, reason } = await withAllergy(penicillin);
    expect(await check()).toMatchObject({ code: 200, data: { available: true, hits: [notCoded(penicillin)] } });
    expect(await create()).toMatchObject({
      code: Code.prescriptionLinesRefused,
      data: { ruleHits: [notCoded(penicillin)] },
    });
    expect(await create({ overrides: reason() })).toMatchObject({ code: 200 });
  });

  test('reaches the reviewer with the quotation and the reason', async () => {
    const { create, reason } = await withAllergy(penicillin);
    const { id } = dataOf(await create({ overrides: reason(`allergy: ${penicillin}`) }));
    const reviewer = await hospital.hire(true);
    expect(await hospital.call(auditContext, reviewer, { id })).toMatchObject({
      data: {
        ruleHits: [notCoded(penicillin)],
        rx: { overrides: [{ about: `allergy: ${penicillin}`, reason: 'Tolerated it in 2024' }] },
      },
    });
  });

  test.each([
    [null, penicillin],
    ['', penicillin],
    ['否认药物过敏史', penicillin],
    ['磺胺', `磺胺; ${penicillin}`],
    [penicillin, penicillin],
  ])('is on the paper beside the allergies of the file (%j)', async (allergy, printed) => {
    const { create, info, reason } = await withAllergy(penicillin, { of: { patient: { allergy } } });
    const { id } = dataOf(await create({ overrides: reason() }));
    expect(await info(id)).toMatchObject({ data: { patient: { allergy: printed } } });
  });

  test('needs a new reason when the text changes', async () => {
    const { create, reason } = await withAllergy(penicillin);
    expect(await create({ overrides: reason('allergy: 皮疹') })).toMatchObject({ code: Code.prescriptionLinesRefused });
  });

  test("is found in the patient's file, in other histories and in what the patient wrote", async () => {
    const patient = { allergy: '磺胺', past: '高血压，头孢过敏' };
    const order = { chiefComplaint: '咳嗽，我对阿司匹林过敏' };
    const { check } = await withAllergy('否认药物过敏史', { of: { patient, order } });
    const quotes = ['磺胺', '头孢过敏', '我对阿司匹林过敏'];
    expect(await check()).toMatchObject({ data: { hits: quotes.map(notCoded) } });
  });

  test('is not ruled out by an empty file', async () => {
    const { check } = await withAllergy('', { of: { patient: { allergy: '' } } });
    expect(await check()).toMatchObject({ data: { hits: [{ params: { why: 'allergiesNotAsked' } }] } });
  });
});
