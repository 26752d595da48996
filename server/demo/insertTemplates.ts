import { TemplateContent } from '../../contract/extension/templates.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { isDoctor } from '../db/roles.ts';
import { drugFavourite, template } from '../db/schema/templates.ts';
import type { PharmacyRows, StaffRows } from './insertHospital.ts';
import type { Template } from './tableSchemas.ts';
import { readDemoTable } from './tables.ts';

type Rows = { staff: StaffRows; pharmacy: PharmacyRows };

function contentOf(
  { set, record, diagnoses }: Template,
  { drugs: medicines, diagnoses: known }: PharmacyRows,
): TemplateContent {
  const diagnosisList = diagnoses.flatMap((code, index) => {
    const row = known.get(code);
    return row ? [{ id: row.id, code, name: row.name, main: index === 0 }] : [];
  });
  if (set === null) {
    const sections = Object.fromEntries(Object.entries(record ?? {}).map(([name, text]) => [name, text.zh]));
    return TemplateContent.parse({ kind: 'record', sections, diagnosisList });
  }
  const lines = set.drugs.flatMap(({ product, days, remark }) => {
    const row = medicines.get(product);
    if (!row) return [];
    return {
      drugId: row.id,
      drugName: row.name,
      specification: row.specification,
      onceDose: row.defaultDose,
      onceDoseUnit: row.defaultDoseUnit ?? row.minUnit,
      frequency: row.defaultFrequency,
      route: row.defaultRoute,
      days,
      quantity: null,
      remark: remark?.zh ?? '',
    };
  });
  return TemplateContent.parse({ kind: 'prescription', lines, diagnosisList, advice: set.advice.zh });
}

/** Inserts templates of each department, written by its first doctor, whose favourites are the medicines in them. */
export async function insertTemplates(store: HospitalStore, { staff, pharmacy }: Rows, at: number): Promise<void> {
  const doctors = [...staff.values()].filter(isDoctor);
  for (const row of readDemoTable('templates').rows) {
    const author = doctors.find(({ deptId }) => deptId === String(row.department));
    if (!author) continue;
    const content = contentOf(row, pharmacy);
    const { id: authorId, deptId } = author;
    const times = { createTime: at, updateTime: at };
    const owner = { authorId, deptId: row.personal ? null : deptId };
    await store.add(template, { ...owner, ...times, kind: content.kind, name: row.name.zh, content });
    const drugIds = content.kind === 'prescription' && row.personal ? content.lines.map(({ drugId }) => drugId) : [];
    await store.addAll(
      drugFavourite,
      [...new Set(drugIds)].map((drugId) => ({ staffId: authorId, drugId, createTime: at })),
    );
  }
}
