import { createServer, type Server, type Socket } from 'node:net'
import { TdsSession, type TdsBehaviour } from './session.ts'

export interface TdsServer {
  port: number
  sessions: Set<TdsSession>
  /** Counts the running statements of all sessions. */
  countRunning: () => number
  /** Ends all connections without saying goodbye. */
  cut: () => void
  stop: () => Promise<void>
}

/** Starts a server that implements enough of TDS 7.4 for the real client library; see the README next to this file. */
export async function startTdsServer(behaviour: TdsBehaviour): Promise<TdsServer> {
  const sessions = new Set<TdsSession>()
  const sockets = new Set<Socket>()
  const server: Server = createServer({ noDelay: true }, (socket) => {
    const session = new TdsSession(socket, behaviour)
    sessions.add(session)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sessions.delete(session)
      sockets.delete(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: address.port,
    sessions,
    countRunning: () => [...sessions].filter((session) => session.isRunning).length,
    cut,
    stop: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
