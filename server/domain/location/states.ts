import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'

export const locationStatuses = ['created', 'check_failed', 'need_setup', 'setup', 'ok', 'setup_failed'] as const

/** What may be done to the services of a location at which status. */
export const locationLifecycle = defineLifecycle({
  states: locationStatuses,
  moving: ['setup'],
  actions: {
    setup: {
      from: ['need_setup', 'ok', 'setup_failed'],
      error: msg`The panel has to reach the control host first: check the location`,
    },
    remove_services: {
      from: ['ok', 'setup_failed', 'need_setup'],
      error: msg`The panel has to reach the control host first: check the location`,
    },
  },
})

type Served = { status: (typeof locationStatuses)[number]; dhcp4_conf: object }

/** Whether the boot services of a location are set up and at rest: only then do templates come there, and servers boot. */
export const servesBoot = ({ status, dhcp4_conf }: Served): boolean =>
  status === 'ok' && Object.keys(dhcp4_conf).length > 0

/** Parts of what a control host runs; `host`: whether the panel reaches it, `segment`: no other DHCP server answers there. */
export const locationComponents = ['host', 'files', 'dhcp', 'web', 'tftp', 'disk', 'artefacts', 'segment'] as const

/** Most devices of a location that may be asked at once. */
export const MAX_POLL_LIMIT = 256
