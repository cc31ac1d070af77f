// Files that failed run once more, alone: a machine that was too slow for two rows of tests is told from a product that is wrong.
import { results } from './run.mjs'

/** More failures than this are no accident of a busy machine: they are not tried again. */
const MOST = 30

/**
 * Runs the failed files again, one suite after another. What passes now is counted as passed and named as `unsteady`, so that it is seen
 * and mended; what fails again has failed.
 */
export async function again(inLab) {
  const failed = results.filter((result) => result.failed > 0)
  // What was skipped because a file could not begin is counted as failed as well, and has no reason of its own.
  const few = failed.every((r) => r.failures.length > 0) && failed.flatMap((r) => r.failures).length <= MOST
  if (!few) return
  for (const result of failed) {
    const second = result.inLab ? await inLab(result.name, result.again) : await result.again()
    if (!second || second.failed > 0) continue
    result.unsteady = result.failures
    result.passed += result.failed
    result.failed = 0
  }
}
