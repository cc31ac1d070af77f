import fs from 'node:fs'

/** A sentence of the sources, msg`…` or rule`…`, with `{0}`, `{1}` for what is filled in, and the file it stands in. */
export type Said = { template: string; file: string }

/** Not shown to readers of Russian: functions of sentences, tests, and what the panel tells the program of a browser's screen. */
const elsewhere =
  /^shared\/(text|rule|spoken)|\/testing\/|^simulation\/(devices|peers)\/|\.test\.|fixture|troubled-pdus|^protocols\/rfb\/(server-handshake|client-messages|pixel)/

/** All sentences that the files of a folder say with msg`…` or rule`…`. */
export function templatesIn(folder: string): Said[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => /\.tsx?$/.test(name) && !elsewhere.test(name))
    .flatMap((file) => {
      const source = fs.readFileSync(`${folder}/${file}`, 'utf8')
      return [...source.matchAll(/(?<![`\w.])(?:msg|rule)`(?![,;)\s])/g)].map(({ 0: tag, index }) => ({
        template: templateAt(source, index + tag.length),
        file,
      }))
    })
}

/** The template that begins after the quotation mark at an index. */
function templateAt(source: string, start: number): string {
  let template = ''
  let holes = 0
  for (let at = start; source[at] !== '`'; at++) {
    if (at >= source.length) throw new Error(`A template without end: ${source.slice(start, start + 60)}`)
    if (source.startsWith('${', at)) {
      template += `{${holes++}}`
      at = endOfHole(source, at + 2)
    } else if (source[at] === '\\') template += source[++at]
    else template += source[at]
  }
  return template
}

/** Where the brace is that closes a hole; inside of it are braces and templates in turn. */
function endOfHole(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const letter = source[at]
    if (letter === "'") at = source.indexOf("'", at + 1)
    else if (letter === '`') at = endOfTemplate(source, at + 1)
    else if (letter === '{') depth++
    else if (letter === '}' && depth-- === 0) return at
  }
  throw new Error('A template without end')
}

function endOfTemplate(source: string, start: number): number {
  let at = start
  for (; source[at] !== '`'; at++)
    if (source.startsWith('${', at)) at = endOfHole(source, at + 2)
    else if (source[at] === '\\') at++
  return at
}
