import { useEffect } from 'react';

/** The page title is the hospital's name, preceded by the number of waiting items. */
export function useTitle(hospital: string, waiting = 0): void {
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${hospital}` : hospital;
  }, [hospital, waiting]);
}
