import type { Machine } from '../../server/domain/machine/schema.ts'

/** What a machine is called: its model, else the card that it asked by. */
export const machineName = ({ product, serial, mac }: Pick<Machine, 'product' | 'serial' | 'mac'>): string =>
  product === '' ? mac : serial === '' ? product : `${product} ${serial}`
