import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { AuditEntry, AuditSinkSettings } from '@parlance/contract'
import { isClosedAddress } from '@parlance/drivers'
import { BlockedAddressError } from '../../models/outbound.ts'
import { unreached } from './unreached.ts'

type SyslogSettings = Extract<AuditSinkSettings, { kind: 'syslog' }>

const timeoutMs = 15_000
/** The facility "log audit" of RFC 5424, times 8. */
const facility = 13 * 8
const severities = { allowed: 6, denied: 4, failed: 4 } as const satisfies Record<AuditEntry['outcome'], number>

/** The most bytes of one UDP datagram over IPv4. */
const datagramBytes = 65_507

/** A record as an RFC 5424 message. Its text is the record as JSON. */
export function syslogMessage(record: AuditEntry, isCut = false): string {
  const host =
    hostname()
      .replaceAll(/[^!-~]/g, '')
      .slice(0, 255) || '-'
  const head = `<${facility + severities[record.outcome]}>1 ${record.at} ${host} parlance ${process.pid}`
  return `${head} ${record.action.slice(0, 32)} - ${JSON.stringify(isCut ? { is_cut: true, ...record } : record)}`
}

/** The same as a message that fits a datagram. Longer records lose the ends of their longest texts and lists. */
function datagramOf(record: AuditEntry): Buffer {
  let datagram = Buffer.from(syslogMessage(record))
  for (let most = 4096; datagram.length > datagramBytes; most /= 4) {
    datagram = Buffer.from(syslogMessage(cutTo(record, most), true))
  }
  return datagram
}

/** Cuts every text and list to this length, also the details and names. Below one, no list has anything left. */
function cutTo(record: AuditEntry, most: number): AuditEntry {
  const cut = (_key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, most)
    return typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value
  }
  const few = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).slice(0, most))
  return JSON.parse(JSON.stringify({ ...record, detail: few(record.detail), names: few(record.names) }, cut))
}

/**
 * Sends records to a syslog server: over TLS or TCP with counted octets (RFC 6587), over UDP as one datagram each.
 * @throws AppError bad_request if the server can't be reached or its address isn't allowed
 */
export async function sendSyslog(settings: SyslogSettings, records: AuditEntry[], signal?: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(timeoutMs)
  const stop = signal === undefined ? limit : AbortSignal.any([limit, signal])
  try {
    const address = await allowedAddress(settings.host)
    if (settings.transport === 'udp') await sendDatagrams(address, settings.port, records.map(datagramOf))
    else
      await sendStream(
        address,
        settings,
        records.map((record) => Buffer.from(syslogMessage(record))),
        stop,
      )
  } catch (error) {
    throw unreached(error, addressOf(settings))
  }
}

/** The host and the port, as people write them. */
function addressOf({ host, port }: SyslogSettings): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}

/** Connects to the address that was checked, so that a second answer of the name service can't lead elsewhere (R14). */
async function allowedAddress(host: string): Promise<{ address: string; family: number }> {
  const found = await lookup(host, { all: true })
  const [first] = found
  if (first === undefined || found.some(({ address }) => isClosedAddress(address))) {
    throw new BlockedAddressError(`${host} is not an allowed address`)
  }
  return first
}

async function sendDatagrams(
  { address, family }: { address: string; family: number },
  port: number,
  messages: Buffer[],
): Promise<void> {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  try {
    for (const each of messages) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      socket.send(each, port, address, (error) => (error === null ? resolve() : reject(error)))
      await promise
    }
  } finally {
    socket.close()
  }
}

async function sendStream(
  { address }: { address: string },
  { host, port, transport }: SyslogSettings,
  messages: Buffer[],
  signal: AbortSignal,
): Promise<void> {
  const socket: Socket =
    transport === 'tls'
      ? // A name that is asked for must not be an address. An address itself is compared with the certificate.
        connectTls({ host: address, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ host: address, port })
  // Stays attached, because a connection that breaks later must not end the process.
  socket.on('error', () => undefined)
  try {
    await once(socket, transport === 'tls' ? 'secureConnect' : 'connect', { signal })
    socket.resume()
    const frames = messages.flatMap((each) => [Buffer.from(`${each.length} `), each])
    socket.end(Buffer.concat(frames))
    await once(socket, 'finish', { signal })
  } finally {
    socket.destroySoon()
  }
}
