import type { ReactNode } from 'react';
import './page.css';

type Props = {
  /** The screen ends where the window ends, and the list on it scrolls; otherwise the screen grows with its content. */
  readonly fill?: boolean;
  readonly children: ReactNode;
};

/** A screen that is not divided into panes: its edge, and the gaps between its parts. */
export function Page({ fill = false, children }: Props) {
  return (
    <div className="page" data-fill={fill || undefined}>
      {children}
    </div>
  );
}
