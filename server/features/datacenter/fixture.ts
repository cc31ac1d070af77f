import { testApi } from '../../../e2e/support/api.ts'

/** A panel of its own with one location, for the tests of this area. */
export async function datacenterFixture() {
  const api = await testApi()
  const made = async (answer: Promise<{ status: number; body: { id: number } }>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.id
  }
  /** The text of an error, which must have this status. */
  const refused = async (answer: Promise<{ status: number; body: { error?: { msg: string } } }>, wanted: number) => {
    const { status, body } = await answer
    if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(body)}`)
    return body.error?.msg ?? ''
  }
  const addLocation = async (name: string) => {
    const way = { ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root' }
    const id = await made(api.admin.post('/dci/v3/location', { name, ...way }))
    // Nothing answers there: tests with a worker need not wait for its check.
    await api.database.prisma.task.deleteMany({ where: { name: 'location_check', registry_id: id, status: 'created' } })
    return id
  }
  const location = await addLocation('Frankfurt')
  let racks = 0
  return {
    api,
    made,
    refused,
    location,
    addLocation,
    addRack: (size = 42, name = `R${++racks}`) =>
      made(api.admin.post(`/dci/v3/location/${location}/rack`, { name, size })),
    close: () => api.close(),
  }
}
