import type { NbdSource } from '../../protocols/nbd/source.ts'
import type { DomainDisk } from './domain-types.ts'

/** A volume that was made as `served`, and what it is to hold. */
export type ServedVolume = { path: string; source: NbdSource }

/** Volumes that are used while their content is still on its way from the panel. */
export type ServedVolumes = {
  /**
   * Serves volumes of a domain, which does not have to be there yet, until `close`, or until the connection is over. A domain that reads while nobody serves waits
   * until somebody does. Serving again takes over from a process that is gone. What is read is never changed, so two that serve the same do no harm.
   */
  serveVolumes(
    internalName: string,
    volumes: readonly ServedVolume[],
    signal: AbortSignal,
  ): Promise<{ close(): Promise<void> }>
  /**
   * Brings all that is missing into a volume that is being served; afterwards it stands on nothing. A domain that stands still because it could
   * not read is resumed first; one that is off does not have to be on. Repeatable.
   * @param onPulled gets bytes that were gone through, of how many
   * @throws PanelError `device_rejected` when the node has given up: its storage is full, or what is served could not be read
   */
  pullVolume(
    internalName: string,
    disk: DomainDisk,
    onPulled: (bytes: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<void>
  /** Clears away what waits on the node for a domain that is off and will not go on. Repeatable. */
  releaseVolumes(internalName: string, paths: readonly string[], signal: AbortSignal): Promise<void>
}
