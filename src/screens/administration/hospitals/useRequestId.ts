import { useKept } from '../../useKept.ts';

/** The id of a form's request, which stays the same for every attempt, and a function that takes a new one. */
export function useRequestId(name: string): readonly [string, () => void] {
  const [id, set] = useKept<string>(`request of ${name}`, crypto.randomUUID());
  return [id, () => set(crypto.randomUUID())];
}
