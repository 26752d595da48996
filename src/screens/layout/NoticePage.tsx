import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
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
      <EmptyState
        isScreen
        icon={<Icon aria-hidden="true" />}
        title={title}
        text={text}
        tone={tone}
        action={children ? <div>{children}</div> : null}
      />
    </div>
  );
}
