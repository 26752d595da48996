import { useMemo } from 'react';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { search } from '../../streams/search.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';

const pauseMs = 200;
const shownAtOnce = 20;
const isCode = (text: string) => /^[a-z]\d/i.test(text);

/** The ICD-10 list, searched by name, pinyin initials or code. */
export function useDiseaseSearch() {
  const { api } = useApp();
  const listed = useMemo(
    () =>
      search(
        (text) =>
          fromAbortable(async (signal) => {
            const words = isCode(text) ? { code: text.slice(0, 20) } : { name: text.slice(0, 100) };
            const answer = await api.pageDiseases(
              { ...words, pageNo: 1, pageSize: shownAtOnce },
              { signal, quiet: true },
            );
            return answer.ok ? { ok: true, data: answer.data.list } : answer;
          }),
        { pauseMs },
      ),
    [api],
  );
  return { ...useLive(listed.searched$), typed: listed.typed };
}
