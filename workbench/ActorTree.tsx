import { type ActorNode, stateText } from './actors.ts';

type Props = {
  readonly nodes: readonly ActorNode[];
  /** By session id. */
  readonly labels: ReadonlyMap<string, string>;
  /** Session id of the chosen actor. */
  readonly chosen: string | null;
  readonly onChoose: (actor: string) => void;
};

/** The running actors with their states and tags. Promises, callbacks and streams have neither. */
export function ActorTree({ nodes, labels, chosen, onChoose }: Props) {
  return (
    <ul className="workbench-actors">
      {nodes.map(({ actor, name, machine, state, tags, children }) => (
        <li key={actor}>
          <button
            type="button"
            className="workbench-actor"
            aria-pressed={actor === chosen}
            data-machine={machine ?? undefined}
            onClick={() => onChoose(actor)}
          >
            <strong>{labels.get(actor) ?? name}</strong>
            {state === null ? null : <span>{stateText(state)}</span>}
            {tags.map((tag) => (
              <span key={tag} className="ui-badge" data-tone="info">
                {tag}
              </span>
            ))}
          </button>
          {children.length > 0 ? (
            <ActorTree nodes={children} labels={labels} chosen={chosen} onChoose={onChoose} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
