/** Questions of auditors to the doctor, and their answers. */
export const questions = {
  card: {
    list: '药师提问',
    title: '{{name}} 就处方 {{number}} 提问',
    open: '打开处方',
    asked: '{{time}} 提问',
    waiting: '已等待 {{time}}',
    validUntil: '处方有效期至 {{time}}',
    answer: '您的回复',
  },
  reason: '您填写的理由：{{reason}}',
  answer: '发送回复',
  answerOnly: '仅回复，不确认',
  confirm: '确认并签名',
  answered: '已回复 {{name}}。',
  unconfirmed: '平台尚未确认，正在重新发送您的回复。',
  closed: {
    title: '该问题已不再等待回复',
    kept: '未发送的内容：',
    dismiss: '知道了',
  },
} as const;
