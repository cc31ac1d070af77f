// Beside each script and style of the built pages, the same packed as tightly as it goes.
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Writes `<file>.br` and `<file>.gz` for what of a folder is worth packing. */
export async function pack(folder) {
  const files = await fs.readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter((name) => /\.(js|css|svg|json)$/.test(name))
      .map(async (name) => {
        const file = path.join(folder, name)
        const bytes = await fs.readFile(file)
        const [small, older] = await Promise.all([brotli(bytes), gzip(bytes, { level: 9 })])
        await Promise.all([fs.writeFile(`${file}.br`, small), fs.writeFile(`${file}.gz`, older)])
      }),
  )
}
