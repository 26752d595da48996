import * as z from 'zod/mini';
import { createTabChannel, type TabChannel } from '../src/services/crossTab.ts';
import type { MachineEntry, RunningActor } from '../src/services/machineRecorder.ts';
import type { Pulse } from './pulse.ts';

/** A list of objects that have these fields; the recorder has masked and shaped them. */
const listOf = <T extends object>(...names: readonly (keyof T & string)[]) =>
  z.readonly(
    z.array(
      z.custom<T>((value) => typeof value === 'object' && value !== null && names.every((name) => name in value)),
    ),
  );

/** What pages and the workbench of one browser say to each other. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asked') }),
  z.object({
    kind: z.literal('steps'),
    page: z.string(),
    title: z.string(),
    /** Whether everything that the page has kept is in this message. */
    isWhole: z.boolean(),
    /** Oldest first. */
    entries: listOf<MachineEntry>('number', 'at', 'kind', 'actor', 'transitions'),
    /** All that run, parents before children. */
    actors: listOf<RunningActor>('actor', 'name', 'tags'),
    pulses: listOf<Pulse>('stream', 'at', 'text'),
  }),
  z.object({ kind: z.literal('left'), page: z.string() }),
  z.object({ kind: z.literal('recordingAsked'), page: z.string() }),
  z.object({ kind: z.literal('recording'), page: z.string(), name: z.string(), file: z.string() }),
]);
export type Message = z.infer<typeof Message>;

/** A recording of a page's machines as JSON, and the name of its file. */
export type RecordingFile = Pick<Extract<Message, { kind: 'recording' }>, 'name' | 'file'>;

/** The channel between watched pages and the workbench. */
export const openChannel = (Channel: typeof BroadcastChannel): TabChannel<Message> =>
  createTabChannel('cloudroom-workbench', Message, { BroadcastChannel: Channel, storage: null, events: null });
