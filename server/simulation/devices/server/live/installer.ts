import { createHash } from 'node:crypto'
import { pause } from '../../../../shared/abort.ts'
import type { ServerParts } from '../types.ts'
import { WorkFailed } from './panel.ts'
import type { Changes } from './run.ts'
import { clearDisks } from './wipe.ts'
import { targetsOf, type Work } from './work.ts'

const LOAD_MS = 2000
const START_MS = 9000
const PARTITION_MS = 6000
const PACKAGES_MS = 40_000

/** Fetches an installer's files, compares them, and clears the disks that it may write. @throws WorkFailed, OperationOver */
export async function loadInstaller(work: Work): Promise<object> {
  const { parts, panel, job, signal } = work
  const value = (name: string) => job.get(name)?.[0] ?? ''
  for (const [file, percent] of [
    ['kernel', 0],
    ['initrd', 30],
  ] as const) {
    if (value(file) === '') throw new WorkFailed(`the job has no ${file}`)
    await panel.progress('fetch', percent, 'Fetching the installer')
    const answer = await parts.segment.ask({ url: new URL(value(file)), method: 'GET', signal })
    const sum = createHash('sha256')
      .update(answer?.body ?? '')
      .digest('hex')
    if (answer?.status !== 200 || sum !== value(`${file}_sha256`))
      throw new WorkFailed(`the ${file} of the installer could not be fetched`)
    await pause(LOAD_MS * parts.speed, signal)
  }
  const named = targetsOf(work)
  const method = value('wipe')
  const cleared = await clearDisks(work, method === 'full' ? 'full' : 'simple', named)
  return { ...cleared, installer: { kernel: value('kernel_sha256'), initrd: value('initrd_sha256') } }
}

/** What a kernel of an installer is told: where its answer file is, and under which name. */
const PRESEED = /(?:^| )url=(\S+\/)(preseed\.cfg)(?: |$)/

/**
 * An installer of Debian that was started in the place of the live system: fetches its answer file, and installs by it. It stands still without one, as installers do that
 * have a question.
 * @returns whether it has installed a system
 */
export async function runInstaller(
  { print, segment, speed }: ServerParts,
  args: string,
  signal: AbortSignal,
  changes: Changes,
): Promise<boolean> {
  print(`\r\n[    0.000000] Command line: ${args.replace(/\/answer\/[\w-]+/, '/answer/…')}\r\n`)
  await pause(START_MS * speed, signal)
  const [, base = '', name = ''] = PRESEED.exec(args) ?? []
  const ask = async (path: string) => (base ? segment.ask({ url: new URL(base + path), method: 'GET', signal }) : null)
  const file = await ask(name)
  if (file?.status !== 200) {
    print('The installer has no answers, and asks which language is spoken\r\n')
    return false
  }
  const answers = file.body.toString()
  print('Loading additional components\r\n')
  await ask('report/partition')
  await pause(PARTITION_MS * speed, signal)
  await ask('report/packages')
  print('Installing the base system\r\n')
  await pause(PACKAGES_MS * speed, signal)
  const answer = (question: string) => new RegExp(`^d-i ${question} string (.*)$`, 'm').exec(answers)?.[1]?.trim()
  changes.installed({
    name: answer('netcfg/get_hostname') || 'localhost',
    address: answer('netcfg/get_ipaddress') || null,
  })
  print('Running the late command\r\n')
  await ask('report/done')
  return true
}
