import type { numbers as english } from '../en/numbers.ts';
import type { Translation } from '../texts.ts';

/** Why a typed number was not read, and the units written behind a number, in Chinese. */
export const numbers: Translation<typeof english> = {
  twoReadings: '“{{typed}}”可能是 {{first}}，也可能是 {{second}}。请写成 {{first}} 或 {{second}}。',
  oneReading: '“{{typed}}”的写法不明确。如果是 {{first}}，请写成 {{first}}。',
  fraction: '“{{typed}}”无法精确保存，请写成小数，例如 {{first}}。',
  unit: '请只填写数字，不要写单位。',
  negative: '请去掉负号。',
  unfinished: '数字不完整，请写完整，例如 0.5。',
  notWhole: '请输入整数。',
  tooFine: '最多 {{places}} 位小数。',
  tooHigh: '请输入不超过{{max}}的数。',
  tooLong: '数字太长。',
  symbols: { microgram: '微克', units: '单位', tenThousandUnits: '万单位' },
};
