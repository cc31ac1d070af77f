// Inside the lab: see ../bare-metal-debian.ts.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { report, short } from '../goals.ts'
import { inBareLive } from './bare.ts'
import { ensureDebian } from './debian-image.ts'
import { secondsOf, startPlace, waterfall } from './place.ts'
import { WRITE_IMAGE } from './write.ts'

const NAME = 'Debian 12'
const PASSWORD = 'Sign-me-in-1'

const folder = await ensureDebian()
const [{ image }] = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')).os_templates
const place = await startPlace({ folder, name: NAME })
let holds = false
try {
  const { from, until, steps } = await place.install(NAME, PASSWORD)
  const release = await place.ssh(PASSWORD, 'cat /etc/debian_version; df -m / | tail -n 1')
  console.log(`${short((until - from) / 1000)} s to SSH; ${waterfall(steps)}`)
  console.log(`  it says: ${release.trim().replaceAll('\n', '; ')}`)
  const megabytes = image.image_bytes / 1e6
  const written = megabytes / (secondsOf(steps, 'image') + secondsOf(steps, 'verify'))
  const file = `${place.web}/a/${place.files.image}`
  const plain = await inBareLive(
    place,
    async ({ run }) => megabytes / Number(await run(WRITE_IMAGE, file, String(image.image_bytes))),
  )
  console.log(`  image of ${short(megabytes)} MB (load ${short(loadavg()[0] ?? 0)})`)
  holds = report('bare-metal-debian', [
    {
      id: 'bare-metal',
      what: 'the image of Debian 12 is fetched, decoded, written and compared, to the same without comparing',
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
