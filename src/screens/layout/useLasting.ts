import { useEffect, useState } from 'react';

/** True once something has been so without a break for that long. */
export function useLasting(so: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!so) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), ms);
    return () => clearTimeout(timer);
  }, [so, ms]);
  return so && lasting;
}
