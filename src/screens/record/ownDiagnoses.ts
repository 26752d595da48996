import type { Disease } from '../../../contract/http/disease.ts';
import type { DiseaseId, DoctorDiseaseId } from '../../../contract/ids.ts';
import { createQuery, type Query } from '../../streams/query.ts';
import type { App, DoctorServices } from '../app/app.ts';
import { useApp, useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLanguageChange } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';

type Own = Disease & { readonly doctorDiseaseWesternId: DoctorDiseaseId };

/** One list per signed-in doctor, shared by all panes. */
const queries = new WeakMap<DoctorServices, Query<readonly Own[]>>();

function queryOf(work: DoctorServices, api: App['api']): Query<readonly Own[]> {
  const known = queries.get(work) ?? createQuery((signal) => api.findDoctorDiseases({}, { signal, quiet: true }));
  queries.set(work, known);
  return known;
}

/** Reloads the list in all panels after a change elsewhere. */
export const reloadOwnDiagnoses = (work: DoctorServices): void => queries.get(work)?.reload();

/** The doctor's own diagnoses; if they fail to load, the search still works. */
export function useOwnDiagnoses() {
  const { api } = useApp();
  const { answer$, reload, refresh } = queryOf(useWork(), api);
  useLanguageChange(refresh);
  useOwnChanges('diagnoses', refresh);
  const answer = useLive(answer$);
  const own = answer.state === 'ready' ? answer.data : [];
  const entryOf = (id: DiseaseId) => own.find((one) => one.id === id) ?? null;
  return {
    own,
    isOwn: (id: DiseaseId) => entryOf(id) !== null,
    /** Adds a diagnosis to the doctor's own list or removes it; one that another window removed is gone as well. */
    toggle: async (id: DiseaseId) => {
      const doctorDiseaseWesternId = entryOf(id)?.doctorDiseaseWesternId;
      const done = doctorDiseaseWesternId
        ? await api.deleteDoctorDisease({ doctorDiseaseWesternId }, { quiet: true })
        : await api.createDoctorDisease({ diseaseWesternId: id });
      if (done.ok || done.failure.kind === 'notFound') reload();
    },
  };
}
