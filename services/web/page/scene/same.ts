/** Same: whether two JSON values say the same. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), Object.keys(other)];
  return (
    mine.length === theirs.length && mine.every(([key, value]) => same(value, (other as Record<string, unknown>)[key]))
  );
}
