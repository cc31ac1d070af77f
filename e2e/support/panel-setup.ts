import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { ADMIN, startPanel } from './panel-process.ts'
import { quickFolder } from './quick-folder.ts'
import { restClient } from './rest-client.ts'

export const USER = { email: 'anna@demo.example', password: 'Correct-horse-2' }

/**
 * One panel for all browser tests: the built one, on a fresh data folder, with the demo data centre loaded and a password for
 * one of its owners, or with DATAHALL_DEMO=0 empty. PANEL_ADDRESS names one that runs already instead (with these same people
 * in it), PANEL_DATA its folder.
 */
export default async function setup() {
  if (!process.env.DATAHALL_LAB)
    console.log('Not inside a lab: the tests on real nodes (e2e/real-*.spec.ts) are left out.')
  if (process.env.PANEL_ADDRESS) return
  const root = path.resolve(import.meta.dirname, '../..')
  execFileSync(process.execPath, [path.join(root, 'server/cli/build.mjs'), '--if-needed'], {
    cwd: root,
    stdio: 'inherit',
  })
  const demo = process.env.DATAHALL_DEMO !== '0'
  const panel = await startPanel({
    within: quickFolder(),
    env: {
      ...(demo && { DATAHALL_DEMO: '1' }),
      DATAHALL_DUMMY_SPEED: '0',
      DATAHALL_POWER_PAUSE: '1',
      // Two readings make a rate; tests on real switches wait for them. To read all devices of the demo takes 15 s of a processor.
      DATAHALL_POLL_SECONDS: process.env.DATAHALL_LAB ? '10' : '300',
    },
  })
  process.env.PANEL_ADDRESS = panel.address
  process.env.PANEL_DATA = panel.data
  try {
    if (demo) await demoIsLoaded(panel.address)
  } catch (fault) {
    await panel.stop()
    throw fault
  }
  return async () => {
    delete process.env.PANEL_ADDRESS
    delete process.env.PANEL_DATA
    await panel.stop()
  }
}

/** Waits until the demo is there, and gives one of its owners a password. */
async function demoIsLoaded(address: string) {
  const admin = await restClient(address, ADMIN)
  const { body } = await admin.get('/vm/v3/task?where=name EQ demo_load')
  const task = await admin.ended(body.list[0].consul_id, 1200)
  if (task.status !== 'complete') throw new Error(`The demo data centre was not loaded: ${task.error?.msg}`)
  const owners = await admin.get(`/vm/v3/account?where=email EQ ${USER.email}`)
  const given = await admin.post(`/vm/v3/user/${owners.body.list[0].id}/password`, { password: USER.password })
  if (given.status !== 200) throw new Error(`No password for ${USER.email}: ${JSON.stringify(given.body)}`)
}
