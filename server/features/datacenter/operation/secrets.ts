import { randomInt } from 'node:crypto'
import type { operation } from '../../../../generated/prisma/client.ts'
import { seal, unseal } from '../../../db/secrets.ts'

/** What an operation keeps sealed until it ends. */
export type OperationSecrets = {
  /** Of a system that is installed, or of a rescue system. */
  login?: { password_hash: string; ssh_keys: readonly string[] }
  /** The user that its controller gets. */
  controller?: { username: string; password: string }
}

const place = (id: number) => ({ table: 'operation', id, column: 'secrets' })

export const sealSecrets = (id: number, secrets: OperationSecrets): string => seal(JSON.stringify(secrets), place(id))

/** Holds secrets, so it is neither stored nor logged. */
export const secretsOf = ({ id, secrets }: Pick<operation, 'id' | 'secrets'>): OperationSecrets =>
  secrets ? (JSON.parse(unseal(secrets, place(id))) as OperationSecrets) : {}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** As many as controllers take; some know the first 16 only. */
const LENGTH = 20

/** A password that every controller takes as it is: letters and digits. */
export const controllerPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
