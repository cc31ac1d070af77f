import { BerReader, element, integerElement, integerOf, oidElement, tag } from '../../../protocols/snmp/ber.ts'
import { errorStatus } from '../../../protocols/snmp/errors.ts'
import type { AgentView, Written } from './agent-view.ts'

/** A request, without the envelope that holds its version and user. */
export type AgentPdu = {
  type: number
  id: number
  nonRepeaters: number
  maxRepetitions: number
  varbinds: { oid: number[]; type: number; content: Buffer }[]
}

// What many switches send at most; larger answers are cut, which GETBULK allows.
const maxAnswer = 8_192
const exceptions = { noSuchInstance: Buffer.from([0x81, 0]), endOfMibView: Buffer.from([0x82, 0]) }

/** Decodes a PDU (RFC 1157, RFC 3416). @throws BerError */
export function decodePdu({ type, content }: { type: number; content: Buffer }): AgentPdu {
  const pdu = new BerReader(content)
  const [id, nonRepeaters, maxRepetitions] = [pdu.integer(), pdu.integer(), pdu.integer()]
  const list = new BerReader(pdu.read(tag.sequence).content)
  const varbinds: AgentPdu['varbinds'] = []
  while (!list.done) {
    const each = new BerReader(list.read(tag.sequence).content)
    varbinds.push({ oid: each.oid(), ...each.read() })
  }
  return { type, id, nonRepeaters, maxRepetitions, varbinds }
}

/** Encodes the PDU of an answer; each varbind is an encoded pair made by `pair`. */
export const encodePdu = (
  type: number,
  id: number,
  status: number,
  index: number,
  varbinds: readonly Buffer[],
): Buffer =>
  element(type, integerElement(id), integerElement(status), integerElement(index), element(tag.sequence, ...varbinds))

export function pair(oid: readonly number[], encoded: Buffer): Buffer {
  return element(tag.sequence, oidElement(oid), encoded)
}

/** The PDU that answers one, out of a view; null when it is nothing that is answered. */
export function answerPdu<M>(
  view: AgentView<M>,
  model: M,
  asked: AgentPdu,
  { first, writer }: { /** Version 1. */ first: boolean /** May set. */; writer: boolean },
): Buffer | null {
  const { type, varbinds } = asked
  const say = (status: number, index: number, list: readonly Buffer[]) =>
    encodePdu(tag.response, asked.id, status, index, list)
  const echo = () => varbinds.map((each) => pair(each.oid, element(each.type, each.content)))
  if (type === tag.getRequest) {
    const values = varbinds.map((each) => view.get(model, each.oid))
    const missing = values.indexOf(null)
    if (first && missing >= 0) return say(errorStatus.noSuchName, missing + 1, echo())
    const found = values.map((each, i) => pair(varbinds[i]!.oid, each ?? exceptions.noSuchInstance))
    return say(0, 0, found)
  }
  if (type === tag.getNextRequest || (type === tag.getBulkRequest && !first)) {
    const bulk = type === tag.getBulkRequest
    const out = walk(view, model, asked, bulk ? Math.max(0, asked.maxRepetitions) : 1, bulk ? asked.nonRepeaters : 0)
    if (first && out.ended > 0) return say(errorStatus.noSuchName, out.ended, echo())
    return say(0, 0, out.pairs)
  }
  if (type === tag.setRequest) {
    if (!writer) return say(first ? errorStatus.readOnly : errorStatus.noAccess, 1, echo())
    for (const commit of [false, true]) {
      for (const [i, each] of varbinds.entries()) {
        const status = view.set(model, each.oid, written(each.type, each.content), commit)
        if (status !== 0) return say(status, i + 1, echo())
      }
    }
    return say(0, 0, echo())
  }
  return null
}

function written(type: number, content: Buffer): Written {
  const numeric = type === tag.integer || type === tag.gauge
  return { type, number: numeric ? integerOf(content) : 0, bytes: Buffer.from(content) }
}

function walk<M>(view: AgentView<M>, model: M, request: AgentPdu, repetitions: number, nonRepeaters: number) {
  const pairs: Buffer[] = []
  let size = 0
  let ended = 0
  let cursors: (readonly number[])[] = request.varbinds.map((each) => each.oid)
  const step = (from: number, to: number) => {
    for (let i = from; i < to; i += 1) {
      const found = view.next(model, cursors[i]!)
      if (!found && ended === 0) ended = i + 1
      if (found) cursors[i] = found.oid
      const encoded = found ? pair(found.oid, found.value) : pair(cursors[i]!, exceptions.endOfMibView)
      size += encoded.length
      if (size > maxAnswer && pairs.length > 0) return false
      pairs.push(encoded)
    }
    return true
  }
  cursors = [...cursors]
  const fixed = Math.max(0, Math.min(nonRepeaters, cursors.length))
  let more = step(0, fixed)
  for (let round = 0; more && round < repetitions && fixed < cursors.length; round += 1)
    more = step(fixed, cursors.length)
  return { pairs, ended }
}
