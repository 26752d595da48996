import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly text?: string; readonly children?: ReactNode };

/** The screen's one heading, what it is about, and what can be done with all of it. A change of screen puts the focus here. */
export function PageHeader({ title, text, children }: Props) {
  return (
    <div className="ui-page-head">
      <h1 tabIndex={-1}>{title}</h1>
      {text ? <p>{text}</p> : null}
      {children ? <div className="ui-page-actions">{children}</div> : null}
    </div>
  );
}
