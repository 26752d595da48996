import type { alertSettings as english } from '../en/alertSettings.ts';
import type { Translation } from '../texts.ts';

export const alertSettings: Translation<typeof english> = {
  title: '提醒',
  sound: {
    title: '提示音',
    name: '有新内容时',
    off: '不响',
    once: '响一次',
    repeat: '反复响，直到查看',
    every: '间隔',
    seconds: '{{count}} 秒',
    minutes_other: '{{count}} 分钟',
    volume: '音量',
    percent: '{{count}}%',
    test: '试听',
    missing: '此浏览器无法播放提示音。',
    oneTab: '打开多个标签页时，只有其中一个会响铃和弹出通知。',
  },
  kinds: {
    title: '提醒内容',
    message: '患者发来消息',
    waiting: '有新的待接诊患者',
    rejected: '处方被驳回',
    review: '有新的待审处方',
  },
  notices: {
    title: '桌面通知',
    on: '弹出桌面通知',
    showText: '显示患者姓名和消息内容',
    showTextHint: '关闭时，通知只显示“张*发来新消息”。旁人可能看到您的屏幕。',
    allow: '允许通知',
    ask: '需要先在浏览器中允许通知。',
    denied: '浏览器已禁止通知',
    deniedText: '请点击地址栏旁的图标，打开网站设置，将“通知”改为“允许”，然后回到这里。',
    missing: '此处无法显示桌面通知',
    missingText: '需要安全地址（https）和电脑浏览器。提示音和标题中的数字仍然有效。',
    allowed: '此电脑已允许通知。',
  },
  quiet: {
    title: '免打扰时段',
    on: '在指定时段内不响铃、不弹通知',
    from: '开始',
    to: '结束',
    days: '开始于',
    hint: '以医院所在地时间为准。结束早于开始时，延续到次日。标题中的数字照常显示。',
  },
};
