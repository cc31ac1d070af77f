import { expect, type Page } from '@playwright/test'
import { currentLab, type LabDevice, labDevices } from '../lab/api.ts'
import { type DeviceKind, labSignIn } from '../lab/device.ts'
import type { RestClient } from './rest-client.ts'

// What the tests on the lab's controllers have in common.

const { username, password } = labSignIn.bmc
export const login = { username, password }

export const only = (kind: DeviceKind): LabDevice => {
  const [device] = labDevices(currentLab(), kind)
  if (!device) throw new Error('These tests need a lab with controllers: lab.ts up --nodes 1 --bmcs 1')
  return device
}

export const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }

/** A location, whose control host is the lab's node, with a rack and a platform for servers. `close` takes all of it away again. */
export async function labRoom(admin: RestClient, name: string) {
  const [node] = currentLab().nodes
  if (!node) throw new Error('These tests need a lab with a node: lab.ts up --nodes 1 --bmcs 1')
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const location = await made('/dci/v3/location', {
    name,
    ssh_address: node.address,
    ssh_port: 22,
    ssh_user: 'root',
    password: node.password,
  })
  const rack = await made(`/dci/v3/location/${location}/rack`, { name: 'lab-1', size: 10 })
  const cpu_socket = await made('/dci/v3/cpu_socket', { name })
  const platform = await made('/dci/v3/platform', { name, type: 'server', server_size: 1, cpu_socket, ...sizes })
  const servers: number[] = []
  return {
    location,
    rack,
    /** To be taken away in the end as well. */
    owns: (server: number) => void servers.push(server),
    /** A server with a controller of the lab. */
    async add(unit: number, kind: DeviceKind, type: string) {
      const id = await made('/dci/v3/server', { name: `${kind}-${unit}`.replace('_', '-'), platform, rack, unit })
      servers.push(id)
      const ipmi = await made(`/dci/v3/server/${id}/ipmi`, { ip: only(kind).address, type, ...login })
      return { id, ipmi }
    },
    async done(asked: Promise<{ status: number; body: { task: number } }>) {
      const { status, body } = await asked
      expect(status, JSON.stringify(body)).toBe(200)
      expect(await admin.ended(body.task)).toMatchObject({ status: 'complete' })
    },
    async close() {
      const relay = await admin.delete(`/ipmiproxy/v3/location/${location}`)
      if (relay.status === 200) await admin.ended(relay.body.task)
      for (const id of servers) await admin.delete(`/dci/v3/server/${id}`)
      await admin.delete(`/dci/v3/rack/${rack}`)
      expect((await admin.delete(`/dci/v3/location/${location}`)).status).toBe(200)
    },
  }
}
export type LabRoom = Awaited<ReturnType<typeof labRoom>>

export const terminal = (page: Page) => page.locator('.xterm-rows')
export const connected = (page: Page) =>
  expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 })

/** Chooses from the menu of power. */
export async function command(page: Page, words: string) {
  await page.getByRole('button', { name: 'Power', exact: true }).first().click()
  await page.getByRole('menuitem', { name: new RegExp(`^${words}`) }).click()
}

/** Types into the terminal, and waits for what comes. */
export async function exchange(page: Page, typed: string, wanted: string | RegExp) {
  await page.keyboard.type(typed)
  await expect(terminal(page)).toContainText(wanted, { timeout: 30_000 })
}

/** From the login prompt on the serial console to root's shell. */
export async function logInSerial(page: Page) {
  await expect(terminal(page)).toContainText(' login:', { timeout: 60_000 })
  await page.locator('.xterm').click()
  // OpenIPMI's simulator takes the first packet for a repetition when the previous console ended with that number. A
  // DEL is harmless.
  await page.keyboard.press('Backspace')
  await exchange(page, `${labSignIn.server.username}\n`, 'Password:')
  await exchange(page, `${labSignIn.server.password}\n`, '~ #')
}
