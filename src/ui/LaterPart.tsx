import { CloudOff } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../locales/i18n.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { isChunkFailure, type OnDemand, onDemand, whenIdle } from './onDemand.ts';
import { overlayHost } from './overlayHost.ts';
import { Skeleton } from './Skeleton.tsx';
import './laterPart.css';

/**
 * When to load: `now` if somebody waits for it, `idle` if it may be needed later and offline, `not` if nothing needs it
 * yet.
 */
type Need = 'now' | 'idle' | 'not';

/** Returns the code, or null until it has loaded. `PartAway` beside it says so if it stays away. */
export function useOnDemand<Code>(part: OnDemand<Code>, need: Need): Code | null {
  const code = useSyncExternalStore(part.subscribe, part.at);
  const missing = code === null;
  useEffect(() => {
    if (!missing || need === 'not') return;
    const load = () => void part.load().catch(() => {});
    return need === 'idle' ? whenIdle(load) : load();
  }, [part, need, missing]);
  return code;
}

/**
 * `place` fills the place of the part, `screen` that of a screen, `line` is one line above others, and `floating` is for
 * what has no place of its own.
 */
type Place = 'place' | 'screen' | 'line' | 'floating';

type AwayProps = {
  readonly of: OnDemand<unknown>;
  readonly as?: Place;
  /** What is missing; otherwise "a part of the page". */
  readonly title?: string | undefined;
  /** Closes what was to be opened. */
  readonly onClose?: (() => void) | undefined;
  /** Shown while it loads. */
  readonly children?: ReactNode;
};

/** Says that a part stays away, with buttons to try again and to reload. */
export function PartAway({ of: part, as = 'place', title, onClose, children = null }: AwayProps) {
  const { t } = useTranslation();
  const failure = useSyncExternalStore(part.subscribe, part.failure);
  if (failure === null) return children;
  // A bug in the part belongs to the error boundary, which reports it.
  if (!isChunkFailure(failure)) throw failure;
  const words = { title: title ?? t('layout.chunkFailed.title'), text: t('layout.chunkFailed.text') };
  const size = as === 'line' ? 'sm' : 'md';
  const actions = (
    <div className="ui-part-actions">
      <Button size={size} look="outline" onClick={() => void part.load().catch(() => {})}>
        {t('common.actions.retry')}
      </Button>
      <Button size={size} look="outline" tone="neutral" onClick={() => window.location.reload()}>
        {t('common.actions.reload')}
      </Button>
      {onClose ? (
        <Button size={size} look="ghost" tone="neutral" onClick={onClose}>
          {t('common.actions.close')}
        </Button>
      ) : null}
    </div>
  );
  if (as === 'place' || as === 'screen') {
    const icon = <CloudOff aria-hidden="true" />;
    return <EmptyState urgent isScreen={as === 'screen'} tone="danger" icon={icon} {...words} action={actions} />;
  }
  const line = (
    <div className="ui-part-away" data-floating={as === 'floating' || undefined} role="alert">
      <CloudOff aria-hidden="true" size="1em" />
      <strong>{words.title}</strong>
      <span>{words.text}</span>
      {actions}
    </div>
  );
  return as === 'line' ? line : createPortal(line, overlayHost.current);
}

type ComponentPart<Props> = OnDemand<{ readonly Component: ComponentType<Props> }>;

const Nothing = () => null;

/** Suspends during one row of tries. React keeps what comes of it, so each row has its own. */
const createWait = (part: OnDemand<unknown>, failed: () => void) =>
  lazy(async () => {
    await part.load().catch(failed);
    return { default: Nothing };
  });

/** The component of a part: suspends while it loads, and its place says so if it stays away. */
export function shownLater<Props extends object>(part: ComponentPart<Props>, as: Place = 'place') {
  let wait: ReturnType<typeof createWait> | null = null;
  function waitOfNow() {
    wait ??= createWait(part, () => {
      wait = null;
    });
    return wait;
  }
  return (props: Props) => <LaterPart part={part} waitOfNow={waitOfNow} as={as} props={props} />;
}

type LaterProps<Props extends object> = {
  readonly part: ComponentPart<Props>;
  readonly waitOfNow: () => ComponentType;
  readonly as: Place;
  readonly props: Props;
};

function LaterPart<Props extends object>({ part, waitOfNow, as, props }: LaterProps<Props>) {
  const code = useSyncExternalStore(part.subscribe, part.at);
  const failure = useSyncExternalStore(part.subscribe, part.failure);
  if (code) return <code.Component {...props} />;
  if (failure === null) {
    const Wait = waitOfNow();
    return <Wait />;
  }
  // What can be closed names its callback so.
  const { onClose } = props as { readonly onClose?: () => void };
  return <PartAway of={part} as={as} onClose={onClose} />;
}

/** A component whose code loads when it is first shown. */
export const laterPart = <Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  as: Place = 'place',
): ComponentType<Props> =>
  shownLater(
    onDemand(async () => ({ Component: await importComponent() })),
    as,
  );

function Waiting({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return <Suspense fallback={<Skeleton loading label={t('common.state.loading')} lines={10} />}>{children}</Suspense>;
}

/**
 * A pane that opens beside a list. `useAhead` in the list loads its code after the list has been shown; `Pane` shows a
 * skeleton until the code is there.
 */
export function laterPane<Props extends object>(importComponent: () => Promise<ComponentType<Props>>) {
  const part = onDemand(async () => ({ Component: await importComponent() }));
  const Shown = shownLater(part);
  const showPane = (props: Props) => (
    <Waiting>
      <Shown {...props} />
    </Waiting>
  );
  return { Pane: showPane, useAhead: () => useOnDemand(part, 'idle') };
}
