import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type OfferedRecipe, scriptText } from '../../../domain/recipe/schema.ts'
import { type IndexedRecipe, type RepositoryIndex, repositoryIndex } from '../../../domain/repository/schema.ts'
import { deviceUnreachable } from '../../../domain/shared/errors.ts'
import { textOfIssue } from '../../../shared/rule.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { httpGet } from './http.ts'

const MAX_INDEX = 4 * 1024 * 1024
/** Bytes of the file of one script, and of all scripts of a repository. */
const MAX_SCRIPT = 256 * 1024
const MAX_SCRIPTS = 4 * 1024 * 1024

const unreadable = (cause: Text) => deviceUnreachable(msg`The repository cannot be read: ${cause}`)
const directory = (url: string) => (url.startsWith('file:') ? fileURLToPath(url) : url.startsWith('/') ? url : null)
const below = (url: string, file: string) => new URL(file, url.endsWith('/') ? url : `${url}/`).href

/** Reads and checks `index.json`. Throws words about what is wrong with the address or the file. */
export async function readIndex(url: string, signal: AbortSignal): Promise<RepositoryIndex> {
  const text = await readText(url, 'index.json', MAX_INDEX, signal)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw unreadable(msg`index.json is not valid JSON`)
  }
  const parsed = repositoryIndex.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw unreadable(msg`index.json, ${issue?.path.join('.') || msg`top`}: ${issue ? textOfIssue(issue) : ''}`)
  }
  const { images, recipes = [], isos = [], os_templates = [] } = parsed.data
  for (const list of [images, recipes, isos, os_templates]) {
    const names = list.map(({ name }) => name)
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    if (twice) throw unreadable(msg`index.json names ${twice} twice`)
  }
  return parsed.data
}

/** The scripts of an index with their texts. Throws words about the first that cannot be read. */
export async function readScripts(
  url: string,
  recipes: readonly IndexedRecipe[],
  signal: AbortSignal,
): Promise<OfferedRecipe[]> {
  const read: OfferedRecipe[] = []
  let size = 0
  for (const { file, script, ...rest } of recipes) {
    const text = script ?? (await readText(url, file ?? '', MAX_SCRIPT, signal))
    size += Buffer.byteLength(text)
    if (size > MAX_SCRIPTS) throw unreadable(msg`its scripts have over ${MAX_SCRIPTS / 2 ** 20} MiB together`)
    const checked = scriptText.safeParse(text)
    const issue = checked.error?.issues[0]
    if (issue) throw unreadable(msg`the script ${rest.name}: ${textOfIssue(issue)}`)
    read.push({ ...rest, script: text })
  }
  return read
}

/** A text file of a repository, at most `most` bytes. */
export async function readText(url: string, file: string, most: number, signal: AbortSignal): Promise<string> {
  const tooLarge = () => unreadable(msg`${file} is over ${most / 1024} KiB`)
  const folder = directory(url)
  if (folder !== null) {
    const { full, size } = await fileIn(folder, file)
    if (size > most) throw tooLarge()
    return readFile(full, { encoding: 'utf8', signal })
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await get(below(url, file), signal)) {
    size += (chunk as Buffer).length
    if (size > most) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Opens an image of a repository at a byte offset. A server without ranges is read from the start and the head thrown away. */
export async function openImage(url: string, file: string, offset: number, signal: AbortSignal): Promise<Readable> {
  const folder = directory(url)
  if (folder !== null) {
    const { full } = await fileIn(folder, file)
    return createReadStream(full, { start: offset, signal, highWaterMark: 1024 * 1024 })
  }
  const response = await get(below(url, file), signal, offset > 0 ? { range: `bytes=${offset}-` } : {})
  if (offset === 0 || response.statusCode !== 200) return response
  return pipeline(response, skip(offset), () => {})
}

/** Where a file of a repository can be fetched by others; null for one that lies with the panel. */
export const addressOf = (url: string, file: string): string | null =>
  directory(url) === null ? below(url, file) : null

/** A plain file of the folder: no device or pipe, and no link that leads out of it. */
async function fileIn(folder: string, file: string): Promise<{ full: string; size: number }> {
  const named = path.join(folder, file)
  try {
    const [home, full] = await Promise.all([realpath(folder), realpath(named)])
    const { size, ...about } = await stat(full).then((s) => ({ size: s.size, isFile: s.isFile() }))
    if (about.isFile && full.startsWith(home.endsWith('/') ? home : `${home}/`)) return { full, size }
  } catch {
    throw unreadable(msg`there is no ${named}`)
  }
  throw unreadable(msg`${named} is not a plain file of the directory`)
}

function skip(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const cut = Math.min(left, chunk.length)
      left -= cut
      done(null, chunk.subarray(cut))
    },
  })
}

async function get(address: string, signal: AbortSignal, headers: Record<string, string> = {}) {
  try {
    return await httpGet(address, signal, headers)
  } catch (fault) {
    signal.throwIfAborted()
    throw unreadable(msg`${address}: ${textOf(fault)}`)
  }
}
