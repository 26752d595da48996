import * as z from 'zod/mini';

const State = z.object({
  acts: z.readonly(z.array(z.object({ name: z.string(), label: z.string(), group: z.string() }))),
  /** Names of the acts that go on. */
  active: z.readonly(z.array(z.string())),
});
export type DemonstrationState = z.infer<typeof State>;

/** The calls of a platform in demonstration mode; they reject where it has none or does not answer. */
export type DemonstrationCalls = {
  read(): Promise<DemonstrationState>;
  act(name: string): Promise<DemonstrationState>;
};

const readIn = async (answer: Response) => State.parse(await answer.json());

export const demonstrationCalls = (send: typeof fetch): DemonstrationCalls => ({
  read: async () => readIn(await send('/demonstration.json')),
  act: async (name) => readIn(await send(`/demonstration/${name}`, { method: 'POST' })),
});
