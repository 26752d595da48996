import type { verify as english } from '../en/verify.ts';
import type { Translation } from '../texts.ts';

export const verify: Translation<typeof english> = {
  title: '处方核验',
  checking: '正在核验…',
  states: {
    valid: '有效',
    altered: '已被改动',
    withdrawn: '未生效或已失效',
    unknown: '无此处方',
    unchecked: '无法核验',
    tooMany: '无法核验',
  },
  texts: {
    valid: '该编码对应的处方已由医师和药师签名，目前有效。',
    altered: '存储的内容与签名不符。请勿调配，并联系医院。',
    withdrawn: '处方已撤回、已过期或尚未通过审核。请勿调配，请联系医师重新开具。',
    unknown: '没有处方使用该编码。请重新扫描纸上的二维码；仍无结果时请联系医院。',
    unchecked: '医院没有回应，无法判断处方是否有效。请重试。',
    tooMany: '该网络核验次数过多，无法判断处方是否有效。请一分钟后重试。',
  },
  roles: { doctor: '医师', auditor: '审核药师' },
  signedAt: '{{time}}签名',
  compare: '请与纸质处方上的姓名核对；如不一致，请勿调配，并联系医院。',
  retry: '重新核验',
  note: '本页不显示患者和药品的任何信息。',
  otherLanguage: 'English',
};
