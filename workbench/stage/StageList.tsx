import { pathsTo } from './worlds.ts';

/** Every state that can be jumped to, with its path. */
export function StageList() {
  return (
    <main className="stage-list">
      <h1>Jump to a state</h1>
      <p>The shortest path of events that the tests know is played on the screen, without a platform.</p>
      {Object.entries(pathsTo).map(([machine, paths]) => (
        <section key={machine} aria-label={machine}>
          <h2>{machine}</h2>
          <ul>
            {[...paths()].map(([state, events]) => (
              <li key={state}>
                <a href={`/stage?machine=${machine}&state=${state}`} title={events.map(({ type }) => type).join(', ')}>
                  {state}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
