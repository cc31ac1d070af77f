import type { Context } from '../../../api/context.ts'
import { FileAnswer } from '../../../api/endpoint.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { isGenuine, readHead } from '../../../audit/head.ts'
import { db } from '../../../db/pool.ts'
import { canonical, certificateContent } from '../../../domain/erasure/certificate.ts'
import type { Certificate, CertificateCheck, CertificateRow } from '../../../domain/erasure/schema.ts'
import { SEALED_AS, sha256Of } from './issue.ts'
import { certificateList } from './list.ts'

const rowOf = (ctx: Context, id: number) => serveRow<CertificateRow>(certificateList, ctx, id)

/** A certificate with all that it says. @throws PanelError `not_found` */
export async function oneCertificate(ctx: Context, id: number): Promise<Certificate> {
  const row = await rowOf(ctx, id)
  const { content, sha256 } = await db().prisma.erasure_certificate.findUniqueOrThrow({ where: { id } })
  return { ...row, content: certificateContent.parse(content), sha256 }
}

/** The text of a certificate whose SHA-256 is sealed. @throws PanelError `not_found` */
export async function certificateFile(ctx: Context, id: number): Promise<FileAnswer> {
  const { number } = await rowOf(ctx, id)
  const { content } = await db().prisma.erasure_certificate.findUniqueOrThrow({ where: { id } })
  const bytes = Buffer.from(canonical(content))
  return new FileAnswer(`certificate-${number}.json`, bytes.byteLength, new Blob([bytes]).stream())
}

type Entry = { entry: number; sha256: string | null }

/**
 * Looks whether a certificate is what was sealed: its SHA-256 with that of the audit chain, and the chain from there to its sealed head, which takes some seconds
 * after a million of records.
 * @throws PanelError `not_found`
 */
export async function checkCertificate(ctx: Context, id: number): Promise<CertificateCheck> {
  const shown = await rowOf(ctx, id)
  const { pool, prisma } = db()
  const row = await prisma.erasure_certificate.findUniqueOrThrow({ where: { id } })
  const sha256 = sha256Of(row.content)
  const faults: CertificateCheck['faults'] = []
  const { rows } = await pool.query<Entry>(
    `select id::int as entry, input->>'sha256' as sha256 from audit
      where entity = 'erasure_certificate' and entity_id = $1::int and operation = $2 order by id limit 1`,
    [id, SEALED_AS],
  )
  const found = rows[0]
  const read = certificateContent.safeParse(row.content)
  if (sha256 !== (found?.sha256 ?? row.sha256) || !read.success) faults.push('content')
  else if (!agrees({ ...shown, sha256: row.sha256 }, read.data, sha256)) faults.push('columns')
  if (!found) faults.push('entry')
  const sealed = found ? await chainFrom(found.entry, faults) : false
  return { unchanged: faults.length === 0, faults, entry: found?.entry ?? null, sealed, sha256 }
}

/** What it is found by beside what it says. */
function agrees(
  row: CertificateRow & { sha256: string },
  content: ReturnType<typeof certificateContent.parse>,
  sha256: string,
): boolean {
  const serials = content.drives.map(({ serial, wwn }) => serial || wwn).filter(Boolean)
  const said = [
    content.number,
    content.operation.id,
    content.server.id,
    content.server.name,
    content.result,
    serials,
    sha256,
  ]
  return (
    canonical(said) ===
    canonical([row.number, row.operation, row.server.id, row.server.name, row.result, row.serials, row.sha256])
  )
}

/** Looks at the records from one on; true when the sealed head is beyond it. */
async function chainFrom(entry: number, faults: CertificateCheck['faults']): Promise<boolean> {
  const { pool } = db()
  const head = await readHead(pool)
  if (!head || !isGenuine(head)) {
    faults.push('head')
    return false
  }
  const { rows } = await pool.query<{ broken: number | null; last: string | null }>(
    `select audit_broken_between($1::bigint, $2::bigint)::int as broken,
            (select encode(hash, 'hex') from audit where id = $3::bigint) as last`,
    [entry - 1, Math.max(entry, head.last_id), head.last_id],
  )
  const sealed = head.last_id >= entry
  if (rows[0]?.broken !== null || (sealed && rows[0].last !== head.hash)) faults.push('chain')
  return sealed
}
