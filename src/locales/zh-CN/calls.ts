import type { calls as english } from '../en/calls.ts';
import type { Translation } from '../texts.ts';

export const calls: Translation<typeof english> = {
  refreshToken: '续期登录',
  awaitList: '加载候诊患者',
  orderDetail: '加载订单',
  getOrderNum: '加载订单数量',
  pushMessage: '通知患者',
  getConsultConfigs: '加载服务设置',
  getQuickReplies: '加载快捷回复',
  saveCase: '保存病历',
  getCase: '加载病历',
  listPrescriptions: '加载处方列表',
  getPrescription: '加载处方',
  queryImMessages: '加载消息',
  pageOrders: '加载订单列表',
  acceptOrder: '接诊',
  refuseOrder: '拒诊',
  finishOrder: '结束问诊',
  setNoAnswer: '标记无需回复',
  uploadFile: '上传文件',
  uploadPart: '上传文件',
  uploadProgress: '上传文件',
  cancelUpload: '取消上传',
  signFile: '加载文件',
  getUiSetting: '加载个人设置',
  putUiSetting: '保存个人设置',
};
