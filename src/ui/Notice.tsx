import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { ownElement } from './ownElement.tsx';

type Props = {
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons or links that resolve it. */
  readonly actions?: ReactNode;
  /** Announced at once, because something unexpected is wrong. */
  readonly urgent?: boolean;
};

const signs = { info: Info, success: CircleCheck, warning: CircleAlert, danger: CircleAlert };

/** A persistent banner: the state, its reason and what to do about it. */
export function Notice({ tone, title, children, actions, urgent = false }: Props) {
  const Sign = signs[tone];
  return (
    <div className="ui-notice" data-tone={tone} role={urgent ? 'alert' : undefined}>
      <Sign aria-hidden="true" />
      <div className="ui-notice-words">
        <div className="ui-notice-title">{title}</div>
        {children ? <div className="ui-notice-text">{children}</div> : null}
      </div>
      {actions ? <div className="ui-notice-actions">{actions}</div> : null}
    </div>
  );
}

type ErrorTextProps = { readonly id?: string; readonly urgent?: boolean; readonly children: ReactNode };

/** An error that belongs to no single field, and how to correct it. */
export function ErrorText({ id, urgent = false, children }: ErrorTextProps) {
  return (
    <p id={id} className="ui-error-text" role={urgent ? 'alert' : undefined}>
      <CircleAlert aria-hidden="true" size="1em" />
      {ownElement(children)}
    </p>
  );
}
