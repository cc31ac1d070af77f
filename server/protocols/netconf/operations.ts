import { msg } from '../../shared/text.ts'
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

/** What goes below `config` of one edit. `none` is for edits that only delete: it makes nothing on the way. */
export type Edit = { config: XmlElement; defaultOperation: 'merge' | 'none' }

/** Edits a datastore. */
export async function editConfig(
  session: NetconfSession,
  store: Datastore,
  { config, defaultOperation }: Edit,
  signal: AbortSignal,
): Promise<void> {
  const how = [xml('default-operation', defaultOperation), xml('error-option', 'stop-on-error')]
  await session.rpc(xml('edit-config', [source('target', store), ...how, xml('config', [config])]), signal)
}

export async function lock(session: NetconfSession, store: Datastore, signal: AbortSignal): Promise<void> {
  await session.rpc(xml('lock', [source('target', store)]), signal)
}

export async function unlock(session: NetconfSession, store: Datastore, signal: AbortSignal): Promise<void> {
  await session.rpc(xml('unlock', [source('target', store)]), signal)
}

const confirmSeconds = 60

/** How a server takes a commit on trial back that has no operation of the standard for it: load the old, commit. */
export type TakeBack = { load: XmlElement }

/**
 * Changes the configuration as safely as the server can (RFC 6241, 8.3 and 8.4): the candidate is locked, edited step by step and
 * committed on trial; `check` looks at the result; only then the commit is confirmed. When anything fails before that, the changes are
 * discarded and a trial is taken back: at once where the server can be told so, otherwise by the server when its time is up. A session
 * that failed is closed.
 */
export async function changeCandidate(
  session: NetconfSession,
  edits: readonly Edit[],
  check: () => Promise<void>,
  signal: AbortSignal,
  takeBack?: TakeBack,
): Promise<void> {
  if (!session.can('candidate')) throw new NetconfError('protocol_error', msg`The peer has no candidate configuration`)
  await lock(session, 'candidate', signal)
  const trial = session.can('confirmed-commit')
  let onTrial = false
  try {
    // Unfinished changes of another session would be committed with ours.
    await session.rpc(xml('discard-changes'), signal)
    for (const edit of edits) await editConfig(session, 'candidate', edit, signal)
    const trialParts = [xml('confirmed'), xml('confirm-timeout', confirmSeconds)]
    await session.rpc(xml('commit', trial ? trialParts : []), signal)
    onTrial = trial
    await check()
    if (trial) await session.rpc(xml('commit'), signal)
  } catch (error) {
    await undo(session, onTrial ? takeBack : undefined, onTrial).catch(() => {})
    session.close()
    throw error
  }
  await unlock(session, 'candidate', signal)
}

/** Any other commit would confirm a trial, so it should not be left to its end. */
async function undo(session: NetconfSession, takeBack: TakeBack | undefined, onTrial: boolean): Promise<void> {
  const last = AbortSignal.timeout(15_000)
  if (onTrial && session.can('confirmed-commit', '1.1')) await session.rpc(xml('cancel-commit'), last)
  else if (takeBack) {
    await session.rpc(takeBack.load, last)
    await session.rpc(xml('commit'), last)
  }
  await session.rpc(xml('discard-changes'), last)
}
