import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP server for a test, in front of a real one or in its place. */
export interface StandIn {
  port: number
  /** Cuts the current connections. */
  cut: () => void
  close: () => void
}

/** Listens where no database does, and passes every accepted socket to the test. */
export async function listen(onSocket: (socket: Socket) => void): Promise<StandIn> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const close = () => {
    server.close()
    cut()
  }
  return { port: address.port, cut, close }
}

/**
 * Forwards everything to a real server, until it is cut.
 * @param change replaces each part of the server's answer, in order of arrival
 */
export async function listenBefore(
  target: { host: string; port: number },
  change: (part: Buffer, index: number, client: Socket) => Buffer = (part) => part,
): Promise<StandIn> {
  return await listen((socket) => {
    const real = connect(target)
    real.on('error', () => socket.destroy())
    socket.pipe(real)
    let index = 0
    real.on('data', (part: Buffer) => {
      const changed = change(part, index, socket)
      index += 1
      if (!socket.destroyed && !socket.write(changed)) real.pause()
    })
    socket.on('drain', () => real.resume())
    real.on('end', () => socket.end())
    socket.on('close', () => real.destroy())
  })
}
