import type { Socket } from 'node:net'
import { DriverError } from '../contract.ts'
import { unreadableAnswer } from './network.ts'

/** What a server may send before a sign-in is over: greetings, certificates and settings take kilobytes. */
const signInLimit = 1024 * 1024
const lookEveryMs = 50

const farewellMs = 2000

/** Cuts a connection that was said goodbye to, where the server does not close it by itself. */
export function destroySoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), farewellMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Watches a socket that a client library reads. */
export interface SocketGuard {
  /** Why the socket was cut, where that was our own doing. */
  readonly failure: DriverError | null
  /** The sign-in is over, whichever way: what comes from now on is counted by others. */
  endSignIn(): void
}

/**
 * Cuts a socket whose server sends more than a sign-in takes, or something that the client library throws at: thrown out
 * of the socket's own event it would reach nobody, and end the process.
 */
export function guardSocket(socket: Socket): SocketGuard {
  let failure: DriverError | null = null
  const cut = (reason: DriverError) => {
    failure ??= reason
    socket.destroy(reason)
  }
  let isSigningIn = true
  const cutEndless = () => {
    if (!isSigningIn || socket.bytesRead <= signInLimit) return false
    cut(new DriverError('unreachable', 'The server sends without end instead of signing in. Check host and port.'))
    return true
  }
  // Looked at by a timer as well, since with TLS the bytes pass by this socket's own events.
  const timer = setInterval(() => {
    if (socket.destroyed || cutEndless()) clearInterval(timer)
  }, lookEveryMs).unref()
  const emit = socket.emit.bind(socket)
  const contained = (...event: unknown[]): boolean => {
    if (event[0] === 'data' && cutEndless()) return true
    try {
      return Boolean(Reflect.apply(emit, socket, event))
    } catch (error) {
      cut(unreadableAnswer(error))
      return true
    }
  }
  Object.assign(socket, { emit: contained })
  return {
    get failure() {
      return failure
    },
    endSignIn: () => {
      isSigningIn = false
      clearInterval(timer)
    },
  }
}
