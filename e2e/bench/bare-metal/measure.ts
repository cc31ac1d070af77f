// Inside the lab: see ../bare-metal.ts.
import { loadavg } from 'node:os'
import { type Goal, report, short } from '../goals.ts'
import { inBareLive } from './bare.ts'
import { startPlace, waterfall } from './place.ts'
import { WRITE_IMAGE } from './write.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const PASSWORD = 'Sign-me-in-1'

const goal: Goal = {
  id: 'bare-metal',
  what: 'the small system from the call to SSH, over booting the live system, writing the image and booting from the disk',
  ours: [],
  reference: [],
  unit: 's',
  better: 'above',
  floor: 10,
  aim: 5,
}

let holds = false
const place = await startPlace()
try {
  for (let round = 1; round <= ROUNDS; round++) {
    const { from, until, steps } = await place.install('Small Linux', PASSWORD)
    const ours = (until - from) / 1000
    console.log(`round ${round}: ${short(ours)} s; ${waterfall(steps)}`)

    // What was installed, from its disk alone.
    await place.ssh(PASSWORD, 'sync')
    await place.off()
    const disk = await place.on('none')
    const booted = ((await place.untilSsh(place.address, PASSWORD)) - disk) / 1000
    const { image: file, image_bytes } = place.files
    const { live, image } = await inBareLive(place, async ({ seconds, run }) => ({
      live: seconds,
      image: Number(await run(WRITE_IMAGE, `${place.web}/a/${file}`, String(image_bytes))),
    }))
    console.log(
      `  at least: live system ${short(live)} s, image of ${short(image_bytes / 1e6)} MB ${short(image)} s, its start ${short(booted)} s (load ${short(loadavg()[0] ?? 0)})`,
    )
    goal.ours.push(ours)
    goal.reference.push(live + image + booted)
  }
  holds = report('bare-metal', [goal])
} finally {
  await place.close()
}
process.exit(holds ? 0 : 1)
