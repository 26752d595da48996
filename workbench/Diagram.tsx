import { useEffect, useId, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { arrowPlaces, stateIdOf, toMermaid } from '../scripts/mermaid.ts';
import type { RunningActor } from '../src/services/machineRecorder.ts';
import { Button } from '../src/ui/Button.tsx';
import { activeStates } from './actors.ts';
import { machines } from './machines.ts';
import { mark, marksCss } from './marks.ts';

/** Draws a state diagram; loaded with the first one. */
async function draw(id: string, text: string): Promise<string> {
  const { default: mermaid } = await import('mermaid');
  const isDark = document.documentElement.classList.contains('dark');
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: isDark ? 'dark' : 'neutral',
    maxTextSize: 200_000,
    maxEdges: 2_000,
    themeCSS: marksCss,
  });
  return (await mermaid.render(id, text)).svg;
}

type Drawn = { readonly machine: AnyStateMachine; readonly drawing: Element };

/** Puts the drawing of the machine with this id into the element. */
function useDrawing(id: string | null) {
  const place = useRef<HTMLDivElement>(null);
  const own = useId().replace(/\W/g, '');
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setDrawn(null);
    place.current?.replaceChildren();
    void (async () => {
      const machine = id === null ? undefined : (await machines()).get(id);
      if (!machine) return;
      const svg = await draw(`diagram${own}`, toMermaid(machine));
      if (!isCurrent || place.current === null) return;
      const read = new DOMParser().parseFromString(svg, 'text/html').body.firstElementChild;
      if (read === null) return;
      place.current.replaceChildren(read);
      setDrawn({ machine, drawing: read });
    })();
    return () => {
      isCurrent = false;
    };
  }, [id, own]);
  return { place, drawn };
}

/** How tests take the transitions of one machine, by name. */
export type TakenTransitions = Readonly<Record<string, readonly string[]>>;

const takenAs = (by: readonly string[]) => (by.includes('rules') ? 'rules' : by.includes('graph') ? 'graph' : 'none');

type Props = {
  readonly actor: RunningActor | null;
  /** The transitions that it took last. */
  readonly transitions: readonly string[];
  /** Colours the arrows by how tests take them; null without. */
  readonly coverage: TakenTransitions | null;
};

/** The diagram of the actor's machine, with its current states lit and its last transition marked. */
export function Diagram({ actor, transitions, coverage }: Props) {
  const { place, drawn } = useDrawing(actor?.machine ?? null);
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    const natural = drawn?.drawing.getAttribute('viewBox')?.split(' ')[2];
    if (drawn && natural) drawn.drawing.setAttribute('style', isLarge ? `width: ${natural}px` : 'width: 100%');
  }, [drawn, isLarge]);
  useEffect(() => {
    if (!drawn) return;
    const places = arrowPlaces(drawn.machine);
    mark(drawn.drawing, {
      lit: new Set((actor?.state ? activeStates(actor.state) : []).map(stateIdOf)),
      last: transitions.flatMap((name) => places.get(name) ?? []),
      coverage: coverage && new Map([...places].map(([name, at]) => [at, takenAs(coverage[name] ?? [])] as const)),
    });
  }, [drawn, actor, transitions, coverage]);
  return (
    <>
      {actor?.machine ? null : <p className="workbench-nothing">Choose an actor that has a machine.</p>}
      {drawn ? (
        <Button size="sm" look="outline" tone="neutral" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
          Actual size
        </Button>
      ) : null}
      {transitions.map((name) => (
        <p key={name} className="workbench-last">
          Last: <code>{name}</code>
        </p>
      ))}
      <div
        ref={place}
        className="workbench-drawing"
        role="img"
        aria-label={`Diagram of ${actor?.machine ?? 'no machine'}`}
      />
    </>
  );
}
