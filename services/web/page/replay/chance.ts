/** Chance: an ended game's draws, taken again from what it reveals, to the byte as `domain/chance.py` has it. */

const NUMBERS = 1n << 64n;

/** Whether this browser can do it; it keeps its cryptography from pages that came unprotected from elsewhere. */
export const canDraw = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Returns what was published before the first draw: the SHA-256 of the seed, both in hex. */
export async function commitment(seed: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes(seed));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the draws of one game; `luck` has its members' words in the order of joining. */
export async function seeded(
  seed: string,
  luck: readonly string[],
): Promise<(label: string, sides: number | bigint) => Promise<bigint>> {
  const text = new TextEncoder();
  const words = luck.flatMap((word) => [word.length, ...text.encode(word)]);
  const hash = await crypto.subtle.digest("SHA-256", new Uint8Array([...bytes(seed), ...words]));
  const key = await crypto.subtle.importKey("raw", hash, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (label, sides) => {
    const fair = NUMBERS - (NUMBERS % BigInt(sides));
    for (let attempt = 0; ; attempt++) {
      const mac = await crypto.subtle.sign("HMAC", key, text.encode(`${label}#${attempt}`));
      const number = new DataView(mac).getBigUint64(0);
      if (number < fair) return (number % BigInt(sides)) + 1n;
    }
  };
}

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
