import { createHash } from 'node:crypto'
import { pause } from '../../../../shared/abort.ts'
import { WorkFailed } from './panel.ts'
import { clearDisks } from './wipe.ts'
import { serialsOf, targetsOf, type Work } from './work.ts'

const WRITE_MS = 20_000
const STEPS = 20
/** Of a small system, whatever the image of the demo holds. */
const IMAGE_MIB = 2048
const RATE = Math.round((IMAGE_MIB * 1000) / WRITE_MS)
const VERIFY_MS = 3000
const CONFIGURE_MS = 2000

/** Fetches the image, compares it, writes it and configures the system in it. @throws WorkFailed, OperationOver */
export async function installImage(work: Work): Promise<object> {
  const { parts, panel, job, signal, changes } = work
  const value = (name: string) => job.get(name)?.[0] ?? ''
  for (const name of ['image', 'image_sha256', 'image_format', 'image_bytes'])
    if (value(name) === '') throw new WorkFailed(`the job has no ${name}`)
  const named = targetsOf(work)
  const mirror = value('raid') === 'raid_1'
  const method = value('wipe')
  const disks = mirror || method !== 'none' ? named : named.slice(0, 1)
  const cleared = await clearDisks(work, method === 'full' ? 'full' : 'simple', disks)
  const target = mirror ? 'md0' : (disks[0]?.name ?? '')
  await panel.progress('image', 0, `Writing the image onto ${target}`)
  const image = await parts.segment.ask({ url: new URL(value('image')), method: 'GET', signal })
  if (image?.status !== 200) throw new WorkFailed(`the image could not be written: HTTP ${image?.status ?? 0}`)
  const sum = createHash('sha256').update(image.body).digest('hex')
  if (sum !== value('image_sha256')) throw new WorkFailed(`the image could not be written: its checksum is ${sum}`)
  for (let n = 1; n <= STEPS; n++) {
    await pause((WRITE_MS / STEPS) * parts.speed, signal)
    const words = `Writing the image, ${Math.round((IMAGE_MIB * n) / STEPS)} of ${IMAGE_MIB} MiB, ${RATE} MiB a second`
    await panel.progress('image', Math.floor((n * 90) / STEPS), words)
  }
  await panel.progress('verify', 90, 'Reading the image back')
  await pause(VERIFY_MS * parts.speed, signal)
  await panel.progress('configure', 93, 'Growing the file system')
  await pause((CONFIGURE_MS / 2) * parts.speed, signal)
  const root = target.startsWith('nvme') || mirror ? `${target}p1` : `${target}1`
  await panel.progress('configure', 95, `Configuring the system on ${root}`)
  await pause((CONFIGURE_MS / 2) * parts.speed, signal)
  changes.installed({ name: value('hostname') || 'localhost', address: value('address').split('/')[0] || null })
  const holds = mirror
    ? [{ part: '', type: 'linux_raid_member', label: `${value('hostname')}:0` }]
    : [{ part: root, type: 'ext4', label: '' }]
  changes.wrote(
    serialsOf(mirror ? disks : disks.slice(0, 1)),
    holds.map((one) => ({ ...one, bytes: Number(value('image_bytes')) })),
  )
  const facts = { sha256: sum, bytes: Number(value('image_bytes')), root, raid: value('raid') || 'no_raid' }
  return { ...cleared, image: facts }
}
