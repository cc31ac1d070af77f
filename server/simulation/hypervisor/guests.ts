import type { Duplex } from 'node:stream'
import type { GuestFacts, GuestWorld } from './guest/facts.ts'
import { Guest } from './guest/guest.ts'
import { isPassword } from './passwords.ts'
import { type DummyDomain, domainOf, isGoingDown, type NodeState, sizeOf } from './state.ts'
import type { NodeStore } from './store.ts'

export type PowerRequest = (internalName: string, action: 'poweroff' | 'reboot') => void

type Lodger = { guest: Guest; started_at: number; going_down: boolean }

const size = (mib: number) => (mib % 1024 === 0 ? `${(mib / 1024).toFixed(1)} GiB` : `${mib} MiB`)

/** What a guest knows of its VM. */
export function guestFacts(domain: DummyDomain, state: NodeState): GuestFacts {
  const { spec, guest } = domain
  const first = state.files[spec.disks[0]?.path ?? '']
  return {
    hostname: guest.hostname,
    is_container: first?.kind === 'volume' && first.archive !== undefined,
    os_name: 'Debian GNU/Linux 13',
    ...sizeOf(domain),
    disks: spec.disks.map((disk) => {
      const file = state.files[disk.path]
      const mib = file?.kind === 'volume' ? file.size_mib : 0
      return { name: disk.target_dev, size: size(mib), mib }
    }),
    interfaces: spec.interfaces.map((nic, i) => ({
      name: `eth${i}`,
      mac: nic.mac,
      addresses: guest.networks[nic.mac.toLowerCase()]?.addresses ?? [],
      gateway: guest.networks[nic.mac.toLowerCase()]?.gateway ?? null,
    })),
    failedUnits: [],
  }
}

/**
 * The guests of one node that have viewers in this process. They are created with their first viewer and follow the
 * node's state: other processes may switch them.
 */
export class Guests {
  #store: NodeStore
  #speed: number
  #onPower: PowerRequest
  #lodgers = new Map<string, Lodger>()

  constructor(store: NodeStore, speed: number, onPower: PowerRequest) {
    this.#store = store
    this.#speed = speed
    this.#onPower = onPower
    store.onChange((next) => this.#follow(next))
  }

  openScreen(name: string, domain: DummyDomain): Duplex {
    return this.#lodger(name, domain).openScreen(domain.guest.hostname, domain.spec.vnc_password || null)
  }

  openSpice(name: string, domain: DummyDomain, password: string): Duplex {
    return this.#lodger(name, domain).openSpice(password)
  }

  openSerial(name: string, domain: DummyDomain): Duplex {
    return this.#lodger(name, domain).openSerial()
  }

  #lodger(name: string, domain: DummyDomain): Guest {
    const known = this.#lodgers.get(name)
    if (known) return known.guest
    const guest = new Guest(this.#world(name, domain), this.#speed)
    this.#lodgers.set(name, { guest, started_at: domain.started_at ?? 0, going_down: isGoingDown(domain) })
    return guest
  }

  /** The guest's view of its VM: always of the present state, for passwords change while it runs. */
  #world(name: string, first: DummyDomain): GuestWorld {
    const store = this.#store
    const onPower = this.#onPower
    const present = () => domainOf(store.current, name) ?? first
    return {
      get facts() {
        return guestFacts(present(), store.current)
      },
      accepts: (user, password) => {
        const { passwords } = present().guest
        return Object.hasOwn(passwords, user) && isPassword(password, passwords[user] ?? '')
      },
      uptimeMs: () => Date.now() - (present().started_at ?? Date.now()),
      now: () => new Date(),
      power: (action) => onPower(name, action),
    }
  }

  #follow(next: NodeState): void {
    for (const [name, lodger] of [...this.#lodgers]) {
      const domain = domainOf(next, name)
      if (domain?.started_at == null) {
        this.#lodgers.delete(name)
        lodger.guest.powerOff()
      } else if (domain.started_at !== lodger.started_at) {
        lodger.started_at = domain.started_at
        lodger.going_down = isGoingDown(domain)
        lodger.guest.reboot()
      } else if (isGoingDown(domain) && !lodger.going_down) {
        lodger.going_down = true
        lodger.guest.goDown()
      }
    }
  }
}
