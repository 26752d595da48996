import { expect, test } from 'vitest';
import { arrowPlaces, stateIdOf, toMermaid } from '../../scripts/mermaid.ts';
import { machines } from '../../workbench/machines.ts';
import { centre, mark } from '../../workbench/marks.ts';

const all = await machines();

test.each([...all.keys()])('each transition of %s that leads somewhere has its arrow in the diagram', (id) => {
  const machine = all.get(id);
  if (!machine) throw new Error(id);
  const arrows = toMermaid(machine)
    .split('\n')
    .filter((line) => line.includes(' --> '))
    .map((line) => line.trim());
  const places = arrowPlaces(machine);
  expect(places.size).toBeGreaterThan(0);
  const wrong = [...places].filter(([name, place]) => {
    const source = stateIdOf(name.slice(0, name.indexOf(' on ')));
    return !arrows[place]?.startsWith(`${source} --> `);
  });
  expect(wrong).toEqual([]);
});

test.each([...all.keys()])('no arrow of %s is written within a state, which would draw its target there', (id) => {
  const machine = all.get(id);
  if (!machine) throw new Error(id);
  const within = toMermaid(machine)
    .split('\n')
    .filter((line) => /^ {3,}\w+ --> \w/.test(line));
  expect(within).toEqual([]);
});

function drawing() {
  const host = document.createElement('div');
  host.innerHTML = `<svg>
    <g class="statediagram-cluster" id="d-active" data-id="active"></g>
    <g class="node" id="d-state-active_fresh-3" data-id="active_fresh"></g>
    <g class="node" id="d-state-idle-0" data-id="idle"></g>
    <path class="transition" id="edge2" data-id="edge2"></path>
    <path class="transition" id="edge10" data-id="edge10"></path>
  </svg>`;
  const marked = (attribute: string) =>
    [...host.querySelectorAll(`[${attribute}]`)].map((one) => one.getAttribute('data-id'));
  return { host, marked };
}

test('current states are lit with what they are in, and only those', () => {
  const { host, marked } = drawing();
  mark(host, { lit: new Set(['active', 'active_fresh']), last: [], coverage: null });
  expect(marked('data-lit')).toEqual(['active', 'active_fresh']);
  mark(host, { lit: new Set(['idle']), last: [], coverage: null });
  expect(marked('data-lit')).toEqual(['idle']);
});

test('the current state is scrolled to the middle, and not the page with it', () => {
  const { host } = drawing();
  const [svg, fresh] = [host.querySelector('svg'), host.querySelector('[data-id="active_fresh"]')];
  if (!svg || !fresh) throw new Error('no drawing');
  host.getBoundingClientRect = () => new DOMRect(10, 20, 200, 100);
  fresh.getBoundingClientRect = () => new DOMRect(910, 420, 100, 50);
  centre(svg, new Set(['active', 'active_fresh']));
  expect([host.scrollLeft, host.scrollTop]).toEqual([850, 375]);
  expect(document.documentElement.scrollTop).toBe(0);
});

test('an arrow has the place that its number says, and a new last one unmarks the one before', () => {
  const { host, marked } = drawing();
  mark(host, { lit: new Set(), last: [10], coverage: null });
  expect(marked('data-last')).toEqual(['edge10']);
  mark(host, { lit: new Set(), last: [2], coverage: null });
  expect(marked('data-last')).toEqual(['edge2']);
});

test('colours of coverage come and go', () => {
  const { host, marked } = drawing();
  mark(host, { lit: new Set(), last: [], coverage: new Map([[2, 'graph']]) });
  expect(marked('data-taken="graph"')).toEqual(['edge2']);
  mark(host, { lit: new Set(), last: [], coverage: null });
  expect(marked('data-taken')).toEqual([]);
});
