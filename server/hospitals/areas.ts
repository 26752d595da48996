import { areaList } from '@vant/area-data';
import type { Area } from '../../contract/extension/settings.ts';
import { done } from '../db/outcome.ts';

const childrenOf = (list: Record<string, string>, prefix: string): Area[] =>
  Object.entries(list)
    .filter(([code]) => code.startsWith(prefix))
    .map(([code, name]) => ({ id: Number(code), name }));

/** The country's regions as a tree, by their administrative codes (two digits a level): province, city, county. */
function areaTree(): Area[] {
  return childrenOf(areaList.province_list, '').map((province) => ({
    ...province,
    children: childrenOf(areaList.city_list, String(province.id).slice(0, 2)).map((city) => ({
      ...city,
      children: childrenOf(areaList.county_list, String(city.id).slice(0, 4)),
    })),
  }));
}

/** Returns the call that lists the country's regions. It builds the tree on first use. */
export function createAreas() {
  let areas: ReturnType<typeof areaTree> | null = null;
  return async () => {
    areas ??= areaTree();
    return done(areas);
  };
}
