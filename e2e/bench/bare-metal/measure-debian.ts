// Inside the lab: see ../bare-metal-debian.ts.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { report, short } from '../goals.ts'
import { inBareLive } from './bare.ts'
import { ensureDebian } from './debian-image.ts'
import { secondsOf, startPlace, waterfall } from './place.ts'
import { WRITE_ZEROS } from './write.ts'

const NAME = 'Debian 12'
const PASSWORD = 'Sign-me-in-1'
/** So much is written to compare with. */
const MIB = 512

const folder = await ensureDebian()
const [{ image }] = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')).os_templates
const place = await startPlace({ folder, name: NAME })
let holds = false
try {
  const { from, until, steps } = await place.install(NAME, PASSWORD)
  const release = await place.ssh(PASSWORD, 'cat /etc/debian_version; df -m / | tail -n 1')
  console.log(`${short((until - from) / 1000)} s to SSH; ${waterfall(steps)}`)
  console.log(`  it says: ${release.trim().replaceAll('\n', '; ')}`)
  const written = image.image_bytes / 1e6 / secondsOf(steps, 'image')
  const plain = await inBareLive(
    place,
    async ({ run }) => (MIB * 2 ** 20) / 1e6 / Number(await run(WRITE_ZEROS, String(MIB))),
  )
  console.log(`  image of ${short(image.image_bytes / 1e6)} MB (load ${short(loadavg()[0] ?? 0)})`)
  holds = report('bare-metal-debian', [
    {
      id: 'bare-metal',
      what: 'the image of Debian 12 is fetched, decoded, compared and written, to plain writing onto the same disk',
      ours: [written],
      reference: [plain],
      unit: 'MB/s',
      better: 'more',
      floor: 0.1,
      aim: 0.5,
    },
  ])
} finally {
  await place.close()
}
process.exit(holds ? 0 : 1)
