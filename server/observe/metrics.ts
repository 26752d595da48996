import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const callSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export type Outcome = 'ok' | 'refused' | 'fault';
export type SocketKind = 'doctor' | 'auditor' | 'administrator' | 'patient';
export type PoolState = { total: number; idle: number; waiting: number };

/** What waits for a person: how many, the age of the oldest in seconds, and the longest wait within service hours. */
export type Waiting = { length: number; oldestSeconds: number; servedSeconds: number };
export type Queues = { orders: Waiting; reviews: Waiting };

/** How this process is connected with the others. */
export type BusState = { connected: boolean; waiting: number; heartbeatAgeMs: number };

type Read<T> = () => T | Promise<T>;

/** The platform's figures in Prometheus' form. No label names a person, a hospital or a row. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  let lastEventLag: number | null = null;
  let readPool: (() => PoolState) | null = null;
  let readBus: (() => BusState) | null = null;
  const named = (name: string, help: string) => ({ name: `cloudroom_${name}`, help, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets = callSeconds) =>
    new Histogram({ ...named(name, help), labelNames, buckets });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ ...named(name, help), labelNames });

  const calls = histogram('call_seconds', 'Duration of HTTP calls by name and outcome', ['call', 'outcome']);
  const commands = histogram('command_seconds', 'Duration of socket commands', ['command', 'outcome']);
  const batchSize = histogram(
    'message_batch_size',
    'Messages stored by one statement',
    [],
    [1, 2, 5, 10, 25, 50, 100, 200],
  );
  const batchSeconds = histogram('message_batch_seconds', 'Duration of storing a batch of messages', []);
  const eventLag = histogram('event_lag_seconds', 'Time from a change to its publication to sockets', ['type']);
  const renewals = counter('token_renewals_total', 'Renewals of access tokens by outcome', ['outcome']);
  const refusedSignIns = counter('refused_sign_ins_total', 'Refused sign-ins by business code', ['code']);
  const rateLimited = counter('rate_limited_total', 'Calls and socket commands refused by a limit', ['call']);
  const reports = counter('client_reports_total', 'Errors and policy violations reported by browsers', ['kind']);
  const jobRuns = counter('job_runs_total', 'Runs of background jobs by outcome', ['job', 'outcome']);

  /** A gauge whose value is read when the metrics are. A failing source leaves its gauge empty. */
  function watch<L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    read: (gauge: Gauge<L>) => Promise<void>,
  ) {
    new Gauge<L>({
      ...named(name, help),
      labelNames,
      async collect() {
        this.reset();
        await read(this).catch(() => {});
      },
    });
  }

  return {
    call(name: string, outcome: Outcome, seconds: number): void {
      calls.observe({ call: name, outcome }, seconds);
    },
    command(name: string, outcome: Outcome, seconds: number): void {
      commands.observe({ command: name, outcome }, seconds);
    },
    batch(size: number, seconds: number): void {
      batchSize.observe(size);
      batchSeconds.observe(seconds);
    },
    event(type: string, lagSeconds: number): void {
      const lag = Math.max(0, lagSeconds);
      lastEventLag = lag;
      eventLag.observe({ type }, lag);
    },
    /** The lag of the last event; null before the first. */
    lastEventLagMs: (): number | null => (lastEventLag === null ? null : Math.round(lastEventLag * 1_000)),
    /** The connections to the database; null where nobody watches them. */
    pool: (): PoolState | null => readPool?.() ?? null,
    /** How this process is connected with the others; null for one that is alone. */
    bus: (): BusState | null => readBus?.() ?? null,
    renewal: (outcome: Outcome): void => renewals.inc({ outcome }),
    refusedSignIn: (code: number): void => refusedSignIns.inc({ code: String(code) }),
    rateLimited: (call: string): void => rateLimited.inc({ call }),
    clientReport: (kind: string): void => reports.inc({ kind }),
    jobRun: (job: string, failed: boolean): void => jobRuns.inc({ job, outcome: failed ? 'failed' : 'ok' }),

    watchSockets: (read: Read<Record<SocketKind, number>>) =>
      watch('sockets', 'Connected sockets of this process', ['kind'], async (gauge) => {
        for (const [kind, count] of Object.entries(await read())) gauge.set({ kind }, count);
      }),
    watchPool(read: () => PoolState) {
      readPool = read;
      watch(
        'database_connections',
        'Connections to the database; waiting: statements without one',
        ['state'],
        async (gauge) => {
          for (const [state, count] of Object.entries(read())) gauge.set({ state }, count);
        },
      );
    },
    watchBus(read: () => BusState) {
      readBus = read;
      const each = (name: string, help: string, value: (state: BusState) => number) =>
        watch(name, help, [], async (gauge) => gauge.set(value(read())));
      each('bus_connected', 'Whether what this process sends to the others arrives', ({ connected }) =>
        connected ? 1 : 0,
      );
      each('bus_waiting_messages', 'Messages to the other processes that wait', ({ waiting }) => waiting);
      each(
        'bus_heartbeat_age_seconds',
        'Time since a heartbeat of this process came back to it',
        ({ heartbeatAgeMs }) => heartbeatAgeMs / 1_000,
      );
    },
    /** Orders and reviews of all hospitals; every process reports the same figures. */
    watchQueues(read: () => Promise<Queues>) {
      const each = (name: string, help: string, value: (one: Waiting) => number) =>
        watch(name, help, ['queue'], async (gauge) => {
          for (const [queue, one] of Object.entries(await read())) gauge.set({ queue }, value(one));
        });
      each(
        'queue_length',
        'Orders that wait for a doctor, prescriptions that wait for a review',
        ({ length }) => length,
      );
      each('queue_oldest_seconds', 'Age of the oldest that waits', ({ oldestSeconds }) => oldestSeconds);
      each(
        'queue_served_seconds',
        'The longest wait, of which only the hospitals’ service hours count',
        ({ servedSeconds }) => servedSeconds,
      );
    },
    watchParts: (read: Read<readonly [part: string, works: boolean][]>) =>
      watch(
        'part_works',
        'Whether a part works without which the platform serves with less',
        ['part'],
        async (gauge) => {
          for (const [part, works] of await read()) gauge.set({ part }, works ? 1 : 0);
        },
      ),
    /** Adds figures of the process: memory, processor time, garbage collection, delay of the event loop. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),

    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
