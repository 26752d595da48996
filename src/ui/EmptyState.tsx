import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  /** Why there is nothing. */
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  /** What to do about it. */
  readonly action?: ReactNode;
  readonly tone?: 'danger' | undefined;
  /** Something failed: it is told at once. */
  readonly urgent?: boolean;
  /** It stands in the place of a whole screen, so its title is the screen's heading. */
  readonly isScreen?: boolean;
};

/** What stands where a list, a pane or a screen would: never a blank. */
export function EmptyState({ title, text, icon, action, tone, urgent = false, isScreen = false }: Props) {
  return (
    <div className="ui-empty" role={urgent ? 'alert' : undefined}>
      <div className="ui-empty-words">
        <div className="ui-empty-sign" data-tone={tone}>
          {icon ?? <Inbox aria-hidden="true" />}
        </div>
        {isScreen ? (
          <h1 className="ui-empty-title" tabIndex={-1}>
            {title}
          </h1>
        ) : (
          <strong className="ui-empty-title">{title}</strong>
        )}
        {text ? <p className="ui-empty-text">{text}</p> : null}
        {action}
      </div>
    </div>
  );
}
