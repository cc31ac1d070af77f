import { endpoint } from '../../../api/endpoint.ts'
import { licence, newerVersion, panelInfo } from '../../../domain/panel/schema.ts'
import { VERSION } from '../../../version.ts'
import { readInfo, readLicence } from './service.ts'

const common = { service: 'dci', method: 'GET' } as const

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
    description: 'The panel asks nobody outside: it knows its own version only.',
    access: 'admin',
    answer: newerVersion,
    run: () => Promise.resolve({ current_version: VERSION, available_version: null, is_available: false }),
  }),
}
