import { KindError } from '../../shared/spoken-error.ts'

/**
 * What went wrong on the way to a peer, so that callers can choose words:
 * `unreachable` no TCP connection, `timeout` no answer in time, `not_ssh` something else listens there, `auth_refused`
 * wrong user, password or key, `host_key_changed` the peer is not the one we know, `lost` the connection died,
 * `no_such_socket` the peer could not connect a forwarded channel, `forbidden` the peer's configuration forbids it,
 * `too_much_output` the peer said more than we asked to hear, `failed` anything else (the message has it).
 */
export type SshErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'not_ssh'
  | 'auth_refused'
  | 'host_key_changed'
  | 'lost'
  | 'no_such_socket'
  | 'forbidden'
  | 'too_much_output'
  | 'failed'

export class SshError extends KindError<SshErrorKind> {
  override readonly name = 'SshError'
}
