import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { boxSetup, licence, newerVersion, panelInfo, panelSetup } from '../../../domain/panel/schema.ts'
import { VERSION } from '../../../process/version.ts'
import { readLicence } from './licence.ts'
import { readInfo, rejectUpdate, renewLicence } from './service.ts'
import { setUpBox, setUpPanel } from './setup.ts'

const common = { service: 'dci', method: 'GET' } as const
const change = { service: 'dci', method: 'POST', access: 'admin', answer: z.object({ task: z.int() }) } as const
const nothing = z.strictObject({})

export const panelEndpoints = {
  info: endpoint({
    ...common,
    tag: 'common',
    path: '/info',
    summary: 'Show the set-up state of the panel',
    description: 'That of its first location; created while there is none.',
    access: 'user',
    answer: panelInfo,
    run: (ctx) => readInfo(ctx),
  }),
  licence: endpoint({
    ...common,
    tag: 'license',
    path: '/license',
    summary: 'Show the licence state',
    description: 'A self-hosted panel has no limit and no end: both are -1. The counts are those of now.',
    access: 'admin',
    answer: licence,
    run: () => readLicence(),
  }),
  newerVersion: endpoint({
    ...common,
    tag: 'update',
    path: '/update',
    summary: 'Show whether a newer panel version exists',
    description: 'The panel asks no outside service: it knows its own version only.',
    access: 'admin',
    answer: newerVersion,
    run: () => Promise.resolve({ current_version: VERSION, available_version: null, is_available: false }),
  }),
  setup: endpoint({
    ...change,
    tag: 'common',
    path: '/setup',
    summary: 'Set up the panel with its first location',
    description:
      'Makes the location and begins the check of the way in to its control host, with the key of the panel: that is the task. Refused once there is a location.',
    about: 'location',
    body: panelSetup,
    run: (ctx, { body }) => setUpPanel(ctx, body),
  }),
  boxSetup: endpoint({
    ...change,
    tag: 'common',
    path: '/box_setup',
    summary: 'Set up a box instance',
    description: 'As the set-up, with the panel host as control host.',
    about: 'location',
    body: boxSetup,
    run: (ctx, { body }) => setUpBox(ctx, body),
  }),
  renewLicence: endpoint({
    ...change,
    tag: 'license',
    path: '/license/update',
    summary: 'Fetch the licence again',
    description: 'A self-hosted panel counts its devices anew; the output of the task are the counts.',
    body: nothing,
    run: (ctx) => renewLicence(ctx),
  }),
  update: endpoint({
    ...change,
    tag: 'update',
    path: '/update',
    summary: 'Update the panel',
    description: 'Refused, saying how it is done: the panel runs from its own source and does not replace itself.',
    body: nothing,
    run: () => rejectUpdate(),
  }),
}
