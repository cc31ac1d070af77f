/**
 * Reads a number as people write it: spaces and apostrophes group, one comma or dot divides, "1,200.5" too.
 * @returns null for empty, NaN for anything that is no number, so that it is not taken for empty
 */
export function parseNumber(text: string): number | null {
  let plain = text.replace(/[\s'’_]/g, '')
  if (plain === '') return null
  if (plain.includes('.')) plain = plain.replaceAll(',', '')
  else if (/^-?\d{1,3}(,\d{3})+$/.test(plain)) plain = plain.replaceAll(',', '')
  else plain = plain.replace(',', '.')
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return Number.NaN
  return Number(plain)
}

/** One step up or down, kept inside the bounds; from nothing it starts at the lower bound or zero. */
export function step(
  value: number | null,
  by: number,
  bounds: { min?: number | undefined; max?: number | undefined },
): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds
  const from = value !== null && Number.isFinite(value) ? value : Number.isFinite(min) ? min - by : -by
  // 0.1 + 0.2 must show as 0.3.
  const next = Number((from + by).toPrecision(12))
  return Math.min(max, Math.max(min, next))
}
