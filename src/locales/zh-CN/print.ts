import type { print as english } from '../en/print.ts';
import type { Translation } from '../texts.ts';

export const print: Translation<typeof english> = {
  print: '打印',
  page: '第 {{page}} 页，共 {{pages}} 页',
  nothing: '没有可打印的内容',
  nothingText: '请先打开处方、病历或已结束的问诊，再打印。列表可导出为 CSV 文件。',
  signature: '{{name}}的手写签名',
  record: '打印病历',
  prescription: '打印处方 {{number}}',
};
