// Files that failed run once more, alone: a machine that was too slow for two rows of tests is told from a product that is wrong.
import { results } from './run.mjs'

/** More failures than this are no accident of a busy machine: they are not tried again. */
const MOST = 30

/**
 * Runs the failed files again, one suite after another. What passes now is counted as passed and named as `unsteady`, so that it is seen
 * and mended; what fails now has failed, with the reason of the second time.
 */
export async function again(inLab) {
  const failed = results.filter((result) => result.failed > 0)
  // What was skipped because a file could not begin is counted as failed as well, and has no reason of its own.
  const few = failed.every((r) => r.failures.length > 0) && failed.flatMap((r) => r.failures).length <= MOST
  if (!few) return
  for (const result of failed.filter((r) => r.again)) {
    const second = result.inLab ? await inLab(result.name, result.again) : await result.again()
    // A file that did not load the second time says nothing of its tests.
    if (!second || second.failed > second.failures.length) continue
    const twice = new Set(second.failures.map(named))
    result.unsteady = result.failures.filter((one) => !twice.has(named(one)))
    result.passed += result.failed - second.failed
    result.failed = second.failed
    result.failures = second.failures
  }
}

const named = ({ file, test }) => `${file} > ${test}`
