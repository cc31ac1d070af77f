// Suites of a round: Vitest's projects, and Playwright's tests with and without real nodes.
import fs from 'node:fs'
import path from 'node:path'
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs'
import { node, reports, results, root, run } from './run.mjs'

const bare = (command, args) => [command, args]

/** Tags of tests that `npm run long` runs beside the files that are long as a whole: those that take long, and those that prove a part else. */
const MORE = ['long', 'sampled']

/** Vitest's projects whose tests need a lab. */
const IN_LAB = ['lab', 'bare-metal', 'long']

/** Tests of one kind: all of the project `name`, or those of `of` that `npm run long` has. `files` alone when they are given. */
export async function vitest(name, { wrap = bare, files = [], of } = {}) {
  const again = (wrapped) => vitest(name, { wrap: wrapped, files: filesOf(name), of })
  const report = reportOf(name, files)
  const args = [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(of
      ? [`--project=${of}`, `--tags-filter=${MORE.join(' or ')}`]
      : [`--project=${name === 'unit' ? 'unit*' : name}`]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ]
  const { code, ms, cpu } = await run(...wrap(node(), args))
  const counts = read(report)
  const failed = counts
    ? counts.numFailedTests + skippedOf(counts, of ? (test) => MORE.some((tag) => test.tags.includes(tag)) : isShort)
    : 1
  const failures = counts ? failuresOfVitest(counts) : []
  return ended(
    { name, passed: counts?.numPassedTests ?? 0, failed, ms, cpu, failures, again, inLab: IN_LAB.includes(of ?? name) },
    code,
  )
}

const isShort = (test) => !test.tags.includes('long')

/** How many tests of a report were skipped that were meant to run. */
const skippedOf = (counts, meant) =>
  counts.testResults
    .flatMap((file) => file.assertionResults)
    .filter((t) => /pending|skipped/.test(t.status) && meant(t)).length

/** Tests in Chromium: those on real nodes (`real`) or all others, without or only with those that are tagged as long. */
export async function browser(name, { wrap = bare, files = [], real = false, long = false } = {}) {
  const again = (wrapped) => browser(name, { wrap: wrapped, files: filesOf(name), real, long })
  const report = reportOf(name, files)
  const which = files.length > 0 ? files : real ? ['e2e/real-'] : []
  const args = ['test', '--output', path.join(reports, name), ...(long ? ['--grep', '@long'] : []), ...which]
  const { code, ms, cpu } = await run(
    ...wrap(node(), [path.join(root, 'node_modules/@playwright/test/cli.js'), ...args]),
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      // What is read from the demo's many devices every few seconds would take the processor from real ones.
      ...(real && { DATAHALL_DEMO: '0' }),
    },
  )
  const counts = read(report)
  const failed = counts ? counts.stats.unexpected + counts.stats.skipped + counts.stats.flaky : 1
  const failures = counts ? failuresOfPlaywright(counts) : []
  const passed = counts?.stats.expected ?? 0
  return ended({ name, passed, failed, ms, cpu, failures, again, inLab: real }, code)
}

/** Notes what came of a suite. One that did not load, or a run that broke, is a failure as well. */
function ended(result, code) {
  const known = results.find(({ name }) => name === result.name)
  const failed = result.failed === 0 && code !== 0 ? 1 : result.failed
  if (known) return { ...result, failed }
  results.push({ ...result, failed })
  return results.at(-1)
}

const filesOf = (name) => [...new Set(results.find((r) => r.name === name).failures.map(({ file }) => file))]

function reportOf(name, files) {
  console.log(`\n== ${name}${files.length > 0 ? `, once more: ${files.join(' ')}` : ''}`)
  return path.join(reports, `${name}${files.length > 0 ? '-again' : ''}.json`)
}

function read(report) {
  return fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null
}
