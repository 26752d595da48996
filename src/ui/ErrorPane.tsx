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

/** Replaces a part of the screen that crashed. */
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
  /** The part is rendered again when one of these changes. */
  readonly resetKeys?: readonly unknown[];
  readonly children: ReactNode;
};

/** An error boundary: a crash in one pane does not affect the others. */
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
