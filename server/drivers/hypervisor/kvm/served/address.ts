import { createHash } from 'node:crypto'

/** QEMU passes through, others need not read. */
export const SERVED = '/run/datahall/served'
/** Where the sockets of relays are: AppArmor's profile of a domain lets it connect nowhere but below libvirt's folder. */
export const SOCKETS = '/run/libvirt/datahall'
/** Name of what is served. */
export const SERVED_NAME = 'disk'

/**
 * A socket that the profile which libvirt makes for each domain (virt-aa-helper) allows to that domain, and to no other. The profile is made anew
 * at each start and cannot be added to; of names that exist before the start it knows but this one, which is made for migrations.
 */
export const servedSocket = (internalName: string, path: string): string =>
  `${SOCKETS}/${servedKey(path)}.tunnelmigrate.dest.${internalName}`

/** What a volume stands on has a name of its own on the node. */
export const servedKey = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24)

/** The same as QEMU opens it. */
export const servedAddress = (path: string): string =>
  `nbd+unix:///${SERVED_NAME}?socket=${SERVED}/${servedKey(path)}.sock`
