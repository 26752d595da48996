import { numberText, readTypedNumber, type TypedNumber } from '../../clinical/doses/typedNumber.ts';
import { DiagnosisFields } from '../../contract/extension/diagnoses.ts';
import { MedicineFields } from '../../contract/extension/medicines.ts';
import type { Language } from '../accounts/caller.ts';
import { type Problem, problem } from './problems.ts';

type Kind = 'text' | 'number' | 'money' | 'flag' | 'words';
/** A column of the files: its field, its headings, and how a cell is read. */
export type Column = { readonly key: string; readonly zh: string; readonly en: string; readonly kind: Kind };

const column = (key: string, zh: string, en: string, kind: Kind = 'text'): Column => ({ key, zh, en, kind });

/** Packs of a new medicine in the default warehouse; of one that exists only a correction with a reason changes the stock. */
export const initialStock = column('initialStock', '初始库存', 'Initial stock', 'number');
const retired = column('retired', '停用', 'Retired', 'flag');

const medicineColumns: readonly Column[] = [
  column('code', '药品编码', 'Code'),
  column('genericCode', '通用名编码', 'Generic'),
  column('name', '名称', 'Name (Chinese)'),
  column('nameEn', '英文名称', 'Name (English)'),
  column('tradeName', '商品名', 'Trade name (Chinese)'),
  column('tradeNameEn', '英文商品名', 'Trade name (English)'),
  column('specification', '规格', 'Specification (Chinese)'),
  column('specificationEn', '英文规格', 'Specification (English)'),
  column('dosageForm', '剂型', 'Dosage form'),
  column('manufacturer', '生产厂家', 'Manufacturer (Chinese)'),
  column('manufacturerEn', '英文生产厂家', 'Manufacturer (English)'),
  column('approvalNo', '批准文号', 'Approval number'),
  column('minUnit', '最小单位', 'Base unit'),
  column('packUnit', '包装单位', 'Pack unit'),
  column('packFactor', '包装数量', 'Base units in a pack', 'number'),
  column('strength', '含量', 'Strength', 'number'),
  column('strengthUnit', '含量单位', 'Strength unit'),
  column('defaultDose', '常用剂量', 'Usual dose', 'number'),
  column('defaultDoseUnit', '常用剂量单位', 'Usual dose unit'),
  column('defaultFrequency', '常用频次', 'Usual frequency'),
  column('defaultRoute', '常用途径', 'Usual route'),
  column('price', '单价（元）', 'Price in yuan', 'money'),
  column('prescriptionOnly', '处方药', 'Prescription only', 'flag'),
  column('highAlert', '高警示', 'High alert', 'flag'),
  column('antibioticLevel', '抗菌药物级别', 'Antibiotic level', 'number'),
  initialStock,
  retired,
];

const diagnosisColumns: readonly Column[] = [
  column('code', '诊断编码', 'Code'),
  column('name', '名称', 'Name (Chinese)'),
  column('nameEn', '英文名称', 'Name (English)'),
  column('words', '常用名（以 | 分隔）', 'Everyday names (separated by |)', 'words'),
  retired,
];

export const columnsByKind = { medicines: medicineColumns, diagnoses: diagnosisColumns } as const;
export const schemaByKind = { medicines: MedicineFields, diagnoses: DiagnosisFields } as const;

export const headingOf = (column: Column, language: Language): string => (language === 'en' ? column.en : column.zh);

/** The columns that a heading names in any language or by their field; null for one that is not known. */
export const columnNamed = (columns: readonly Column[], heading: string): Column | null => {
  const named = heading.trim().toLowerCase();
  return columns.find(({ key, zh, en }) => [key, zh, en].some((name) => name.toLowerCase() === named)) ?? null;
};

const flags: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['yes', 'y', 'true', '1', '是'].map((word) => [word, true])),
  ...Object.fromEntries(['no', 'n', 'false', '0', '否', ''].map((word) => [word, false])),
};

/** A cell's value, or why it has none. */
export function readCell({ key, kind }: Column, cell: string): { value: unknown } | Problem {
  if (kind === 'text') return { value: cell };
  if (kind === 'words')
    return {
      value: cell
        .split('|')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    };
  if (kind === 'flag') {
    const value = flags[cell.toLowerCase()];
    return value === undefined ? problem(key, '请填写“是”或“否”', 'Write “yes” or “no”') : { value };
  }
  if (cell === '') return { value: null };
  if (kind === 'money') {
    const read = readTypedNumber(cell.replace(/^[¥￥]/, ''), { places: 2 });
    return read.kind === 'number'
      ? { value: Math.round(read.value * 100) }
      : (twoReadings(key, cell, read) ??
          problem(
            key,
            `“${cell}”不是以元为单位的金额，例如 12.80`,
            `“${cell}” is not an amount in yuan, such as 12.80`,
          ));
  }
  const read = readTypedNumber(cell, { places: 6 });
  return read.kind === 'number'
    ? { value: read.value }
    : (twoReadings(key, cell, read) ?? problem(key, `“${cell}”不是数字`, `“${cell}” is not a number`));
}

/** Why a cell that can be read in two ways is refused; null for other cells. */
function twoReadings(key: string, cell: string, read: TypedNumber): Problem | null {
  if (read.kind !== 'refused' || read.readings.length === 0) return null;
  return problem(
    key,
    `“${cell}”的写法不明确，请写成 ${read.readings.join(' 或 ')}`,
    `“${cell}” is not clear. Write ${read.readings.join(' or ')}`,
  );
}

/** A value as the cell from which it is read; money is stored in cents and written in yuan. */
export function cellOf({ kind }: Column, value: unknown, language: Language): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return (Number(value) / 100).toFixed(2);
  if (Array.isArray(value)) return value.join('|');
  if (typeof value === 'boolean') return language === 'en' ? (value ? 'yes' : 'no') : value ? '是' : '否';
  return typeof value === 'number' ? numberText(value) : String(value);
}
