import { PACKAGES } from '../../../drivers/control-host/boot/packages.ts'
import { rooms } from './room-plan.ts'

/** The account of the control hosts. */
export const controlHostUser = { login: 'root', password: 'demo-control-host' }

const hex = (n: number) => n.toString(16).padStart(2, '0')

/** Network cards of the control host of a place: one for the panel, one in the network of the servers. */
export const cardsOf = (place: number) => [
  { name: 'eth0', mac: `02:dd:00:00:${hex(place)}:01`, address: `203.0.113.${10 + place}/24` },
  { name: 'eth1', mac: `02:dd:00:00:${hex(place)}:02`, address: `${rooms[place]?.network}.2/24` },
]

/** The same as a check notes them. */
export const cardsInfo = (place: number) => ({
  interfaces: cardsOf(place).map(({ name }) => name),
  interfaces_4: cardsOf(place).map(({ name }) => name),
  addresses: cardsOf(place).map(({ address }) => address.split('/')[0]),
})

const daily = ['curl', 'ca-certificates', 'python3']

/** The first has what boot services need; the others get it when they are set up. */
export const packagesOf = (place: number): readonly string[] => (place === 0 ? [...daily, ...PACKAGES] : daily)
