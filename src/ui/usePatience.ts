import { useEffect, useState } from 'react';

const waitMs = 200;
const leastMs = 300;

/** Whether to show that something is loading: only once it has taken 200 ms, and then for at least 300 ms. */
export function usePatience(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const [settled, setSettled] = useState(true);
  useEffect(() => {
    if (!loading || shown) return;
    const timer = setTimeout(() => {
      setShown(true);
      setSettled(false);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setSettled(true), leastMs);
    return () => clearTimeout(timer);
  }, [shown]);
  useEffect(() => {
    if (shown && settled && !loading) setShown(false);
  }, [shown, settled, loading]);
  return shown;
}
