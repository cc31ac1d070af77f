import { seal, unseal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import type { Redefined } from '../../../domain/os-template/macros.ts'

const place = (id: number) => ({ table: 'os_template', id, column: 'macro_secrets' })

type Kept = { macro: Record<string, string>; macro_secrets: string | null }

/** Redefined values as a row keeps them: what is shown has an empty text in the place of each secret. */
export function openRedefined(id: number, { macro, macro_secrets }: Kept): Redefined {
  const secret = macro_secrets === null ? {} : (JSON.parse(unseal(macro_secrets, place(id))) as Record<string, string>)
  const plain = Object.entries(macro).filter(([name]) => !Object.hasOwn(secret, name))
  return { plain: Object.fromEntries(plain), secret }
}

/** The redefined values of a template, which is held by the caller. */
export async function redefinedOf(work: Work, id: number): Promise<Redefined> {
  const [row] = await work.sql<Kept>('select macro, macro_secrets from os_template where id = $1::int', [id])
  return openRedefined(id, row ?? { macro: {}, macro_secrets: null })
}

/** Writes them; secrets are sealed. */
export async function setRedefined(work: Work, id: number, { plain, secret }: Redefined): Promise<void> {
  const names = Object.keys(secret)
  const macro = { ...plain, ...Object.fromEntries(names.map((name) => [name, ''])) }
  const macro_secrets = names.length === 0 ? null : seal(JSON.stringify(secret), place(id))
  await work.sql('update os_template set macro = $2::jsonb, macro_secrets = $3 where id = $1::int', [
    id,
    JSON.stringify(macro),
    macro_secrets,
  ])
}
