import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { setImmediate } from 'node:timers/promises'
import { DriverError } from '../contract.ts'
import { guardSocket, type SocketGuard } from '../server/guard-socket.ts'
import { findListening, resolveHost } from '../server/network.ts'

/** A connection that is being opened: where it may go, and the socket that it has. */
export interface Opening {
  /** The host as the form has it, which a certificate must be for. */
  host: string
  /** What the host was resolved and checked to. */
  address: string
  isSecure: boolean
  authority: string | null
  socket: Socket | null
  /** Watches that socket until the sign-in is over. */
  guard: SocketGuard | null
}

/** An address as the library has it, from its connect descriptor or from a listener's redirect. */
interface Hop {
  host: string
  hostname: string
  port: number
  protocol: string
  /** Set for a redirect: the host that it came from. */
  originHost?: string
  httpsProxy?: string
}

interface Transport {
  stream: Socket
  packets: unknown[]
  atts: { httpsProxy?: string }
}

interface SessionClass {
  prototype: { disconnect: (this: unknown, how?: number) => void }
}

interface TransportClass {
  prototype: {
    connect: (this: Transport, hop: Hop) => Promise<void>
    tlsConnect: (this: Transport, context: SecureContext, stream: Socket) => Promise<void>
    receive: (this: Transport) => Promise<unknown>
  }
}

const require = createRequire(import.meta.url)
const openings = new AsyncLocalStorage<Opening>()
let isAdapted = false

/** Runs what opens a connection; all that it connects to is checked, and its last socket is kept in `opening`. */
export async function open<Result>(opening: Opening, run: () => Promise<Result>): Promise<Result> {
  return await openings.run(opening, run)
}

/**
 * The library looks a host's name up by itself, and goes where a listener sends it. Here it connects to the address that
 * was checked before, and a listener's other host is looked up and checked like the first (R14).
 *
 * It reads a row anew with each packet that comes, so a large one would take the square of its packets: here it waits for
 * all that is on its way.
 */
export function adaptTransport(): void {
  if (isAdapted) return
  isAdapted = true
  const { prototype } = require('oracledb/lib/thin/sqlnet/ntTcp.js') as TransportClass
  const { connect, tlsConnect, receive } = prototype
  prototype.connect = async function (hop) {
    const opening = current()
    await checkHop(hop, opening)
    delete hop.httpsProxy
    delete this.atts.httpsProxy
    await connect.call(this, hop)
    opening.guard?.endSignIn()
    opening.guard = guardSocket(this.stream)
    opening.socket = this.stream
  }
  prototype.tlsConnect = async function (context, stream) {
    const { authority } = current()
    await tlsConnect.call(this, authority === null ? context : trusting(authority), stream)
  }
  prototype.receive = async function () {
    const packet = await receive.call(this)
    for (let seen = -1; seen !== this.packets.length;) {
      seen = this.packets.length
      await setImmediate()
    }
    return packet
  }
  keepLostSessionsQuiet()
}

/** When a connection that was cut is collected as garbage, the library says goodbye to it, and throws at nobody. */
function keepLostSessionsQuiet(): void {
  const library = require('oracledb/lib/thin/sqlnet/networkSession.js') as { NetworkSession: SessionClass }
  const { prototype } = library.NetworkSession
  const { disconnect } = prototype
  prototype.disconnect = function (how) {
    try {
      disconnect.call(this, how)
    } catch {
      // The other side has gone: there is nobody left to say it to.
    }
  }
}

function current(): Opening {
  const opening = openings.getStore()
  if (opening) return opening
  throw new DriverError('permission', 'A connection that was not checked may not be opened.')
}

async function checkHop(hop: Hop, opening: Opening): Promise<void> {
  if (hop.originHost === undefined) {
    hop.hostname = opening.host
    hop.host = opening.address
    return
  }
  if (opening.isSecure && hop.protocol.toUpperCase() !== 'TCPS') {
    throw new DriverError('tls', `The listener sends its clients on to ${hop.hostname} without TLS.`)
  }
  hop.host = await findListening(await resolveHost(hop.hostname), hop.port)
}

function trusting(authority: string): SecureContext {
  try {
    return createSecureContext({ ca: authority })
  } catch (cause) {
    throw new DriverError('tls', 'The CA certificate cannot be read. Enter it as PEM text.', { cause })
  }
}
