import { results } from './run.mjs'

/** Prints what came of a round, with each failure and its reason last, where a reader of a long log looks; how many failed. */
export function summary() {
  const sum = (of) => results.reduce((all, result) => all + result[of], 0)
  const failures = results.filter((r) => r.failed > 0).flatMap((r) => r.failures)
  const unsteady = results.flatMap((r) => r.unsteady ?? [])
  console.log('')
  for (const r of results) console.log(line(r))
  console.log(`        all: ${seconds(performance.now())} s, processors ${seconds(sum('cpu'))} s`)
  for (const { file, test, why } of unsteady)
    console.log(`\nUNSTEADY, failed beside the others and passed alone: ${file} > ${test}\n${why}`)
  for (const { file, test, why } of failures) console.log(`\nFAILED  ${file} > ${test}\n${why}`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed')
}

const seconds = (ms) => Math.round(ms / 1000)

function line({ name, passed, failed, ms, cpu, unsteady }) {
  const second = unsteady?.length ? `, ${unsteady.length} of them at the second attempt` : ''
  return `${failed ? 'FAILED' : 'ok    '}  ${name}: ${passed} passed${second}, ${failed} failed (${seconds(ms)} s, processors ${seconds(cpu)} s)`
}
