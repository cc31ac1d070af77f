import { z } from 'zod'
import type { Prisma } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { stored } from '../../../../db/sentences.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { locationStatuses } from '../../../../domain/location/states.ts'
import { onBootHost } from '../../../../drivers/control-host/boot/find.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import { keaPlaces } from '../../../../drivers/control-host/boot/plan.ts'
import { renderCompose } from '../../../../drivers/control-host/boot/render-compose.ts'
import { removeBoot, setUpStep } from '../../../../drivers/control-host/boot/set-up.ts'
import { bootState } from '../../../../drivers/control-host/boot/state.ts'
import { type StepName, stepNames } from '../../../../drivers/control-host/boot/steps.ts'
import type { BootServices } from '../../../../drivers/control-host/boot/types.ts'
import { changed } from '../../../../events/changes.ts'
import { renderKea } from '../../../../protocols/kea/render.ts'
import { msg, type Text } from '../../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../../tasks/define.ts'
import { forgetLocation, stayInLocation } from '../../os-template/leave.ts'
import { mendFiles } from '../../os-template/mend.ts'
import { controlHostOf } from '../control-host.ts'
import { noteComponents, notesOf } from './components.ts'
import { onServices } from './on-services.ts'
import { standOf } from './stand.ts'

const input = z.object({ location_id: z.int() })
const MINUTE = 60_000
const LOOK_MS = 3 * MINUTE
/** To read all files of a location, and to bring some again. */
const FILES_MS = 6 * 60 * MINUTE
const REACHED = { component: 'host', fault: null } as const

const words: Record<StepName, Text> = {
  folders: msg`Making folders`,
  packages: msg`Installing packages`,
  files: msg`Writing configuration`,
  programs: msg`Copying boot programs`,
  services: msg`Starting the services`,
}

/** How all parts are, and what the record shows of them. */
const lookAt = (signal: AbortSignal, content: boolean) => async (host: BootHost, services: BootServices) => {
  const states = await bootState(host, services, { segment: true, content }, signal)
  return {
    states: notesOf(states),
    shown: shownOf(services),
  }
}

/** Looks at the services of a location that is set up and at rest, for a task that looks at all of it. */
export async function lookAtServices(t: TaskContext, location_id: number): Promise<void> {
  const stand = await standOf(location_id)
  if (!stand || stand.moving) return
  t.progress(50, msg`Looking at the boot services`)
  const { states } = await t.step('services', (signal) => onServices(location_id, signal, lookAt(signal, false)), {
    retries: 1,
    timeoutMs: LOOK_MS,
  })
  await t.stepTx('note_services', (work) => noteComponents(work, location_id, [REACHED, ...states]))
}

/** Whether files of a location were seen to be damaged, or fill its disk: what takes long is done only then. */
const hasFault = async (location_id: number): Promise<boolean> =>
  (await db().prisma.location_component.count({
    where: { location_id, component: { in: ['artefacts', 'disk'] }, fault: { not: null } },
  })) > 0

/** Makes the control host of a location run what its records say; done again it mends what differs. */
export const locationSetupTask = defineTask({
  name: 'location_setup',
  title: 'Set up location',
  input,
  locks: ({ location_id }) => [`location:${location_id}`],
  timeoutMs: 30 * MINUTE + 2 * FILES_MS,
  async run(t, { location_id }) {
    for (const [n, name] of stepNames.entries()) {
      t.progress(5 + 15 * n, words[name])
      await t.step(
        name,
        (signal) => onServices(location_id, signal, (host, all) => setUpStep(host, all, name, signal)),
        {
          retries: 1,
          timeoutMs: name === 'packages' ? 15 * MINUTE : 3 * MINUTE,
        },
      )
    }
    const damaged = await t.step('files_damaged', () => hasFault(location_id))
    if (damaged) {
      t.progress(85, msg`Looking through the files for servers, and bringing damaged ones again`)
      await t.step('artefacts', (signal) => mendFiles(location_id, signal), { retries: 1, timeoutMs: FILES_MS })
    }
    t.progress(90, msg`Looking at the result`)
    const seen = await t.step('look', (signal) => onServices(location_id, signal, lookAt(signal, damaged)), {
      retries: 1,
      timeoutMs: damaged ? FILES_MS : LOOK_MS,
    })
    await t.stepTx('save', async (work) => {
      await noteComponents(work, location_id, [REACHED, ...seen.states])
      await work.tx.location.update({
        where: { id: location_id },
        data: { ...seen.shown, fault: null, version: { increment: 1 } },
      })
    })
    return {}
  },
  async settle(t, { location_id }, { status, error }) {
    const done = status === 'complete'
    await t.stepTx('note', (work) =>
      end(
        work,
        location_id,
        done ? 'ok' : 'setup_failed',
        done ? null : (error?.message ?? stored(msg`The set-up was stopped`)),
      ),
    )
  },
})

/** Takes all of it away again. */
export const locationRemoveServicesTask = defineTask({
  name: 'location_remove_services',
  title: 'Remove boot services of location',
  input,
  locks: ({ location_id }) => [`location:${location_id}`],
  timeoutMs: 15 * MINUTE,
  async run(t, { location_id }) {
    t.progress(10, msg`Removing the services from the control host`)
    await t.step(
      'remove',
      async (signal) => onBootHost(await controlHostOf(location_id), signal, (host) => removeBoot(host, true, signal)),
      { retries: 1, timeoutMs: 10 * MINUTE },
    )
    await t.stepTx('forget', async (work) => {
      await work.tx.location_component.deleteMany({ where: { location_id } })
      await forgetLocation(work, location_id)
      await work.tx.location.update({
        where: { id: location_id },
        data: { dhcp4_conf: {}, container_compose: '', params_cache: {}, version: { increment: 1 } },
      })
    })
    return {}
  },
  async settle(t, { location_id }, { status, error }) {
    const done = status === 'complete'
    await t.stepTx('note', async (work) => {
      if (!done) await stayInLocation(work, location_id)
      await end(
        work,
        location_id,
        done ? 'need_setup' : 'setup_failed',
        done ? null : (error?.message ?? stored(msg`The removal was stopped`)),
      )
    })
  },
})

/** The status that the work on the services ends with. */
async function end(work: Work, id: number, status: (typeof locationStatuses)[number], fault: string | null) {
  const { count } = await work.tx.location.updateMany({
    where: { id },
    data: { status, fault, version: { increment: 1 } },
  })
  if (count > 0) changed(work, { entity: 'location', entity_id: id, event: 'update', data: { status } })
}

/** What the record shows of it: the configuration of the DHCP server without machines, which are in the list of servers, the composition file, and where the files for servers are fetched. */
function shownOf(services: BootServices) {
  const subnets = services.dhcp.subnets.map((subnet) => ({ ...subnet, reservations: [] }))
  const bare = { ...services, dhcp: { ...services.dhcp, subnets } }
  const dhcp4_conf = renderKea(bare.dhcp, keaPlaces(null)) as unknown as Prisma.InputJsonObject
  // Files are named by their sums, so whoever fetches them needs no password.
  const params_cache = { port: services.web.port }
  return { dhcp4_conf, container_compose: renderCompose(bare), params_cache }
}
