import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { currentLab } from './lab/api.ts'
import { ADMIN, expect, test } from './support/panel.ts'
import { type RestClient, restClient } from './support/rest-client.ts'
import { until } from './support/slice.ts'

// What the README tells a newcomer to type, typed on an empty panel and a real node.

/** The indented blocks below a heading of the README, as they stand there. */
function blocksUnder(heading: string): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8')
  const section = text.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0]
  if (!section) throw new Error(`The README has no section "${heading}"`)
  return [...section.matchAll(/(?:^ {4}.*\n(?:\n(?= {4}))?)+/gm)].map(([block]) => block.replace(/^ {4}/gm, ''))
}

/** Puts this place's values where the README has words for them; a word that is not there means that it has changed. */
function fill(block: string, values: [string, string][]): string {
  return values.reduce((text, [word, value]) => {
    if (!text.includes(word)) throw new Error(`The README no longer says ${word}`)
    return text.replaceAll(word, value)
  }, block)
}

const run = promisify(execFile)
async function bash(script: string): Promise<string> {
  const started = run('bash', ['-eu', '-o', 'pipefail'])
  started.child.stdin?.end(script)
  return (await started).stdout
}

const quiet = (admin: RestClient) =>
  until(
    'all tasks have ended',
    async () => (await admin.get('/vm/v3/task?where=status IN (created,deferred,running)')).body.size === 0,
    120,
    200,
  )

test('the lines with curl make a VM', async ({ freshPanel }) => {
  const panel = await freshPanel()
  const lab = currentLab()
  const node = lab.nodes[0]!
  const admin = await restClient(panel.address, ADMIN)
  const [first, place, network, machine, ...rest] = blocksUnder('The same with curl')
  expect(rest).toEqual([])
  const start = fill(first!, [
    ['http://localhost:3000', panel.address],
    ['admin@example.com', ADMIN.email],
    ['"PASSWORD"', JSON.stringify(ADMIN.password)],
  ])
  const blocks = [
    fill(place!, [
      ['10.90.0.11', node.address],
      ['ROOT-PASSWORD', node.password],
      ['/srv/images', lab.repository],
    ]),
    network!,
    machine!,
  ]
  try {
    for (const block of blocks) {
      const answers = (await bash(start + block)).trim().split('\n')
      expect(answers).toHaveLength(block.match(/^api /gm)!.length)
      for (const answer of answers) expect(JSON.parse(answer)).not.toHaveProperty('error')
      await quiet(admin)
    }
    const { body } = await admin.get('/vm/v3/task?where=status NE complete')
    expect(body.list).toEqual([])
    expect((await admin.get('/vm/v3/host/1')).body).toMatchObject({ name: 'web', state: 'active', fault: null })
  } finally {
    const gone = await admin.delete('/vm/v3/host/1')
    if (gone.status === 200) await admin.ended(gone.body.task)
  }
})
