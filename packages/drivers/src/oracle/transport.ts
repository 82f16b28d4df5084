import { message } from '@parlance/contract'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { setImmediate } from 'node:timers/promises'
import { DriverError } from '../contract.ts'
import { guardSocket, type SocketGuard } from '../server/guard-socket.ts'
import { findListening, resolveHost } from '../server/network.ts'

/** A connection being opened: where it may go, and its socket. */
export interface Opening {
  /** The host from the form, which the certificate must match. */
  host: string
  /** The checked address that the host resolved to. */
  address: string
  isSecure: boolean
  authority: string | null
  socket: Socket | null
  /** Watches the socket until the sign-in is over. */
  guard: SocketGuard | null
}

/** An address in the library's format, from its connect descriptor or a listener's redirect. */
interface Hop {
  host: string
  hostname: string
  port: number
  protocol: string
  /** Set for a redirect: the host that sent it. */
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

/**
 * Runs a function that opens a connection. Checks every address that it connects to, and stores its last socket in
 * `opening`.
 */
export async function open<Result>(opening: Opening, run: () => Promise<Result>): Promise<Result> {
  return await openings.run(opening, run)
}

/**
 * The library resolves host names itself and follows a listener's redirects. This makes it connect to the address that
 * was checked before, and checks a redirect's host like the first one (R14).
 *
 * The library also reparses a row from the start with each packet, so a large row would take quadratic time. This makes
 * it wait for all data on the way.
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

/** When a connection that was cut is garbage-collected, the library says goodbye to it and throws uncaught. */
function keepLostSessionsQuiet(): void {
  const library = require('oracledb/lib/thin/sqlnet/networkSession.js') as { NetworkSession: SessionClass }
  const { prototype } = library.NetworkSession
  const { disconnect } = prototype
  prototype.disconnect = function (how) {
    try {
      disconnect.call(this, how)
    } catch {
      // The other side is gone, so there is no one to say goodbye to.
    }
  }
}

function current(): Opening {
  const opening = openings.getStore()
  if (opening) return opening
  throw new DriverError('permission', message('The connection was not opened, because its address was not checked.'))
}

async function checkHop(hop: Hop, opening: Opening): Promise<void> {
  if (hop.originHost === undefined) {
    hop.hostname = opening.host
    hop.host = opening.address
    return
  }
  if (opening.isSecure && hop.protocol.toUpperCase() !== 'TCPS') {
    const text = message('The listener redirects clients to {host} without TLS.', { host: hop.hostname })
    throw new DriverError('tls', text)
  }
  hop.host = await findListening(await resolveHost(hop.hostname), hop.port)
}

function trusting(authority: string): SecureContext {
  try {
    return createSecureContext({ ca: authority })
  } catch (cause) {
    throw new DriverError('tls', message('Could not read the CA certificate. Enter it as PEM text.'), { cause })
  }
}
