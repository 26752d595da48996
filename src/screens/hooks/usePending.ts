import { useCallback, useState } from 'react';

/** Whether a call of this component is under way, and a function that waits for one. */
export function usePending() {
  const [isPending, setPending] = useState(false);
  const pending = useCallback(async <T>(call: Promise<T>): Promise<T> => {
    setPending(true);
    try {
      return await call;
    } finally {
      setPending(false);
    }
  }, []);
  return [isPending, pending] as const;
}
