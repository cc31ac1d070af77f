import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from './support/panel.ts'

test('a task that waits for a silent controller is stopped, and its object keeps its state', async ({
  page,
  signIn,
  rest,
}) => {
  // Takes the connection and sends nothing: unless it is stopped, the check goes on until its time is over.
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  try {
    const admin = await rest('admin')
    const where = { ssh_address: '127.0.0.1', ssh_port: port, ssh_user: 'root', password: 'whatever' }
    const made = await admin.post('/dci/v3/location', { name: 'Silent', ...where })
    expect(made.status).toBe(200)
    await signIn('admin')
    await page.goto('/tasks')
    // A new location is checked by itself.
    await expect.poll(() => sockets.size).toBeGreaterThan(0)
    const row = page.getByRole('row', { name: /Silent/ })
    await expect(row).toContainText('Running')
    await row.getByText('Check location').click()
    await page.getByRole('button', { name: 'Stop the task' }).click()
    await expect(row).toContainText('Stopped')
    await expect(page.getByRole('button', { name: 'Stop the task' })).toHaveCount(0)

    expect((await admin.get(`/dci/v3/location/${made.body.id}`)).body.status).toBe('created')
    expect((await admin.delete(`/dci/v3/location/${made.body.id}`)).status).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
})
