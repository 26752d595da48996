import type { print as english } from '../en/print.ts';
import type { Translation } from '../texts.ts';

export const print: Translation<typeof english> = {
  print: '打印',
  page: '第 {{page}} 页，共 {{pages}} 页',
  signature: '{{name}}的手写签名',
  conversation: '对话',
  allergies: '过敏史',
  record: '打印病历',
  prescription: '打印处方 {{number}}',
};
