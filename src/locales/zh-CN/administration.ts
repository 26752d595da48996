import type { administration as english } from '../en/administration.ts';
import type { Translation } from '../texts.ts';

export const administration: Translation<typeof english> = {
  administration: {
    title: '管理',
    sections: '管理的各部分',
    names: {
      people: '人员',
    },
  },
};
