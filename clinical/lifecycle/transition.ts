/** What a life cycle answers: the status that follows, or that this step does not exist from here. */
export type Step<Status extends number> = { ok: true; status: Status } | { ok: false; why: 'illegalTransition' };

/** For each status, which actions leave it and where they lead. A status without entry is final. */
export type Transitions<Status extends number, Action extends string> = {
  readonly [From in Status]: { readonly [Name in Action]?: Status };
};

/** Reads a life cycle as data. A status that it does not know is read-only: nothing leads out of it. */
export const follow =
  <Status extends number, Action extends string>(transitions: Transitions<Status, Action>) =>
  (status: number, action: Action): Step<Status> => {
    const actions = actionsFrom(transitions, status);
    const next = Object.hasOwn(actions, action) ? actions[action] : undefined;
    return next === undefined ? { ok: false, why: 'illegalTransition' } : { ok: true, status: next };
  };

/** The actions that a status allows, for buttons and for tests. */
export const allowed =
  <Status extends number, Action extends string>(transitions: Transitions<Status, Action>) =>
  (status: number): Action[] =>
    Object.keys(actionsFrom(transitions, status)) as Action[];

const actionsFrom = <Status extends number, Action extends string>(
  transitions: Transitions<Status, Action>,
  status: number,
): { readonly [Name in Action]?: Status } => (Object.hasOwn(transitions, status) ? transitions[status as Status] : {});
