import type { KeyboardEvent, ReactNode } from 'react';
import './small.css';

/** Buttons that belong together. The arrow keys go from one to the next. */
export function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div role="toolbar" className="ui-toolbar" aria-label={label} onKeyDown={move}>
      {children}
    </div>
  );
}
