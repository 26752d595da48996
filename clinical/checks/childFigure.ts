/** What a public text allows children of some ages; `name` is the text with its figure, as a finding shows it. */
export type ChildFigure = {
  per: 'dose' | 'day' | 'dosePerKg' | 'dayPerKg';
  fromMonths: number;
  toMonths: number | null;
  value: number;
  unit: string;
  name: string;
};
