/** XState's own events for an invoked actor that ends with one of `outputs`, or fails. */
export const settledEvents = (id: string, outputs: readonly unknown[]) => [
  ...outputs.map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
  { type: `xstate.error.actor.${id}`, error: new Error(id), actorId: id },
];
