import type { chat as english } from '../en/chat.ts';
import type { Translation } from '../texts.ts';

export const chat: Translation<typeof english> = {
  log: '与{{patient}}的对话',
  said: '{{name}}：{{text}}',
  copied: '文字已复制。',
  recalledByYou: '您撤回了一条消息',
  recalledByPatient: '患者撤回了一条消息',
  body: {
    voiceNote: '语音消息',
    prescriptionCard: '处方',
    image: '图片',
    imageBroken: '图片加载失败。',
    voice: '语音消息，{{seconds}} 秒',
    prescription: '处方 {{number}}',
    record: '病历',
    patientCard: '患者的问题',
    unknown: '当前版本无法显示的消息（类型 {{type}}）。',
  },
  notice: {
    order: {
      accepted: '{{doctor}}已接诊。',
      finished: '本次问诊已结束。',
      finishedByTime: '问诊时间已到，本次问诊已结束。',
      finishedByQuota: '消息条数已用完，本次问诊已结束。',
      refused: '医生未能接诊。',
      cancelled: '患者取消了问诊。',
      disputed: '患者提出申诉，本次问诊已结束。',
      expired: '等待超时，费用将原路退回。',
      offeredToOthers: '{{doctor}}目前无法接诊，该问诊已转给其他医生候诊。',
      doctorAbsent: '{{doctor}}目前无法接诊，费用将原路退回。',
      doctorUnavailable: '已告知患者：{{doctor}}目前无法回复。',
      doctorOnLeave: '已告知患者：{{doctor}}休假至{{until}}。',
      reminded: '已提醒患者。',
    },
  },
  upload: {
    unreadable: '“{{name}}”不是可以打开的图片。HEIC 格式的照片请先另存为 JPEG。',
  },
};
