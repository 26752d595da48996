import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { arrowPlaces, stateIdOf, toMermaid } from '../scripts/mermaid.ts';
import type { RunningActor } from '../src/services/machineRecorder.ts';
import { Button } from '../src/ui/Button.tsx';
import { activeStates } from './actors.ts';
import { machines } from './machines.ts';
import { centre, mark, marksCss } from './marks.ts';

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

/** A drawing is not fitted to less than this part of its size, because its texts could not be read. */
const leastScale = 0.5;

/** Sizes a drawing as it is, or so that it fills its place in one direction at least and is not enlarged. */
function resize(drawing: Element, isLarge: boolean) {
  const [, , width = 0, height = 1] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const fitted = `min(${width}px, max(${leastScale * width}px, 100cqw, (100cqh - 1rem) * ${width / height}))`;
  drawing.setAttribute('style', `width: ${isLarge ? `${width}px` : fitted}`);
}

function Toggle({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: (isOn: boolean) => void }) {
  return (
    <Button size="sm" look="outline" tone="neutral" aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      {label}
    </Button>
  );
}

type Props = {
  readonly actor: RunningActor | null;
  /** The transitions that it took last. */
  readonly transitions: readonly string[];
  /** How tests take the transitions of its machine; null where that is not known. */
  readonly coverage: TakenTransitions | null;
};

/** The diagram of the actor's machine, with its current states lit and its last transition marked. */
export function Diagram({ actor, transitions, coverage }: Props) {
  const { place, drawn } = useDrawing(actor?.machine ?? null);
  const [isLarge, setLarge] = useState(false);
  const [isCoverage, setCoverage] = useState(false);
  const states = actor?.state ? activeStates(actor.state).map(stateIdOf).join(' ') : '';
  const lit = useMemo(() => new Set(states.split(' ')), [states]);
  useEffect(() => {
    if (!drawn) return;
    const places = arrowPlaces(drawn.machine);
    const taken = isCoverage ? coverage : null;
    mark(drawn.drawing, {
      lit,
      last: transitions.flatMap((name) => places.get(name) ?? []),
      coverage: taken && new Map([...places].map(([name, at]) => [at, takenAs(taken[name] ?? [])] as const)),
    });
  }, [drawn, lit, transitions, coverage, isCoverage]);
  useEffect(() => {
    if (!drawn) return;
    resize(drawn.drawing, isLarge);
    centre(drawn.drawing, lit);
  }, [drawn, isLarge, lit]);
  return (
    <>
      {actor?.machine ? null : <p className="workbench-nothing">Choose an actor that has a machine.</p>}
      <div className="workbench-tools">
        {coverage ? <Toggle label="Coverage by tests" isOn={isCoverage} onToggle={setCoverage} /> : null}
        {drawn ? <Toggle label="Actual size" isOn={isLarge} onToggle={setLarge} /> : null}
      </div>
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
