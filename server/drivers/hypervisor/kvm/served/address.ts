import { createHash } from 'node:crypto'

/** QEMU passes through, others need not read. */
export const SERVED = '/run/datahall/served'
/** Where the sockets themselves are: AppArmor's profile of a domain lets it connect nowhere but below libvirt's folder. */
export const SOCKETS = '/run/libvirt/datahall'
/** Name of what is served. */
export const SERVED_NAME = 'disk'

/**
 * A socket that the profile which libvirt makes for each domain (virt-aa-helper) allows to that domain, and to no other. The profile is made anew
 * at each start and cannot be added to; of names that exist before the start it knows but this one, which is made for migrations.
 * @param own tells sockets of one volume apart
 */
export const servedSocket = (internalName: string, path: string, own: string): string =>
  `${SOCKETS}/${servedKey(path)}-${own}.tunnelmigrate.dest.${internalName}`

/** Where what a volume stands on is served: a name of its own for each volume. */
export const servedKey = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24)

/** The same as QEMU opens it. */
export const servedAddress = (path: string): string =>
  `nbd+unix:///${SERVED_NAME}?socket=${SERVED}/${servedKey(path)}.sock`
