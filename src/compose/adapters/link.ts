import { BehaviorSubject, concatMap, type Observable, of, startWith, switchMap } from 'rxjs';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Inspection } from '../../machines/actors.ts';
import { linkMachine, pauseMsAfter, type SocketCommand } from '../../machines/link.ts';
import { isLinked } from '../../machines/selectors/link.ts';
import { createImSocket, type ImEvents } from '../../services/imSocket.ts';

type Needs = Parameters<typeof createImSocket>[0] & {
  readonly inspection?: Inspection;
  /** Called when the platform refused the token. Resolves true once a usable one exists, false if there is none. */
  readonly renew: (token: string) => Promise<boolean>;
  /** Called when the platform ended the sign-in. */
  readonly revoked: (token: string) => void;
  /** A link silent for this long counts as dead, until the platform names its own times. */
  readonly silenceMs: number;
};

/** The realtime connection to the platform. */
export type Link = ImEvents & {
  readonly linked$: BehaviorSubject<boolean>;
  /** Like `linked$`, and interrupted when pushes were missed on a working link: lists load again when it returns. */
  readonly current$: Observable<boolean>;
  /** Applies how long the platform says a live link may be silent: its ping interval plus pong timeout. */
  allowSilence(ms: number): void;
  /** Connects at once if disconnected, for example because there is a new token. */
  wake(): void;
  close(): void;
};

/** The machine of the link with this socket, this session and the timers of this window. */
function startLink(
  socket: ReturnType<typeof createImSocket>,
  { inspection, window, renew, revoked, credentials, silenceMs }: Needs,
) {
  const machine = linkMachine.provide({
    actors: {
      socket: fromCallback<SocketCommand>(({ receive, sendBack }) => {
        const signals = socket.signals$.subscribe(sendBack);
        receive(({ type }) => socket.commands[type]());
        return () => {
          signals.unsubscribe();
          socket.commands.rest();
        };
      }),
      renew: fromPromise(async ({ input }: { input: { token: string } }) =>
        (await renew(input.token)) ? (credentials()?.token ?? null) : null,
      ),
    },
    actions: { reportRevoked: (_, token) => revoked(token) },
    // Clients of a platform that restarts must not return together.
    delays: { pause: ({ context }) => pauseMsAfter(context.refusals) * (0.5 + Math.random() / 2) },
  });
  const clock = {
    setTimeout: (run: () => void, ms: number) => window.setTimeout(run, ms),
    clearTimeout: (id: number) => window.clearTimeout(id),
  };
  return createActor(machine, { input: { silenceMs }, clock, ...inspection });
}

/** Opens the connection of the signed-in person and keeps it open until it is closed. */
export function openLink(needs: Needs): Link {
  const socket = createImSocket(needs);
  const { events, request, emit, ignored, missed$ } = socket;
  const actor = startLink(socket, needs);
  const linked$ = new BehaviorSubject(false);
  actor.subscribe({
    next: (snapshot) => {
      if (linked$.value !== isLinked(snapshot)) linked$.next(isLinked(snapshot));
    },
    complete: () => linked$.complete(),
  });
  const current$ = linked$.pipe(
    switchMap((linked) =>
      linked
        ? missed$.pipe(
            concatMap(() => of(false, true)),
            startWith(true),
          )
        : of(false),
    ),
  );
  const send = (event: Parameters<typeof actor.send>[0]) => {
    if (actor.getSnapshot().status === 'active') actor.send(event);
  };
  actor.start();
  return {
    ...{ events, request, emit, ignored, linked$, current$ },
    allowSilence: (ms) => send({ type: 'silence.allowed', ms }),
    wake: () => send({ type: 'wake.requested' }),
    close: () => send({ type: 'close.requested' }),
  };
}
