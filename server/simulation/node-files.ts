import { db } from '../db/pool.ts'
import type { FileKeeper } from './hypervisor/store.ts'

const splitPath = (path: string) => [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]

/** Keeps files of simulated nodes in the database, one row each. */
export function databaseFiles(): FileKeeper {
  const query = <T extends object>(sql: string, values: unknown[]) => db().pool.query<T>(sql, values)
  const isOne = ({ rowCount }: { rowCount: number | null }) => (rowCount ?? 0) > 0
  const at = 'node = $1 and folder = $2 and name = $3'
  return {
    async read(node, path) {
      const { rows } = await query<{ data: Buffer | null; modified: number }>(
        `select data, modified from simulated_file where ${at}`,
        [node, ...splitPath(path)],
      )
      return rows[0] ?? null
    },
    async write(node, path, { data, modified }) {
      await query(
        `insert into simulated_file (node, folder, name, data, modified) values ($1, $2, $3, $4, $5)
         on conflict (node, folder, name) do update set data = excluded.data, modified = excluded.modified`,
        [node, ...splitPath(path), data, modified],
      )
    },
    touch: async (node, path, seconds) =>
      isOne(await query(`update simulated_file set modified = $4 where ${at}`, [node, ...splitPath(path), seconds])),
    rename: async (node, from, to) =>
      isOne(
        await query(
          `with moved as (delete from simulated_file where ${at} returning data, modified)
           insert into simulated_file (node, folder, name, data, modified) select $1, $4, $5, data, modified from moved
           on conflict (node, folder, name) do update set data = excluded.data, modified = excluded.modified`,
          [node, ...splitPath(from), ...splitPath(to)],
        ),
      ),
    remove: async (node, path) =>
      isOne(await query(`delete from simulated_file where ${at}`, [node, ...splitPath(path)])),
    async list(node, folder) {
      const { rows } = await query<{ name: string; size: number; modified: number; isFolder: boolean }>(
        `select name, coalesce(length(data), 0) as size, modified, data is null as "isFolder"
           from simulated_file where node = $1 and folder = $2`,
        [node, folder],
      )
      return rows
    },
  }
}
