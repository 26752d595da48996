import type { common as english } from '../en/common.ts';
import type { Translation } from '../texts.ts';

export const common: Translation<typeof english> = {
  actions: {
    cancel: '取消',
    close: '关闭',
    save: '保存',
    add: '添加',
    retry: '重试',
    reload: '重新加载',
    back: '返回',
    next: '下一步',
    previous: '上一步',
    clear: '清空',
    reset: '重置',
    undo: '撤销',
    open: '打开',
    dismiss: '知道了',
  },
  state: {
    loading: '加载中',
    empty: '暂无内容',
    noResults: '没有找到结果',
    failed: '加载失败',
    unknown: '未知（{{value}}）',
    notRecorded: '未记录',
    none: '无',
    yes: '是',
    no: '否',
    all: '全部',
    saved: '已保存',
    saving: '保存中',
    notSaved: '未保存',
  },
  form: {
    required: '请填写此项。',
    reason: '请用文字写明原因。',
    tooLong: '最多{{max}}个字，现在有{{count}}个字。',
    notANumber: '请输入大于 0 的数字。',
    left_other: '还可输入{{count}}个字',
    optional: '选填',
    wholeNumber: '请输入 {{min}} 到 {{max}} 之间的整数。',
  },
  pane: {
    crashed: '这一部分出错了',
    crashedHint: '页面的其他部分仍可使用，已输入的内容会尽量保留。',
  },
};
