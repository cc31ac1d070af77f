/** Random numbers that are the same each time (a linear congruential generator): `dice(n)` is from 0 to n - 1. */
export function random(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * n)
  }
}
