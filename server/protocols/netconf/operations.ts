import { NetconfError } from './errors.ts'
import type { NetconfSession } from './session.ts'
import { child, type XmlElement, xml } from './xml.ts'

export type Datastore = 'running' | 'candidate'

const source = (name: 'source' | 'target', store: Datastore) => xml(name, [xml(store)])

/** Reads configuration; the answer is the content of `data`. */
export async function getConfig(
  session: NetconfSession,
  store: Datastore,
  filter: readonly XmlElement[],
  signal: AbortSignal,
): Promise<XmlElement> {
  const subtree = filter.length > 0 ? xml('filter', filter, { type: 'subtree' }) : null
  const reply = await session.rpc(xml('get-config', [source('source', store), subtree]), signal)
  return child(reply, 'data') ?? xml('data')
}

/** Edits a datastore; `config` is what goes below `config`, merged unless its elements say another operation. */
export async function editConfig(
  session: NetconfSession,
  store: Datastore,
  config: readonly XmlElement[],
  signal: AbortSignal,
): Promise<void> {
  const parts = [source('target', store), xml('default-operation', 'merge'), xml('error-option', 'stop-on-error')]
  await session.rpc(xml('edit-config', [...parts, xml('config', config)]), signal)
}

export async function lock(session: NetconfSession, store: Datastore, signal: AbortSignal): Promise<void> {
  await session.rpc(xml('lock', [source('target', store)]), signal)
}

export async function unlock(session: NetconfSession, store: Datastore, signal: AbortSignal): Promise<void> {
  await session.rpc(xml('unlock', [source('target', store)]), signal)
}

const confirmSeconds = 60

/**
 * Changes the configuration as safely as the server can (RFC 6241, 8.3 and 8.4): the candidate is locked, edited step by step and
 * committed on trial; `check` looks at the result; only then the commit is confirmed. When anything fails before that, the changes are discarded,
 * and a trial that was not confirmed is taken back by the server itself.
 */
export async function changeCandidate(
  session: NetconfSession,
  edits: readonly XmlElement[],
  check: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!session.can('candidate')) throw new NetconfError('nonsense', 'The peer has no candidate configuration')
  await lock(session, 'candidate', signal)
  try {
    // Somebody's unfinished changes would be committed with ours.
    await session.rpc(xml('discard-changes'), signal)
    for (const edit of edits) await editConfig(session, 'candidate', [edit], signal)
    const trial = session.can('confirmed-commit')
    const trialParts = [xml('confirmed'), xml('confirm-timeout', confirmSeconds)]
    await session.rpc(xml('commit', trial ? trialParts : []), signal)
    await check()
    if (trial) await session.rpc(xml('commit'), signal)
  } catch (error) {
    const last = AbortSignal.timeout(5_000)
    await session.rpc(xml('discard-changes'), last).catch(() => {})
    // Ending the session is what makes the server take a trial back at once.
    session.close()
    throw error
  }
  await unlock(session, 'candidate', signal)
}
