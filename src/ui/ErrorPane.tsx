import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type PaneProps = {
  readonly title: string;
  readonly text: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
};

/** What stands in the place of a part that could not be shown. */
export function ErrorPane({ title, text, retryLabel, onRetry }: PaneProps) {
  return (
    <EmptyState
      urgent
      tone="danger"
      icon={<TriangleAlert aria-hidden="true" />}
      title={title}
      text={text}
      action={
        <Button look="outline" onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    />
  );
}

type BoundaryProps = Omit<PaneProps, 'onRetry'> & {
  readonly onError: (error: unknown) => void;
  /** When one of these changes, the part is tried again. */
  readonly resetKeys?: readonly unknown[];
  readonly children: ReactNode;
};

/** Keeps a crash inside its pane: the others go on. */
export function PaneBoundary({ onError, resetKeys = [], children, ...words }: BoundaryProps) {
  return (
    <ErrorBoundary
      onError={onError}
      resetKeys={[...resetKeys]}
      fallbackRender={({ resetErrorBoundary }) => <ErrorPane {...words} onRetry={resetErrorBoundary} />}
    >
      {children}
    </ErrorBoundary>
  );
}
