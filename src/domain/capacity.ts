type Offer = { readonly enabled: boolean; readonly maxConcurrent?: number | null | undefined };

/** How many consultations a doctor takes at once, over all kinds they offer; null if a kind has no limit. */
export function capacityOf(offers: readonly Offer[]): number | null {
  const offered = offers.filter(({ enabled }) => enabled);
  if (offered.length === 0) return null;
  let places = 0;
  for (const { maxConcurrent } of offered) {
    if (maxConcurrent === null || maxConcurrent === undefined) return null;
    places += maxConcurrent;
  }
  return places;
}
