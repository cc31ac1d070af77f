import { db } from '../../db/pool.ts'
import { locationEndpoints } from '../../features/datacenter/location/endpoints.ts'
import { osTemplateEndpoints } from '../../features/datacenter/os-template/endpoints.ts'
import { repositoryEndpoints } from '../../features/virtualization/repository/endpoints.ts'
import { pause } from '../../shared/abort.ts'
import { type frontDoor, tasksDone, tasksOver } from './front-door.ts'
import { renewDemoRepository } from './plan/repository.ts'
import { rooms } from './plan/room-plan.ts'
import { demoTemplates } from './plan/templates.ts'

type Ask = Awaited<ReturnType<typeof frontDoor>>
const LOOK_MS = 100

/** Sets the first location up, as soon as its control host answers. The others are left for who tries it. @returns its task */
export async function setUpBootServices(ask: Ask, location_id: number, signal: AbortSignal): Promise<number> {
  const [{ network }] = rooms
  // Its password comes with the port at which it answers.
  const where = { id: location_id, ssh_password: { not: null } }
  while ((await db().prisma.location.count({ where })) === 0) await pause(LOOK_MS, signal)
  const dhcp = {
    interfaces_4: ['eth1'],
    ranges: [{ first: `${network}.3`, last: `${network}.9` }],
    nameservers: [`${network}.1`],
  }
  const params = { location_id }
  const { task } = await ask(locationEndpoints.setup, { params, body: { dhcp, web: { port: 8080 } } })
  return task
}

/** How often a set-up is tried: the devices of the demo may have changed their process meanwhile. */
const TRIES = 3

/** Waits until a location is set up. @param task of the first try @returns whether it is; one that failed shows its reason, and is repaired by a button */
export async function bootServicesThere(ask: Ask, location_id: number, task: number, signal: AbortSignal) {
  for (let tried = 1, now = task; ; tried++) {
    await tasksOver([now], signal)
    const { status } = await db().prisma.location.findUniqueOrThrow({ where: { id: location_id } })
    if (status === 'ok') return true
    // A host that was not reached by a check has to be checked first, by a person as well.
    if (tried === TRIES || status !== 'setup_failed') return false
    now = (await ask(locationEndpoints.setup, { params: { location_id }, body: {} })).task
  }
}

/** Brings the templates of the plan to a location that is set up; one of them cannot be had. @returns their tasks */
export async function bringTemplates(ask: Ask, location_id: number, repository_id: number): Promise<number[]> {
  const rows = await db().prisma.os_template.findMany({
    where: { repository_id, name: { in: demoTemplates } },
    orderBy: { id: 'asc' },
  })
  const body = { os_templates: rows.map(({ id }) => id) }
  const { task } = await ask(osTemplateEndpoints.install, { params: { location_id }, body })
  return task
}

/** Lets the repository have newer templates than the location, and has the panel read it. */
export async function renewTemplates(ask: Ask, repository_id: number, tasks: number[], signal: AbortSignal) {
  await tasksOver(tasks, signal)
  const { name, url } = await db().prisma.repository.findUniqueOrThrow({ where: { id: repository_id } })
  await renewDemoRepository(url.replace(/^file:\/\//, ''))
  const { task } = await ask(repositoryEndpoints.edit, { params: { repository_id }, body: { name, url } })
  await tasksDone(task === undefined ? [] : [task], signal)
}
