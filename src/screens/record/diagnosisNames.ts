import { useCallback } from 'react';
import type { DiseaseId } from '../../../contract/ids.ts';
import type { Diagnosis } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';
import { languageOf } from '../hooks/useTextsFor.ts';
import { useQuery } from '../lists/usePages.ts';

const most = 20;
const between = '\n';

/**
 * Diagnoses with their names in the language of the screen, because a draft keeps those of the language in which it was
 * written. A name that the list does not have in this language stays.
 */
export function useNamedDiagnoses(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  const { api } = useApp();
  const { language } = useTranslation();
  const isForeign = ({ name }: Diagnosis) => ![language, null].includes(languageOf(name));
  const codes = diagnoses.flatMap((one) => (isForeign(one) ? one.code : [])).join(between);
  const found = useQuery(
    useCallback(
      async (signal: AbortSignal) => {
        const asked = codes === '' ? [] : codes.split(between);
        const answers = await Promise.all(
          asked.map((code) => api.pageDiseases({ code, pageNo: 1, pageSize: most }, { signal, quiet: true })),
        );
        const listed = answers.flatMap((answer) => (answer.ok ? answer.data.list : []));
        return { ok: true as const, data: new Map<DiseaseId, string>(listed.map(({ id, name }) => [id, name])) };
      },
      [api, codes],
    ),
  );
  const names = found.state === 'ready' ? found.data : null;
  return diagnoses.map((one) => (isForeign(one) ? { ...one, name: names?.get(one.id) ?? one.name } : one));
}
