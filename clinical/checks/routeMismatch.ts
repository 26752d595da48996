import { routesOf } from '../doses/route.ts';
import { knownLines, type Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';

/** A dosage form may be given only by the routes it is made for. */
export const routeMismatch: Rule = (input) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }) => {
    const fitting: readonly string[] | null = routesOf(medicine.dosageForm);
    if (!fitting) return [unavailable('routeMismatch', 'formUnknown', lineIndex, { form: medicine.dosageForm })];
    if (fitting.includes(line.route)) return [];
    const params = { drug: medicine.name, route: line.route, form: medicine.dosageForm };
    return [hit('routeMismatch', { level: 'block', lineIndex, params, source: 'Table of routes and forms' })];
  });
