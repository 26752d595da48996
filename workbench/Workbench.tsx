import { useEffect, useMemo, useState } from 'react';
import { useLive } from '../src/screens/hooks/useLive.ts';
import type { Live } from '../src/streams/live.ts';
import { Button } from '../src/ui/Button.tsx';
import { ActorTree } from './ActorTree.tsx';
import { actorLabels, actorTree, lastTransitions } from './actors.ts';
import { Diagram, type TakenTransitions } from './Diagram.tsx';
import type { DemonstrationCalls } from './demonstrationCalls.ts';
import { EventLog } from './EventLog.tsx';
import { Faults } from './Faults.tsx';
import { Marbles } from './Marbles.tsx';
import type { WatchedPage } from './watch.ts';

type Props = {
  readonly pages$: Live<readonly WatchedPage[]>;
  readonly now: () => number;
  readonly calls: DemonstrationCalls;
  /** How tests take the transitions of each machine; null where that is not known. */
  readonly coverage: Readonly<Record<string, TakenTransitions>> | null;
  /** Saves the recording of the page with this id as a file. */
  readonly onSave: (page: string) => Promise<void>;
};

const everyMs = 500;

/** The time, for what moves with it. */
function useNow(now: () => number): number {
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setShown(now()), everyMs);
    return () => clearInterval(timer);
  }, [now]);
  return shown;
}

function Streams({ page, now }: { readonly page: WatchedPage; readonly now: () => number }) {
  return <Marbles pulses={page.pulses} now={useNow(now)} />;
}

type PageProps = { readonly page: WatchedPage; readonly now: () => number; readonly coverage: Props['coverage'] };

/** What one page's actors are and did. */
function Page({ page, now, coverage }: PageProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAll, setAll] = useState(true);
  const [onlyUntaken, setOnlyUntaken] = useState(false);
  const [withoutTraffic, setWithoutTraffic] = useState(true);
  const actor =
    page.actors.find(({ actor: id }) => id === chosen) ?? page.actors.find(({ machine }) => machine !== null);
  const transitions = useMemo(() => (actor ? lastTransitions(page.entries, actor.actor) : []), [page.entries, actor]);
  const labels = useMemo(() => actorLabels(page.met), [page.met]);
  const taken = coverage?.[actor?.machine ?? ''] ?? null;
  return (
    <>
      <section aria-labelledby="workbench-actors">
        <h2 id="workbench-actors">Actors</h2>
        <ActorTree nodes={actorTree(page.actors)} labels={labels} chosen={actor?.actor ?? null} onChoose={setChosen} />
      </section>
      <section className="workbench-diagram" aria-labelledby="workbench-diagram">
        <h2 id="workbench-diagram">{actor?.machine ?? 'Diagram'}</h2>
        <Diagram actor={actor ?? null} transitions={transitions} coverage={taken} />
      </section>
      <section aria-labelledby="workbench-log">
        <h2 id="workbench-log">Events</h2>
        <label className="ui-checkbox">
          <input type="checkbox" checked={!isAll} onChange={() => setAll(!isAll)} />
          <span>Only of the chosen actor</span>
        </label>
        <label className="ui-checkbox">
          <input type="checkbox" checked={onlyUntaken} onChange={() => setOnlyUntaken(!onlyUntaken)} />
          <span>Only what nothing took</span>
        </label>
        <label className="ui-checkbox">
          <input type="checkbox" checked={withoutTraffic} onChange={() => setWithoutTraffic(!withoutTraffic)} />
          <span>Without traffic.seen</span>
        </label>
        <EventLog
          entries={page.entries}
          labels={labels}
          actor={isAll ? null : (actor?.actor ?? null)}
          onlyUntaken={onlyUntaken}
          withoutTraffic={withoutTraffic}
        />
      </section>
      <section aria-labelledby="workbench-streams">
        <h2 id="workbench-streams">Streams</h2>
        <Streams page={page} now={now} />
      </section>
    </>
  );
}

/** What the machines of this browser's pages do, and faults to see what they do then. */
export function Workbench({ pages$, now, calls, coverage, onSave }: Props) {
  const pages = useLive(pages$);
  const [id, setId] = useState<string | null>(null);
  const [isSilent, setSilent] = useState(false);
  const page = pages.find((one) => one.id === id) ?? pages.at(-1);
  const save = (from: string) =>
    onSave(from).then(
      () => setSilent(false),
      () => setSilent(true),
    );
  return (
    <div className="workbench">
      <header>
        <h1>Workbench</h1>
        {pages.length > 0 ? (
          <label>
            <span>Page</span>
            <select value={page?.id} onChange={({ target }) => setId(target.value)}>
              {pages.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <a href="/" target="_blank" rel="noopener">
          Open the workstation
        </a>
        <a href="/stage" target="_blank" rel="noopener">
          Jump to a state
        </a>
        {page ? (
          <>
            <Button
              size="sm"
              look="outline"
              tone="neutral"
              aria-describedby="workbench-masked"
              onClick={() => void save(page.id)}
            >
              Save the recording
            </Button>
            <span id="workbench-masked" className="workbench-nothing">
              Masked like a problem report, for npm run replay
            </span>
            <output>{isSilent ? 'The page did not answer. Reload it, then try again.' : ''}</output>
          </>
        ) : null}
      </header>
      <Faults calls={calls} />
      {page ? (
        <main>
          <Page key={page.id} page={page} now={now} coverage={coverage} />
        </main>
      ) : (
        <main className="workbench-nothing">
          <p>No page of the workstation is open in this browser. Open one beside this window; it appears here.</p>
        </main>
      )}
    </div>
  );
}
