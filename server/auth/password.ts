import { hash, verify } from '@node-rs/argon2'

// Argon2id, about 50 ms and 19 MiB a hash (OWASP's first choice of parameters).
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing is bound to this many at a time, so that a flood of sign-ins cannot starve the panel. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, OPTIONS))

let decoy: Promise<string> | undefined

/** Compares in the same time whether there is such an account or not (`stored` null). */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy for accounts that do not exist')
  const reference = stored ?? (await decoy)
  const same = await inTurn(() => verify(reference, password)).catch(() => false)
  return same && Boolean(stored)
}
