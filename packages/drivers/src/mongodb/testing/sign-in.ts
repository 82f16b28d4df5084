import { createHash } from 'node:crypto'
import { ScramServer, type ScramHash } from './scram-server.ts'

export interface KnownAccount {
  username: string
  password: string
  source: string
}

/** The server's next step: send a message of the sign-in, or end it. */
export type SignInStep = { send: Buffer } | { end: 'signed-in' | 'refused' }

export interface ServerSignIn {
  /** Processes a message from the client; the first one answers the plugin switch. */
  step: (message: Buffer) => SignInStep
}

/**
 * The connector's side of `mongosql_auth`, as described in the sources of the C and Java plugins
 * (github.com/mongodb/mongosql-auth-c, mongosql-auth-java): an empty answer, then the mechanism and the number of
 * exchanges, then one step of all of them per message.
 */
export function mongosqlSignIn(
  mechanism: string,
  username: string,
  known: KnownAccount,
  conversations = 2,
): ServerSignIn {
  const [name = '', parameters = ''] = username.split('?')
  const isSource = new URLSearchParams(parameters).get('source') === known.source
  const isKnown = name === known.username && isSource
  const servers = Array.from({ length: conversations }, () => serverFor(mechanism, known))
  let step = 0
  return {
    step: (message) => {
      step += 1
      if (step === 1) {
        if (message.length > 1) return { end: 'refused' }
        const counted = Buffer.alloc(4)
        counted.writeUInt32LE(conversations)
        return { send: Buffer.concat([Buffer.from(`${mechanism}\0`), counted]) }
      }
      const parts = partsOf(message, conversations)
      if (mechanism === 'PLAIN') {
        const isRight = parts.every((part) => part.data.toString() === `\0${known.username}\0${known.password}`)
        return { end: isKnown && isRight ? 'signed-in' : 'refused' }
      }
      if (step === 4) return { end: parts.every((part) => part.isDone) ? 'signed-in' : 'refused' }
      const answers = servers.map((server, index) => {
        const text = parts[index]?.data.toString() ?? ''
        return step === 2 ? server.challenge(text) : server.prove(text)
      })
      if (!isKnown || answers.includes(null)) return { end: 'refused' }
      return { send: Buffer.concat(answers.map((answer) => sized(Buffer.from(answer ?? '')))) }
    },
  }
}

function serverFor(mechanism: string, { username, password }: KnownAccount): ScramServer {
  const hash: ScramHash = mechanism === 'SCRAM-SHA-1' ? 'sha1' : 'sha256'
  const digest = createHash('md5').update(`${username}:mongo:${password}`).digest('hex')
  return new ScramServer(hash, username, hash === 'sha1' ? digest : password)
}

/** For each exchange: whether the client has finished it, and its message. */
function partsOf(message: Buffer, conversations: number): { isDone: boolean; data: Buffer }[] {
  let at = 0
  return Array.from({ length: conversations }, () => {
    const length = message.readUInt32LE(at + 1)
    const part = { isDone: message[at] === 1, data: message.subarray(at + 5, at + 5 + length) }
    at += 5 + length
    return part
  })
}

function sized(data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([length, data])
}
