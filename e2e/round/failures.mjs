// Which tests failed, and why, from the reports of Vitest and Playwright: `{file, test, why}` each.
import path from 'node:path'
import { root } from './run.mjs'

/** Longest piece of a reason that a round's end shows, in characters. */
const WHY = 600

/** From the JSON report of Vitest; a file that did not load is a failure as well. */
export function failuresOfVitest(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file, test: test.fullName, why: brief(test.failureMessages?.join('\n')) }))
    return tests.length === 0 && status === 'failed' ? [{ file, test: 'the whole file', why: brief(message) }] : tests
  })
}

/** From the JSON report of Playwright. */
export function failuresOfPlaywright(report) {
  const inSuite = (suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok)
      .map((spec) => ({
        file: path.relative(root, path.resolve(report.config.rootDir, spec.file)),
        test: spec.title,
        why: brief(spec.tests.flatMap((t) => t.results.flatMap((r) => r.errors.map((e) => e.message))).join('\n')),
      })),
    ...(suite.suites ?? []).flatMap(inSuite),
  ]
  return report.suites.flatMap(inSuite)
}

function brief(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
  const plain = (text ?? '').replaceAll(/\u001b\[[0-9;]*m/g, '')
  return plain.length > WHY ? `${plain.slice(0, WHY)} …` : plain
}
