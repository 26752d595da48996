import { useEffect, useState } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';
import { type Aimed, watchTooltips } from './tooltip.ts';

/** The code of tooltips: fetched when something is first pointed at for a while. */
export const tooltipLayer = onDemand(() => import('./TooltipLayer.tsx'));

/** The one tooltip of the page, for every element with `data-tooltip`. Stands once in the page. */
export function Tooltips() {
  const [aimed, setAimed] = useState<Aimed | null>(null);
  const layer = useOnDemand(tooltipLayer, aimed ? 'soon' : 'not');
  useEffect(() => watchTooltips(document, setAimed), []);
  return layer && aimed ? <layer.TooltipLayer {...aimed} /> : null;
}
