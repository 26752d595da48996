import { areaList } from '@vant/area-data';
import type { Area } from '../../contract/extension/settings.ts';

const below = (list: Record<string, string>, prefix: string): Area[] =>
  Object.entries(list)
    .filter(([code]) => code.startsWith(prefix))
    .map(([code, name]) => ({ id: Number(code), name }));

/** The country's regions by their administrative codes (two digits a level): province, city, county. */
export function areaTree(): Area[] {
  return below(areaList.province_list, '').map((province) => ({
    ...province,
    children: below(areaList.city_list, String(province.id).slice(0, 2)).map((city) => ({
      ...city,
      children: below(areaList.county_list, String(city.id).slice(0, 4)),
    })),
  }));
}
