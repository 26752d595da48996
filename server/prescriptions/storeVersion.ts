import { Code } from '../../contract/envelope.ts';
import { type Refused, refused } from '../db/outcome.ts';
import { prescriptionVersion } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { moveStock } from '../medicines/stock.ts';
import type { LineProblem } from './facts.ts';
import { type PrescriptionRow, packsOf } from './storedPrescription.ts';

/** The content of a version as it was submitted. */
const contentOf = ({
  orderId,
  caseId,
  patientId,
  doctorId,
  warehouseId,
  rxType,
  patient,
  ...rest
}: PrescriptionRow) => ({
  orderId,
  caseId,
  patientId,
  doctorId,
  warehouseId,
  rxType,
  patient,
  diagnosisList: rest.diagnosisList,
  lines: rest.lines,
  advice: rest.advice,
  overDaysReason: rest.overDaysReason,
  overrides: rest.overrides,
  findings: rest.findings,
  amount: rest.amount,
  doubleSign: rest.doubleSign,
});

/** Takes the packs out of stock, returns those of the replaced version, and stores the signed version permanently. */
export async function storeVersion(
  tx: Transaction,
  row: PrescriptionRow,
  { replaces, at }: { replaces: PrescriptionRow | null; at: number },
): Promise<Refused | null> {
  const giveBack = replaces === null ? [] : packsOf(replaces);
  const short = await moveStock(tx, { take: packsOf(row), giveBack });
  if (short.length > 0) {
    const left = new Map(short.map(({ drugId, stock }) => [drugId, stock]));
    const problems = packsOf(row).flatMap(({ drugId }, index): LineProblem[] => {
      const stock = left.get(drugId);
      return stock === undefined ? [] : [{ index, field: 'quantity', why: 'stockShort', stock }];
    });
    return refused(Code.stockShort, { problems, ruleHits: [] });
  }
  await tx.add(prescriptionVersion, {
    prescriptionId: row.id,
    version: row.version,
    createTime: at,
    content: contentOf(row),
    signature: row.doctorSignature,
    signer: row.doctorSigner,
  });
  return null;
}
