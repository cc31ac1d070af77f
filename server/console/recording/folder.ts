import { type InstanceFolder, instanceFolder, isInstanceFile } from '../../process/instance-folder.ts'

/** Where recordings lie: the folder of this process, and its name in the index. */
export type RecordingFolder = InstanceFolder

/** Makes the folder when there is none yet. Processes that share a data folder share it too. */
export const recordingFolder = (): Promise<RecordingFolder> => instanceFolder('recordings')

/** Names of files are made here; nothing else is ever read or deleted in the folder. */
export const isRecordingFile = isInstanceFile
