import type { Code } from '../../contract/envelope.ts';
import type { Language } from '../accounts/caller.ts';
import { byCode } from './codeWordings.ts';
import { type Wording, wordings } from './wordings.ts';

/** Chinese texts for the contract's own validation messages, which are English. */
const validationMessages: Readonly<Record<string, string>> = {
  'is empty': '不能为空',
  'gives no reason; write a few words': '须写明原因',
  'is not an id': '不是有效的编号',
  'is not a host': '不是有效的域名',
  'is not a date': '不是有效的日期',
  'is not a mobile number': '不是有效的手机号',
  'is not an account name': '账号须为 3 至 32 位字母、数字或 . _ -，并以字母或数字开头',
  'is not a device': '不是有效的设备标识',
  'is not a code of 4 to 6 digits': '应为 4 至 6 位数字验证码',
  'contains a broken character, such as half an emoji; remove it and try again':
    '含有损坏的字符（例如不完整的表情符号），请删除后重试',
  'has more than 500 entries': '超过 500 项',
  'has an unknown variable': '含有未知变量',
  'must be in µmol/L; 1 mg/dL is 88.4': '须以 µmol/L 填写，1 mg/dL 应写 88.4',
  'must be in centimetres; 1.2 m is 120': '须以厘米填写，1.2 米应写 120',
  'is nested too deep, or contains a broken character': '层级过深，或含有损坏的字符',
};

/** The message about an invalid field in the reader's language. */
export const validationMessage = (message: string, language: Language): string =>
  language === 'en' ? message : (validationMessages[message] ?? message);

const valueAt = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), data);

/** The message of a refusal, with the names from its data filled in. */
export function messageOf(code: Code, wording: Wording | null, data: unknown, language: Language): string {
  const words = wording === null ? byCode[code] : wordings[wording];
  return words[language === 'en' ? 1 : 0].replace(/\{([\w.]+)\}/g, (_, path: string) =>
    String(valueAt(data, path) ?? ''),
  );
}
