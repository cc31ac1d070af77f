import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ARTEFACTS } from '../../server/drivers/control-host/boot/places.ts'
import { datacenterFixture } from '../../server/features/datacenter/fixture.ts'
import { sumsOf } from '../../server/simulation/peers/sftp/programs.ts'
import { startSftpServer } from '../../server/simulation/peers/sftp/server.ts'
import { FileTree } from '../../server/simulation/peers/sftp/tree.ts'
import { startWorkerRole } from '../../server/worker.ts'
import { taskOver } from './task-end.ts'

export const sumOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** A location whose boot services are set up. */
export const SERVES = { status: 'ok', dhcp4_conf: { Dhcp4: {} } }

type Offered = { name: string } & Record<string, unknown>

/** A folder with a repository of OS templates, which tests fill. */
function templateFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-templates-'))
  return {
    url: `file://${folder}`,
    /** Writes a file; answers what an index says of it. */
    file(name: string, content: Buffer | string) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), content)
      return { file: name, sha256: sumOf(content), bytes: Buffer.byteLength(content) }
    },
    index: (os_templates: readonly Offered[]) =>
      writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ version: 1, os_templates })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The panel with a worker, a repository of templates and locations whose control hosts take files. */
export async function templateFixture() {
  const dc = await datacenterFixture()
  const { admin, database } = dc.api
  const repository = templateFolder()
  const closers: (() => Promise<void>)[] = []
  let stop: (() => Promise<void>) | undefined = startWorkerRole()
  const stopWorker = async () => {
    const running = stop
    stop = undefined
    await running?.()
  }

  /** Waits for the end of a task; answers its row. */
  async function ended(task: number) {
    await taskOver(database.pool, task)
    return database.prisma.task.findFirstOrThrow({ where: { consul_id: task } })
  }
  let repositoryId = 0
  const template = (name: string, version = '1'): Offered => ({
    ...{ name, version, type: 'diag', arch: 'x86_64', firmware: ['bios', 'uefi'] },
    kernel: repository.file(`${name}/kernel-${version}`, `kernel ${version} of ${name}`),
    initrd: repository.file('live/initrd', 'initrd that all have'),
  })
  return {
    ...dc,
    repository,
    ended,
    stopWorker,
    startWorker() {
      stop ??= startWorkerRole()
    },
    /** A small template: a kernel of its own, and a live system that all have. */
    template,
    /** Has the panel read the repository with these templates; answers the end of the task. */
    async read(templates: readonly Offered[]) {
      repository.index(templates)
      const body = { name: 'templates', url: repository.url }
      if (repositoryId === 0) {
        const made = await admin.post('/vm/v3/repository', body)
        repositoryId = made.body.id
        return ended(made.body.tasks[0])
      }
      return ended((await admin.post(`/vm/v3/repository/${repositoryId}`, body)).body.task)
    },
    repositoryId: () => repositoryId,
    /** Id of a template by its name. */
    async id(name: string): Promise<number> {
      return (await database.prisma.os_template.findFirstOrThrow({ where: { name } })).id
    },
    /** A location with a control host of its own and what else stands for boot services; `names`: the files that it has. */
    async site(name: string) {
      const tree = new FileTree()
      tree.folders.add('/var')
      const account = { login: 'root', password: 'sesame-77' }
      const server = await startSftpServer(tree, account, { programs: sumsOf(tree), ident: 'OpenSSH_9.6' })
      closers.push(server.close)
      const way = { ssh_address: '127.0.0.1', ssh_port: server.port, ssh_user: 'root', password: account.password }
      const { body } = await admin.post('/dci/v3/location', { name, ...way })
      await ended(body.task)
      await database.prisma.location.update({ where: { id: body.id }, data: SERVES })
      const names = () => [...tree.files.keys()].map((file) => file.replace(`${ARTEFACTS}/`, '')).sort()
      return { id: body.id as number, tree, names, server }
    },
    put: (location: number, os_templates: readonly number[]) =>
      admin.post(`/dci/v3/location/${location}/os_template`, { os_templates }),
    take: (location: number, id: number) => admin.delete(`/dci/v3/location/${location}/os_template/${id}`),
    /** What the record says of one location. */
    async at(id: number, location: number) {
      const { body } = await admin.get(`/dci/v3/os_template/${id}`)
      return body.locations.find((one: { location: number }) => one.location === location)
    },
    async close() {
      await stopWorker()
      for (const close of closers) await close()
      repository.remove()
      await dc.close()
    },
  }
}
