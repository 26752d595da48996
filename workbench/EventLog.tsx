import { JsonTreeView } from '@ark-ui/react/json-tree-view';
import { TreeView } from '@ark-ui/react/tree-view';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { MachineEntry } from '../src/services/machineRecorder.ts';
import { Badge } from '../src/ui/Badge.tsx';
import { stateText } from './actors.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

function Json({ label, data }: { readonly label: string; readonly data: unknown }) {
  return (
    <JsonTreeView.Root data={data} defaultExpandedDepth={2} className="workbench-json">
      <TreeView.Label>{label}</TreeView.Label>
      <JsonTreeView.Tree arrow={<ChevronRight aria-hidden="true" />} />
    </JsonTreeView.Root>
  );
}

/** A step with what it changed: the snapshot after an event says it, its microsteps say the transitions. */
export type Step = MachineEntry & { readonly changed: MachineEntry['difference'] };

/** The steps of machines, each with the changes of the snapshot that follows it. */
export function stepsIn(entries: readonly MachineEntry[]): readonly Step[] {
  const changes = new Map<string, MachineEntry['difference']>();
  const steps: Step[] = [];
  for (const entry of entries.toReversed()) {
    if (entry.kind === 'snapshot') changes.set(entry.actor, entry.difference);
    if (entry.kind !== 'microstep') continue;
    steps.push({ ...entry, changed: changes.get(entry.actor) ?? {} });
    changes.delete(entry.actor);
  }
  return steps.toReversed();
}

function Row({ step, label }: { readonly step: Step; readonly label: string }) {
  const { at, event, isUntaken, transitions, state, changed } = step;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <time>{clock.format(at)}</time>
          <strong>{label}</strong>
          <span>{event?.type}</span>
          {isUntaken ? <Badge tone="warning">nothing took it</Badge> : null}
          {state === null || isUntaken ? null : <span className="workbench-state">{stateText(state)}</span>}
        </summary>
        {isOpen ? (
          <div className="workbench-step">
            {transitions.map((transition) => (
              <code key={transition}>{transition}</code>
            ))}
            {event ? <Json label="Event" data={event} /> : null}
            {Object.keys(changed).length > 0 ? (
              <Json label="Changed in the context" data={changed} />
            ) : (
              <p>The context is unchanged.</p>
            )}
          </div>
        ) : null}
      </details>
    </li>
  );
}

const shownAtFirst = 200;

type Props = {
  readonly entries: readonly MachineEntry[];
  /** Names of actors by session id. */
  readonly labels: ReadonlyMap<string, string>;
  /** Session id of the only actor whose steps are shown; null for all. */
  readonly actor: string | null;
  readonly onlyUntaken: boolean;
  /** Whether the frequent event of bytes on the line is left out. */
  readonly withoutTraffic: boolean;
};

/** Steps of machines, the newest first, each with its event and what it changed. */
export function EventLog({ entries, labels, actor, onlyUntaken, withoutTraffic }: Props) {
  const [most, setMost] = useState(shownAtFirst);
  const all = stepsIn(entries).filter(
    (step) =>
      (actor === null || step.actor === actor) &&
      (!onlyUntaken || step.isUntaken) &&
      (!withoutTraffic || step.event?.type !== 'traffic.seen'),
  );
  const shown = all.slice(-most).toReversed();
  if (shown.length === 0) return <p className="workbench-nothing">No step of a machine yet.</p>;
  return (
    <>
      <ol className="workbench-log">
        {shown.map((step) => (
          <Row key={step.number} step={step} label={labels.get(step.actor) ?? step.name} />
        ))}
      </ol>
      {all.length > most ? (
        <button
          type="button"
          className="ui-button"
          data-look="outline"
          data-size="sm"
          onClick={() => setMost(most + shownAtFirst)}
        >
          Older steps
        </button>
      ) : null}
    </>
  );
}
