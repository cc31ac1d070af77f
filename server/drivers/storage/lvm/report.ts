import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { run } from '../run.ts'

/** Rows of one kind in a report (lvmreport(7)); sizes are bytes, as text. */
const REPORT = ['--reportformat', 'json', '--units', 'b', '--nosuffix']

const whole = z.string().regex(/^\d{1,18}$/)
const bytes = whole.transform(Number)
const words = z.string().max(65_536)

const groupRow = z.object({
  vg_size: bytes,
  vg_free: bytes,
  vg_extent_size: bytes,
  vg_missing_pv_count: bytes,
  vg_attr: words,
  vg_tags: words,
})
const volumeRow = z.object({ lv_name: words, lv_size: bytes, lv_tags: words })
/** From LVM 2.03.12 on; empty where it is off. */
const startRow = z.object({ vg_autoactivation: words })
const segmentRow = z.object({ seg_pe_ranges: words })

export type Group = z.infer<typeof groupRow>
export type Volume = z.infer<typeof volumeRow>

async function report<Row extends z.ZodObject>(
  ssh: SshConnection,
  program: 'vgs' | 'lvs',
  row: Row,
  words: readonly string[],
  signal: AbortSignal,
): Promise<z.infer<Row>[]> {
  const fields = Object.keys(row.shape).join(',')
  const text = await run(ssh, [program, ...REPORT, '-o', fields, ...words], signal)
  try {
    // One `lv` a volume; with segments asked for it is called `seg`.
    const sections = z.record(z.string(), z.array(z.unknown()).max(200_000))
    const { report: parts } = z.object({ report: z.array(sections).max(1000) }).parse(JSON.parse(text))
    return parts.flatMap((part) => Object.values(part).flatMap((rows) => rows.map((one) => row.parse(one))))
  } catch (cause) {
    throw deviceRejected(msg`${program} of the node returned a report that cannot be read: ${cleanMessage(text)}`, {
      cause,
    })
  }
}

/** A volume group. @throws PanelError device_rejected in LVM's words when the node has none of that name */
export async function readGroup(ssh: SshConnection, group: string, signal: AbortSignal): Promise<Group> {
  const [row] = await report(ssh, 'vgs', groupRow, ['--', group], signal)
  if (!row) throw deviceRejected(msg`The node has no volume group ${group}`)
  return row
}

/** Whether a node that starts activates the volumes of a group by itself. */
export async function isActivatedAtStart(ssh: SshConnection, group: string, signal: AbortSignal): Promise<boolean> {
  const [row] = await report(ssh, 'vgs', startRow, ['--', group], signal)
  return row !== undefined && row.vg_autoactivation !== ''
}

/** All volumes of a group that are not LVM's own. */
export const readVolumes = (ssh: SshConnection, group: string, signal: AbortSignal): Promise<Volume[]> =>
  report(ssh, 'lvs', volumeRow, ['--', group], signal)

/** One of them; null when there is none of that name. */
export async function readVolume(
  ssh: SshConnection,
  group: string,
  name: string,
  signal: AbortSignal,
): Promise<Volume | null> {
  // By a condition: naming it would make an absent one a failure among others.
  const rows = await report(ssh, 'lvs', volumeRow, ['--select', `lv_name="${name}"`, '--', group], signal)
  return rows.find((one) => one.lv_name === name) ?? null
}

/** Where a volume lies: `/dev/sda1:0-99`, one a piece. */
export async function piecesOf(
  ssh: SshConnection,
  group: string,
  name: string,
  signal: AbortSignal,
): Promise<string[]> {
  const rows = await report(ssh, 'lvs', segmentRow, ['--segments', '--', `${group}/${name}`], signal)
  return rows.flatMap(({ seg_pe_ranges }) =>
    seg_pe_ranges.split(/\s+/).filter((one) => /^\/dev\/\S+:\d+-\d+$/.test(one)),
  )
}
