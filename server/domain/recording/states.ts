export const recordingStates = ['running', 'complete', 'cut'] as const
export type RecordingState = (typeof recordingStates)[number]

export const recordedObjects = ['host', 'server'] as const
export const recordedKinds = ['vnc', 'serial', 'sol'] as const
export const recordedModes = ['control', 'view'] as const
