// Runs a program with much output: prints a label and the duration, and its output only when it fails.
import { spawn } from 'node:child_process'

/** Resolves to whether the program succeeded. */
export function quietly(words, command, args, options) {
  const started = Date.now()
  process.stdout.write(`${words} … `)
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  return new Promise((done) => {
    child.on('error', (fault) => {
      said.push(Buffer.from(`${command}: ${fault.message}\n`))
      done(false)
    })
    child.on('close', (code) => done(code === 0))
  }).then((ok) => {
    process.stdout.write(ok ? `${Math.round((Date.now() - started) / 1000)} s\n` : 'failed\n')
    if (!ok) process.stderr.write(Buffer.concat(said))
    return ok
  })
}
