import { signed } from '../bytes.ts'

/** How raw values become readings (IPMI 2.0, 36.3). */
export type Factors = {
  m: number
  b: number
  /** Exponents of ten of b and of the result. */
  bExponent: number
  rExponent: number
}

export type Formula = Factors & {
  format: 'unsigned' | 'ones complement' | 'twos complement'
  /** Number of the linearisation (table 43-1, byte 24). */
  linearisation: number
}

/** Linearisations from here on need factors for each reading (Get Sensor Reading Factors, 35.5). */
export const nonlinear = 0x70

const linearisations: readonly ((x: number) => number)[] = [
  (x) => x,
  Math.log,
  Math.log10,
  Math.log2,
  Math.exp,
  (x) => 10 ** x,
  (x) => 2 ** x,
  (x) => 1 / x,
  (x) => x ** 2,
  (x) => x ** 3,
  Math.sqrt,
  Math.cbrt,
]

/** The six bytes M, M and tolerance, B, B and accuracy, accuracy, exponents, as SDRs and reading factors have them. */
export function decodeFactors(bytes: Buffer): Factors {
  const [m, mHigh, b, bHigh, , exponents] = bytes as unknown as [number, number, number, number, number, number]
  return {
    m: signed(m | ((mHigh & 0xc0) << 2), 10),
    b: signed(b | ((bHigh & 0xc0) << 2), 10),
    rExponent: signed(exponents >> 4, 4),
    bExponent: signed(exponents & 0x0f, 4),
  }
}

/** The reading of a raw byte, rounded to what its steps mean; null when the formula gives no number (1/0, the root of -1). */
export function convert(raw: number, formula: Formula): number | null {
  const x =
    formula.format === 'unsigned' ? raw : formula.format === 'twos complement' ? signed(raw, 8) : onesComplement(raw)
  const linear = (formula.m * x + formula.b * 10 ** formula.bExponent) * 10 ** formula.rExponent
  const value = (linearisations[formula.linearisation] ?? linearisations[0]!)(linear)
  // Powers of ten are no binary fractions: 12.033000000000001 is 12.033.
  return Number.isFinite(value) ? Number(value.toPrecision(9)) : null
}

const onesComplement = (raw: number) => (raw < 0x80 ? raw : -(~raw & 0xff))
