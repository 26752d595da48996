import type { Diagnosis } from '../../contract/shared.ts';

type Diagnoses = readonly Diagnosis[];

/** Makes one diagnosis the main one; a non-empty list always has exactly one. */
export function withMain(list: Diagnoses, id: Diagnosis['id']): Diagnoses {
  const main = list.some((one) => one.id === id) ? id : list[0]?.id;
  return list.map((one) => ({ ...one, main: one.id === main }));
}

const mainOf = (list: Diagnoses) => list.find((one) => one.main)?.id ?? list[0]?.id;

/** Adds a diagnosis; the first one becomes the main one. */
export function withDiagnosis(list: Diagnoses, added: Omit<Diagnosis, 'main'>): Diagnoses {
  if (list.some((one) => one.id === added.id)) return list;
  const { id, code, name } = added;
  return withMain([...list, { id, code, name, main: false }], mainOf(list) ?? id);
}

export function withoutDiagnosis(list: Diagnoses, id: Diagnosis['id']): Diagnoses {
  const rest = list.filter((one) => one.id !== id);
  const main = mainOf(list);
  return rest.length === 0 || main === undefined ? rest : withMain(rest, main);
}

/** Whether two lists contain the same diagnoses with the same main one. */
export const sameDiagnoses = (a: Diagnoses, b: Diagnoses): boolean =>
  a.length === b.length && a.every((one, index) => one.id === b[index]?.id && one.main === b[index]?.main);
