/** An encrypted value. The key and the storage place are both needed to decrypt it. */
export type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly ct: ArrayBuffer };

const bytes = (text: string) => new TextEncoder().encode(text);
const boundTo = (place: string, iv: Sealed['iv']) => ({ name: 'AES-GCM', iv, additionalData: bytes(place) });

export async function seal(crypto: Crypto, key: CryptoKey, place: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, ct: await crypto.subtle.encrypt(boundTo(place, iv), key, bytes(JSON.stringify(value))) };
}

export async function unseal(
  subtle: SubtleCrypto,
  key: CryptoKey,
  place: string,
  { iv, ct }: Sealed,
): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await subtle.decrypt(boundTo(place, iv), key, ct)));
}
