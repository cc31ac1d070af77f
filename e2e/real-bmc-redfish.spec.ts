import { type LabRoom, labRoom } from './support/lab-controllers.ts'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

// A controller of the lab that speaks Redfish.
test.describe.configure({ timeout: 120_000 })

let admin: RestClient
let room: LabRoom

test.beforeEach(async ({ rest }) => {
  admin = await rest('admin')
  room = await labRoom(admin, 'Redfish hall')
})
test.afterEach(() => room.close())

test('Redfish: power, and an image in the virtual drive', async () => {
  const redfish = await room.add(1, 'redfish', 'redfish')
  await room.done(admin.post(`/dci/v3/server/${redfish.id}/power_on`))
  expect((await admin.get(`/dci/v3/server/${redfish.id}/power_status`)).body).toMatchObject({ power_status: 'on' })
  const url = 'https://images.example/rescue.iso'
  await room.done(admin.post(`/dci/v3/ipmi/${redfish.ipmi}/iso`, { url }))
  expect((await admin.get(`/dci/v3/ipmi/${redfish.ipmi}/iso`)).body).toEqual({ url })
  await room.done(admin.delete(`/dci/v3/ipmi/${redfish.ipmi}/iso`))
  expect((await admin.get(`/dci/v3/ipmi/${redfish.ipmi}/iso`)).body).toEqual({ url: null })
  await room.done(admin.post(`/dci/v3/server/${redfish.id}/power_off`))
  expect((await admin.get(`/dci/v3/server/${redfish.id}/power_status`)).body).toMatchObject({ power_status: 'off' })
})
