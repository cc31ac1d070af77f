/** What a template is for: a system to install, tests of hardware, a rescue system, finding new servers, an installation medium. */
export const templateTypes = ['ostemplate', 'diag', 'rescue', 'serversearch', 'isotemplate'] as const
/** What stays on a server, and what is booted to work on it. */
export const templateKinds = ['system', 'tool'] as const
export const systemTypes: readonly (typeof templateTypes)[number][] = ['ostemplate', 'isotemplate']

/** Processors that the files of a template are for. */
export const templateArchs = ['x86_64', 'aarch64'] as const
/** How a server starts that can be booted into it. */
export const firmwares = ['bios', 'uefi'] as const
/** How the image of a disk comes. */
export const templateImageFormats = ['raw', 'zst'] as const
/** Installers that ask an answer file: of Debian, of Ubuntu, and of Red Hat and its kin. */
export const answerKinds = ['preseed', 'autoinstall', 'kickstart'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** Under which name each installer asks for its answer file: autoinstall by cloud-init's NoCloud, beside a file about the machine and one of its vendor. */
export const answerNames: Record<AnswerKind, string> = {
  preseed: 'preseed.cfg',
  autoinstall: 'user-data',
  kickstart: 'ks.cfg',
}

/** Bytes of an answer file, and of all of a repository. */
export const MAX_ANSWER = 256 * 1024
export const MAX_ANSWERS = 4 * 1024 * 1024
/** Macros of a template, and characters of the value of one. */
export const MAX_MACROS = 64
export const MAX_MACRO_VALUE = 4096
