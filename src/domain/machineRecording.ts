import * as z from 'zod/mini';

const State = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** Where an event came from. A `machine` is one of the recording itself, which sends the event again in a replay. */
const sources = ['outside', 'actor', 'timer', 'machine'] as const;

const Received = z.object({
  /** The platform's time, epoch ms. */
  at: z.number(),
  /** Ids from the recorded machine down, joined by slashes: `workspace/consultation:42`. */
  actor: z.string(),
  source: z.enum(sources),
  event: z.looseObject({ type: z.string() }),
  /** The state after the event; null if the machine had ended or failed. */
  state: z.nullable(State),
});
export type ReceivedEvent = z.infer<typeof Received>;

const RecordedMachine = z.object({
  machine: z.string(),
  /** Null if it was recorded from its beginning, else XState's persisted snapshot from before the first event. */
  start: z.nullable(z.looseObject({ status: z.string() })),
  /** What the machine was given when it began; absent if nothing. */
  input: z.optional(z.unknown()),
  events: z.array(Received),
});
export type RecordedMachine = z.infer<typeof RecordedMachine>;

/** Machines, the events from outside them, and the states they led to. */
export const MachineRecording = z.object({
  format: z.literal('cloudroom-machines'),
  version: z.literal(1),
  /** The platform's time, epoch ms. */
  recordedAt: z.number(),
  isMasked: z.boolean(),
  machines: z.array(RecordedMachine),
});
export type MachineRecording = z.infer<typeof MachineRecording>;

/** How many events the machines of a recording received. */
export const eventsIn = ({ machines }: Pick<MachineRecording, 'machines'>): number =>
  machines.reduce((sum, { events }) => sum + events.length, 0);

/** A recording's longest file; a longer one is not read. */
export const longestRecording = 50_000_000;

/** Reads a file, or says what is wrong with it. */
export function readRecording(file: string): { readonly recording: MachineRecording } | { readonly problem: string } {
  if (file.length > longestRecording) return { problem: `is longer than ${longestRecording} characters` };
  let content: unknown;
  try {
    content = JSON.parse(file);
  } catch {
    return { problem: 'is not JSON' };
  }
  const found = MachineRecording.safeParse(content);
  if (found.success) return { recording: found.data };
  const version = typeof content === 'object' && content !== null ? Reflect.get(content, 'version') : undefined;
  if (typeof version === 'number' && version !== 1) return { problem: `has version ${version}; this command reads 1` };
  const { path = [], message = '' } = found.error.issues[0] ?? {};
  return { problem: `is not a recording: ${path.map(String).join('.') || 'the file'}: ${message}` };
}
