import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import './notice.css';

type Props = {
  /** Why there is nothing. */
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  /** The one thing to do about it. */
  readonly action?: ReactNode;
};

/** What stands where a list would: never a blank pane. */
export function EmptyState({ title, text, icon, action }: Props) {
  return (
    <div className="ui-notice">
      {icon ?? <Inbox aria-hidden="true" />}
      <strong>{title}</strong>
      {text ? <p>{text}</p> : null}
      {action ? <div>{action}</div> : null}
    </div>
  );
}
