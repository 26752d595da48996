import { useEffect } from 'react';

/** The page title names the screen and the hospital, preceded by the number of waiting items. */
export function useTitle(hospital: string, waiting = 0, screen = ''): void {
  useEffect(() => {
    const name = screen ? `${screen} · ${hospital}` : hospital;
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  }, [hospital, waiting, screen]);
}
