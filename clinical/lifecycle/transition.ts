/** Result of an action: the next status, or that the action is not allowed from here. */
export type Step<Status extends number> = { ok: true; status: Status } | { ok: false; why: 'illegalTransition' };

/** For each status, its allowed actions and the next status of each. A status without entry is final. */
export type Transitions<Status extends number, Action extends string> = {
  readonly [From in Status]: { readonly [Name in Action]?: Status };
};

/** Looks up transitions in a table. An unknown status allows nothing. */
export const createNextStatus =
  <Status extends number, Action extends string>(transitions: Transitions<Status, Action>) =>
  (status: number, action: Action): Step<Status> => {
    const actions = actionsFrom(transitions, status);
    const next = Object.hasOwn(actions, action) ? actions[action] : undefined;
    return next === undefined ? { ok: false, why: 'illegalTransition' } : { ok: true, status: next };
  };

/** The actions that a status allows. */
export const createAllowedActions =
  <Status extends number, Action extends string>(transitions: Transitions<Status, Action>) =>
  (status: number): Action[] =>
    Object.keys(actionsFrom(transitions, status)) as Action[];

const actionsFrom = <Status extends number, Action extends string>(
  transitions: Transitions<Status, Action>,
  status: number,
): { readonly [Name in Action]?: Status } => (Object.hasOwn(transitions, status) ? transitions[status as Status] : {});
