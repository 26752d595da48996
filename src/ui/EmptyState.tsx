import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  /** Why it is empty. */
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  /** What the reader can do about it. */
  readonly action?: ReactNode;
  readonly tone?: 'danger' | undefined;
  /** A failure: screen readers announce it at once. */
  readonly urgent?: boolean;
  /** It replaces a whole screen, so its title is the heading of the screen. */
  readonly isScreen?: boolean;
};

/** Replaces an empty or failed list, pane or screen, so that it is never blank. */
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
