import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import '../../ui/notice.css';
import './layout.css';

type Props = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'danger';
  readonly children?: ReactNode;
};

/** A page that says why the wanted one is not shown, and what to do. */
export function NoticePage({ icon: Icon, title, text, tone, children }: Props) {
  return (
    <div className="page-notice">
      <div className="ui-notice" data-tone={tone}>
        <Icon aria-hidden="true" />
        <h1 tabIndex={-1}>{title}</h1>
        <p>{text}</p>
        {children ? <div>{children}</div> : null}
      </div>
    </div>
  );
}
