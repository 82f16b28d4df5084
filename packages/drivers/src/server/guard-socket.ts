import { message } from '@parlance/contract'
import type { Socket } from 'node:net'
import { DriverError } from '../contract.ts'
import { unreadableAnswer } from './network.ts'

/** Maximum bytes that a server may send before sign-in ends. Greetings, certificates and settings take kilobytes. */
const signInLimit = 1024 * 1024
const lookEveryMs = 50

const farewellMs = 2000

/** Cuts a connection after the goodbye if the server doesn't close it. */
export function destroySoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), farewellMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Watches a socket that a client library reads. */
export interface SocketGuard {
  /** Why we cut the socket; null if we didn't. */
  readonly failure: DriverError | null
  /** The sign-in succeeded or failed. From now on, others count the received bytes. */
  endSignIn(): void
}

/**
 * Cuts a socket whose server sends too much for a sign-in, or data that makes the client library throw. An error thrown
 * in the socket's own event would reach no caller, and end the process.
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
    cut(
      new DriverError('unreachable', message('The server sent too much data during sign-in. Check the host and port.')),
    )
    return true
  }
  // A timer checks too, since with TLS the bytes bypass this socket's own events.
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
