import type { Server } from '../../../server/domain/server/record.ts'

/** The address by which a server is reached: its main IPv4 address, else its first one. */
export const mainAddress = ({ ip }: Pick<Server, 'ip'>) => ip.find(({ is_main }) => is_main) ?? ip[0]
